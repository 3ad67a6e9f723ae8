/** Something that is kept for a client between its requests. */
export interface Kept {
  close(): Promise<void>;
}

/** The clients of a server by their keys: so many at most, and none for longer than it is used. */
export interface SessionTable<Entry extends Kept> {
  get(key: string): Entry | undefined;
  /** False when there is no room. */
  add(key: string, entry: Entry): boolean;
  readonly full: boolean;
  /** Keeps an entry from being closed as unused, until what is answered is called. */
  use(key: string): () => void;
  remove(key: string): Promise<void>;
  close(): Promise<void>;
}

export interface TableOptions {
  readonly max: number;
  /** How long one is kept that nobody uses. */
  readonly idleMs: number;
}

export function createSessionTable<Entry extends Kept>({ max, idleMs }: TableOptions): SessionTable<Entry> {
  const rows = new Map<string, { readonly entry: Entry; uses: number; timer: NodeJS.Timeout | undefined }>();

  const remove = async (key: string): Promise<void> => {
    const row = rows.get(key);
    if (row === undefined) return;
    rows.delete(key);
    clearTimeout(row.timer);
    await row.entry.close().catch(() => {});
  };
  const rest = (key: string): void => {
    const row = rows.get(key);
    if (row === undefined || row.uses > 0) return;
    clearTimeout(row.timer);
    row.timer = setTimeout(() => void remove(key), idleMs).unref();
  };

  return {
    get: (key) => rows.get(key)?.entry,
    add(key, entry) {
      if (rows.size >= max) return false;
      rows.set(key, { entry, uses: 0, timer: undefined });
      rest(key);
      return true;
    },
    get full() {
      return rows.size >= max;
    },
    use(key) {
      const row = rows.get(key);
      if (row === undefined) return () => {};
      row.uses += 1;
      clearTimeout(row.timer);
      return () => {
        row.uses -= 1;
        if (rows.get(key) === row) rest(key);
      };
    },
    remove,
    async close() {
      await Promise.all([...rows.keys()].map(remove));
    },
  };
}
