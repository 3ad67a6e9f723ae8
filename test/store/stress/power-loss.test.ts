import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifies } from '../../requirements.js';
import { seedOf, timesOf } from '../../support/depth.js';
import { needs } from '../../support/needs.js';
import { losePower } from './lose-power.js';
import { buildStressChild } from './run-stress.js';

let built: Awaited<ReturnType<typeof buildStressChild>>;
beforeAll(async () => {
  built = await buildStressChild();
});
afterAll(() => built.remove());

describe.skipIf(needs('strace'))('a power loss, with what was not synced dropped, torn and out of order', () => {
  it.each([
    ['appends', timesOf({ test: 100, deep: 1000 })],
    ['blobs', timesOf({ test: 50, deep: 500 })],
    ['changes', timesOf({ test: 50, deep: 500 })],
  ] as const)(
    'leaves everything that was acknowledged: %s',
    async (script, states) => {
      verifies('design.durability.power-loss', 'durability.durable.order', 'durability.durable.blobs');
      const report = await losePower(script, { program: built.program, states, seed: seedOf(5) });
      console.log(
        `power loss, ${script}: ${report.states} states, ${report.syncs} syncs, ${report.acknowledged} acknowledgements looked for, ${report.violations.length} violations`,
      );
      expect(report.violations).toEqual([]);
      expect(report.acknowledged).toBeGreaterThan(states);
    },
    300_000,
  );

  it('costs the last moments without the setting, which shows that these disks do lose', async () => {
    const trial = { program: built.program, states: 60, seed: 5, durable: false };
    expect((await losePower('appends', trial)).violations.length).toBeGreaterThan(10);
  });
});
