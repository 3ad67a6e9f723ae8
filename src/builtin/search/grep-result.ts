import { plural } from '../../base/text.js';
import type { FromSchema } from '../../schema/json-schema.js';
import { shownName } from '../shown-name.js';
import { unreadNote } from './search-notes.js';

/** What a search in files gives. */
export const grepResult = {
  type: 'object',
  properties: {
    lines: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          path: { type: 'string' },
          line: { type: 'integer' },
          text: { type: 'string' },
          match: { type: 'boolean' },
        },
        required: ['path', 'line', 'text', 'match'],
        additionalProperties: false,
      },
    },
    paths: {
      type: 'array',
      items: {
        type: 'object',
        properties: { path: { type: 'string' }, count: { type: 'integer' } },
        required: ['path'],
        additionalProperties: false,
      },
    },
    names: { type: 'array', items: { type: 'string' } },
    matches: { type: 'integer' },
    files: { type: 'integer' },
    truncated: { type: 'boolean' },
    unread: { type: 'integer' },
    flags: { type: 'array', items: { type: 'string' } },
  },
  required: ['lines', 'paths', 'names', 'matches', 'files', 'truncated', 'unread', 'flags'],
  additionalProperties: false,
} as const;

type GrepResult = FromSchema<typeof grepResult>;

export function showGrep(found: GrepResult): string {
  const { lines, paths, names, matches, truncated, unread, flags } = found;
  const notes = [...flags, ...unreadNote(unread)].map((note) => ` [${note}]`).join('');
  const named = names.length === 0 ? [] : ['File names:', ...names.map(shownName)];
  if (matches === 0)
    return [...named, `No matches. Files ignored by .gitignore, hidden and binary files are skipped.${notes}`].join(
      '\n',
    );
  const rendered = [
    ...lines.map(({ path, line, text, match }) =>
      match ? `${shownName(path)}:${line}: ${text}` : `${shownName(path)}-${line}- ${text}`,
    ),
    ...paths.map(({ path, count }) => (count === undefined ? shownName(path) : `${shownName(path)}: ${count}`)),
  ];
  const count = countOf(found);
  const end = truncated
    ? `[${truncatedWords(found)}; there are more: narrow the pattern, path or include]`
    : `[${count}]`;
  return [...named, ...rendered, `${end}${notes}`].join('\n');
}

export const displayGrep = (found: GrepResult): string => countOf(found);

function countOf({ paths, matches, files }: GrepResult): string {
  if (paths.length > 0 && paths[0]?.count === undefined) return plural(files, 'file');
  return `${matches === 1 ? '1 match' : `${matches} matches`} in ${plural(files, 'file')}`;
}

const truncatedWords = (found: GrepResult): string =>
  found.paths.length > 0 ? `first ${found.paths.length} of ${countOf(found)}` : `first ${countOf(found)}`;
