/** In a pattern: any run of items, also of none. */
export const many: unique symbol = Symbol('many');

/**
 * Whether the pieces of a pattern take all items, in their order: one item each, but for `many`. Goes back to the last `many`
 * only, as those before it need not take more than they have: so it takes at most the product of both lengths.
 */
export function takesAll<One, Item>(
  pieces: readonly (One | typeof many)[],
  items: ArrayLike<Item>,
  takes: (one: One, item: Item) => boolean,
): boolean {
  let piece = 0;
  let at = 0;
  let floating = -1;
  let from = 0;
  while (at < items.length) {
    const wanted = pieces[piece];
    if (wanted === many) {
      floating = piece;
      from = at;
      piece += 1;
    } else if (piece < pieces.length && takes(wanted as One, items[at] as Item)) {
      piece += 1;
      at += 1;
    } else if (floating === -1) return false;
    else {
      piece = floating + 1;
      from += 1;
      at = from;
    }
  }
  while (pieces[piece] === many) piece += 1;
  return piece === pieces.length;
}
