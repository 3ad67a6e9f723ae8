import type { Surface } from '../../agent/profile.js';
import { createListDir } from '../../builtin/file/list-dir.js';
import { createReadFile } from '../../builtin/file/read-file.js';
import type { Tool } from '../../tool/tool.js';
import { checkPath, failingAs, harnessView } from './harness-view.js';

type Builtin = Parameters<Surface>[0];

const maxFileBytes = 10 * 1024 * 1024;
const usualEntries = 500;

/** LocalHarness' tools for files: paths are relative to the project root, lines are counted from 1. */
export function harnessFileTools(builtin: Builtin): readonly Tool[] {
  const list = builtin('list_dir') && failingAs(createListDir({ limit: 'clamp' }), { missing: 'Directory' });
  const read = builtin('read_file') && failingAs(createReadFile(reading), { missing: 'File', types: unreadable });
  const write = failing(builtin('write_file'), { types: unwritable });
  return [
    ...harnessView(list, {
      name: 'ls',
      description: 'List contents of a single directory with detailed metadata',
      parameters: lsParameters,
      toArguments: (args) => checkPath(args.path ?? '.') ?? args,
    }),
    ...harnessView(read, {
      name: 'read_file',
      description: 'Read file contents with smart context optimization using file curator agent',
      parameters: { type: 'object', properties: { path: filePath }, required: ['path'] },
      toArguments: (args) => checkPath(args.path) ?? args,
    }),
    ...harnessView(write, {
      name: 'write_file',
      description: 'Create or overwrite a file with content',
      parameters: {
        type: 'object',
        properties: { path: filePath, content: { type: 'string', description: 'File content to write' } },
        required: ['path', 'content'],
      },
      toArguments: (args) => checkPath(args.path) ?? args,
    }),
    ...harnessView(failing(builtin('replace_lines'), { missing: 'File' }), {
      name: 'replace_lines',
      description:
        'Replace specific line ranges in existing files using 1-indexed line numbers. First call read_file to see line numbers, then call replace_lines.',
      parameters: lineParameters({
        line_start: 'First line to replace (1-indexed)',
        line_end: 'Last line to replace (inclusive, 1-indexed)',
        new_content: 'Replacement content',
      }),
      toArguments: ({ new_content: content, ...args }) => checkPath(args.path) ?? { ...args, content },
    }),
    ...harnessView(failing(builtin('insert_lines'), { missing: 'File' }), {
      name: 'insert_lines',
      description:
        'Insert new content before a specific line in existing files using 1-indexed line numbers. First call read_file to see line numbers, then call insert_lines.',
      parameters: lineParameters({
        line_start: 'Line number to insert before (1-indexed). Use N+1 to append to end.',
        line_end: 'Must equal line_start (enforces single insertion point)',
        new_content: 'Content to insert (can contain newlines for multiple lines)',
      }),
      toArguments: ({ new_content: content, ...args }) => checkPath(args.path) ?? { ...args, content },
    }),
  ];
}

const failing = (tool: Tool | undefined, words: Parameters<typeof failingAs>[1]): Tool | undefined =>
  tool && failingAs(tool, words);

const reading = { maxBytes: maxFileBytes, wholeBytes: maxFileBytes, binaryError: 'parse_error' } as const;

/** That a path names a folder, or a file of more than 10 MB, is found at the file system, not in the arguments. */
const unreadable = { validation_failed: 'io_error' } as const;
const unwritable = { not_found: 'io_error' } as const;

const filePath = { type: 'string', description: 'File path relative to project root' } as const;

const lsParameters = {
  type: 'object',
  properties: {
    path: { type: 'string', description: 'Directory to list (default: ".")' },
    show_hidden: { type: 'boolean', description: 'Include hidden files/directories (default: false)' },
    sort_by: {
      type: 'string',
      enum: ['name', 'size', 'modified'],
      description: 'Sort by "name", "size", or "modified" (default: "name")',
    },
    reverse: { type: 'boolean', description: 'Reverse sort order (default: false)' },
    max_entries: { type: 'integer', description: `Max entries to return (default: ${usualEntries}, max: 1000)` },
  },
} as const;

interface LineWords {
  readonly line_start: string;
  readonly line_end: string;
  readonly new_content: string;
}

const lineParameters = (words: LineWords) =>
  ({
    type: 'object',
    properties: {
      path: filePath,
      line_start: { type: 'integer', description: words.line_start },
      line_end: { type: 'integer', description: words.line_end },
      new_content: { type: 'string', description: words.new_content },
    },
    required: ['path', 'line_start', 'line_end', 'new_content'],
  }) as const;
