import { expect, it } from 'vitest';
import { shareStep } from '../../support/share.js';
import { families, type IoFault, runFault } from './io-faults.js';
import { buildStressChild } from './run-stress.js';

it('lives with every failure of every system call, one after another, until nothing is left to fail', async () => {
  const built = await buildStressChild();
  const violations: string[] = [];
  let runs = 0;
  for (const script of ['appends', 'blobs', 'changes'] as const) {
    for (const durable of [false, true]) {
      for (const family of families) {
        for (let nth = 1; ; nth += shareStep) {
          const fault: IoFault = { script, durable, ...family, nth };
          const end = await runFault(fault, built.program);
          runs += 1;
          violations.push(...end.violations);
          if (end.clean) break;
        }
      }
    }
  }
  built.remove();
  console.log(`I/O faults: ${runs} runs, ${violations.length} violations`);
  expect(violations).toEqual([]);
});
