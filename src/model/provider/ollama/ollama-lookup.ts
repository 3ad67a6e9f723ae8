export interface LookupOptions<Found> {
  look(signal: AbortSignal): Promise<Found>;
  /** For how long what was found counts. */
  keepMs(found: Found): number;
}

/**
 * Looks something up once for all who ask: those who ask meanwhile wait for the same answer. One who no longer waits
 * leaves at once; the look-up itself ends when nobody waits any more.
 */
export function createLookup<Found>({ look, keepMs }: LookupOptions<Found>) {
  let kept: { readonly found: Found; readonly until: number } | undefined;
  let running: Running<Found> | undefined;

  const start = (): Running<Found> => {
    const controller = new AbortController();
    const mine: Running<Found> = { controller, waiting: 0, found: look(controller.signal) };
    mine.found = mine.found
      .then((found) => {
        if (running === mine) kept = { found, until: performance.now() + keepMs(found) };
        return found;
      })
      .finally(() => {
        if (running === mine) running = undefined;
      });
    return mine;
  };

  return async (signal: AbortSignal): Promise<Found | 'cancelled'> => {
    if (signal.aborted) return 'cancelled';
    if (kept !== undefined && performance.now() < kept.until) return kept.found;
    running ??= start();
    const mine = running;
    mine.waiting += 1;
    const found = await unlessAborted(mine.found, signal);
    mine.waiting -= 1;
    if (found === 'cancelled' && mine.waiting === 0 && running === mine) {
      running = undefined;
      mine.controller.abort();
    }
    return found;
  };
}

interface Running<Found> {
  readonly controller: AbortController;
  waiting: number;
  found: Promise<Found>;
}

function unlessAborted<Found>(found: Promise<Found>, signal: AbortSignal): Promise<Found | 'cancelled'> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => resolve('cancelled');
    signal.addEventListener('abort', onAbort, { once: true });
    found.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}
