/** Counts how many processes that run need each path. */
export function createHolders() {
  const counts = new Map<string, number>();
  return {
    has: (path: string): boolean => counts.has(path),
    add: (path: string): void => void counts.set(path, (counts.get(path) ?? 0) + 1),
    /** Answers whether nobody needs it any more. */
    remove(path: string): boolean {
      const left = (counts.get(path) ?? 1) - 1;
      if (left > 0) counts.set(path, left);
      else counts.delete(path);
      return left <= 0;
    },
  };
}
