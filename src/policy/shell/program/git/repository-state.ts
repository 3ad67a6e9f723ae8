import { isAbsolute, join, relative, resolve } from 'node:path';
import { wordSet, wordsOf } from '../../../../base/words.js';
import { isFailure } from '../../../../tool/outcome.js';
import type { CommandContext } from '../../command-context.js';
import { isPlainPager, isPlainPagerOf, matchesName } from './config-name.js';
import { parseConfigText } from './config-text.js';
import { indexLinks } from './index-links.js';
import { findRepository, isFolder, isInside, isUnreadable, type Repository } from './repository.js';

/** What a subcommand touches: names of refs and objects only, or the index, files and their differences as well. */
export type Reach = 'refs' | 'content';

/** What the state of the repository makes this subcommand do beyond reading, in words; nothing for a clean one. */
export function repositoryDoubts(
  context: CommandContext,
  { repository, command, reach }: { readonly repository: Repository; readonly command: string; readonly reach: Reach },
): readonly string[] {
  const about = { context, repository, command, reach };
  return [
    ...repository.doubts,
    ...configDoubts(about),
    ...(reach === 'content' ? [...hookDoubts(about), ...nestedDoubts(about)] : []),
  ];
}

interface About {
  readonly context: CommandContext;
  readonly repository: Repository;
  readonly command: string;
  readonly reach: Reach;
}

/** The file as a person would name it. */
function shownPath(context: CommandContext, path: string): string {
  const below = relative(context.root, path);
  return below === '' || below.startsWith('..') || isAbsolute(below) ? path : below;
}

interface Hazard {
  readonly names: readonly string[];
  /** `refs` reaches every subcommand. */
  readonly reach: Reach;
  /** What follows "`name` in file …". */
  readonly does: string;
  /** Values that do no harm. */
  readonly except?: (value: string, name: string) => boolean;
}

const off = ['false', 'no', 'off', '0', ''];
const isOff = (value: string): boolean => off.includes(value.toLowerCase());

// What `git lfs install --local` writes.
const lfs: Readonly<Record<string, readonly string[]>> = {
  'filter.lfs.clean': ['git-lfs clean -- %f', 'git-lfs clean %f'],
  'filter.lfs.smudge': ['git-lfs smudge -- %f', 'git-lfs smudge --skip -- %f', 'git-lfs smudge %f'],
  'filter.lfs.process': ['git-lfs filter-process', 'git-lfs filter-process --skip'],
};
const isLfs = (value: string, name: string): boolean => value === '' || (lfs[name]?.includes(value) ?? false);

const runs = 'makes git run';
const runsGpg = 'makes git run gpg:';
const shows = 'makes git show its output with';

const hazards: readonly Hazard[] = [
  {
    names: wordsOf('include.path includeif.*.path'),
    reach: 'refs',
    does: 'brings in another config, which is not looked at:',
  },
  { names: ['core.pager'], reach: 'refs', does: shows, except: isPlainPager },
  { names: ['pager.*'], reach: 'refs', does: shows, except: isPlainPagerOf },
  { names: ['core.fsmonitor'], reach: 'content', does: runs, except: isOff },
  {
    names: wordsOf(`
      core.alternaterefscommand diff.external diff.*.command diff.*.textconv merge.*.driver trailer.*.command
      trailer.*.cmd tar.*.command gpg.program gpg.*.program gpg.ssh.defaultkeycommand hook.* interactive.difffilter
      uploadpack.packobjectshook
    `),
    reach: 'content',
    does: runs,
  },
  {
    names: wordsOf('filter.*.clean filter.*.smudge filter.*.process'),
    reach: 'content',
    does: runs,
    except: isLfs,
  },
  { names: wordsOf('lfs.extension.* lfs.customtransfer.*'), reach: 'content', does: 'makes git-lfs run' },
  { names: ['log.showsignature'], reach: 'content', does: runsGpg, except: isOff },
  {
    names: wordsOf('format.pretty pretty.*'),
    reach: 'content',
    does: runsGpg,
    except: (value) => !asksSignature(value),
  },
  { names: ['extensions.partialclone'], reach: 'content', does: 'makes git fetch what is missing from' },
  { names: ['remote.*.promisor'], reach: 'content', does: 'makes git fetch what is missing:', except: isOff },
];

const extensions = wordSet(`
  noop objectformat worktreeconfig refstorage compatobjectformat partialclone preciousobjects relativeworktrees
`);

/** Formats that make git check signatures: `%G?`, `%+GS`, `%(signature)`. */
export const asksSignature = (format: string): boolean => /%[-+ ]?G|%\(\*?signature/.test(format);

function configDoubts(about: About): readonly string[] {
  const { context, repository, command } = about;
  return repository.configs.flatMap(({ path, entries }) => {
    const file = shownPath(context, path);
    if (entries === undefined) return [`${file} cannot be read the way git reads it`];
    return entries.flatMap(({ name, value = 'true' }) => {
      const does = entryDoes(name, value, about);
      return does === undefined ? [] : [`\`${name}\` in ${file} ${does} ${value} (git ${command})`];
    });
  });
}

function entryDoes(name: string, value: string, about: About): string | undefined {
  const { command, reach } = about;
  // The only subcommand of the table that an alias may shadow in newer versions of git: it is on its way out.
  if (command === 'whatchanged' && name === 'alias.whatchanged') return 'gives the command another meaning:';
  if (name.startsWith('extensions.')) {
    if (!extensions.has(name.slice('extensions.'.length))) return 'changes how the repository works:';
  }
  if (name === 'core.worktree' && leadsOutside(value, about)) return 'moves the files git looks at to';
  if (name === 'core.attributesfile' && leadsOutside(value, about)) return 'takes attributes from';
  if (name === 'blame.ignorerevsfile' && leadsOutside(value, about)) return 'makes git read';
  const hazard = hazards.find(({ names }) => names.some((each) => matchesName(name, each)));
  if (hazard === undefined || (reach === 'refs' && hazard.reach === 'content')) return undefined;
  return hazard.except?.(value, name) === true ? undefined : hazard.does;
}

function leadsOutside(value: string, { context, repository }: About): boolean {
  if (value.startsWith('~') || value.startsWith('%(')) return true;
  return !isInside(context, resolve(repository.commonDir ?? repository.top ?? context.root, value));
}

const hookName = /^post-index-change(?:\.exe)?$/i;

/** `post-index-change` is the one hook that readers run: `git status` brings the index up to date. */
function hookDoubts({ context, repository, command }: About): readonly string[] {
  const { top, commonDir } = repository;
  if (commonDir === undefined) return [];
  const set = repository.configs.flatMap(({ entries = [] }) =>
    entries.flatMap(({ name, value }) => (name === 'core.hookspath' && value !== undefined ? [value] : [])),
  );
  const folders = [
    join(commonDir, 'hooks'),
    ...set.map((path) => (path.startsWith('~/') ? join(context.home, path.slice(2)) : resolve(top ?? commonDir, path))),
  ];
  return folders
    .filter((folder) => {
      const names = context.list(folder);
      return names === undefined ? isFolder(context, folder) : names.some((name) => hookName.test(name));
    })
    .map((folder) => `git ${command} may run the hook ${shownPath(context, join(folder, 'post-index-change'))}`);
}

const maxNested = 200;

/** The repositories the index names; of a work tree whose index lies elsewhere, all that could be one at its top. */
function heldRepositories(context: CommandContext, top: string): readonly string[] | undefined {
  const folder = join(top, '.git');
  if (!isFolder(context, folder)) return (context.list(top) ?? []).slice(0, maxNested);
  const path = join(folder, 'index');
  const bytes = context.readBytes(path);
  if (bytes !== undefined) return indexLinks(bytes);
  const place = context.resolve(path);
  return !isFailure(place) && place.kind === 'missing' ? [] : undefined;
}

/** `git status` and `git diff` run git in repositories that stand in this one: their config counts too. */
function nestedDoubts(about: About): readonly string[] {
  const { context, repository } = about;
  const { top } = repository;
  if (top === undefined) return [];
  const list = join(top, '.gitmodules');
  const modules = isUnreadable(context, list) ? undefined : parseConfigText(context.readText(list) ?? '');
  if (modules === undefined) return ['.gitmodules cannot be read the way git reads it'];
  const named = modules.flatMap(({ name, value }) => (/^submodule\..*\.path$/.test(name) && value ? [value] : []));
  if (named.length > maxNested) return ['there are too many submodules to look at'];
  const held = heldRepositories(context, top);
  if (held === undefined) return ['the index of the repository cannot be read'];
  const paths = new Set([...named, ...held]);
  return [...paths]
    .map((path) => join(top, path))
    .filter((path) => isFolder(context, join(path, '.git')) || context.readText(join(path, '.git')) !== undefined)
    .flatMap((path) => {
      const nested = { ...about, repository: findRepository(context, path) };
      return [...configDoubts(nested), ...hookDoubts(nested)];
    });
}
