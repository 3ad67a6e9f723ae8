import { existsSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { succeeds } from '../../base/attempt.js';
import { sha256 } from '../../base/digest.js';
import { systemCode } from '../../base/error.js';
import { randomText } from '../../base/id.js';
import { namesIn } from '../../sandbox/look.js';
import type { Captured } from '../../tool/port.js';
import { lastMarked } from './capture-index.js';
import type { CommandCaptures } from './command-captures.js';
import type { CapturesOptions, SessionCaptures } from './create-captures.js';
import type { RecoverOptions } from './recover-capture.js';

export interface OpenCapturesOptions extends Pick<CapturesOptions, 'root' | 'blobs' | 'sandboxed' | 'held'> {
  readonly session: string;
  /** The file the store is, when it outlives the process. */
  readonly storePath: string | undefined;
  /** Takes the right to write another session; rejects when somebody has it. */
  lease(session: string): Promise<{ release(): void }>;
}

export interface Recovery extends Pick<RecoverOptions, 'isRecorded' | 'changedSince'> {
  /** Answers when it is stored. */
  record(found: Captured & { readonly callId: string }): Promise<void>;
}

export interface OpenCaptures extends CommandCaptures {
  /** Records what a command changed while whose run an earlier process of this session was killed. */
  recover(recovery: Recovery): Promise<void>;
  close(): Promise<void>;
}

/** The captures of a session that this process may write. Nothing is loaded or made before the first command. */
export function openCaptures(options: OpenCapturesOptions): OpenCaptures {
  const { root, blobs, storePath } = options;
  const folder = capturesFolder(options.session, storePath);
  const own = storePath === undefined ? [] : [storePath];
  let loading: ReturnType<typeof load> | undefined;
  let captures: SessionCaptures | undefined;

  async function load() {
    const { createCaptures } = await import('./create-captures.js');
    void sweepFolders(folder, options.lease).catch(() => {});
    captures = createCaptures({ ...options, folder: folder.path, lasting: folder.lasting, own });
    return captures;
  }

  const loaded = (): ReturnType<typeof load> => {
    loading ??= load();
    return loading;
  };

  return {
    undoOf: async (facts) => (await loaded()).undoOf(facts),
    begin: async (facts, call) => (await loaded()).begin(facts, call),
    changed: (paths) => captures?.changed(paths),
    async recover({ record, ...recovery }) {
      if (!folder.lasting || !existsSync(folder.path)) return;
      const { recoverCaptures } = await import('./recover-capture.js');
      for (const found of await recoverCaptures({ folder: folder.path, root, own, blobs, ...recovery }))
        await record(found);
      rmSync(folder.path, { recursive: true, force: true });
    },
    async close() {
      (await loading)?.close();
    },
  };
}

/** Where the copies of a session lie. */
interface CapturesFolder {
  readonly path: string;
  /** It outlives this process: it lies beside the store. */
  readonly lasting: boolean;
}

const temporaryName = /^toolwright-captures-(\d+)-/;
const plainName = /^[a-z0-9_-]{1,100}$/;
/** How long copies wait for their session to be gone on with, whose process was killed while a command ran. */
const waitingMs = 7 * 24 * 60 * 60_000;

function capturesFolder(session: string, storePath: string | undefined): CapturesFolder {
  if (storePath === undefined)
    return { path: join(tmpdir(), `toolwright-captures-${process.pid}-${randomText(16)}`), lasting: false };
  const name = plainName.test(session) ? session : `~${sha256(session)}`;
  return { path: join(`${storePath}.captures`, name), lasting: true };
}

/** Removes what processes left behind that ended without closing. Must only be called for what is not needed any more. */
async function sweepFolders(
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

/** Another process may be faster, or may do what this one may not. */
const removeQuietly = (path: string): void => void succeeds(() => rmSync(path, { recursive: true, force: true }));
