/** One cancel for a whole turn. Cheaper than an `AbortSignal` for each call: most calls never look at theirs. */
export interface Cancellation {
  readonly cancelled: boolean;
  readonly signal: AbortSignal;
  cancel(): void;
  /** Calls `listener` once, at once if it is cancelled already; answers how to take it back. */
  onCancel(listener: () => void): () => void;
}

export function createCancellation(): Cancellation {
  const controller = new AbortController();
  const listeners = new Set<() => void>();
  let cancelled = false;
  return {
    get cancelled() {
      return cancelled;
    },
    signal: controller.signal,
    cancel() {
      if (cancelled) return;
      cancelled = true;
      controller.abort();
      const told = [...listeners];
      listeners.clear();
      for (const listener of told) listener();
    },
    onCancel(listener) {
      if (cancelled) {
        listener();
        return () => {};
      }
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
