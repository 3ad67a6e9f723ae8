import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifies } from '../requirements.js';
import { needs } from '../support/needs.js';
import { buildChildren, check, countHits, newScene, runChild } from './crash/crash-run.js';
import { atFaultPoints, atWrites } from './crash/deaths.js';
import { killAll, renderDeaths } from './crash/kill-all.js';
import { spoils } from './crash/spoil.js';

let built: Awaited<ReturnType<typeof buildChildren>>;
beforeAll(async () => {
  built = await buildChildren();
});
afterAll(() => built.remove());

const hitsHere = [1, 2, 3, 4, 5];
const writesHere = Array.from({ length: 10 }, (_, at) => 7 + 75 * at);

describe.skipIf(needs('python3'))('a process killed', () => {
  it('at every fault point: nothing is lost and nothing is done twice', { timeout: 900_000 }, async () => {
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

  it('and what finds that out is not blind', async () => {
    const whole = newScene();
    expect((await runChild({ folder: whole }, { children: built.folder })).end).toBe('0');
    const folders = spoils.map(([, spoil]) => {
      const folder = mkdtempSync(join(tmpdir(), 'toolwright-spoilt-'));
      cpSync(whole, folder, { recursive: true });
      spoil(folder);
      return folder;
    });
    const [sound, ...found] = await check('ended', [whole, ...folders]);
    for (const folder of [whole, ...folders]) rmSync(folder, { recursive: true, force: true });
    expect(sound?.violations).toEqual([]);
    const missed = spoils.filter(([tells], at) => found[at]?.violations.every((one) => !tells.test(one)) ?? true);
    expect(missed.map(([tells]) => tells)).toEqual([]);
  });

  it.skipIf(needs('strace'))('within the writes of SQLite: the same', { timeout: 300_000 }, async () => {
    verifies('reliability.crash.system-calls', 'design.durability.kill-nine');
    const report = await killAll(atWrites(writesHere), { children: built.folder });
    console.log(`crash: at writes of SQLite, ${renderDeaths(report)}`);
    expect(report.violations).toEqual([]);
    expect(report.missed).toBeLessThan(report.runs / 2);
  });
});
