import type { Fact } from '../tool/fact.js';
import { classifyHost } from './net/host.js';
import { isCredential } from './path/credential-name.js';
import { deviceAt, harmlessDevice } from './path/device.js';
import { type Guard, homeGuards, ownGuard, systemGuards } from './path/guarded-places.js';
import { foldPlaces, pathsOf, type SeenPath, type SeenPaths, type SeenPlaces, startsWith } from './path/seen-path.js';
import { systemFolders } from './path/system-folders.js';
import { verbs } from './phrase-fact.js';
import type { Judgement, Places } from './policy.js';

const nothing: readonly Judgement[] = [];

/** What no mode and no rule allows. */
export function judgeFloor(facts: readonly Fact[], places: Places): readonly Judgement[] {
  let judgements: Judgement[] | undefined;
  const folded = foldPlaces(places);
  const paths = pathsOf(facts, places);
  for (let at = 0; at < facts.length; at += 1) {
    const fact = facts[at];
    const reason = fact === undefined ? undefined : reasonAgainst(fact, paths[at] ?? [], folded);
    if (reason === undefined) continue;
    judgements ??= [];
    judgements.push({ verdict: 'deny', source: 'floor', reason, fact: at });
  }
  const leak = facts.length > 1 ? judgeLeak(facts, paths) : undefined;
  if (leak === undefined) return judgements ?? nothing;
  return [...(judgements ?? []), leak];
}

function reasonAgainst(fact: Fact, paths: readonly SeenPath[], folded: SeenPlaces): string | undefined {
  if (fact.forbidden === true) return fact.note ?? `${fact.target} is never allowed`;
  if (fact.kind === 'net') return reasonAgainstHost(fact);
  for (const path of paths) {
    // A stream of the command itself leads to wherever it was sent, which is told by another fact.
    if (fact.by !== undefined && harmlessDevice(path.text, fact.kind === 'read' ? 'read' : 'write')) continue;
    const reason = reasonAgainstPath(fact, path, folded);
    if (reason !== undefined) return reason;
  }
  return undefined;
}

function reasonAgainstPath(fact: Fact, path: SeenPath, folded: SeenPlaces): string | undefined {
  const device = fact.namesOnly === true ? undefined : reasonAgainstDevice(fact, path);
  if (device !== undefined) return device;
  const guard =
    (path.home === undefined ? undefined : guardOf(homeGuards.find(path.parts, path.home), fact, path)) ??
    guardOf(systemGuards.find(path.parts, 0), fact, path) ??
    guardOf(ownPlace(path, folded), fact, path);
  if (guard !== undefined) return `${verbs[fact.kind]} ${path.text}, which ${guard.what}`;
  return takesAll(fact) ? reasonAgainstWipe(fact, path, folded) : undefined;
}

type Found = { readonly mark: Guard; readonly at: boolean } | undefined;

function guardOf(found: Found, fact: Fact, { parts }: SeenPath): Guard | undefined {
  if (found === undefined) return undefined;
  const { mark: guard, at } = found;
  if (fact.kind !== 'read') return guard.change ? guard : undefined;
  // To list a folder does not show what its files hold.
  if (!guard.read || fact.namesOnly === true || (at && fact.deep !== true)) return undefined;
  const name = parts.at(-1) ?? '';
  const readable = guard.readable?.has(name) === true || (guard.readableEnd && name.endsWith(guard.readableEnd));
  return readable ? undefined : guard;
}

/** What is Toolwright's own: the places it was told of, and the folder in the workspace, which may be read. */
function ownPlace(path: SeenPath, { own, root }: SeenPlaces): Found {
  for (const place of own) {
    if (!startsWith(path.parts, place) && !isBeside(path.parts, place)) continue;
    const at = path.parts.length === place.length && (place.at(-1)?.lastIndexOf('.') ?? 0) <= 0;
    return { mark: isWorkspaceFolder(place, root) ? workspaceGuard : ownGuard, at };
  }
  if (path.inside !== undefined && path.parts[path.inside] === '.toolwright')
    return { mark: workspaceGuard, at: false };
  return undefined;
}

/** The files a store keeps beside itself: `store.db-wal`. */
const isBeside = (parts: readonly string[], place: readonly string[]): boolean =>
  parts.length === place.length &&
  (parts.at(-1) ?? '').startsWith(`${place.at(-1)}-`) &&
  startsWith(parts, place.slice(0, -1));

const workspaceGuard: Guard = { what: 'holds the settings and rules of the workspace', read: false, change: true };

const isWorkspaceFolder = (place: readonly string[], root: readonly string[]): boolean =>
  place.length === root.length + 1 && place.at(-1) === '.toolwright' && startsWith(place, root);

function reasonAgainstDevice(fact: Fact, path: SeenPath): string | undefined {
  const device = deviceAt(path.parts);
  if (device === undefined || device === 'file') return undefined;
  if (device === 'raw') return `${verbs[fact.kind]} ${path.text}, a disk or the memory itself`;
  // A command says how much it reads, and its output is bounded; a file tool would read on and on.
  return fact.by === undefined ? `${verbs[fact.kind]} ${path.text}, a device and no file` : undefined;
}

const takesAll = ({ kind, deep }: Fact): boolean =>
  kind === 'delete' || kind === 'move' || (kind === 'write' && deep === true);

function reasonAgainstWipe(fact: Fact, path: SeenPath, folded: SeenPlaces): string | undefined {
  const { text, home, inside } = path;
  const parts = withoutStars(path.parts);
  const what = (words: string) => `${verbs[fact.kind]} ${text}, ${words}`;
  if (parts.length === 0) return what('which is everything on this machine');
  if (startsWith(folded.home, parts) && !isScratch(parts)) return what('which is or holds your home folder');
  // A workspace may lie where others have their homes.
  if (home === parts.length && inside !== parts.length) return what('a whole home folder');
  if (systemFolders.find(parts, 0) !== undefined) return what('a folder of the system');
  const holdsOwn = folded.own.some((place) => startsWith(place, parts) && !isWorkspaceFolder(place, folded.root));
  return holdsOwn || holdsConfig(parts, home) ? what("which holds Toolwright's own files") : undefined;
}

/** What is made for one use only may have a home there. */
const isScratch = (parts: readonly string[]): boolean =>
  parts.at(-1) === 'tmp' && (parts.length === 1 || (parts.length === 2 && parts[0] === 'var'));

/** `/etc/*` is all of `/etc`. */
function withoutStars(parts: readonly string[]): readonly string[] {
  let end = parts.length;
  while (end > 0 && allNames.has(parts[end - 1] ?? '')) end -= 1;
  return end === parts.length ? parts : parts.slice(0, end);
}

const allNames: ReadonlySet<string> = new Set(['*', '**', '.*', '?*', '*.*', '.[!.]*', '.??*']);

function holdsConfig(parts: readonly string[], home: number | undefined): boolean {
  if (home === undefined) return false;
  const below = parts.slice(home).join('/');
  return below === '.config' || below === '.local' || below === '.local/share';
}

function reasonAgainstHost(fact: Fact): string | undefined {
  const host = hostIn(fact.target);
  const { kind, note } = classifyHost(host);
  if (kind === 'metadata') return `connects to ${fact.target}: ${note ?? 'where clouds hand out credentials'}`;
  if (fact.by === undefined) {
    return kind === 'obfuscated' || (kind === 'invalid' && fact.known)
      ? `connects to ${fact.target}: ${note ?? 'an address in disguise'}`
      : undefined;
  }
  // A command that listens says so with these addresses.
  if (kind !== 'obfuscated' || /^(?:0\.0\.0\.0|\[?::\]?)(?::\d*)?$/.test(host)) return undefined;
  return `connects to ${fact.target}: ${note ?? 'an address in disguise'}`;
}

/** The host in a URL, `host:port` or `user@host`; with its port, which the classification leaves aside. */
function hostIn(target: string): string {
  const behindScheme = target.includes('://') ? target.slice(target.indexOf('://') + 3) : target;
  const authority = behindScheme.split(/[/?#\\]/, 1)[0] ?? '';
  const host = authority.slice(authority.lastIndexOf('@') + 1);
  // `host:folder`, as copying programs have it.
  const colon = host.indexOf(':');
  return colon > 0 && colon === host.lastIndexOf(':') && !/^:\d*$/.test(host.slice(colon))
    ? host.slice(0, colon)
    : host;
}

/** A credential that is read and a host that is reached, in one call: the one could be sent to the other. */
function judgeLeak(facts: readonly Fact[], paths: SeenPaths): Judgement | undefined {
  const net = facts.find(({ kind }) => kind === 'net');
  if (net === undefined) return undefined;
  const at = facts.findIndex((fact, index) => isSecret(fact, paths[index] ?? []));
  const secret = facts[at];
  if (secret === undefined) return undefined;
  const reason = `would send what is in ${secret.target} out, to ${net.target}`;
  return { verdict: 'deny', source: 'floor', reason, fact: at };
}

function isSecret(fact: Fact, paths: readonly SeenPath[]): boolean {
  if (fact.kind === 'secret') return true;
  if (fact.namesOnly === true || (fact.kind !== 'read' && fact.kind !== 'move')) return false;
  return paths.some((path) => isCredential(path, fact.deep === true));
}
