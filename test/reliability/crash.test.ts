import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifies } from '../requirements.js';
import { needs } from '../support/needs.js';
import { buildChildren, countHits } from './crash/crash-run.js';
import { atFaultPoints, atWrites } from './crash/deaths.js';
import { killAll, renderDeaths } from './crash/kill-all.js';

let built: Awaited<ReturnType<typeof buildChildren>>;
beforeAll(async () => {
  built = await buildChildren();
});
afterAll(() => built.remove());

/** The others of the first five are left to `npm run test:long`. */
const hitsHere = [1, 4];
const writesHere = Array.from({ length: 10 }, (_, at) => 7 + 75 * at);

describe.skipIf(needs('python3'))('a process killed', () => {
  it('at every fault point: nothing is lost and nothing is done twice', { timeout: 600_000 }, async () => {
    verifies('reliability.crash.fault-points', 'design.durability.kill-nine', 'design.durability.recover-once');
    verifies('design.durability.started-first', 'design.durability.recover-unknown', 'design.durability.files-whole');
    verifies('design.durability.blobs-first', 'design.policy.approval-bound');
    const children = built.folder;
    const points = await countHits({ children });
    const report = await killAll(atFaultPoints(points, hitsHere), { children });
    console.log(`crash: ${points.size} fault points, ${renderDeaths(report)}`);
    expect(report.violations).toEqual([]);
    expect(points.size).toBeGreaterThan(50);
    expect(report.missed).toBeLessThan(report.runs / 10);
  });

  it.skipIf(needs('strace'))('within the writes of SQLite: the same', { timeout: 300_000 }, async () => {
    verifies('reliability.crash.system-calls', 'design.durability.kill-nine');
    const report = await killAll(atWrites(writesHere), { children: built.folder });
    console.log(`crash: at writes of SQLite, ${renderDeaths(report)}`);
    expect(report.violations).toEqual([]);
    expect(report.missed).toBeLessThan(report.runs / 2);
  });
});
