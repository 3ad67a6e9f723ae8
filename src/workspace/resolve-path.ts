import { lstatSync, readlinkSync, type Stats } from 'node:fs';
import { systemCode } from '../base/error.js';
import { isBeneath } from '../base/is-beneath.js';
import { fail, isFailure, type ToolFailure } from '../tool/outcome.js';
import type { Place } from '../tool/port.js';
import { fileFailure, isFolder, workspaceGone } from './file-failure.js';

const maxHops = 40;
const maxBytes = 4096;
const maxNameBytes = 255;

/**
 * Where a path really leads, now: relative to the root or absolute, every link followed one part at a time, also when
 * what it leads to does not exist (the place where it would be made). Nothing is expanded: `~`, `$HOME` and `%2e` are
 * names like others. Being outside the root is told, not refused.
 */
export function resolvePath(given: string, root: string): Place | ToolFailure {
  const refused = checkText(given);
  if (refused !== undefined) return refused;
  const absolute = given.startsWith('/') ? given : `${root}/${given}`;
  const found = follow(absolute, given);
  if (isFailure(found)) return found;
  const { path, stats, hops } = found;
  const inside = isBeneath(path, root);
  if (inside && stats === undefined && !isFolder(root)) return workspaceGone(root);
  if (stats?.isDirectory() === false && given.endsWith('/')) {
    return fail('not_found', `${given} ends with a slash, but it is no folder. Leave the slash out.`);
  }
  const named = hops === 0 ? path : withoutDots(absolute);
  const isFile = stats?.isFile() === true;
  return {
    given,
    path,
    shown: shownFrom(root, path),
    inside,
    ...(named !== path && { via: shownFrom(root, named) }),
    ...(isFile && stats.nlink > 1 && { shared: true }),
    kind: kindOf(stats),
    size: isFile ? stats.size : 0,
    ...(stats !== undefined && { mode: stats.mode & 0o7777 }),
  };
}

const shownFrom = (root: string, path: string): string =>
  isBeneath(path, root) ? path.slice(root === '/' ? 1 : root.length + 1) || '.' : path;

/** The path as its words have it, no link followed. */
function withoutDots(absolute: string): string {
  const names: string[] = [];
  for (const name of absolute.split('/')) {
    if (name === '..') names.pop();
    else if (name !== '' && name !== '.') names.push(name);
  }
  return `/${names.join('/')}`;
}

interface Found {
  readonly path: string;
  readonly stats: Stats | undefined;
  /** How many links were followed. */
  readonly hops: number;
}

function follow(absolute: string, given: string): Found | ToolFailure {
  const pending = absolute.split('/').reverse();
  let path = '/';
  let stats: Stats | undefined = lstatSync('/');
  let hops = 0;
  for (let name = pending.pop(); name !== undefined; name = pending.pop()) {
    if (name === '' || name === '.') continue;
    if (stats !== undefined && !stats.isDirectory()) {
      return fail(
        'not_found',
        `${given} leads through ${path}, which is a file and not a folder. Check the path with list_dir.`,
      );
    }
    const next: string = name === '..' ? parentOf(path) : `${path === '/' ? '' : path}/${name}`;
    const looked: Stats | ToolFailure | undefined = look(next, given);
    if (isFailure(looked)) return looked;
    if (looked?.isSymbolicLink() !== true) {
      path = next;
      stats = looked;
      continue;
    }
    hops += 1;
    if (hops > maxHops) {
      return fail(
        'validation_failed',
        `${given} leads through more than ${maxHops} links, or in a circle. Name the file itself.`,
      );
    }
    const target = readLink(next);
    if (target === undefined) return fileFailure(swappedLink, { shown: given, doing: 'opened', root: undefined });
    pending.push(...target.split('/').reverse());
    if (!target.startsWith('/')) continue;
    path = '/';
    stats = lstatSync('/');
  }
  return { path, stats, hops };
}

function look(path: string, given: string): Stats | ToolFailure | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch (error) {
    // A parent that was just swapped for a file.
    if (systemCode(error) === 'ENOTDIR') return undefined;
    return fileFailure(error, { shown: given, doing: 'opened', root: undefined });
  }
}

const swappedLink = Object.assign(new Error('a link changed while it was followed'), { code: 'ESTALE' });

function readLink(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch {
    return undefined;
  }
}

function checkText(given: string): ToolFailure | undefined {
  if (given.trim() === '') return fail('validation_failed', 'The path is empty. Use "." for the workspace itself.');
  if (given.includes('\0'))
    return fail('validation_failed', 'The path holds a NUL character, which no file name can. Send it without.');
  if (Buffer.byteLength(given) > maxBytes) {
    return fail(
      'validation_failed',
      `The path has ${Buffer.byteLength(given)} bytes; at most ${maxBytes} are possible. Use a shorter one.`,
    );
  }
  if (given.split('/').some((name) => Buffer.byteLength(name) > maxNameBytes)) {
    return fail('validation_failed', `The path holds a name of more than ${maxNameBytes} bytes. Use a shorter one.`);
  }
  // A lone surrogate would be written as U+FFFD: two spellings of one file.
  if (/\p{Surrogate}/u.test(given))
    return fail('validation_failed', 'The path holds half a character (a lone surrogate). Send valid text.');
  return undefined;
}

function kindOf(stats: Stats | undefined): Place['kind'] {
  if (stats === undefined) return 'missing';
  if (stats.isFile()) return 'file';
  return stats.isDirectory() ? 'directory' : 'other';
}

const parentOf = (path: string): string => path.slice(0, path.lastIndexOf('/')) || '/';
