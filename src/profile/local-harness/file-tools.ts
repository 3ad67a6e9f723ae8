import { createInsertLines } from '../../builtin/file/insert-lines.js';
import { createListDir } from '../../builtin/file/list-dir.js';
import { createReadFile } from '../../builtin/file/read-file.js';
import { createReplaceLines } from '../../builtin/file/replace-lines.js';
import { fail } from '../../tool/outcome.js';
import { openParameters } from '../../tool/parameters.js';
import type { Views } from '../show-views.js';
import { checkPath, harnessView } from './harness-view.js';

const maxFileBytes = 10 * 1024 * 1024;
const usualEntries = 500;
/** The most lines of one read_lines. */
const maxRange = 500;
const treeDepth = 10;

const filePath = { type: 'string', description: 'File path relative to project root' } as const;

interface LineWords {
  readonly line_start: string;
  readonly line_end: string;
  readonly new_content: string;
}

const lineParameters = (words: LineWords) =>
  openParameters(['path', 'line_start', 'line_end', 'new_content'], {
    path: filePath,
    line_start: { type: 'integer', description: words.line_start },
    line_end: { type: 'integer', description: words.line_end },
    new_content: { type: 'string', description: words.new_content },
  });

function checkRange({ line_start: start, line_end: end }: { readonly line_start: number; readonly line_end: number }) {
  if (start < 1) return fail('validation_failed', `There is no line ${start}: lines are counted from 1.`);
  const count = end - start + 1;
  if (count <= maxRange) return undefined;
  return fail('validation_failed', `Lines ${start} to ${end} are ${count}; at most ${maxRange} are given at a time.`);
}

/** LocalHarness' tools for files: paths are relative to the project root, lines are counted from 1. */
export const harnessFileTools: Views = [
  harnessView('list_dir', {
    tool: createListDir({ limit: 'clamp' }),
    name: 'ls',
    description: 'List contents of a single directory with detailed metadata',
    parameters: openParameters([], {
      path: { type: 'string', description: 'Directory to list (default: ".")' },
      show_hidden: { type: 'boolean', description: 'Include hidden files/directories (default: false)' },
      sort_by: {
        type: 'string',
        enum: ['name', 'size', 'modified'],
        description: 'Sort by "name", "size", or "modified" (default: "name")',
      },
      reverse: { type: 'boolean', description: 'Reverse sort order (default: false)' },
      max_entries: { type: 'integer', description: `Max entries to return (default: ${usualEntries}, max: 1000)` },
    }),
    toArguments: (args) => checkPath(args.path ?? '.') ?? args,
    failures: { missing: 'Directory' },
  }),
  harnessView('read_file', {
    tool: createReadFile({
      maxBytes: maxFileBytes,
      wholeBytes: maxFileBytes,
      binaryError: 'parse_error',
      linesTool: 'read_lines',
    }),
    description: 'Read file contents with smart context optimization using file curator agent',
    parameters: openParameters(['path'], { path: filePath }),
    toArguments: (args) => checkPath(args.path) ?? args,
    // That a path names a folder, or a file of more than 10 MB, is found at the file system, not in the arguments.
    failures: { missing: 'File', types: { validation_failed: 'io_error' } },
  }),
  harnessView('write_file', {
    description: 'Create or overwrite a file with content',
    parameters: openParameters(['path', 'content'], {
      path: filePath,
      content: { type: 'string', description: 'File content to write' },
    }),
    toArguments: (args) => checkPath(args.path) ?? args,
    failures: { types: { not_found: 'io_error' } },
  }),
  harnessView('replace_lines', {
    tool: createReplaceLines({ early: true }),
    description:
      'Replace specific line ranges in existing files using 1-indexed line numbers. First call read_file to see line numbers, then call replace_lines.',
    parameters: lineParameters({
      line_start: 'First line to replace (1-indexed)',
      line_end: 'Last line to replace (inclusive, 1-indexed)',
      new_content: 'Replacement content',
    }),
    toArguments: ({ new_content: content, ...args }) => checkPath(args.path) ?? { ...args, content },
    failures: { missing: 'File' },
  }),
  harnessView('insert_lines', {
    tool: createInsertLines({ early: true }),
    description:
      'Insert new content before a specific line in existing files using 1-indexed line numbers. First call read_file to see line numbers, then call insert_lines.',
    parameters: lineParameters({
      line_start: 'Line number to insert before (1-indexed). Use N+1 to append to end.',
      line_end: 'Must equal line_start (enforces single insertion point)',
      new_content: 'Content to insert (can contain newlines for multiple lines)',
    }),
    toArguments: ({ new_content: content, ...args }) => checkPath(args.path) ?? { ...args, content },
    failures: { missing: 'File' },
  }),
];

/** Those that its document does not list. */
export const harnessMoreFileTools: Views = [
  harnessView('read_file', {
    tool: createReadFile({ maxLines: maxRange, binaryError: 'parse_error' }),
    name: 'read_lines',
    description: `Read a range of up to ${maxRange} lines of a file, with line numbers`,
    parameters: openParameters(['path', 'line_start', 'line_end'], {
      path: filePath,
      line_start: { type: 'integer', description: 'First line to read (1-indexed)' },
      line_end: { type: 'integer', description: 'Last line to read (inclusive, 1-indexed)' },
    }),
    toArguments: (args) => checkPath(args.path) ?? checkRange(args) ?? args,
    failures: { missing: 'File' },
  }),
  harnessView('list_dir', {
    name: 'get_file_tree',
    description: 'Show the folders and files below a directory as a tree',
    parameters: openParameters([], { path: { type: 'string', description: 'Directory to show (default: ".")' } }),
    toArguments: ({ path = '.' }) => checkPath(path) ?? { path, depth: treeDepth },
    failures: { missing: 'Directory' },
  }),
];
