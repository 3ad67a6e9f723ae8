import { readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { attempt, succeeds } from '../../base/attempt.js';
import { sha256 } from '../../base/digest.js';
import { parseTrusted } from '../../base/trusted-json.js';
import { namesIn } from '../../sandbox/look.js';
import { createPrivateFolder } from '../../store/private-file.js';
import type { Copy } from './copy.js';
import type { Entry } from './entry.js';
import type { Taken } from './taken.js';

/** A capture on disk: what is needed to find out what a command changed whose process did not live to see its end. */
export interface StoredCapture extends Taken {
  readonly root: string;
}

const fileName = 'capture.jsonl';
const version = 1;

/** Where the capture of a command lies that runs in the background: beside that of the command that runs alone. */
export const backgroundFolder = (folder: string, callId: string): string =>
  join(folder, `${backgroundName}${sha256(callId).slice(0, 16)}`);

/** All of these in a folder of captures. */
export const backgroundFolders = (folder: string): readonly string[] =>
  namesIn(folder)
    .filter((name) => name.startsWith(backgroundName))
    .map((name) => join(folder, name));

const backgroundName = 'background-';

/** Written before the command runs; replaces that of the command before. What others change meanwhile is in the record. */
export function writeCapture(folder: string, { before, others: _, ...told }: StoredCapture): void {
  const { entries, blind, copies, uncopied } = before;
  const head = { v: version, boot: bootId(), ...told, blind: [...blind], uncopied: [...uncopied] };
  const lines = [JSON.stringify(head)];
  for (const [path, entry] of entries) lines.push(JSON.stringify([path, storedEntry(entry), copies.get(path)]));
  createPrivateFolder(folder);
  const path = join(folder, fileName);
  writeFileSync(`${path}.new`, `${lines.join('\n')}\n`, { mode: 0o600 });
  renameSync(`${path}.new`, path);
}

/** Undefined when there is none, or it cannot be relied on: after a power loss copies may be on disk in part. */
export function readCapture(folder: string): StoredCapture | undefined {
  const text = attempt(() => readFileSync(join(folder, fileName), 'utf8'), undefined);
  if (text === undefined) return undefined;
  const [first = '', ...rest] = text.trimEnd().split('\n');
  const head = parseTrusted(first) as (Head & { readonly boot?: string; readonly v: number }) | undefined;
  if (head?.v !== version || head.boot === undefined || head.boot !== bootId()) return undefined;
  const entries = new Map<string, Entry>();
  const copies = new Map<string, Copy>();
  for (const line of rest) {
    const row = parseTrusted(line) as Row | undefined;
    if (row === undefined) return undefined;
    const [path, entry, copy] = row;
    entries.set(path, entry.kind === 'folder' ? { ...entry, device: 0n } : entry);
    if (copy !== null) copies.set(path, copy);
  }
  const { blind, uncopied, callId, root, scope, guarded, held, missing } = head;
  const before = { entries, copies, blind: new Map(blind), uncopied: new Map(uncopied) };
  return { callId, root, scope, guarded, held, missing, before };
}

const beatMs = 1000;

/** Marks the capture as long as its command runs, so that it can be told until when this process lived. */
export function keepMarking(folder: string): { stop(): void } {
  const timer = setInterval(() => {
    const now = Date.now() / 1000;
    // Where that fails, what is touched from now on counts as not the command's.
    succeeds(() => utimesSync(join(folder, fileName), now, now));
  }, beatMs);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}

/** What was touched later was not touched while the process lived that ran the command. */
export const lastMoment = (folder: string): number => (captureTime(folder) ?? 0) + 2 * beatMs;

/** The command changed nothing: there is nothing to find out later. */
export function removeCapture(folder: string): void {
  rmSync(join(folder, fileName), { force: true });
}

/** When one of the captures in a folder was last marked; undefined when there is none. */
export function lastMarked(folder: string): number | undefined {
  const times = [folder, ...backgroundFolders(folder)].flatMap((one) => captureTime(one) ?? []);
  return times.length === 0 ? undefined : Math.max(...times);
}

/** When the capture was written; undefined when there is none. */
const captureTime = (folder: string): number | undefined =>
  statSync(join(folder, fileName), { throwIfNoEntry: false })?.mtimeMs;

interface Head extends Omit<StoredCapture, 'before'> {
  readonly blind: readonly (readonly [string, string])[];
  readonly uncopied: readonly (readonly [string, string])[];
}

type StoredEntry = Exclude<Entry, { kind: 'folder' }> | { readonly kind: 'folder'; readonly mode: number };
type Row = readonly [string, StoredEntry, Copy | null];

const storedEntry = (entry: Entry): StoredEntry =>
  entry.kind === 'folder' ? { kind: 'folder', mode: entry.mode } : entry;

/** Which run of the machine this is; undefined where the system does not tell. */
const bootId = (): string | undefined =>
  attempt(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim(), undefined);
