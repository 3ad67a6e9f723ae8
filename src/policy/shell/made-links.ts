import { normalize } from 'node:path';
import type { Shell } from './shell.js';
import { likely, type Word } from './word.js';

const maxLinks = 512;
const maxHops = 8;

/**
 * Links that the command itself makes are not there yet when it is looked at: remembered here, so that what it does
 * through them is found. For the search for harm only.
 */
export function rememberLink(link: Word, leadsTo: Word, shell: Shell): void {
  const made = link.matches ?? [likely(link)];
  const named = leadsTo.matches ?? [likely(leadsTo)];
  for (const [at, path] of made.entries()) {
    const [from, to] = [absolute(path, shell), absolute(named[at] ?? named[0] ?? '', shell)];
    if (from !== undefined && to !== undefined && shell.links.size < maxLinks) shell.links.set(from, to);
  }
}

/** Where a path leads over such links; undefined when it meets none. */
export function behindLinks(path: string, shell: Shell): string | undefined {
  if (shell.links.size === 0) return undefined;
  let found = absolute(path, shell);
  for (let hops = 0; hops < maxHops; hops += 1) {
    const next = found === undefined ? undefined : overFirst(found, shell);
    if (next === undefined) return hops === 0 ? undefined : found;
    found = next;
  }
  return found;
}

function overFirst(path: string, { links }: Shell): string | undefined {
  for (let end = path.indexOf('/', 1); ; end = path.indexOf('/', end + 1)) {
    const head = end === -1 ? path : path.slice(0, end);
    const to = links.get(head);
    if (to !== undefined && to !== head) return trimmed(`${to}${path.slice(head.length)}`);
    if (end === -1) return undefined;
  }
}

function absolute(path: string, { cwd, likelyCwd }: Shell): string | undefined {
  if (path.startsWith('/')) return trimmed(path);
  const folder = cwd ?? likelyCwd;
  return folder === undefined || path === '' ? undefined : trimmed(`${folder}/${path}`);
}

const trimmed = (path: string): string => normalize(path).replace(/(.)\/$/, '$1');
