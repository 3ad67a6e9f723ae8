import { defined } from '../../base/defined.js';
import { createEditFile } from '../../builtin/file/edit-file.js';
import type { ChangeResult } from '../../builtin/file/file-change.js';
import type { Listing } from '../../builtin/file/listing.js';
import { createReadFile } from '../../builtin/file/read-file.js';
import type { ReadResult } from '../../builtin/file/read-result.js';
import { readGlobs } from '../../builtin/search/glob-pattern.js';
import { isFailure } from '../../tool/outcome.js';
import { openParameters } from '../../tool/parameters.js';
import type { Tool } from '../../tool/tool.js';
import { viewTool } from '../../tool/view-tool.js';
import { inWords } from './own-words.js';

const pathWords = 'private:/x, shared:/x or public:/x; without a scope it is in private:/.';
const path = { type: 'string', description: pathWords } as const;

/** The whole text, or numbered lines of it with a header and where to go on. Lines count from 0. */
export const readFile: Tool = viewTool(createReadFile({ range: 'offset', numbered: false }), {
  name: 'readFile',
  description: 'Reads a file: the whole text, or with offset and limit some of its lines, with their numbers from 0.',
  parameters: openParameters(['path'], {
    path,
    offset: { type: 'integer', minimum: 0, description: 'The first line to read, from 0.' },
    limit: { type: 'integer', minimum: 1, description: 'How many lines to read.' },
  }),
  toArguments: ({ path: given, offset, limit }) => ({ path: given, ...defined({ offset, limit }) }),
  toResult(result: ReadResult, { offset, limit }) {
    if (result.image !== undefined) return result;
    return offset === undefined && limit === undefined && result.whole === true ? result.content : pageOf(result);
  },
});

function pageOf({ path: shown, content, line_start = 0, line_end = 0, total_lines, notice, note }: ReadResult): string {
  const last = total_lines === undefined ? 'more' : String(total_lines);
  const isEnd = total_lines !== undefined && line_end + 1 >= total_lines;
  const numbered = content.split('\n').map((line, at) => `${line_start + at}: ${line}`);
  return [
    `[${shown}: lines ${line_start}-${line_end} of ${last}, counted from 0]`,
    ...(total_lines === 0 ? [] : numbered),
    ...(isEnd || total_lines === 0 ? [] : [`[Next offset: ${line_end + 1}]`]),
    ...[notice, note].flatMap((said) => (said === undefined ? [] : [`[${said}]`])),
  ].join('\n');
}

/** Exact text first, then with other white space, or a regular expression; an empty oldString makes the file. */
export const editFile: Tool = viewTool(createEditFile({ creates: true }), {
  name: 'editFile',
  description:
    'Replaces oldString by newString in a file. oldString must be found once; where white space alone differs it is found too. With regex true it is a regular expression, and its first match is replaced. An empty oldString creates the file.',
  parameters: openParameters(['path', 'oldString', 'newString'], {
    path,
    oldString: { type: 'string' },
    newString: { type: 'string' },
    regex: { type: 'boolean', description: 'oldString is a regular expression. Default false.' },
  }),
  toArguments: ({ path: given, oldString, newString, regex }) => ({
    path: given,
    old_text: oldString,
    new_text: newString,
    ...defined({ regex }),
  }),
  toResult: ({ path: shown, operation, strategy, note }: ChangeResult) => ({
    success: true,
    path: shown,
    action: operation === 'create' ? 'created' : 'edited',
    ...defined({ strategy }),
    ...(note !== undefined && { note: inWords(note) }),
  }),
});

const maxListed = 1000;

export const ignoredGlobs = {
  type: 'array',
  items: { type: 'string' },
  maxItems: 100,
  description: 'Globs of what to leave out.',
} as const;

/** What is in a folder, but for what `ignore` names. */
export const listFiles = (tool: Tool): Tool =>
  viewTool(tool, {
    name: 'listFiles',
    description: 'Lists what is in a folder; folders end with /.',
    parameters: openParameters([], {
      path: { type: 'string', description: `The folder: ${pathWords} Default private:/.` },
      ignore: ignoredGlobs,
    }),
    toArguments({ path: given = 'private:/', ignore = [] }, ctx) {
      const globs = readGlobs(ignoredBy(ignore), ctx.workspace?.root ?? '');
      return isFailure(globs) ? globs : { path: given, show_hidden: true, max_entries: maxListed };
    },
    toResult(listing: Listing, { ignore = [] }) {
      const globs = readGlobs(ignoredBy(ignore), '');
      if (isFailure(globs)) return globs;
      const entries = listing.entries.filter(({ name }) => !globs.some((glob) => glob.matches(name, [])));
      const { path: shown, left_out } = listing;
      return {
        path: shown,
        files: entries.map(({ type, name }) => (type === 'DIR' ? `${name}/` : name)),
        ...(left_out > 0 && { leftOut: left_out }),
      };
    },
  });

const ignoredBy = (ignore: readonly string[]) => ignore.map((glob) => ['ignore', glob] as const);
