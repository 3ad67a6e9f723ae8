import { expect, it } from 'vitest';
import { verifies } from '../../requirements.js';
import { share } from '../../support/share.js';
import { checkTalk, compactionsOf, type Talk } from './check-talk.js';
import { badSummary, createRandom, longTalk } from './long-talk.js';

/** A seed that failed is tried alone. */
const given = process.env['SEED'];
const seeds = given === undefined ? Array.from({ length: share(150) }, (_, at) => 100 + at) : [Number(given)];

it('goes on with contexts of every size, with good and bad summaries', async () => {
  verifies('compaction.room.limit', 'compaction.summary.digest');
  const sums = { requests: 0, compactions: 0, refused: 0 };
  for (const seed of seeds) {
    const random = createRandom(seed);
    const limit = 6000 + random(26_000);
    const bad = random(2) === 0;
    const rounds = 15 + random(30);
    const talk: Talk = await longTalk({
      seed,
      limit,
      turns: 2 + random(4),
      rounds,
      builtins: limit > 8000 && random(2) === 0,
      ...(bad && { summary: () => badSummary(random) }),
    });
    sums.requests += talk.model.seen.length;
    sums.compactions += compactionsOf(talk).length;
    sums.refused += talk.model.refused.length;
    try {
      checkTalk(talk, rounds);
    } catch (error) {
      throw new Error(`SEED=${seed} npm run test:long -- long-talks (a context of ${limit})`, { cause: error });
    }
    await talk.session.close();
  }
  console.log(
    `${seeds.length} talks: ${sums.requests} requests, ${sums.compactions} compactions, ${sums.refused} refused`,
  );
  if (given === undefined) expect(sums.compactions).toBeGreaterThan(seeds.length);
});
