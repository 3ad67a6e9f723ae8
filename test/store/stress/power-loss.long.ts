import { expect, it } from 'vitest';
import { share } from '../../support/share.js';
import { losePower } from './lose-power.js';
import { buildStressChild } from './run-stress.js';

it('leaves everything that was acknowledged, after 200,000 power losses', async () => {
  const built = await buildStressChild();
  const violations: string[] = [];
  let count = 0;
  for (let seed = 1; seed <= share(20); seed += 1) {
    for (const [script, states] of [
      ['appends', 5000],
      ['blobs', 2500],
      ['changes', 2500],
    ] as const) {
      const report = await losePower(script, { program: built.program, states: share(states), seed });
      violations.push(...report.violations);
      count += report.states;
    }
  }
  built.remove();
  console.log(`power loss: ${count} states, ${violations.length} violations`);
  expect(violations).toEqual([]);
});
