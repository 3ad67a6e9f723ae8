import { type BigIntStats, closeSync, lstatSync, readFileSync, readlinkSync } from 'node:fs';
import { attempt } from '../../base/attempt.js';
import { sha256 } from '../../base/digest.js';
import type { Version } from '../../tool/version.js';
import { type Folder, openFile } from '../../workspace/descriptor-walk.js';

/** What lies at a path, as it was found. */
export type Look =
  | { readonly kind: 'absent' }
  | { readonly kind: 'file'; readonly marks: Marks; readonly hash: string; readonly content: Uint8Array | undefined }
  | { readonly kind: 'link'; readonly marks: Marks; readonly target: string }
  | { readonly kind: 'folder'; readonly marks: Marks }
  | { readonly kind: 'other'; readonly marks: Marks };

export const nothing: Look = { kind: 'absent' };

/** What tells without reading whether something is still the same. */
export interface Marks {
  readonly stats: BigIntStats;
  /** By the same clock as the times of files. */
  readonly lookedAt: number;
}

/** Looks at an entry of a folder; no link is followed. Throws system errors, ESTALE when it is swapped meanwhile. */
export function lookAt(folder: Folder | undefined, name: string): Look {
  if (folder === undefined) return nothing;
  const marks = marksOf(folder, name);
  if (marks === undefined) return nothing;
  const { stats } = marks;
  if (stats.isSymbolicLink()) return { kind: 'link', marks, target: readlinkSync(folder.at(name)) };
  if (stats.isDirectory()) return { kind: 'folder', marks };
  if (!stats.isFile()) return { kind: 'other', marks };
  const content = readContent(folder, name);
  return content === undefined ? nothing : { kind: 'file', marks, hash: sha256(content), content };
}

/** The whole content; undefined when the file has gone meanwhile. */
export function readContent(folder: Folder, name: string): Uint8Array | undefined {
  const file = attempt(() => openFile(folder, name), undefined, ['ENOENT']);
  if (file === undefined) return undefined;
  try {
    return readFileSync(file.fd);
  } finally {
    closeSync(file.fd);
  }
}

/** A time this close to now may be the time of a later change as well: the clock of files ticks slowly. */
const tickMs = 1000;

/** True when nothing can have changed since: the same entry, with times that were past when it was looked at. */
export function isUntouched({ stats, lookedAt }: Marks, folder: Folder, name: string): boolean {
  const now = marksOf(folder, name)?.stats;
  return (
    now !== undefined &&
    now.ino === stats.ino &&
    now.dev === stats.dev &&
    now.mode === stats.mode &&
    now.size === stats.size &&
    now.ctimeNs === stats.ctimeNs &&
    now.mtimeNs === stats.mtimeNs &&
    Number(now.ctimeMs) < lookedAt - tickMs
  );
}

export const permissions = ({ stats }: Marks): number => Number(stats.mode) & 0o7777;

/** Undefined for what no version tells: a pipe, a socket, a device. */
export function versionOf(look: Look): Version | undefined {
  switch (look.kind) {
    case 'absent':
      return look;
    case 'file':
      return { kind: 'file', hash: look.hash, bytes: Number(look.marks.stats.size), mode: permissions(look.marks) };
    case 'link':
      return { kind: 'link', target: look.target };
    case 'folder':
      return { kind: 'folder', mode: permissions(look.marks) };
    case 'other':
      return undefined;
  }
}

function marksOf(folder: Folder, name: string): Marks | undefined {
  const stats = lstatSync(folder.at(name), { bigint: true, throwIfNoEntry: false });
  return stats === undefined ? undefined : { stats, lookedAt: Date.now() };
}
