import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type FakeModelRounds, type FakeModelServer, startFakeModelServer } from '../../src/testing/index.js';

/** A folder to work in, a store of its own and a model server, gone when the test ends. */
export interface Scene {
  readonly folder: string;
  readonly store: string;
  readonly server: FakeModelServer;
  /** The flags that choose the server and the store. */
  readonly flags: readonly string[];
}

export async function createScene(rounds: FakeModelRounds): Promise<Scene> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'toolwright-cli-')));
  const folder = join(root, 'work');
  mkdirSync(folder);
  const store = join(root, 'store.db');
  const server = await startFakeModelServer({ rounds });
  onTestFinished(async () => {
    await server.close();
    rmSync(root, { recursive: true, force: true, maxRetries: 3 });
  });
  return { folder, store, server, flags: ['--base-url', server.url, '--model', 'fake', '--store', store] };
}
