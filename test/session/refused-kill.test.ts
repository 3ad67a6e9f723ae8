import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openStore } from '../../src/store/open-store.js';
import { verifies } from '../requirements.js';
import { needs } from '../support/needs.js';
import { runChild } from './child-session.js';
import { bodies, newFolder, open, play, results } from './open.js';
import { createRefusedScene } from './refused-scene.js';

/** Runs the child until it kills itself, then goes on with its session in this process. */
async function killAt(point: 'asking' | 'second-run') {
  const { workspace, home } = createRefusedScene();
  writeFileSync(
    join(workspace, 'do.sh'),
    'echo run >> runs.txt; git config user.name x || exit 9; echo 2 > second.txt; echo out; sleep 5',
  );
  const path = join(newFolder(), 'store.db');
  const { id, end: killed } = await runChild('refused-child.ts', [path, workspace, home, point]);
  expect(killed).toBe('SIGKILL');
  const store = await openStore(path);
  expect(await store.verify(id)).toMatchObject({ ok: true });
  const session = await open([{ text: 'Gone on.' }], {
    store,
    session: id,
    workspace,
    builtins: true,
    mode: 'auto',
  });
  const { events, end } = await play(session.resume());
  expect(end).toMatchObject({ reason: 'answered', text: 'Gone on.' });
  const settled = bodies((await store.read(id)) as never, 'call-settled');
  expect(settled).toHaveLength(1);
  return { workspace, session, events, settled, store, result: results(events)[0] };
}

const runs = (workspace: string): string => readFileSync(join(workspace, 'runs.txt'), 'utf8');

it.skipIf(needs('bwrap'))('a process killed at the question leaves the first result', { timeout: 60_000 }, async () => {
  verifies('sandbox.refused.recovered', 'design.durability.recover-once');
  const { workspace, session, events, settled, result, store } = await killAt('asking');
  expect(bodies(events, 'history-repaired')[0]?.calls).toMatchObject([{ name: 'run_command', repair: 'stopped' }]);
  expect(settled[0]?.outcome).toBe('error');
  expect(result?.error_message).toMatch(
    /^exit code 9\. The sandbox refused: writes \.git\/config \(.*\)\. It may have done part of its work, and was not run again: /,
  );
  expect(runs(workspace)).toBe('run\n');
  await session.undo();
  expect(existsSync(join(workspace, 'runs.txt'))).toBe(false);
  await session.close();
  await store.close();
});

it.skipIf(needs('bwrap'))(
  'a process killed in the second run leaves an unknown end, and the changes of both runs can be undone',
  { timeout: 60_000 },
  async () => {
    verifies('sandbox.refused.recovered', 'sandbox.refused.undo');
    const { workspace, session, events, settled, store } = await killAt('second-run');
    expect(bodies(events, 'history-repaired')[0]?.calls).toMatchObject([{ name: 'run_command', repair: 'unknown' }]);
    expect(settled[0]?.outcome).toBe('unknown');
    expect(runs(workspace)).toBe('run\nrun\n');
    expect(readFileSync(join(workspace, 'second.txt'), 'utf8')).toBe('2\n');
    await session.undo();
    for (const name of ['runs.txt', 'second.txt']) expect(existsSync(join(workspace, name))).toBe(false);
    await session.close();
    await store.close();
  },
);
