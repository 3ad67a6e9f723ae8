/** Several sequences, each in order, as one. `isBefore` says which of two comes first; of equals, the earlier source. */
export async function* mergeOrdered<T>(
  sources: readonly (AsyncIterable<T> | Iterable<T>)[],
  isBefore: (a: T, b: T) => boolean,
): AsyncGenerator<T> {
  const iterators = sources.map((source) =>
    Symbol.asyncIterator in source ? source[Symbol.asyncIterator]() : source[Symbol.iterator](),
  );
  try {
    const heads = await Promise.all(iterators.map((iterator) => iterator.next()));
    for (;;) {
      let first = -1;
      for (const [at, head] of heads.entries()) {
        const best = heads[first];
        if (head.done !== true && (best === undefined || isBefore(head.value, best.value as T))) first = at;
      }
      const [head, iterator] = [heads[first], iterators[first]];
      if (head === undefined || iterator === undefined) return;
      yield head.value as T;
      heads[first] = await iterator.next();
    }
  } finally {
    for (const iterator of iterators) await iterator.return?.();
  }
}
