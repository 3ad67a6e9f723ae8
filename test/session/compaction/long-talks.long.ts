import { expect, it } from 'vitest';
import { verifies } from '../../requirements.js';
import { checkTalk, compactionsOf, type Talk } from './check-talk.js';
import { badSummary, createRandom, longTalk } from './long-talk.js';

const seeds = Number(process.env['COMPACTION_SEEDS'] ?? 150);

it(
  'goes on with contexts of every size, with good and bad summaries',
  async () => {
    verifies('compaction.room.limit', 'compaction.summary.digest');
    const sums = { requests: 0, compactions: 0, refused: 0 };
    for (let seed = 100; seed < 100 + seeds; seed += 1) {
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
        throw new Error(`COMPACTION_SEEDS: seed ${seed}, limit ${limit}`, { cause: error });
      }
      await talk.session.close();
    }
    console.log(`${seeds} talks: ${sums.requests} requests, ${sums.compactions} compactions, ${sums.refused} refused`);
    expect(sums.compactions).toBeGreaterThan(seeds);
  },
  30 * 60_000,
);
