import { expect, it } from 'vitest';
import { share } from '../support/share.js';
import { checkMutation, mutationsOf, nothingSeen, rowMutations, writeOriginals } from './mutations.js';
import { temporaryFolder } from './support.js';

it('answers nothing that was changed, for a night', async () => {
  const seed = Number(process.env['SEED'] ?? Date.now() % 1e6);
  console.log(`mutations: SEED=${seed}`);
  const rows = await rowMutations(share(300_000), seed);
  const originals = await writeOriginals();
  const seen = nothingSeen();
  const folder = temporaryFolder();
  const wanted = { seed, cuts: share(20_000), flips: share(40_000), garbage: share(1000) };
  for (const mutation of mutationsOf(originals, wanted)) await checkMutation(mutation, originals, { seen, folder });
  console.log(`mutations: ${rows} of rows, ${JSON.stringify(seen)}`);
  expect(rows + seen.mutations).toBeGreaterThan(share(400_000));
});
