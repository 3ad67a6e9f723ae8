import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifies } from '../../requirements.js';
import { isDeep, shareOf } from '../../support/depth.js';
import { needs } from '../../support/needs.js';
import { failCalls } from './io-fault-batch.js';
import { buildStressChild } from './run-stress.js';

let built: Awaited<ReturnType<typeof buildStressChild>>;
beforeAll(async () => {
  built = await buildStressChild();
});
afterAll(() => built.remove());

describe.skipIf(needs('strace'))('a system call that fails', () => {
  const scripts = [
    ['appends', true],
    ['blobs', false],
    ['changes', true],
  ] as const;
  it.each(shareOf(scripts, 1))(
    'of %s is a typed failure, and what was acknowledged is there',
    async (script, durable) => {
      verifies('durability.faults.io');
      const from = performance.now();
      const { calls, failed, runs, processes, died, violations, codes } = await failCalls(
        { script, durable, of: isDeep ? 4 : 24 },
        built.program,
      );
      const told = [...codes].map(([code, count]) => `${code} ${count}`).join(', ');
      console.log(
        `I/O faults of ${script}: ${failed} of ${calls} calls failed once, in ${runs} runs of ${processes} processes (${told}), ${died} of which ended, ${violations.length} violations, ${Math.round(performance.now() - from)} ms`,
      );
      expect(violations).toEqual([]);
      // The one at which a process ended may not be met again.
      expect(failed).toBeGreaterThan(0.9 * calls);
    },
    300_000,
  );
});
