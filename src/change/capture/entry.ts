import { type BigIntStats, fstatSync, lstatSync, readlinkSync } from 'node:fs';
import { systemCode } from '../../base/error.js';

/** What a scan found at a path. A `mark` is another one as soon as what is there was touched. */
export type Entry =
  | FileEntry
  | { readonly kind: 'link'; readonly target: string }
  | { readonly kind: 'folder'; readonly mode: number; readonly device: bigint }
  /** What cannot be kept. */
  | { readonly kind: 'other'; readonly why: string; readonly mark: string };

/** It cannot be told nor kept, and nothing is known of what is in it. */
export const isUnnamed = (entry: Entry): boolean => entry.kind === 'other' && entry.why.includes('not UTF-8');

export interface FileEntry {
  readonly kind: 'file';
  readonly mode: number;
  readonly bytes: number;
  readonly mark: string;
  /** When it was last touched. */
  readonly touchedMs: number;
  /** Touched so shortly before the scan that a later touch may leave the same mark. */
  readonly fresh: boolean;
  /** It has other names as well. */
  readonly shared?: true;
}

/** What is at the path, no link followed; undefined when nothing is. */
export function lookAt(path: string | Buffer, nowMs: number): Entry | undefined {
  try {
    const stats = lstatSync(path, { bigint: true, throwIfNoEntry: false });
    return stats === undefined ? undefined : entryOf(path, stats, nowMs);
  } catch (error) {
    const code = systemCode(error) ?? 'an unknown error';
    // A folder on the way that was just removed or replaced.
    if (code === 'ENOTDIR' || code === 'ENOENT') return undefined;
    return { kind: 'other', why: `it cannot be looked at (${code})`, mark: '' };
  }
}

/** A file that is open. */
export const statEntry = (descriptor: number, nowMs: number): FileEntry =>
  fileEntry(fstatSync(descriptor, { bigint: true }), nowMs);

function entryOf(path: string | Buffer, stats: BigIntStats, nowMs: number): Entry {
  const mode = Number(stats.mode & 0o7777n);
  if (stats.isFile()) return fileEntry(stats, nowMs);
  if (stats.isDirectory()) return { kind: 'folder', mode, device: stats.dev };
  const mark = `${stats.dev}:${stats.ino}:${stats.rdev}:${stats.mode}`;
  if (!stats.isSymbolicLink()) return { kind: 'other', why: `it is a ${specialKind(stats)}`, mark };
  const target = readlinkSync(path, 'buffer');
  const text = target.toString();
  if (Buffer.from(text).equals(target)) return { kind: 'link', target: text };
  return { kind: 'other', why: 'it is a link whose target is not UTF-8', mark: `${mark}:${target.toString('hex')}` };
}

const fileEntry = (stats: BigIntStats, nowMs: number): FileEntry => ({
  kind: 'file',
  mode: Number(stats.mode & 0o7777n),
  bytes: Number(stats.size),
  mark: markOf(stats),
  touchedMs: Number(stats.ctimeMs),
  fresh: isFresh(stats.ctimeNs, nowMs),
  ...(stats.nlink > 1n && { shared: true as const }),
});

export const markOf = ({ dev, ino, size, mtimeNs, ctimeNs, mode }: BigIntStats): string =>
  `${dev}:${ino}:${size}:${mtimeNs}:${ctimeNs}:${mode}`;

/** The clock that stamps files ticks every few milliseconds; that of some file systems every second or two. */
const tickMs = 50;
const coarseTickMs = 2500;

function isFresh(ctimeNs: bigint, nowMs: number): boolean {
  const tick = ctimeNs % 1_000_000_000n === 0n ? coarseTickMs : tickMs;
  return Number(ctimeNs / 1_000_000n) > nowMs - tick;
}

function specialKind(stats: BigIntStats): string {
  if (stats.isFIFO()) return 'pipe (FIFO)';
  return stats.isSocket() ? 'socket' : 'device';
}
