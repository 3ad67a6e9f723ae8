import { cutEnd, plural } from '../../base/text.js';
import type { RunContext } from '../../tool/context.js';
import { defineTool } from '../../tool/define-tool.js';
import { isFailure, type ToolFailure } from '../../tool/outcome.js';
import type { HeldDirectory, Place } from '../../tool/port.js';
import { shownName } from '../shown-name.js';
import { checkPattern } from './check-pattern.js';
import { listFiles } from './glob.js';
import { chooseGlob, escapeGlob } from './glob-choice.js';
import { type FoundLine, parseLine } from './grep-line.js';
import { runRipgrep, unreadNote } from './ripgrep.js';
import { pathBelow, planSearch } from './search-place.js';

const maxLineChars = 500;
const maxTotalChars = 200_000;

export const grep = defineTool({
  name: 'grep',
  title: 'Search in files',
  description:
    'Searches files by regular expression (ripgrep: linear time, no lookaround or back-references) and gives path:line: text. ' +
    'Files ignored by .gitignore, hidden and binary files are skipped.',
  category: 'Search',
  group: 'search',
  source: 'builtin',
  capabilities: ['workspace', 'process', 'ripgrep'],
  effects: 'none',
  parameters: {
    type: 'object',
    properties: {
      pattern: { type: 'string', description: 'A regular expression, matched line by line.' },
      path: { type: 'string', description: 'The folder or file to search. Default ".", the workspace.' },
      include: { type: 'string', description: 'Only files that match this glob, such as *.ts or src/**/*.ts.' },
      ignore_case: { type: 'boolean', description: 'Default false.' },
      include_hidden: { type: 'boolean', description: 'Also search hidden files. Default false.' },
      context_lines: {
        type: 'integer',
        minimum: 0,
        maximum: 5,
        description: 'Lines shown before and after each match. Default 0.',
      },
      max_results: { type: 'integer', minimum: 1, maximum: 1000, description: 'The most matching lines. Default 200.' },
    },
    required: ['pattern'],
    additionalProperties: false,
  },
  result: {
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
      matches: { type: 'integer' },
      files: { type: 'integer' },
      truncated: { type: 'boolean' },
      unread: { type: 'integer' },
    },
    required: ['lines', 'matches', 'files', 'truncated', 'unread'],
    additionalProperties: false,
  },

  plan({ pattern, path, include, include_hidden: hidden = false }, ctx) {
    const glob = include === undefined ? {} : { glob: ['include', include] as const };
    return checkPattern(pattern) ?? planSearch({ path, deep: true, hidden, ...glob }, ctx);
  },

  async run(args, ctx, carry: Place | ToolFailure) {
    if (isFailure(carry)) return carry;
    const start = startOf(carry, ctx);
    if (isFailure(start)) return start;
    const folder = ctx.workspace.hold(start.folder);
    if (isFailure(folder)) return folder;
    try {
      const hidden = args.include_hidden ?? false;
      const choice = await chooseFiles(start, { include: args.include, hidden }, { folder, ctx });
      if (isFailure(choice)) return choice;
      const options = [
        `--context=${args.context_lines ?? 0}`,
        ...(args.ignore_case === true ? ['--ignore-case'] : []),
        ...choice.args,
      ];
      return await collect(
        { options, pattern: args.pattern, max: args.max_results ?? 200, ...choice },
        { start, folder, ctx },
      );
    } finally {
      folder.close();
    }
  },

  show({ lines, matches, files, truncated, unread }) {
    if (matches === 0)
      return `No matches. Files ignored by .gitignore, hidden and binary files are skipped.${unreadNote(unread)}`;
    const rendered = lines.map(({ path, line, text, match }) =>
      match ? `${shownName(path)}:${line}: ${text}` : `${shownName(path)}-${line}- ${text}`,
    );
    const count = `${matches === 1 ? '1 match' : `${matches} matches`} in ${plural(files, 'file')}`;
    return [
      ...rendered,
      truncated
        ? `[first ${count}; there are more: narrow the pattern, path or include]`
        : `[${count}]${unreadNote(unread)}`,
    ].join('\n');
  },
  display: ({ matches, files }) => `${matches === 1 ? '1 match' : `${matches} matches`} in ${plural(files, 'file')}`,
});

/** The folder to search in; with a file, the folder it is in, so that no link put in its place is followed. */
interface Start {
  readonly folder: Place;
  readonly file: string | undefined;
}

function startOf(place: Place, ctx: RunContext): Start | ToolFailure {
  if (place.kind !== 'file') return { folder: place, file: undefined };
  const at = place.path.lastIndexOf('/');
  const folder = ctx.workspace.resolve(place.path.slice(0, at) || '/');
  return isFailure(folder) ? folder : { folder, file: place.path.slice(at + 1) };
}

interface Within {
  readonly start: Start;
  readonly folder: HeldDirectory;
  readonly ctx: RunContext;
}

interface FileChoice {
  readonly args: readonly string[];
  /** The files that may be shown; undefined for all that are searched. */
  readonly allowed?: ReadonlySet<string>;
}

async function chooseFiles(
  start: Start,
  { include, hidden }: { readonly include: string | undefined; readonly hidden: boolean },
  { folder, ctx }: Omit<Within, 'start'>,
): Promise<FileChoice | ToolFailure> {
  if (start.file !== undefined) return { args: ['--max-depth=1', `--glob=/${escapeGlob(start.file)}`] };
  if (include === undefined) return { args: hidden ? ['--hidden'] : [] };
  const choice = chooseGlob(include, 'include', start.folder.path);
  if (isFailure(choice)) return choice;
  const withHidden = hidden || choice.hidden;
  const args = [...choice.args, ...(withHidden ? ['--hidden'] : [])];
  if (!choice.overridesIgnore) return { args };
  const offered = await listFiles(folder, { args: [], hidden: withHidden }, ctx);
  return isFailure(offered) ? offered : { args, allowed: new Set(offered.names) };
}

interface Wanted extends FileChoice {
  readonly options: readonly string[];
  readonly pattern: string;
  readonly max: number;
}

async function collect({ options, pattern, max, allowed }: Wanted, { start, folder, ctx }: Within) {
  const lines: FoundLine[] = [];
  const files = new Set<string>();
  let matches = 0;
  let chars = 0;
  let truncated = false;
  const searched = await runRipgrep(
    {
      cwd: folder.path,
      args: [...outputArgs, ...options, '--', pattern, './'],
      separator: '\n',
      onRecord(record) {
        const found = parseLine(record);
        if (found === undefined || allowed?.has(found.path) === false) return true;
        truncated = chars > maxTotalChars || (found.match && matches === max);
        if (truncated) return false;
        if (found.match) matches += 1;
        if (found.match) files.add(found.path);
        const text = found.text.length > maxLineChars ? `${cutEnd(found.text, maxLineChars)}…` : found.text;
        chars += text.length + found.path.length;
        lines.push({ ...found, path: pathBelow(start.folder, found.path), text });
        return true;
      },
    },
    ctx,
  );
  if (isFailure(searched)) return searched;
  return { lines, matches, files: files.size, truncated, unread: searched.unread };
}

const outputArgs = [
  '--no-heading',
  '--with-filename',
  '--line-number',
  '--null',
  '--crlf',
  '--sort=path',
  '--max-columns=4000',
  '--max-columns-preview',
];
