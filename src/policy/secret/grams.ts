/** Things by four bytes that they begin with. Several may have the same. */
export interface Grams<Item> {
  /** The things of four bytes; most of the time none. */
  of(gram: number): readonly Item[];
}

/** Four bytes as a number. */
export const gramOf = (bytes: Uint8Array, at: number): number =>
  ((bytes[at] ?? 0) << 24) | ((bytes[at + 1] ?? 0) << 16) | ((bytes[at + 2] ?? 0) << 8) | (bytes[at + 3] ?? 0);

export function createGrams<Item>(entries: readonly (readonly [number, Item])[]): Grams<Item> {
  const items = new Map<number, Item[]>();
  // A map answers slowly: this one says at once of nearly all that they are not in it.
  const maybe = new Uint8Array(slots);
  for (const [gram, item] of entries) {
    maybe[slotOf(gram)] = 1;
    const before = items.get(gram);
    if (before === undefined) items.set(gram, [item]);
    else before.push(item);
  }
  return { of: (gram) => (maybe[slotOf(gram)] === 1 ? (items.get(gram) ?? none) : none) };
}

const none: readonly never[] = [];
const slots = 65_536;

const slotOf = (gram: number): number => Math.imul(gram, 0x9e3779b1) >>> 16;

/** The same things by their first byte. */
export function byFirst<Item>(entries: readonly (readonly [number, Item])[]): readonly (readonly Item[])[] {
  const groups: Item[][] = Array.from({ length: 256 }, () => []);
  for (const [gram, item] of entries) {
    const group = groups[gram >>> 24];
    if (group?.at(-1) !== item) group?.push(item);
  }
  return groups;
}
