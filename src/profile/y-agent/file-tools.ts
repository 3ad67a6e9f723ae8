import { defined } from '../../base/defined.js';
import type { ChangeResult } from '../../builtin/file/file-change.js';
import { createReadFile } from '../../builtin/file/read-file.js';
import type { ReadResult } from '../../builtin/file/read-result.js';
import type { RemovalResult } from '../../builtin/file/removal-plan.js';
import { fail } from '../../tool/outcome.js';
import { strictParameters } from '../../tool/parameters.js';
import type { Tool } from '../../tool/tool.js';
import { viewTool } from '../../tool/view-tool.js';
import { withWarnings } from './with-warnings.js';

const path = { type: 'string', description: 'Relative to the workspace, or absolute.' } as const;
const inFiles = { category: 'FileSystem' } as const;

/** A file by line_offset and limit: without a range only up to 256 KB. */
export const fileRead = (): Tool =>
  viewTool(createReadFile({ range: 'offset', numbered: false, maxLines: 2000, wholeBytes: 262_144 }), {
    ...inFiles,
    alsoIn: ['file.read'],
    name: 'FileRead',
    description: 'Read file contents. Gives a hash of them, too.',
    help: 'line_offset counts from 0, limit is 2000 lines at most. A file over 256 KB needs a range. Give the content_hash to FileEdit as expected_content_hash to be sure that the file is still the one that was read.',
    parameters: strictParameters(['path'], {
      path,
      line_offset: { type: 'integer', minimum: 0, description: 'How many lines to leave out first. Default 0.' },
      limit: { type: 'integer', minimum: 1, maximum: 2000, description: 'How many lines to read.' },
      column_start: { type: 'integer', minimum: 1, description: 'For a line too long for one result.' },
      include_line_numbers: { type: 'boolean', description: 'Default false.' },
    }),
    toArguments: ({ path: file, line_offset: offset, limit, column_start }) => ({
      path: file,
      ...defined({ offset, limit, column_start }),
    }),
    toResult(read: ReadResult, { include_line_numbers: numbered = false }) {
      const { content, line_start: first = 0, line_end: last = -1, total_lines: total, image } = read;
      if (image !== undefined) return { path: read.path, content_hash: read.content_hash, image };
      return {
        path: read.path,
        content: numbered && total !== 0 ? numberLines(content, first) : content,
        ...defined({ content_hash: read.content_hash }),
        line_offset: first,
        lines: total === 0 ? 0 : last - first + 1,
        ...defined({ total_lines: total }),
        truncated: read.truncated === true,
        ...withWarnings([read.notice && inOffsets(read.notice), read.note]),
      };
    },
    images: ({ image }: Pick<ReadResult, 'image'>) =>
      image === undefined ? [] : [{ mediaType: image.media_type, blob: image.blob }],
    toFailure: ({ errorType, message, data }) => fail(errorType, inOffsets(message), data),
  });

/** What is said of lines, by the argument that names them here. */
const inOffsets = (message: string): string => message.replaceAll(/\boffset (?=\d|and limit)/g, 'line_offset ');

const numberLines = (content: string, first: number): string =>
  content
    .split('\n')
    .map((line, at) => `${first + at}: ${line}`)
    .join('\n');

const toChange = ({ path: file, operation, bytes, content_hash, note }: ChangeResult) => ({
  path: file,
  operation,
  bytes_written: bytes,
  content_hash,
  ...withWarnings([note]),
});

export const fileWrite = (writeFile: Tool): Tool =>
  viewTool(writeFile, {
    ...inFiles,
    alsoIn: ['file.write'],
    name: 'FileWrite',
    description: 'Write/create files. Makes missing folders, and replaces all of a file that is there.',
    help: 'A file that changed since it was read is not overwritten: the failure is stale_file, and says what is there now.',
    parameters: strictParameters(['path', 'content'], { path, content: { type: 'string' } }),
    toArguments: (args) => args,
    toResult: toChange,
  });

export const fileEdit = (editFile: Tool): Tool =>
  viewTool(editFile, {
    ...inFiles,
    alsoIn: ['file.edit'],
    name: 'FileEdit',
    description: 'Edit files. Replaces old_string by new_string; it must be found once, unless replace_all is set.',
    help: 'It fails as ambiguous_edit where old_string is found more than once, as edit_target_not_found where it is not found, and as stale_file where the file is not the one of expected_content_hash.',
    parameters: strictParameters(['file_path', 'old_string', 'new_string'], {
      file_path: path,
      old_string: { type: 'string' },
      new_string: { type: 'string' },
      replace_all: { type: 'boolean', description: 'Default false.' },
      expected_content_hash: { type: 'string', description: 'As FileRead gave it.' },
    }),
    toArguments: ({ file_path, old_string, new_string, replace_all, expected_content_hash: hash }) => ({
      path: file_path,
      old_text: old_string,
      new_text: new_string,
      ...defined({ replace_all, expected_hash: hash }),
    }),
    toResult: toChange,
  });

const toRemoval = ({ path: file, operation, from, kind, files }: RemovalResult) => ({
  ...(from === undefined ? { path: file } : { path: from, destination_path: file }),
  operation,
  kind,
  files,
});

export const fileDelete = (deleteFile: Tool): Tool =>
  viewTool(deleteFile, {
    ...inFiles,
    alsoIn: ['file.delete'],
    dangerous: true,
    name: 'FileDelete',
    description: 'Delete files. With recursive folders, too.',
    parameters: strictParameters(['path'], { path, recursive: { type: 'boolean', description: 'Default false.' } }),
    toArguments: (args) => args,
    toResult: toRemoval,
  });

export const fileMove = (moveFile: Tool): Tool =>
  viewTool(moveFile, {
    ...inFiles,
    alsoIn: ['file.move'],
    name: 'FileMove',
    description: 'Move/rename files. Folders, too; overwrites nothing.',
    parameters: strictParameters(['path', 'destination_path'], {
      path,
      destination_path: { type: 'string', description: 'The new path, name included.' },
    }),
    toArguments: ({ path: from, destination_path: to }) => ({ from, to }),
    toResult: toRemoval,
  });
