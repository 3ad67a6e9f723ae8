import { plural } from '../../base/text.js';
import type { FromSchema } from '../../schema/json-schema.js';
import { objectOf } from '../../schema/object-of.js';
import type { PlanContext } from '../../tool/context.js';
import { defineTool } from '../../tool/define-tool.js';
import { isFailure, type ToolFailure } from '../../tool/outcome.js';
import type { Place } from '../../tool/port.js';
import { shownName } from '../shown-name.js';
import { traits } from '../traits.js';
import type { GrepOptions } from './grep-options.js';
import { unreadNote } from './search-notes.js';
import type { PatternSyntax } from './search-pattern.js';

/** The tool that searches in files. */
export function createGrep(options: GrepOptions = {}) {
  const { syntax = 'regex', output = 'lines', maxResults = { usual: 200, most: 1000 } } = options;
  const isRegex = syntax === 'regex';
  return defineTool({
    ...traits.search,
    name: 'grep',
    title: 'Search in files',
    description:
      `Searches files ${isRegex ? 'by regular expression (ripgrep)' : 'for a text; * in it stands for any run within a line, capital letters do not count'} and gives path:line: text. ` +
      'Ignored, hidden and binary files are skipped.',
    help: 'Lines are matched one by one, in linear time, so that there are no back-references. literal: the pattern is text as it is. include: a glob such as *.ts or src/**/*.ts. include_ignored: also what .gitignore leaves out. context_lines stand before and after each match. output: the matching lines, the files that have any, or how many each has. max_results counts lines or files.',
    parameters: objectOf({
      pattern: { type: 'string' },
      'literal?': { type: 'boolean' },
      'path?': { type: 'string', description: 'A folder or file.' },
      'include?': { type: 'string', description: 'Glob of files.' },
      'ignore_case?': isRegex ? { type: 'boolean' } : { type: 'boolean', description: 'Default true.' },
      'include_hidden?': { type: 'boolean' },
      'include_ignored?': { type: 'boolean' },
      'context_lines?': { type: 'integer', minimum: 0, maximum: 5 },
      'output?': {
        type: 'string',
        enum: ['lines', 'files', 'counts'],
        ...(output !== 'lines' && { description: `Default ${output}.` }),
      },
      'max_results?': {
        type: 'integer',
        minimum: 1,
        maximum: maxResults.most,
        description: `Default ${maxResults.usual}.`,
      },
      'max_per_file?': { type: 'integer', minimum: 1, maximum: 1000 },
    }),
    result: grepResult,

    plan: (args, ctx) => planGrep(args, options, ctx),

    async run(args, ctx, carry: Place | ToolFailure) {
      if (isFailure(carry)) return carry;
      const { runGrep } = await import('./run-grep.js');
      const wanted = {
        pattern: args.pattern,
        syntax: syntaxOf(args, options),
        output: args.output ?? output,
        max: args.max_results ?? maxResults.usual,
        maxPerFile: args.max_per_file,
        context: args.context_lines ?? 0,
        ignoreCase: args.ignore_case ?? !isRegex,
        include: args.include,
        hidden: args.include_hidden ?? false,
        ignored: args.include_ignored ?? false,
      };
      return runGrep(wanted, { options, place: carry, ctx });
    },

    show: showGrep,
    display: displayGrep,
  });
}

interface GrepArguments {
  readonly pattern: string;
  readonly literal?: boolean;
  readonly path?: string;
  readonly include?: string;
  readonly include_hidden?: boolean;
}

async function planGrep(args: GrepArguments, options: GrepOptions, ctx: PlanContext) {
  const { planSearch } = await import('./search-place.js');
  const { path, include } = args;
  const globs = include === undefined ? [] : [['include', include] as const];
  const hidden = args.include_hidden === true || options.hidden === 'folders';
  return planSearch({ path, pattern: [args.pattern, syntaxOf(args, options)], deep: true, hidden, globs }, ctx);
}

const syntaxOf = ({ literal }: Pick<GrepArguments, 'literal'>, { syntax = 'regex' }: GrepOptions): PatternSyntax =>
  literal === true ? 'literal' : syntax;

/** What a search in files gives. */
const grepResult = objectOf({
  lines: {
    type: 'array',
    items: objectOf({
      path: { type: 'string' },
      line: { type: 'integer' },
      text: { type: 'string' },
      match: { type: 'boolean' },
    }),
  },
  paths: {
    type: 'array',
    items: objectOf({ path: { type: 'string' }, 'count?': { type: 'integer' } }),
  },
  names: { type: 'array', items: { type: 'string' } },
  matches: { type: 'integer' },
  files: { type: 'integer' },
  truncated: { type: 'boolean' },
  unread: { type: 'integer' },
  flags: { type: 'array', items: { type: 'string' } },
});

type GrepResult = FromSchema<typeof grepResult>;

function showGrep(found: GrepResult): string {
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

const displayGrep = (found: GrepResult): string => countOf(found);

function countOf({ paths, matches, files }: GrepResult): string {
  if (paths.length > 0 && paths[0]?.count === undefined) return plural(files, 'file');
  return `${matches === 1 ? '1 match' : `${matches} matches`} in ${plural(files, 'file')}`;
}

const truncatedWords = (found: GrepResult): string =>
  found.paths.length > 0 ? `first ${found.paths.length} of ${countOf(found)}` : `first ${countOf(found)}`;

/** Made here, where all it is made of is there. */
export const grep = createGrep();
