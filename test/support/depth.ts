import { createRandom } from './random.js';

/**
 * How much of an exhaustive or random test is run: `npm test` has a share of it, `npm run test:deep` all. A test file that
 * imports this is run by both.
 */
export const isDeep = process.env['TEST_DEPTH'] === 'deep';

const given = process.env['SEED'];

/** Where random choices begin: with the pinned seed in `npm test`, with a fresh one in `test:deep`; `SEED=17` is for one run. */
export const seedOf = (pinned = 1): number =>
  Number(given ?? (isDeep ? process.env['TEST_SEED'] : undefined) ?? pinned);

/** So many of them in `npm test`, other ones with every commit; all of them in `test:deep`. They keep their order. */
export function shareOf<Item>(all: readonly Item[], count: number): readonly Item[] {
  if (isDeep || count >= all.length) return all;
  const random = createRandom(Number(given ?? process.env['TEST_COMMIT'] ?? 1));
  const chosen = new Set<number>();
  while (chosen.size < count) chosen.add(random.below(all.length));
  return all.filter((_, at) => chosen.has(at));
}

/** Seeds in a row: other ones with every commit in `npm test`, with every run in `test:deep`; `SEED=17` tries one alone. */
export function seedsOf(count: { readonly test: number; readonly deep: number }): readonly number[] {
  if (given !== undefined) return [Number(given)];
  const first = Number(process.env[isDeep ? 'TEST_SEED' : 'TEST_COMMIT'] ?? 1);
  return Array.from({ length: timesOf(count) }, (_, at) => first + at);
}

/** How often something is done. */
export const timesOf = ({ test, deep }: { readonly test: number; readonly deep: number }): number =>
  isDeep ? deep : test;
