import {
  closeSync,
  constants,
  fsyncSync,
  openSync,
  readdirSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { attempt, succeeds } from '../../base/attempt.js';
import { sha256 } from '../../base/digest.js';
import { parseTrusted } from '../../base/trusted-json.js';
import type { EndedBy } from '../../tool/background.js';
import type { Fact } from '../../tool/fact.js';
import type { ProcessEnd } from '../../tool/port.js';
import { readRegularFile } from '../look.js';
import type { ProcessIdentity } from '../process-identity.js';

/** What is written down of a command that outlives its session, before it is started. */
export interface KeptRecord {
  readonly version: 1;
  readonly sessionId: string;
  readonly commandId: string;
  readonly command: string;
  /** Where it was started, for people and models. */
  readonly cwd: string;
  readonly workspace: string;
  readonly facts: readonly Fact[];
  /** The most characters of its output that are told at once. */
  readonly maxChars: number;
  /** Milliseconds since the epoch, as `until`. */
  readonly startedAt: number;
  /** When it is stopped at the latest. */
  readonly until: number;
  /** The process that holds it, and with which it ends. */
  readonly keeper: ProcessIdentity;
  /** Whoever talks to the keeper has to know this. */
  readonly token: string;
}

/** How it ended; written down by its keeper. */
export interface KeptEnd {
  readonly process: ProcessEnd;
  readonly by: EndedBy;
  readonly endedAt: number;
  readonly ranMs: number;
}

/** How the end is told of one whose keeper was killed. */
export const lostEnd = ({ startedAt }: KeptRecord, now: number): KeptEnd => ({
  process: { state: 'signalled', signal: 'SIGKILL' },
  by: 'program',
  endedAt: now,
  ranMs: Math.max(0, now - startedAt),
});

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
  // Where it is not written, it is read once more after the session was closed.
  succeeds(() => write(folder, 'read.json', position));
}

/** With the folder of its session, when it was the last in it. */
export function removeKept(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  // Others may be in it.
  succeeds(() => rmdirSync(dirname(folder)));
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

const plainName = /^[a-z0-9_-]{1,100}$/;

/** Where the kept commands of all sessions of a store are: beside it. */
const keptBase = (storePath: string): string => `${storePath}.kept`;

/** Where those of one session are. */
const keptSessionFolder = (storePath: string, sessionId: string): string =>
  join(keptBase(storePath), plainName.test(sessionId) ? sessionId : `~${sha256(sessionId)}`);

export const keptFolder = (storePath: string, sessionId: string, commandId: string): string =>
  join(keptSessionFolder(storePath, sessionId), commandId);

/** The folders of all kept commands, or of those of one session. */
export function keptFolders(storePath: string, sessionId?: string): readonly string[] {
  const base = keptBase(storePath);
  const sessions =
    sessionId === undefined
      ? foldersIn(base).map((name) => join(base, name))
      : [keptSessionFolder(storePath, sessionId)];
  return sessions.flatMap((session) => foldersIn(session).map((name) => join(session, name)));
}

function foldersIn(folder: string): readonly string[] {
  const entries = attempt(() => readdirSync(folder, { withFileTypes: true }), []);
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
}
