import type { StoreWaitOptions } from './store-wait.js';

/** How long a write may take once its turn was told to stop: a stop is honoured within 200 ms. */
const graceMs = 120;

/**
 * Ends the waiting of a stopped turn for a write that another process, or the disk, holds up. The write goes on. `giveUp`
 * answers whoever waits that it is not written yet; false when nothing is being written.
 */
export function createStopWriteGrace(turn: StoreWaitOptions['turn'], giveUp: () => boolean) {
  let watched: ReturnType<typeof turn>;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let gaveUp = false;
  const start = (): void => {
    timer ??= setTimeout(() => {
      gaveUp = giveUp();
      if (!gaveUp) timer = undefined;
    }, graceMs).unref();
  };
  return {
    /** Somebody awaits a write. */
    awaited(): void {
      const running = turn();
      if (running === undefined) return;
      if (running.stop !== undefined) {
        if (gaveUp) giveUp();
        else start();
      } else if (running !== watched) {
        watched = running;
        running.onStop(start);
      }
    },
    /** Nothing is being written any more. */
    over(): void {
      if (timer === undefined) return;
      clearTimeout(timer);
      timer = undefined;
      gaveUp = false;
    },
  };
}
