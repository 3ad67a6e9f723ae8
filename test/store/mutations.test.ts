import { expect, it } from 'vitest';
import { verifies } from '../requirements.js';
import { isDeep, seedOf, timesOf } from '../support/depth.js';
import { checkMutation, mutationsOf, nothingSeen, rowMutations, writeOriginals } from './mutations.js';
import { temporaryFolder } from './support.js';

const ofBytes = isDeep ? { cuts: 250, flips: 350, garbage: 20 } : { cuts: 60, flips: 85, garbage: 20 };

it('answers nothing that was changed, keeps what is before it, and fails in words, whatever becomes of its bytes', async () => {
  verifies('durability.damage.mutations', 'core.store.tamper', 'design.durability.prefix-kept');
  const started = performance.now();
  const rows = await rowMutations(timesOf({ test: 900, deep: 3700 }), seedOf(7));
  const originals = await writeOriginals();
  const seen = nothingSeen();
  const folder = temporaryFolder();
  for (const mutation of mutationsOf(originals, { seed: seedOf(20), ...ofBytes }))
    await checkMutation(mutation, originals, { seen, folder });
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(
    `mutations: ${rows} of rows, ${seen.mutations} of bytes: ${seen.refused} files refused, ${seen.broken} streams found damaged, ${seen.whole} whole; 0 violations, ${seconds} s`,
  );
  expect(rows + seen.mutations).toBeGreaterThan(timesOf({ test: 1200, deep: 5000 }));
  expect(seen.refused).toBeGreaterThan(timesOf({ test: 5, deep: 20 }));
  expect(seen.broken).toBeGreaterThan(timesOf({ test: 12, deep: 50 }));
  expect(seen.whole).toBeGreaterThan(timesOf({ test: 250, deep: 1000 }));
}, 240_000);
