/** The candidate closest to a mistyped word, or undefined when none is near enough to be meant: within `most` slips. */
export function nearest(word: string, candidates: Iterable<string>, most?: number): string | undefined {
  const wanted = normal(word);
  let best: string | undefined;
  let bestDistance = (most ?? Math.max(1, Math.floor(wanted.length / 3))) + 1;
  for (const candidate of candidates) {
    const distance = editDistance(wanted, normal(candidate), bestDistance);
    if (distance >= bestDistance) continue;
    best = candidate;
    bestDistance = distance;
  }
  return best;
}

const normal = (word: string): string =>
  word
    .slice(0, 80)
    .toLowerCase()
    .replaceAll(/[-_\s]/g, '');

/** Insertions, deletions, substitutions and swapped neighbours, each counted as one; `limit` for all that is not less. */
export function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) >= limit) return limit;
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const substitution = (last[column - 1] ?? 0) + (a[row - 1] === b[column - 1] ? 0 : 1);
      const swapped = a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      const swap = swapped ? (beforeLast[column - 2] ?? 0) + 1 : limit;
      current.push(Math.min(substitution, swap, (last[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1));
    }
    beforeLast = last;
    last = current;
  }
  return last[b.length] ?? limit;
}
