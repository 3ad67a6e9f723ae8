import type { AnswerOrigin } from './question.js';

/** How a turn was told to stop. A pause may become a cancel, never the other way. */
export type Stop = 'paused' | 'cancelled';

/**
 * One way to stop a whole turn. Both stops keep anything new from starting; a pause lets the calls that run go on to their
 * end and leaves the others open, a cancel ends them all. Cheaper than an `AbortSignal` for each call: most never look at
 * theirs.
 */
export interface Cancellation {
  /** Undefined while the turn goes on. */
  readonly stop: Stop | undefined;
  readonly paused: boolean;
  readonly cancelled: boolean;
  /** Who paused it, also when it was cancelled since. */
  readonly pausedBy: AnswerOrigin | undefined;
  /** Aborted by either stop: for what may be asked for again, a model request above all. */
  readonly signal: AbortSignal;
  pause(origin: AnswerOrigin): void;
  cancel(): void;
  /** Calls `listener` once, at the first stop, at once if that was already; answers how to take it back. */
  onStop(listener: () => void): () => void;
  /** The same for a cancel alone: for what a pause lets go on. */
  onCancel(listener: () => void): () => void;
}

/** With `pauseEnds` a pause, too, ends the calls that run; those that have not started stay open. */
export function createCancellation({ pauseEnds = false } = {}): Cancellation {
  const controller = new AbortController();
  const atStop = createListeners();
  const atCancel = createListeners();
  let stop: Stop | undefined;
  let pausedBy: AnswerOrigin | undefined;
  const stopWith = (why: Stop): void => {
    stop = why;
    controller.abort();
    atStop.tell();
  };
  return {
    get stop() {
      return stop;
    },
    get paused() {
      return stop === 'paused';
    },
    get cancelled() {
      return stop === 'cancelled';
    },
    get pausedBy() {
      return pausedBy;
    },
    signal: controller.signal,
    pause(origin) {
      if (stop !== undefined) return;
      pausedBy = origin;
      stopWith('paused');
      if (pauseEnds) atCancel.tell();
    },
    cancel() {
      if (stop === 'cancelled') return;
      stopWith('cancelled');
      atCancel.tell();
    },
    onStop: (listener) => atStop.add(listener, stop !== undefined),
    onCancel: (listener) => atCancel.add(listener, stop === 'cancelled' || (pauseEnds && stop === 'paused')),
  };
}

function createListeners() {
  const listeners = new Set<() => void>();
  return {
    tell(): void {
      const told = [...listeners];
      listeners.clear();
      for (const listener of told) listener();
    },
    add(listener: () => void, now: boolean): () => void {
      if (now) {
        listener();
        return nothing;
      }
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

const nothing = (): void => {};
