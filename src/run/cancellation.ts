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
  const stopWith = (why: Stop): void => {
    turn.stop = why;
    turn.paused = why === 'paused';
    turn.cancelled = why === 'cancelled';
    controller.abort();
    atStop.tell();
    if (turn.cancelled || pauseEnds) atCancel.tell();
  };
  const turn: { -readonly [Key in keyof Cancellation]: Cancellation[Key] } = {
    stop: undefined,
    paused: false,
    cancelled: false,
    pausedBy: undefined,
    signal: controller.signal,
    pause(origin) {
      if (turn.stop !== undefined) return;
      turn.pausedBy = origin;
      stopWith('paused');
    },
    cancel() {
      if (!turn.cancelled) stopWith('cancelled');
    },
    onStop: (listener) => atStop.add(listener, turn.stop !== undefined),
    onCancel: (listener) => atCancel.add(listener, turn.cancelled || (pauseEnds && turn.paused)),
  };
  return turn;
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
