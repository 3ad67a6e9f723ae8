import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifies } from '../requirements.js';
import { shareOf } from '../support/depth.js';
import { needs } from '../support/needs.js';
import { buildChildren, check, countHits, newScene, runChild } from './crash/crash-run.js';
import { atFaultPoints, atWrites } from './crash/deaths.js';
import { type DeathReport, killAll, renderDeaths } from './crash/kill-all.js';
import { spoils } from './crash/spoil.js';

let built: Awaited<ReturnType<typeof buildChildren>>;
beforeAll(async () => {
  built = await buildChildren();
});
afterAll(() => built.remove());

const hits = [1, 2, 3, 4, 5];
const writes = Array.from({ length: 10 }, (_, at) => 7 + 75 * at);

describe.skipIf(needs('python3'))('a process killed at fault points of its own', () => {
  let points: ReadonlyMap<string, number>;
  let report: DeathReport;
  beforeAll(async () => {
    const children = built.folder;
    points = await countHits({ children });
    report = await killAll(shareOf(atFaultPoints(points, hits), 5), { children });
    console.log(`crash: ${points.size} fault points, ${renderDeaths(report)}`);
  }, 900_000);

  it('leaves nothing that a checker in another language could find fault with', () => {
    verifies('reliability.crash.fault-points');
    expect(report.violations).toEqual([]);
    expect(points.size).toBeGreaterThan(50);
    expect(report.missed).toBeLessThanOrEqual(report.runs / 10);
  });

  // By what the checker begins to tell of each with: see its messages.
  it.each([
    ['every acknowledged event', 'design.durability.kill-nine', /R1|chain/],
    ['one settlement a call', 'design.durability.recover-once', /R3|R4/],
    ['a start before each effect', 'design.durability.started-first', /R3.*effects/],
    ['unknown where a call had started', 'design.durability.recover-unknown', /R3.*unknown/],
    ['whole files', 'design.durability.files-whole', /R5/],
    ['every blob that an event names', 'design.durability.blobs-first', /blobs/],
    ['calls that only their own approval started', 'design.policy.approval-bound', /R6/],
  ] as const)('leaves %s', (_, id, broken) => {
    verifies(id);
    expect(report.violations.filter((violation) => broken.test(violation))).toEqual([]);
  });
});

describe.skipIf(needs('python3'))('the checker', () => {
  it('is not blind', async () => {
    verifies('reliability.crash.fault-points');
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
});

describe.skipIf(needs('python3') || needs('strace'))('a process killed within the writes of SQLite', () => {
  it('loses nothing and does nothing twice', { timeout: 300_000 }, async () => {
    verifies('reliability.crash.system-calls', 'design.durability.kill-nine');
    const report = await killAll(atWrites(shareOf(writes, 1)), { children: built.folder });
    console.log(`crash: at writes of SQLite, ${renderDeaths(report)}`);
    expect(report.violations).toEqual([]);
    expect(report.missed).toBeLessThanOrEqual(report.runs / 2);
  });
});
