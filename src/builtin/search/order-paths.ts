/** The order of a walk through sorted folders: what is in `src` comes before what is in `src-old`. */
export function comparePaths(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let at = 0; at < length; at += 1) {
    const one = a.charCodeAt(at);
    const other = b.charCodeAt(at);
    if (one !== other) return one === slash ? -1 : other === slash ? 1 : one - other;
  }
  return a.length - b.length;
}

const slash = '/'.charCodeAt(0);

/** The first `count` in an order: what comes behind them is not sorted. */
export function firstOf<T>(items: readonly T[], count: number, compare: (a: T, b: T) => number): T[] {
  if (items.length <= count) return [...items].sort(compare);
  const kept: T[] = items.slice(0, count).sort(compare);
  for (let at = count; at < items.length; at += 1) {
    const item = items[at] as T;
    const last = kept[count - 1];
    if (last === undefined || compare(item, last) >= 0) continue;
    let low = 0;
    let high = count - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (compare(item, kept[middle] as T) < 0) high = middle;
      else low = middle + 1;
    }
    kept.splice(low, 0, item);
    kept.pop();
  }
  return kept;
}
