import { defer } from '../base/defer.js';

/** Where calls of the order `ticked` wait for their host. */
export interface TickGate {
  /** Lets the call that waits start; false when none does. */
  tick(): boolean;
  /** Waits for the next tick, or until `release` is called. */
  wait(): { readonly ticked: Promise<void>; release(): void };
}

export function createTickGate(): TickGate {
  let waiting: (() => void) | undefined;
  return {
    tick() {
      if (waiting === undefined) return false;
      waiting();
      return true;
    },
    wait() {
      const { promise: ticked, resolve } = defer();
      const release = (): void => {
        if (waiting === release) waiting = undefined;
        resolve();
      };
      waiting = release;
      return { ticked, release };
    },
  };
}
