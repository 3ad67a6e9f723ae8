import { existsSync, rmSync } from 'node:fs';
import type { Fact } from '../../tool/fact.js';
import type { BlobPort, Captured } from '../../tool/port.js';
import { capturesFolder, sweepFolders } from './captures-folder.js';
import type { CommandCaptures } from './command-captures.js';
import type { SessionCaptures } from './create-captures.js';
import type { HeldPlace } from './held-places.js';
import type { RecoverOptions } from './recover-capture.js';

export interface OpenCapturesOptions {
  readonly session: string;
  /** The file the store is, when it outlives the process. */
  readonly storePath: string | undefined;
  readonly root: string;
  readonly blobs: Pick<BlobPort, 'read' | 'write' | 'writer'>;
  /** Whether commands are confined. */
  sandboxed(): boolean;
  /** Where the sandbox keeps a command with these facts from any change. */
  held?(facts: readonly Fact[]): Promise<readonly HeldPlace[]>;
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
    const { path, lasting } = folder;
    const { sandboxed, held } = options;
    captures = createCaptures({ root, blobs, folder: path, lasting, own, sandboxed, ...(held && { held }) });
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
