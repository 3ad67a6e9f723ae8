import { defined } from '../../base/defined.js';
import type { Listing } from '../../builtin/file/listing.js';
import { createReadFile } from '../../builtin/file/read-file.js';
import { type ReadResult, showRead } from '../../builtin/file/read-result.js';
import { createGrep } from '../../builtin/search/grep.js';
import { shownName } from '../../builtin/shown-name.js';
import type { Tool } from '../../tool/tool.js';
import { integer, pathOr, within, yipsView } from './yips-view.js';

const bytes = { usual: 200_000, most: 500_000 };
const matches = { usual: 200, most: 2000 };
const path = { type: 'string', description: 'Default ".".' } as const;

/** Its own kind of `read_file`, which gives the start of a file. */
export const readFileView = (): Tool =>
  yipsView(createReadFile({ range: 'start', numbered: false }), {
    kind: 'tool',
    name: 'read_file',
    description: 'Reads a file. Of a long one the first maxBytes characters.',
    parameters: {
      type: 'object',
      properties: { path: { type: 'string' }, maxBytes: integer(bytes) },
      required: ['path'],
      additionalProperties: false,
    },
    toArguments: (args) => ({ path: args.path, max_bytes: within(args.maxBytes, bytes) }),
    toValue(result: ReadResult, { maxBytes }) {
      const { content, truncated = false, notice, note, image } = result;
      const notes = [notice, note].filter((said) => said !== undefined).map((said) => `\n[${said}]`);
      return {
        output: image === undefined ? `${content}${notes.join('')}` : showRead(result),
        metadata: { path: result.path, maxBytes: within(maxBytes, bytes), truncated },
      };
    },
  });

export const listDirView = (tool: Tool): Tool =>
  yipsView(tool, {
    kind: 'tool',
    name: 'list_dir',
    description: 'Lists a folder, one line an entry: its kind and its name.',
    parameters: { type: 'object', properties: { path }, additionalProperties: false },
    toArguments: (args) => ({ path: pathOr(args.path), show_hidden: true }),
    toValue({ path: listed, entries = [], left_out = 0 }: Listing) {
      const lines = entries.map(({ type, name }) => `${kinds[type]} ${shownName(name)}`);
      const more = left_out > 0 ? [`[${left_out} more are left out: list a folder further down]`] : [];
      return { output: [...lines, ...more].join('\n'), metadata: { path: listed, entries: entries.length } };
    },
  });

const kinds = { FILE: 'file', DIR: 'dir', LINK: 'link', OTHER: 'other' } as const;

interface Found {
  readonly path: string;
  readonly line: number;
  readonly text: string;
}

const lineOf = ({ path: file, line, text }: Found): string => `${shownName(file)}:${line}: ${text}`;

const cutNote = (count: number): string => `[the first ${count}; there are more: narrow the pattern or the path]`;

interface GrepFound {
  readonly lines: readonly Found[];
  readonly matches: number;
  readonly truncated: boolean;
}

export const grepView = (): Tool =>
  yipsView(createGrep({ maxResults: matches }), {
    kind: 'tool',
    name: 'grep',
    description: 'Searches files by regular expression and gives path:line: text.',
    parameters: {
      type: 'object',
      properties: { pattern: { type: 'string' }, path, maxMatches: integer(matches) },
      required: ['pattern'],
      additionalProperties: false,
    },
    toArguments: (args) => ({
      pattern: args.pattern,
      path: pathOr(args.path),
      max_results: within(args.maxMatches, matches),
    }),
    toValue({ lines = [], matches: count = 0, truncated = false }: GrepFound, args) {
      const note = truncated ? [cutNote(lines.length)] : [];
      return {
        output: lines.length === 0 ? 'No matches found.' : [...lines.map(lineOf), ...note].join('\n'),
        metadata: { matches: count, maxMatches: within(args.maxMatches, matches), truncated },
      };
    },
  });

interface NotesFound {
  readonly todos: readonly Found[];
  readonly truncated: boolean;
}

export const todosView = (tool: Tool): Tool =>
  yipsView(tool, {
    kind: 'skill',
    name: 'todos',
    description: 'Finds TODO, FIXME, HACK and BUG in files, or what pattern says.',
    parameters: {
      type: 'object',
      properties: { path, pattern: { type: 'string' }, maxMatches: integer(matches) },
      additionalProperties: false,
    },
    toArguments: ({ path: where, pattern, maxMatches }) => ({
      path: pathOr(where),
      max_results: within(maxMatches, matches),
      ...defined({ pattern }),
    }),
    toValue({ todos = [], truncated = false }: NotesFound, args) {
      const note = truncated ? [cutNote(todos.length)] : [];
      return {
        output: todos.length === 0 ? 'None found.' : [...todos.map(lineOf), ...note].join('\n'),
        metadata: { matches: todos.length, maxMatches: within(args.maxMatches, matches), truncated },
      };
    },
  });
