import { defined } from '../../base/defined.js';
import type { Listing } from '../../builtin/file/listing.js';
import { createReadFile } from '../../builtin/file/read-file.js';
import { type ReadResult, showRead } from '../../builtin/file/read-result.js';
import type { findTodoComments } from '../../builtin/search/find-todo-comments.js';
import { createGrep, type grep } from '../../builtin/search/grep.js';
import { shownName } from '../../builtin/shown-name.js';
import { strictParameters } from '../../tool/parameters.js';
import type { Tool } from '../../tool/tool.js';
import type { ResultOf } from '../../tool/view-tool.js';
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
    parameters: strictParameters(['path'], { path: { type: 'string' }, maxBytes: integer(bytes) }),
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
    parameters: strictParameters([], { path }),
    toArguments: (args) => ({ path: pathOr(args.path), show_hidden: true }),
    toValue({ path: listed, entries = [], left_out = 0 }: Listing) {
      const lines = entries.map(({ type, name }) => `${kinds[type]} ${shownName(name)}`);
      const more = left_out > 0 ? [`[${left_out} more are left out: list a folder further down]`] : [];
      return { output: [...lines, ...more].join('\n'), metadata: { path: listed, entries: entries.length } };
    },
  });

const kinds = { FILE: 'file', DIR: 'dir', LINK: 'link', OTHER: 'other' } as const;

export const grepView = (): Tool =>
  yipsView(createGrep({ maxResults: matches }), {
    kind: 'tool',
    name: 'grep',
    description: 'Searches files by regular expression and gives path:line: text.',
    parameters: strictParameters(['pattern'], { pattern: { type: 'string' }, path, maxMatches: integer(matches) }),
    toArguments: (args) => ({
      pattern: args.pattern,
      path: pathOr(args.path),
      max_results: within(args.maxMatches, matches),
    }),
    toValue: ({ lines = [], matches: count = 0, truncated = false }: Partial<ResultOf<typeof grep>>, args) => ({
      output: listLines(lines, truncated) || 'No matches found.',
      metadata: { matches: count, maxMatches: within(args.maxMatches, matches), truncated },
    }),
  });

export const todosView = (tool: Tool): Tool =>
  yipsView(tool, {
    kind: 'skill',
    name: 'todos',
    description: 'Finds TODO, FIXME, HACK and BUG in files, or what pattern says.',
    parameters: strictParameters([], { path, pattern: { type: 'string' }, maxMatches: integer(matches) }),
    toArguments: ({ path: where, pattern, maxMatches }) => ({
      path: pathOr(where),
      max_results: within(maxMatches, matches),
      ...defined({ pattern }),
    }),
    toValue: ({ todos = [], truncated = false }: Partial<ResultOf<typeof findTodoComments>>, args) => ({
      output: listLines(todos, truncated) || 'None found.',
      metadata: { matches: todos.length, maxMatches: within(args.maxMatches, matches), truncated },
    }),
  });

interface FoundLine {
  readonly path: string;
  readonly line: number;
  readonly text: string;
}

/** Empty where nothing was found. */
function listLines(lines: readonly FoundLine[], truncated: boolean): string {
  const note = truncated ? [`[the first ${lines.length}; there are more: narrow the pattern or the path]`] : [];
  return lines.length === 0
    ? ''
    : [...lines.map(({ path: file, line, text }) => `${shownName(file)}:${line}: ${text}`), ...note].join('\n');
}
