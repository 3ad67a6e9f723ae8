import { dirname, normalize } from 'node:path/posix';
import { isBeneath } from '../../base/is-beneath.js';
import { isShielded, type ShieldOptions } from '../../policy/path/shielded-path.js';
import type { Fact } from '../../tool/fact.js';
import type { Entry } from './entry.js';
import { outerFolders } from './outer-folders.js';

/** Which paths a confined command must not have changed. */
export type Shield = (path: string, options: Required<ShieldOptions>) => boolean;

export interface ShieldContext {
  readonly facts: readonly Fact[];
  /** What was there before the command. */
  readonly entries: ReadonlyMap<string, Entry>;
  readonly root: string;
}

/** By a path itself and by the names that links give it: what `.vscode` leads to is obeyed whatever it is called. */
export function createShield({ facts, entries, root }: ShieldContext): Shield {
  const links = linksByTarget(entries, root);
  return (path, options) => namesOf(path, links).some((name) => isShielded(name, facts, options));
}

/** Of links that lead to a place in the workspace: by that place. */
type Links = ReadonlyMap<string, readonly string[]>;

function linksByTarget(entries: ReadonlyMap<string, Entry>, root: string): Links {
  const links = new Map<string, string[]>();
  for (const [path, entry] of entries) {
    const target = entry.kind === 'link' ? targetOf(path, entry.target, root) : undefined;
    if (target === undefined) continue;
    const known = links.get(target);
    if (known === undefined) links.set(target, [path]);
    else known.push(path);
  }
  return links;
}

/** Where a link leads, relative to the workspace; undefined outside it. */
export function targetOf(path: string, target: string, root: string): string | undefined {
  if (!target.startsWith('/')) return inner(normalize(`${dirname(path)}/${target}`));
  return isBeneath(target, root) ? inner(normalize(`./${target.slice(root.length)}`)) : undefined;
}

function inner(path: string): string | undefined {
  const plain = path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
  return plain === '..' || plain.startsWith('../') ? undefined : plain;
}

/** Links may lead to links, and in circles. */
const maxNames = 64;

function namesOf(path: string, links: Links): readonly string[] {
  if (links.size === 0) return [path];
  const names = new Set([path]);
  for (const name of names) {
    for (const way of [name, ...outerFolders(name)]) {
      for (const link of links.get(way) ?? []) if (names.size < maxNames) names.add(`${link}${name.slice(way.length)}`);
    }
  }
  return [...names];
}
