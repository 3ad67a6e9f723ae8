import { plural } from '../../base/text.js';
import { objectOf } from '../../schema/object-of.js';
import { defineTool } from '../../tool/define-tool.js';
import { fail, isFailure, type ToolFailure } from '../../tool/outcome.js';
import type { Place } from '../../tool/port.js';
import { shownName } from '../shown-name.js';
import { traits } from '../traits.js';
import type { GivenGlob } from './glob-pattern.js';
import { unreadNote } from './search-notes.js';

export interface GlobOptions {
  /** The order when the call does not say. */
  readonly sort?: 'newest' | 'name';
  /** How many files a result has when the call does not say, and at most. */
  readonly maxResults?: { readonly usual: number; readonly most: number };
}

/** The tool that finds files by their names. */
export function createGlob({ sort = 'newest', maxResults = { usual: 100, most: 1000 } }: GlobOptions = {}) {
  return defineTool({
    ...traits.search,
    name: 'glob',
    title: 'Find files',
    description:
      `Finds files by name, ${sort === 'newest' ? 'newest first' : 'in the order of their names'}: *.ts anywhere below path, src/**/*.ts from path on. ` +
      'Ignored and hidden files are skipped.',
    help: '{a,b} and [a-z] work in patterns. Ignored is what .gitignore names; hidden files are found where the pattern itself names a dot. ignore: globs of files and folders to leave out.',
    capabilities: ['workspace'],
    parameters: objectOf({
      pattern: { type: 'string' },
      'path?': { type: 'string' },
      'ignore?': { type: 'array', items: { type: 'string' }, maxItems: 100 },
      'sort?': { type: 'string', enum: ['newest', 'name'] },
      'include_hidden?': { type: 'boolean' },
      'include_ignored?': { type: 'boolean' },
      'max_results?': {
        type: 'integer',
        minimum: 1,
        maximum: maxResults.most,
        description: `Default ${maxResults.usual}.`,
      },
    }),
    result: objectOf({
      files: { type: 'array', items: { type: 'string' } },
      total: { type: 'integer' },
      truncated: { type: 'boolean' },
      unread: { type: 'integer' },
      flags: { type: 'array', items: { type: 'string' } },
    }),

    async plan(args, ctx) {
      const { planSearch } = await import('./search-place.js');
      return planSearch({ path: args.path, globs: globsOf(args) }, ctx);
    },

    async run(args, ctx, carry: Place | ToolFailure) {
      if (isFailure(carry)) return carry;
      if (carry.kind !== 'directory')
        return fail('validation_failed', `${carry.shown} is a file, not a folder. Name the folder to search.`);
      const { runGlob } = await import('./run-glob.js');
      const { include_hidden: hidden = false, include_ignored: ignored = false } = args;
      const order = args.sort ?? sort;
      const max = args.max_results ?? maxResults.usual;
      return runGlob({ globs: globsOf(args), hidden, ignored, order, max }, carry, ctx);
    },

    show({ files, total, truncated, unread, flags }) {
      const notes = [...flags, ...unreadNote(unread)].map((note) => ` [${note}]`).join('');
      if (total === 0) {
        return `No files match. Files ignored by .gitignore and hidden files are skipped.${notes}`;
      }
      const end = truncated
        ? `[${files.length} of ${total} files; narrow the pattern or raise max_results]`
        : `[${plural(total, 'file')}]`;
      return [...files.map(shownName), `${end}${notes}`].join('\n');
    },
    display: ({ total }) => plural(total, 'file'),
  });
}

export const glob = createGlob();

interface GlobArguments {
  readonly pattern: string;
  readonly ignore?: readonly string[];
}

/** The globs of a call, each by the name of its argument. */
const globsOf = ({ pattern, ignore = [] }: GlobArguments): readonly GivenGlob[] => [
  ['pattern', pattern],
  ...ignore.map((one) => ['ignore', one] as const),
];
