import { expect, it } from 'vitest';
import { share } from '../support/share.js';
import { runManySessions } from './load/many-sessions.js';
import { soak } from './load/soak.js';

const hour = 3_600_000;

it('1,000 sessions in one process', async () => {
  const report = await runManySessions({ sessions: share(1000), turns: 20 });
  console.log(`many: ${JSON.stringify({ ...report, problems: report.problems.length })}`);
  expect(report.problems.slice(0, 10)).toEqual([]);
  expect(Math.abs(report.after.descriptors - report.before.descriptors)).toBeLessThanOrEqual(10);
});

it('two hours of sessions that fail now and then', async () => {
  const report = await soak(share(2 * hour));
  console.log(`soak: ${JSON.stringify(report)}`);
  expect(report.end.heapMb - report.warm.heapMb).toBeLessThan(15);
  expect(Math.abs(report.end.descriptors - report.warm.descriptors)).toBeLessThanOrEqual(5);
  expect(report.end.files).toBeLessThanOrEqual(report.warm.files + 5);
});
