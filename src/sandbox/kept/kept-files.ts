import { closeSync, constants, fsyncSync, openSync, renameSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseTrusted } from '../../base/trusted-json.js';
import { readRegularFile } from '../look.js';
import type { KeptEnd, KeptRecord } from './kept-command.js';

/** A command line has at most 64 KB where it is judged, and its facts are bounded too. */
const maxBytes = 8 * 2 ** 20;

/** What was written down of the command in this folder; undefined where there is none, or one of another version. */
export function readRecord(folder: string): KeptRecord | undefined {
  const record = read(folder, 'record.json') as Partial<KeptRecord> | undefined;
  return record?.version === 1 ? (record as KeptRecord) : undefined;
}

/** Throws where there is no room. */
export const writeRecord = (folder: string, record: KeptRecord): void => write(folder, 'record.json', record);

/** Undefined while it runs, and when its keeper was killed. */
export const readEnd = (folder: string): KeptEnd | undefined => read(folder, 'end.json') as KeptEnd | undefined;

/** Throws where there is no room. */
export const writeEnd = (folder: string, end: KeptEnd): void => write(folder, 'end.json', end);

/** Up to where its output was read, in bytes from its beginning. */
export function readPosition(folder: string): number {
  const position = read(folder, 'read.json');
  return typeof position === 'number' && position >= 0 ? position : 0;
}

export function writePosition(folder: string, position: number): void {
  try {
    write(folder, 'read.json', position);
  } catch {
    // It is read once more then, after the session was closed.
  }
}

/** With the folder of its session, when it was the last in it. */
export function removeKept(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  try {
    rmdirSync(dirname(folder));
  } catch {
    // Others are in it.
  }
}

function read(folder: string, name: string): unknown {
  const text = readRegularFile(join(folder, name), maxBytes);
  return text === undefined ? undefined : parseTrusted(text);
}

/** Wholly or not at all. */
function write(folder: string, name: string, value: unknown): void {
  const path = join(folder, name);
  const partial = `${path}.partial`;
  const fd = openSync(partial, constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC, 0o600);
  try {
    writeFileSync(fd, JSON.stringify(value));
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
  renameSync(partial, path);
}
