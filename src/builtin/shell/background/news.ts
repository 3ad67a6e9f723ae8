/** Wakes those who wait for something new. */
export interface News {
  tell(): void;
  /** Resolves at the next news, when the signal comes, or after so long. */
  within(ms: number, signal: AbortSignal): Promise<void>;
}

export function createNews(): News {
  const waiting = new Set<() => void>();
  return {
    tell() {
      for (const wake of [...waiting]) wake();
    },
    within: (ms, signal) =>
      new Promise((resolve) => {
        const wake = (): void => {
          clearTimeout(timer);
          waiting.delete(wake);
          signal.removeEventListener('abort', wake);
          resolve();
        };
        const timer = setTimeout(wake, ms);
        waiting.add(wake);
        signal.addEventListener('abort', wake, { once: true });
        if (signal.aborted) wake();
      }),
  };
}
