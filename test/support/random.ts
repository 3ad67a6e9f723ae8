/** Choices that are the same for the same seed. */
export interface Random {
  /** At least 0, below 1. */
  next(): number;
  below(limit: number): number;
  chance(share: number): boolean;
  pick<Item>(list: readonly Item[]): Item;
  /** Between `least` and `most` of what `make` makes. */
  many<Item>(least: number, most: number, make: () => Item): readonly Item[];
}

/** Mulberry32. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  return {
    next,
    below,
    chance: (share) => next() < share,
    pick: (list) => list[below(list.length)] as (typeof list)[number],
    many: (least, most, make) => Array.from({ length: least + below(most - least + 1) }, make),
  };
}
