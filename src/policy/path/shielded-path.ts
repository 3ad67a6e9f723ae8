import { wordSet } from '../../base/words.js';
import type { Fact } from '../../tool/fact.js';
import { foldPath } from './fold-path.js';
import { protectedBy } from './protected-name.js';
import { buildWords } from './protected-names.js';

export interface ShieldOptions {
  /** What is asked about is a new content: a fact that only deletes or moves the path away does not open it. */
  readonly written?: boolean;
}

/**
 * Whether a confined command may not change this path of the workspace: other programs run or obey it later, and no fact
 * of its call names it. What builds run is left out, as commands write it all the time. Given is a path relative to the
 * workspace; letter case and look-alikes make no difference, but a fact opens only what it names letter for letter.
 */
export function isShielded(path: string, facts: readonly Fact[], { written = false }: ShieldOptions = {}): boolean {
  const shield = shieldOf(path);
  if (shield === undefined) return false;
  if (shield === 'new-repository' && makesRepository(facts)) return false;
  return !facts.some((fact) => opens(fact, path, { exactly: shield !== 'usual', written }));
}

/**
 * Code that was installed runs as it is: what editors, assistants and machines would obey is obeyed at the top of a project
 * only, and installing packages brings a lot of it.
 */
const installed = wordSet('node_modules site-packages bower_components');

/** Whether nothing below this folder is shielded. */
export const isUnshielded = (folder: string): boolean => {
  const name = folder.slice(folder.lastIndexOf('/') + 1);
  return installed.has(name) || (gitStores.has(name) && folder.endsWith(`.git/${name}`));
};

/**
 * `named`: a fact has to name it itself, not a folder it lies in. `new-repository`: so too, but Git makes such a file with
 * every repository.
 */
type Shield = 'usual' | 'named' | 'new-repository';

function shieldOf(path: string): Shield | undefined {
  if (path.split('/').some((name) => installed.has(name))) return undefined;
  const parts = foldPath(path);
  const repository = parts.findIndex(isRepository);
  const inner = repository === -1 ? undefined : parts.slice(repository + 1);
  if (inner !== undefined) return shieldInside(inner, parts.slice(0, repository));
  if (!isObeyed(parts)) return undefined;
  return parts.includes('.toolwright') ? 'named' : 'usual';
}

const isRepository = (name: string): boolean =>
  repositories.has(name) || name.endsWith('.git') || /^git~\d$/.test(name);
const repositories = wordSet('.git .hg .svn .jj .bzr');

/** What a version system keeps for itself changes with every commit; what it obeys does not. */
function shieldInside(inner: readonly string[], outer: readonly string[]): Shield | undefined {
  const [first] = inner;
  const last = inner.at(-1) ?? '';
  if (first === undefined) return 'new-repository';
  if (isObeyed(outer)) return 'named';
  if (gitStores.has(first)) return undefined;
  if (inner.length === 1 && last === 'config') return 'new-repository';
  if (inner.includes('hooks')) return last === 'hooks' || last.endsWith('.sample') ? 'new-repository' : 'named';
  const isAttributes = last === 'attributes' && inner.at(-2) === 'info';
  return steering.has(last) || isAttributes ? 'named' : undefined;
}

const gitStores = wordSet('objects refs logs lfs rr-cache');
const steering = wordSet('config config.worktree config.toml commondir gitdir hgrc');

/** By a program other than a build. A protected name may lie beneath one of a build. */
function isObeyed(parts: readonly string[]): boolean {
  for (let start = 0; start < parts.length; start += 1) {
    const what = protectedBy({ text: '', parts, inside: start, home: undefined });
    if (what === undefined) return false;
    if (!buildWords.has(what)) return true;
  }
  return false;
}

interface Opening {
  readonly exactly: boolean;
  readonly written: boolean;
}

function opens({ kind, target, via, where, known, deep }: Fact, path: string, { exactly, written }: Opening): boolean {
  if (!known || (kind !== 'write' && (written || (kind !== 'delete' && kind !== 'move')))) return false;
  const names = where === 'workspace' ? [target, via] : [via];
  if (names.includes(path)) return true;
  return (
    deep === true && !exactly && names.some((name) => name === '.' || (name && path.startsWith(`${name}/`)) === true)
  );
}

/** Whether a command makes a Git repository and is known, from its facts, to put nothing of anybody else's in it. */
function makesRepository(facts: readonly Fact[]): boolean {
  const commands = facts.filter(({ kind }) => kind === 'exec');
  return commands.some(makes) && commands.every((fact) => fact.proved === true || makes(fact) || isHarmless(fact));
}

/** Options that name no template, no setting and no other place. */
const plainOption =
  /^(?:-q|--quiet|--bare|-b|--initial-branch(?:=.*)?|--branch(?:=.*)?|--depth(?:=\d+)?|--single-branch|--no-tags|-n|--no-checkout)$/;

function makes({ words, plain }: Fact): boolean {
  if (plain !== true || words?.[0] !== 'git') return false;
  const [, command, ...rest] = words;
  if (command !== 'init' && command !== 'clone') return false;
  return rest.every((word) => word !== null && (!word.startsWith('-') || plainOption.test(word)));
}

/** They run what the settings of the repository name, and a new one names nothing. */
const harmless = wordSet('add commit branch checkout switch tag');

const isHarmless = ({ words, plain }: Fact): boolean =>
  plain === true && words?.[0] === 'git' && harmless.has(words[1] ?? '');
