import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRandom } from '../support/random.js';
import { share, shareOf } from '../support/share.js';
import { buildChildren, countHits } from './crash/crash-run.js';
import { atFaultPoints, atMoments, atWrites } from './crash/deaths.js';
import { type Death, killAll, renderDeaths } from './crash/kill-all.js';

let built: Awaited<ReturnType<typeof buildChildren>>;
beforeAll(async () => {
  built = await buildChildren();
});
afterAll(() => built.remove());

const atOnce = 100;
/** The first five are those of `npm test`. */
const laterHits = Array.from({ length: 15 }, (_, at) => 6 + at);
const moments = share(5000);

/** Some at a time: what each left is kept until it was checked. */
async function killInParts(name: string, deaths: readonly Death[]): Promise<void> {
  for (let from = 0; from < deaths.length; from += atOnce) {
    const report = await killAll(deaths.slice(from, from + atOnce), { children: built.folder });
    console.log(`crash: ${name}, ${from} of ${deaths.length} and on, ${renderDeaths(report)}`);
    expect(report.violations).toEqual([]);
  }
}

describe('a process killed', () => {
  it('at later hits of every fault point', async () => {
    const deaths = atFaultPoints(await countHits({ children: built.folder }), laterHits);
    await killInParts('fault points', shareOf(deaths));
  });

  it('at every third write of SQLite', async () => {
    await killInParts('writes', atWrites(shareOf(Array.from({ length: 270 }, (_, at) => 1 + 3 * at))));
  });

  it('at any moment, and again at any moment of the next start', async () => {
    const seed = Number(process.env['SEED'] ?? Date.now() % 1e6);
    await killInParts(`SEED=${seed}`, atMoments(moments, createRandom(seed)));
  });
});
