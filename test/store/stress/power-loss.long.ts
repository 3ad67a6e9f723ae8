import { expect, it } from 'vitest';
import { losePower } from './lose-power.js';
import { buildStressChild } from './run-stress.js';

it('leaves everything that was acknowledged, after 200,000 power losses', async () => {
  const built = await buildStressChild();
  const violations: string[] = [];
  for (let seed = 1; seed <= 20; seed += 1) {
    for (const [script, states] of [
      ['appends', 5000],
      ['blobs', 2500],
      ['changes', 2500],
    ] as const) {
      const report = await losePower(script, { program: built.program, states, seed });
      violations.push(...report.violations);
    }
  }
  built.remove();
  console.log(`power loss: 200,000 states, ${violations.length} violations`);
  expect(violations).toEqual([]);
});
