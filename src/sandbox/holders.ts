/** How many processes that run need each path. */
export interface Holders {
  has(path: string): boolean;
  add(path: string): void;
  /** Answers whether nobody needs it any more. */
  remove(path: string): boolean;
}

export function createHolders(): Holders {
  const counts = new Map<string, number>();
  return {
    has: (path) => counts.has(path),
    add: (path) => void counts.set(path, (counts.get(path) ?? 0) + 1),
    remove(path) {
      const left = (counts.get(path) ?? 1) - 1;
      if (left > 0) counts.set(path, left);
      else counts.delete(path);
      return left <= 0;
    },
  };
}
