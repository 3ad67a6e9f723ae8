import { plural } from '../../base/text.js';
import { objectOf } from '../../schema/object-of.js';
import { defineTool } from '../../tool/define-tool.js';
import { isFailure, type ToolFailure } from '../../tool/outcome.js';
import type { Place } from '../../tool/port.js';
import { shownName } from '../shown-name.js';
import { traits } from '../traits.js';
import { unreadNote } from './search-notes.js';

const usualWords = 'TODO|FIXME|HACK|BUG';

/** Finds what people noted in files for later. The model's own list of todos is another thing. */
export const findTodoComments = defineTool({
  ...traits.search,
  name: 'find_todo_comments',
  title: 'Find notes in files',
  description:
    'Finds TODO, FIXME, HACK and BUG in files, as whole words, and gives path:line: text with counts of each. ' +
    'Files ignored by .gitignore, hidden and binary files are skipped.',
  parameters: objectOf({
    'path?': { type: 'string', description: 'The folder or file to search. Default ".", the workspace.' },
    'pattern?': {
      type: 'string',
      description: `Words with | between them, found as whole words, or any regular expression. Default ${usualWords}.`,
    },
    'max_results?': { type: 'integer', minimum: 1, maximum: 2000, description: 'The most lines. Default 200.' },
  }),
  result: objectOf({
    todos: {
      type: 'array',
      items: objectOf({
        path: { type: 'string' },
        line: { type: 'integer' },
        kind: { type: 'string' },
        text: { type: 'string' },
      }),
    },
    counts: { type: 'object', additionalProperties: { type: 'integer' } },
    files: { type: 'integer' },
    truncated: { type: 'boolean' },
    unread: { type: 'integer' },
  }),

  async plan({ path, pattern = usualWords }, ctx) {
    const { planSearch } = await import('./search-place.js');
    return planSearch({ path, pattern: [pattern, 'regex'], deep: true }, ctx);
  },

  async run({ pattern = usualWords, max_results: max = 200 }, ctx, carry: Place | ToolFailure) {
    if (isFailure(carry)) return carry;
    const { searchTodoComments } = await import('./search-todo-comments.js');
    return searchTodoComments({ pattern, max }, carry, ctx);
  },

  show({ todos: noted, counts, files, truncated, unread }) {
    const notes = unreadNote(unread).map((note) => ` [${note}]`);
    if (noted.length === 0) return `None found.${notes.join('')}`;
    const lines = noted.map(({ path, line, text }) => `${shownName(path)}:${line}: ${text}`);
    const end = `${truncated ? 'first ' : ''}${renderCounts(counts)} in ${plural(files, 'file')}`;
    const more = truncated ? '; there are more: narrow the path or raise max_results' : '';
    return [...lines, `[${end}${more}]${notes.join('')}`].join('\n');
  },
  display: ({ todos: noted, counts, files }) =>
    noted.length === 0 ? 'none found' : `${renderCounts(counts)} in ${plural(files, 'file')}`,
});

const renderCounts = (counts: Readonly<Record<string, number>>): string =>
  Object.entries(counts)
    .map(([kind, count]) => `${count} ${kind === 'match' && count > 1 ? 'matches' : kind}`)
    .join(', ');
