import { plural } from '../../base/text.js';
import type { RunContext } from '../../tool/context.js';
import { defineTool } from '../../tool/define-tool.js';
import { fail, isFailure, type ToolFailure } from '../../tool/outcome.js';
import type { HeldDirectory, Place } from '../../tool/port.js';
import { shownName } from '../shown-name.js';
import { chooseGlob, type GlobChoice } from './glob-choice.js';
import { runRipgrep, unreadNote } from './ripgrep.js';
import { pathBelow, planSearch } from './search-place.js';

const maxListed = 500_000;
const maxSorted = 50_000;

export const glob = defineTool({
  name: 'glob',
  title: 'Find files',
  description:
    'Finds files by name, newest first: *.ts anywhere below path, src/**/*.ts from path on; {a,b} and [a-z] work. ' +
    'Files ignored by .gitignore, .git and hidden files are skipped, unless the pattern itself names a dot.',
  category: 'Search',
  group: 'search',
  source: 'builtin',
  capabilities: ['workspace', 'process', 'ripgrep'],
  effects: 'none',
  parameters: {
    type: 'object',
    properties: {
      pattern: { type: 'string', description: 'A glob.' },
      path: { type: 'string', description: 'The folder to search. Default ".", the workspace.' },
      max_results: { type: 'integer', minimum: 1, maximum: 1000, description: 'Default 100.' },
    },
    required: ['pattern'],
    additionalProperties: false,
  },
  result: {
    type: 'object',
    properties: {
      files: { type: 'array', items: { type: 'string' } },
      total: { type: 'integer' },
      truncated: { type: 'boolean' },
      unread: { type: 'integer' },
    },
    required: ['files', 'total', 'truncated', 'unread'],
    additionalProperties: false,
  },

  plan: (args, ctx) => planSearch({ path: args.path, glob: ['pattern', args.pattern] }, ctx),

  async run(args, ctx, carry: Place | ToolFailure) {
    if (isFailure(carry)) return carry;
    if (carry.kind !== 'directory')
      return fail('validation_failed', `${carry.shown} is a file, not a folder. Name the folder to search.`);
    const choice = chooseGlob(args.pattern, 'pattern', carry.path);
    if (isFailure(choice)) return choice;
    const folder = ctx.workspace.hold(carry);
    if (isFailure(folder)) return folder;
    try {
      const found = await findFiles(folder, choice, ctx);
      if (isFailure(found)) return found;
      const { names, unread } = found;
      const files = newestFirst(names.slice(0, maxSorted), folder).slice(0, args.max_results ?? 100);
      return {
        files: files.map((name) => pathBelow(carry, name)),
        total: names.length,
        truncated: names.length > files.length,
        unread,
      };
    } finally {
      folder.close();
    }
  },

  show({ files, total, truncated, unread }) {
    if (total === 0) {
      return `No files match. Files ignored by .gitignore and hidden files are skipped.${unreadNote(unread)}`;
    }
    const end = truncated
      ? `[${files.length} of ${total} files; narrow the pattern or raise max_results]`
      : `[${plural(total, 'file')}]`;
    return [...files.map(shownName), `${end}${unreadNote(unread)}`].join('\n');
  },
  display: ({ total }) => plural(total, 'file'),
});

async function findFiles(folder: HeldDirectory, choice: GlobChoice, ctx: RunContext): Promise<Listed | ToolFailure> {
  const matching = await listFiles(folder, choice, ctx);
  if (isFailure(matching) || !choice.overridesIgnore || matching.names.length === 0) return matching;
  const offered = await listFiles(folder, { args: [], hidden: choice.hidden }, ctx);
  if (isFailure(offered)) return offered;
  const known = new Set(offered.names);
  return { names: matching.names.filter((name) => known.has(name)), unread: offered.unread };
}

export interface Listed {
  readonly names: readonly string[];
  /** Folders that could not be looked into. */
  readonly unread: number;
}

/** Every file below a folder that no ignore file hides. */
export async function listFiles(
  folder: HeldDirectory,
  { args, hidden }: Pick<GlobChoice, 'args' | 'hidden'>,
  ctx: RunContext,
): Promise<Listed | ToolFailure> {
  const names: string[] = [];
  const searched = await runRipgrep(
    {
      cwd: folder.path,
      args: ['--files', '--null', ...(hidden ? ['--hidden'] : []), ...args, '--', './'],
      separator: '\0',
      onRecord: (name) => names.push(name) < maxListed,
    },
    ctx,
  );
  return isFailure(searched) ? searched : { names, unread: searched.unread };
}

function newestFirst(names: readonly string[], folder: HeldDirectory): string[] {
  return names
    .map((name) => ({ name, modifiedMs: folder.modifiedMs(name) ?? 0 }))
    .sort((a, b) => b.modifiedMs - a.modifiedMs || (a.name < b.name ? -1 : 1))
    .map(({ name }) => name);
}
