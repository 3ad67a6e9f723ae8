import { expect, it } from 'vitest';
import { verifies } from '../requirements.js';
import { checkMutation, mutationsOf, nothingSeen, rowMutations, writeOriginals } from './mutations.js';
import { temporaryFolder } from './support.js';

it('answers nothing that was changed, keeps what is before it, and fails in words, whatever becomes of its bytes', async () => {
  verifies('durability.damage.mutations', 'core.store.tamper', 'design.durability.prefix-kept');
  const started = performance.now();
  const rows = await rowMutations(3700, 7);
  const originals = await writeOriginals();
  const seen = nothingSeen();
  const folder = temporaryFolder();
  for (const mutation of mutationsOf(originals, { seed: 20, cuts: 250, flips: 350, garbage: 20 }))
    await checkMutation(mutation, originals, { seen, folder });
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(
    `mutations: ${rows} of rows, ${seen.mutations} of bytes: ${seen.refused} files refused, ${seen.broken} streams found damaged, ${seen.whole} whole; 0 violations, ${seconds} s`,
  );
  expect(rows + seen.mutations).toBeGreaterThan(5000);
  expect(seen.refused).toBeGreaterThan(20);
  expect(seen.broken).toBeGreaterThan(50);
  expect(seen.whole).toBeGreaterThan(1000);
}, 240_000);
