import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { DiskStep } from './disk-trace.js';

const sectorBytes = 512;

interface Inode {
  readonly folder: boolean;
  /** Changes of its content, or of its names when it is a folder, with whether each is certainly on disk. */
  readonly changes: { readonly step: DiskStep; synced: boolean }[];
}

/**
 * Puts into `to` what a disk may hold when the power fails before step `at`: all that was synced; of what was not, each
 * sector may be there or not, and of the names in a folder the first so many.
 */
export function writeLostState(steps: readonly DiskStep[], { at, from, to, random }: LossOptions): void {
  const folders = new Map<string, Inode>([[from, { folder: true, changes: [] }]]);
  const live = new Map<string, Inode>();
  /** Who a name was given to, at each step that gave it. */
  const given = new Map<DiskStep, Inode>();
  for (const step of steps.slice(0, at)) applyStep(step, { folders, live, given });

  const names = new Map<string, Inode>();
  for (const folder of folders.values()) {
    const unsynced = folder.changes.filter(({ synced }) => !synced).length;
    let left = random(unsynced + 1);
    for (const { step, synced } of folder.changes) {
      if (!synced && left-- <= 0) continue;
      rename(step, names, given);
    }
  }
  mkdirSync(to, { recursive: true });
  // A folder is there when all above it are: the shorter paths first.
  const there = new Set([from]);
  for (const [path, inode] of [...names].sort(([a], [b]) => a.length - b.length)) {
    if (!there.has(dirname(path))) continue;
    there.add(path);
    const target = to + path.slice(from.length);
    if (inode.folder) mkdirSync(target, { recursive: true });
    else writeFileSync(target, contentOf(inode, random), { mode: 0o600 });
  }
}

export interface LossOptions {
  readonly at: number;
  readonly from: string;
  readonly to: string;
  random(below: number): number;
}

interface Disk {
  readonly folders: Map<string, Inode>;
  readonly live: Map<string, Inode>;
  readonly given: Map<DiskStep, Inode>;
}

function applyStep(step: DiskStep, { folders, live, given }: Disk): void {
  if (step.do === 'say') return;
  const note = (path: string): void => void folders.get(dirname(path))?.changes.push({ step, synced: false });
  if (step.do === 'make' && !live.has(step.path)) {
    const inode: Inode = { folder: false, changes: [] };
    live.set(step.path, inode);
    given.set(step, inode);
    note(step.path);
  }
  if (step.do === 'make-folder') {
    const inode: Inode = { folder: true, changes: [] };
    folders.set(step.path, inode);
    given.set(step, inode);
    note(step.path);
  }
  if (step.do === 'write' || step.do === 'cut') live.get(step.path)?.changes.push({ step, synced: false });
  if (step.do === 'sync')
    for (const change of (live.get(step.path) ?? folders.get(step.path))?.changes ?? []) change.synced = true;
  if (step.do === 'rename' || step.do === 'link') {
    const inode = live.get(step.path);
    if (inode === undefined) return;
    if (step.do === 'rename') live.delete(step.path);
    live.set(step.to, inode);
    given.set(step, inode);
    note(step.to);
    if (step.do === 'rename' && dirname(step.to) !== dirname(step.path)) note(step.path);
  }
  if (step.do === 'remove') {
    live.delete(step.path);
    note(step.path);
  }
}

function rename(step: DiskStep, names: Map<string, Inode>, given: ReadonlyMap<DiskStep, Inode>): void {
  const inode = given.get(step);
  if (step.do === 'remove') names.delete(step.path);
  if ((step.do === 'make' || step.do === 'make-folder') && inode !== undefined) names.set(step.path, inode);
  if ((step.do === 'rename' || step.do === 'link') && inode !== undefined) {
    if (step.do === 'rename' && names.get(step.path) === inode) names.delete(step.path);
    names.set(step.to, inode);
  }
}

function contentOf({ changes }: Inode, random: (below: number) => number): Buffer {
  // Whether nothing, everything or some of what was not synced is there.
  const mood = random(3);
  let content = Buffer.alloc(0);
  const put = (at: number, bytes: Buffer): void => {
    if (content.length < at + bytes.length)
      content = Buffer.concat([content, Buffer.alloc(at + bytes.length - content.length)]);
    bytes.copy(content, at);
  };
  for (const { step, synced } of changes) {
    if (step.do === 'cut' && (synced || mood !== 0)) {
      content = step.size <= content.length ? content.subarray(0, step.size) : content;
      if (step.size > content.length) put(step.size - 1, Buffer.alloc(1));
    }
    if (step.do !== 'write') continue;
    for (let from = 0; from < step.bytes.length; ) {
      const size = Math.min(sectorBytes - ((step.at + from) % sectorBytes), step.bytes.length - from);
      const isThere = synced || mood === 1 || (mood === 2 && random(2) === 0);
      if (isThere) put(step.at + from, step.bytes.subarray(from, from + size));
      from += size;
    }
  }
  return Buffer.from(content);
}
