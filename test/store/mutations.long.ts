import { expect, it } from 'vitest';
import { checkMutation, mutationsOf, nothingSeen, rowMutations, writeOriginals } from './mutations.js';
import { temporaryFolder } from './support.js';

it('answers nothing that was changed, for a night', async () => {
  const rows = await rowMutations(300_000, Date.now());
  const originals = await writeOriginals();
  const seen = nothingSeen();
  const folder = temporaryFolder();
  for (const mutation of mutationsOf(originals, { seed: Date.now(), cuts: 20_000, flips: 40_000, garbage: 1000 }))
    await checkMutation(mutation, originals, { seen, folder });
  console.log(`mutations: ${rows} of rows, ${JSON.stringify(seen)}`);
  expect(rows + seen.mutations).toBeGreaterThan(400_000);
});
