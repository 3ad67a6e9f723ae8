import { expect, it } from 'vitest';
import { verifies } from '../requirements.js';
import { timesOf } from '../support/depth.js';
import { runBesideBadNeighbours } from './load/bad-neighbours.js';
import { runManySessions } from './load/many-sessions.js';
import { soak } from './load/soak.js';

it('many sessions in one process: no event is lost, doubled or told to another', { timeout: 300_000 }, async () => {
  verifies('reliability.many.sessions');
  const report = await runManySessions({ sessions: timesOf({ test: 20, deep: 200 }), turns: 20 });
  const { sessions, turns, events, cancelled, problems, p99Ms, slowestMs, before, after } = report;
  console.log(
    `many: ${sessions} sessions x ${turns} turns, ${events} events told, ${cancelled} turns cancelled, ${problems.length} violations, p99 latency ${p99Ms.toFixed(1)} ms, slowest ${slowestMs.toFixed(1)} ms, heap ${before.heapMb.toFixed(0)} -> ${after.heapMb.toFixed(0)} MB, descriptors ${before.descriptors} -> ${after.descriptors}`,
  );
  expect(problems.slice(0, 10)).toEqual([]);
  expect(cancelled).toBeGreaterThan(sessions / 20);
  expect(Math.abs(after.descriptors - before.descriptors)).toBeLessThanOrEqual(10);
  expect(after.heapMb - before.heapMb).toBeLessThan(60);
});

it('a session that floods or hangs, and whose events nobody reads, does not hold up the others', async () => {
  verifies('reliability.many.isolated');
  const { ends, floodedMb, early, late, p99Ms } = await runBesideBadNeighbours();
  console.log(
    `neighbours: ${ends.length} turns beside ${late.length} bad sessions, ${floodedMb} MB printed meanwhile, p99 latency ${p99Ms.toFixed(1)} ms`,
  );
  expect(new Set(ends)).toEqual(new Set(['answered']));
  expect(floodedMb).toBeGreaterThan(1);
  // They went on all the while.
  expect([early, late]).toEqual([[], ['cancelled', 'cancelled', 'cancelled']]);
});

it('what fails now and then leaves nothing behind', { timeout: 120_000 }, async () => {
  verifies('reliability.soak.flat');
  const { sessions, turns, failed, warm, end } = await soak(timesOf({ test: 2_000, deep: 16_000 }));
  console.log(
    `soak: ${sessions} sessions, ${turns} turns, ${failed} failed, heap ${warm.heapMb.toFixed(1)} -> ${end.heapMb.toFixed(1)} MB, descriptors ${warm.descriptors} -> ${end.descriptors}, files ${warm.files} -> ${end.files}`,
  );
  expect(failed).toBeGreaterThan(0);
  expect(failed).toBeLessThan(turns / 2);
  expect(end.heapMb - warm.heapMb).toBeLessThan(15);
  expect(Math.abs(end.descriptors - warm.descriptors)).toBeLessThanOrEqual(5);
  expect(end.files).toBeLessThanOrEqual(warm.files + 5);
});
