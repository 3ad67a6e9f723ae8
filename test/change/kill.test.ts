import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { beforeAll, describe, expect, it } from 'vitest';
import { scriptedModel } from '../../src/model/provider/scripted.js';
import { openSession } from '../../src/session/session.js';
import { temporaryFolder } from '../builtin/tool-harness.js';
import { verifies } from '../requirements.js';
import { builtChild } from '../support/built-child.js';
import { shareOf } from '../support/depth.js';
import { treeOf } from './change-scene.js';

let script = '';
beforeAll(async () => {
  script = await builtChild(new URL('./killed-child.ts', import.meta.url));
});

function setUp() {
  const base = temporaryFolder();
  const root = join(base, 'ws');
  for (const folder of ['dir', 'tree/sub']) mkdirSync(join(root, folder), { recursive: true });
  for (const name of ['dir/a.txt', 'gone.txt', 'm.txt', 'tree/x', 'tree/sub/y'])
    writeFileSync(join(root, name), `old ${name}\n`);
  chmodSync(join(root, 'dir/a.txt'), 0o640);
  chmodSync(join(root, 'tree/sub'), 0o700);
  symlinkSync('sub/y', join(root, 'tree/link'));
  return { root, store: join(base, 'store.db') };
}

type Scene = ReturnType<typeof setUp>;

async function runChild({ root, store }: Scene, scenario: string, last: number | ''): Promise<string> {
  const child = spawn(process.execPath, [script, store, root, scenario, String(last)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  child.stdout.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  const signal = await new Promise((resolve) => child.on('close', (_code, ended) => resolve(ended)));
  return signal === null ? said.trim() : String(signal);
}

/** What another program reads in the file of the store. */
function readJournal({
  store,
}: Scene): readonly { readonly paths: readonly unknown[]; readonly kept: readonly string[] }[] {
  const database = new DatabaseSync(store, { readOnly: true });
  const rows = database.prepare("SELECT body FROM events WHERE type = 'change-applied' ORDER BY seq").all();
  database.close();
  return rows.map((row) => JSON.parse((row as { body: string }).body));
}

function requireKept({ store }: Scene, address: string): void {
  const hash = address.slice('blob:'.length);
  const content = readFileSync(join(`${store}.blobs`, hash.slice(0, 2), hash));
  expect(createHash('sha256').update(content).digest('hex')).toBe(hash);
}

/** The session is opened again, which finishes what was begun. */
async function recover({ root, store }: Scene): Promise<void> {
  const session = await openSession({ model: scriptedModel([]), store, workspace: root, session: 'ses_1' });
  await session.close();
}

describe.each(['overwrite', 'create', 'delete a tree', 'batch'])('killed at any step of: %s', (scenario) => {
  it('leaves everything as it was, or everything as it should be, and a record that says which', async () => {
    verifies('design.durability.files-whole', 'design.durability.batch-whole');
    const whole = setUp();
    const before = treeOf(whole.root);
    const steps = Number(await runChild(whole, scenario, ''));
    expect(steps).toBeGreaterThan(4);
    const after = treeOf(whole.root);
    const changes = readJournal(whole).length;
    const ends: string[] = [];
    const between = Array.from({ length: steps - 2 }, (_, at) => at + 2);
    for (const last of [1, ...shareOf(between, 4), steps]) {
      const scene = setUp();
      expect(await runChild(scene, scenario, last)).toBe('SIGKILL');
      await recover(scene);
      const now = treeOf(scene.root);
      const done = JSON.stringify(now) === JSON.stringify(after);
      expect(now, `killed at step ${last}`).toEqual(done ? after : before);
      const journal = readJournal(scene);
      expect(journal, `killed at step ${last}`).toHaveLength(done ? changes : 0);
      for (const address of journal.flatMap(({ kept }) => kept)) requireKept(scene, address);
      ends.push(done ? 'new' : 'old');
      if (last % 5 > 0) continue;
      await recover(scene);
      expect(treeOf(scene.root)).toEqual(now);
      expect(readJournal(scene)).toEqual(journal);
    }
    expect(ends[0]).toBe('old');
    expect(ends.at(-1)).toBe('new');
  }, 300_000);
});
