import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { ChangeEvent } from '../../src/change/event.js';
import { recoverChanges } from '../../src/change/recover-changes.js';
import { verifies } from '../requirements.js';
import { createChangeScene, treeOf } from './change-scene.js';

function setUp() {
  const scene = createChangeScene();
  const { root, blobs, events, walk } = scene;
  for (const name of ['b', 'c']) writeFileSync(join(root, name), `old ${name}`);
  const opened = { type: 'session-opened', body: { workspace: root } };
  const started = { type: 'call-started', body: { callId: 'call_1', attempt: 1 } };
  const recorded: ChangeEvent[] = [];
  const recover = (past: readonly { readonly type: string; readonly body: unknown }[]) =>
    recoverChanges({ past, blobs, mode: walk, record: (event) => void recorded.push(event) });
  const staged = () => {
    const changes = [
      scene.stage('dir/a.txt', 'new'),
      scene.stage('b', 'new'),
      scene.stage('c', 'new'),
      scene.stage('n/d', 'new'),
    ];
    return { changes, past: [opened, started, ...events] };
  };
  return { ...scene, recover, recorded, staged, opened, started };
}

it('takes back what was done in part, and leaves alone what others changed since', async () => {
  verifies('design.durability.batch-whole');
  const { root, blobs, recover, recorded, staged } = setUp();
  const { past } = staged();
  await blobs.write('old\n');
  writeFileSync(join(root, 'dir/a.txt'), 'new');
  writeFileSync(join(root, 'c'), 'theirs');
  expect(await recover(past)).toEqual([{ callId: 'call_1', end: 'taken-back', left: ['c'] }]);
  expect(treeOf(root)).toEqual(['b 644 "old b"', 'c 644 "theirs"', 'dir/ 755', 'dir/a.txt 644 "old\\n"']);
  expect(recorded).toEqual([]);
});

it('does not take a change for done when others changed one of its paths', async () => {
  verifies('design.durability.batch-whole');
  const { root, blobs, recover, recorded, staged } = setUp();
  const { past } = staged();
  for (const old of ['old\n', 'old b']) await blobs.write(old);
  mkdirSync(join(root, 'n'));
  for (const path of ['dir/a.txt', 'b', 'n/d']) writeFileSync(join(root, path), 'new');
  writeFileSync(join(root, 'c'), 'theirs');
  expect(await recover(past)).toEqual([{ callId: 'call_1', end: 'taken-back', left: ['c'] }]);
  expect(treeOf(root)).toEqual(['b 644 "old b"', 'c 644 "theirs"', 'dir/ 755', 'dir/a.txt 644 "old\\n"']);
  expect(recorded).toEqual([]);
});

it('says what could not be taken back, because what was there is not kept', async () => {
  const { root, recover, staged } = setUp();
  const { past } = staged();
  writeFileSync(join(root, 'dir/a.txt'), 'new');
  rmSync(join(root, 'b'));
  expect(await recover(past)).toMatchObject([
    { end: 'taken-back', left: ['b', 'dir/a.txt'], problem: expect.any(String) },
  ]);
});

it('looks only at calls that started and whose end is not recorded', async () => {
  const { root, recover, recorded, staged, opened, started, changes, events } = setUp();
  const { past, changes: batch } = staged();
  const settled = { type: 'call-settled', body: { callId: 'call_1' } };
  expect(await recover([opened, ...events])).toEqual([]);
  expect(await recover([...past, settled])).toEqual([]);
  expect(await recover([opened, started])).toEqual([]);
  expect(await recover([opened, started, { type: 'change-staged', body: { callId: 'call_1' } }])).toEqual([]);
  await changes.apply(batch);
  expect(await recover([opened, started, ...events])).toEqual([]);
  expect(await recover(past)).toEqual([{ callId: 'call_1', end: 'done', left: [] }]);
  expect(recorded.map(({ type }) => type)).toEqual(batch.map(() => 'change-applied'));
  expect(treeOf(root)).toContain('n/d 644 "new"');
});
