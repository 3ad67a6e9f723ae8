import { readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { sha256 } from '../../base/digest.js';
import { systemCode } from '../../base/error.js';
import { randomText } from '../../base/id.js';
import { lastMarked } from './capture-index.js';

/** Where the copies of a session lie. */
export interface CapturesFolder {
  readonly path: string;
  /** It outlives this process: it lies beside the store. */
  readonly lasting: boolean;
}

const temporaryName = /^toolwright-captures-(\d+)-/;
const plainName = /^[a-z0-9_-]{1,100}$/;
/** How long copies wait for their session to be gone on with, whose process was killed while a command ran. */
const waitingMs = 7 * 24 * 60 * 60_000;

export function capturesFolder(session: string, storePath: string | undefined): CapturesFolder {
  if (storePath === undefined)
    return { path: join(tmpdir(), `toolwright-captures-${process.pid}-${randomText(16)}`), lasting: false };
  const name = plainName.test(session) ? session : `~${sha256(session)}`;
  return { path: join(`${storePath}.captures`, name), lasting: true };
}

/** Removes what processes left behind that ended without closing. Must only be called for what is not needed any more. */
export async function sweepFolders(
  { path, lasting }: CapturesFolder,
  lease: (session: string) => Promise<{ release(): void }>,
): Promise<void> {
  const base = dirname(path);
  for (const name of namesIn(base)) {
    if (name === basename(path)) continue;
    if (lasting) await sweepSession(join(base, name), () => lease(name));
    else if (isAbandoned(name)) removeQuietly(join(base, name));
  }
}

/** Whoever has a session open holds its lease: what lies here is then still used. */
async function sweepSession(path: string, lease: () => Promise<{ release(): void }>): Promise<void> {
  const waits = lastMarked(path);
  if (waits !== undefined && waits > Date.now() - waitingMs) return;
  if (!plainName.test(basename(path))) return;
  const held = await lease().catch(() => undefined);
  if (held === undefined) return;
  removeQuietly(path);
  held.release();
}

function isAbandoned(name: string): boolean {
  const pid = Number(temporaryName.exec(name)?.[1] ?? Number.NaN);
  if (!Number.isSafeInteger(pid)) return false;
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return systemCode(error) === 'ESRCH' && isOurs(join(tmpdir(), name));
  }
}

const isOurs = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.uid === process.getuid?.();

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function removeQuietly(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true });
  } catch {
    // Another process was faster, or may do what this one may not.
  }
}
