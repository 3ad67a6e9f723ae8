import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { DatabaseSync } from '@photostructure/sqlite';
import { onTestFinished } from 'vitest';
import type { GrantRecord } from '../../src/session/grant-records.js';
import type { SessionSummary } from '../../src/session/sessions.js';
import { type FakeModelRounds, type FakeModelServer, startFakeModelServer } from '../../src/testing/index.js';
import { doorEnv } from './evidence/doors.js';
import { type CliEnd, runCli } from './spawn-cli.js';

/** Where the sessions of the store were had: their events name it. */
const root = '/tmp/toolwright-fixture';
const fixture = fileURLToPath(new URL('../fixtures/earlier-store/', import.meta.url));
const clock = fileURLToPath(new URL('./earlier-clock.cjs', import.meta.url));

/** What the earlier program said. */
export const made = JSON.parse(readFileSync(join(fixture, 'made.json'), 'utf8')) as {
  readonly sessions: Readonly<Record<SessionName, string>>;
  readonly verified: string;
  readonly list: readonly SessionSummary[];
  readonly grants: readonly GrantRecord[];
  readonly trust: unknown;
  readonly config: { readonly values: object };
  readonly everySetting: { readonly values: object };
  readonly changes: Readonly<Record<string, unknown>>;
};

export type SessionName =
  | 'files'
  | 'alone'
  | 'parked'
  | 'delegated'
  | 'compacted'
  | 'background'
  | 'terminal'
  | 'made-tool'
  | 'trusted'
  | 'tainted'
  | 'failed'
  | 'limited'
  | 'staged'
  | 'asked'
  | 'granted'
  | 'yips'
  | 'seed'
  | 'astra'
  | 'y-agent'
  | 'local-harness'
  | 'own-profile'
  | 'openai-chat'
  | 'openai-responses'
  | 'anthropic'
  | 'gemini'
  | 'ollama'
  | 'program'
  | 'fork'
  | 'undone'
  | 'killed';

export interface EarlierStore {
  readonly store: string;
  readonly work: string;
  readonly server: FakeModelServer;
  /** Runs a command of today's program, for its user and on their day. */
  run(
    args: readonly string[],
    options?: { readonly env?: Record<string, string>; readonly input?: string },
  ): Promise<CliEnd>;
  /** The flags that choose the server. */
  readonly flags: readonly string[];
}

/**
 * Lays out the store of an earlier version with the workspace and the user's files, as its program left them; all of it is
 * gone when the test ends. One test at a time has it, on the whole machine, as its paths are what they are.
 */
export async function layOutEarlier(rounds: FakeModelRounds = []): Promise<EarlierStore> {
  const release = await takeTurn();
  const server = await startFakeModelServer({ rounds });
  onTestFinished(async () => {
    await server.close();
    rmSync(root, { recursive: true, force: true, maxRetries: 3 });
    release();
  });
  const home = join(root, 'home');
  const kept = join(home, '.local', 'share', 'toolwright');
  rmSync(root, { recursive: true, force: true });
  mkdirSync(join(root, 'every-setting'), { recursive: true });
  cpSync(join(fixture, 'laid-out', 'home'), home, { recursive: true });
  cpSync(join(fixture, 'laid-out', 'every-setting'), join(root, 'every-setting'), { recursive: true });
  cpSync(join(fixture, 'store'), kept, { recursive: true });
  cpSync(join(fixture, 'work'), join(root, 'work'), { recursive: true });
  setRights(kept, { of: 0o700, files: 0o600 });
  setRights(join(root, 'work'), { of: 0o755, files: 0o644 });
  const begun = Date.now();
  const work = join(root, 'work');
  const env = { HOME: home, XDG_CONFIG_HOME: join(home, '.config'), SHOP_TOKEN: 'tok-5d1f0c7e9b3a4f68' };
  return {
    store: join(kept, 'store.db'),
    work,
    server,
    flags: ['--base-url', server.url, '--model', 'fake-model'],
    run(args, { env: more = {}, input = '' } = {}) {
      const today = String(theirDay + Date.now() - begun);
      const preload = `${doorEnv().NODE_OPTIONS} --require ${clock}`;
      const all = { ...env, NODE_OPTIONS: preload, TOOLWRIGHT_TEST_NOW: today, ...more };
      return runCli(args, { cwd: work, env: all, input });
    },
  };
}

/** An hour after the last session that was recorded whole. */
const theirDay = Math.max(...made.list.map(({ lastAt }) => lastAt)) + 3_600_000;

/** Git keeps no rights but those to execute, and a checkout takes some away. */
function setRights(folder: string, { of, files }: { readonly of: number; readonly files: number }): void {
  chmodSync(folder, of);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) setRights(path, { of, files });
    else chmodSync(path, files);
  }
}

/** For the timeout of a test: it may wait for others that have the store. */
export const laidOutInTurn = 240_000;

/** A lock that is free again when its process ends, however it ends. */
async function takeTurn(): Promise<() => void> {
  const database = new DatabaseSync(`${root}.lock`);
  for (;;) {
    try {
      database.exec('BEGIN EXCLUSIVE');
      return () => database.close();
    } catch (thrown) {
      if (!/locked|busy/i.test(String(thrown))) throw thrown;
      await sleep(50);
    }
  }
}
