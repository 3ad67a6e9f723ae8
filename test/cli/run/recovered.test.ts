import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { openStore } from '../../../src/store/open-store.js';
import { verifies } from '../../requirements.js';
import { createScene } from '../../support/scene.js';
import { runCli, startCli } from '../../support/spawn-cli.js';

/** Until a question of the session is stored. */
async function untilAsked(path: string): Promise<void> {
  const store = await openStore(path);
  for (let found = false; !found; await sleep(50)) {
    found = (await store.streamsWith({ types: ['approval-requested'] })).length > 0;
  }
  await store.close();
}

it('tells what becomes of the calls that a killed program left open', { timeout: 60_000 }, async () => {
  verifies('reliability.recovery.told', 'design.events.history-repaired');
  const write = { name: 'write_file', arguments: { path: 'a.txt', content: 'x\n' } };
  const { folder, store, flags } = await createScene([{ calls: [write] }, { text: 'Gone on.' }]);
  const { child, end } = await startCli(['run', ...flags, '--on-ask', 'wait=5m', 'go'], { cwd: folder });
  await untilAsked(store);
  child.kill('SIGKILL');
  await end;
  const again = await runCli(['run', ...flags, '--session', 'last', '--mode', 'edit'], { cwd: folder, input: '' });
  expect(again.stdout).toContain('Gone on.');
  expect(again.stderr).toContain('write_file: it was never started, and is looked at anew.');
});
