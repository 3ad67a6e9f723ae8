import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifies } from '../../requirements.js';
import { needs } from '../../support/needs.js';
import { families, type IoFault, runFaults } from './io-faults.js';
import { buildStressChild } from './run-stress.js';

let built: Awaited<ReturnType<typeof buildStressChild>>;
beforeAll(async () => {
  built = await buildStressChild();
});
afterAll(() => built.remove());

/** All others are left to `npm run test:long`. */
const nthHere = [2, 9];

describe.skipIf(needs('strace'))('a system call that fails', () => {
  it('is a typed failure, and what was acknowledged is there', async () => {
    verifies('durability.faults.io');
    const scripts = ['appends', 'blobs', 'changes'] as const;
    const faults = scripts.flatMap((script, at) =>
      families.flatMap(({ calls, error }, family) =>
        nthHere.map((nth, index): IoFault => {
          // Before the first of ours, Node opens its own files.
          const first = calls === 'openat' ? 25 : 0;
          return { script, durable: (at + family + index) % 2 === 0, calls, error, nth: first + nth };
        }),
      ),
    );
    const { runs, failed, died, violations, codes } = await runFaults(faults, built.program);
    const told = [...codes].map(([code, count]) => `${code} ${count}`).join(', ');
    console.log(
      `I/O faults: ${runs} runs, ${failed} with a typed failure (${told}), ${died} processes ended, ${violations.length} violations`,
    );
    expect(violations).toEqual([]);
    expect(failed).toBeGreaterThan(runs / 4);
    expect(died).toBeLessThan(runs / 4);
  }, 300_000);
});
