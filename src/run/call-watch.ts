import type { Clock } from '../base/clock.js';
import type { Call } from './call.js';
import type { RunDelta } from './event.js';

/** Keeps the time of running calls: their deadlines, and a sign of life every four seconds. It holds the process meanwhile. */
export interface CallWatch {
  start(call: Call, timeoutMs: number, onLate: () => void): WatchedCall;
}

export interface WatchedCall {
  /** Another deadline, from now. */
  extend(timeoutMs: number, onLate: () => void): void;
  stop(): void;
}

const heartbeatMs = 4000;
/** A timer set for longer would fire at once. */
const maxTimerMs = 2 ** 31 - 1;

export const createCallWatch = (clock: Clock, emit: (delta: RunDelta) => void): CallWatch => ({
  start({ id: callId, name }, timeoutMs, onLate) {
    const since = clock.monotonic();
    const beat = (): void => {
      beating = setTimeout(beat, heartbeatMs);
      emit({ type: 'call-heartbeat', callId, name, elapsedMs: Math.round(clock.monotonic() - since) });
    };
    let beating = setTimeout(beat, heartbeatMs);
    let deadline = setTimeout(onLate, Math.min(timeoutMs, maxTimerMs));
    return {
      extend(moreMs, then) {
        clearTimeout(deadline);
        deadline = setTimeout(then, moreMs);
      },
      stop() {
        clearTimeout(beating);
        clearTimeout(deadline);
      },
    };
  },
});
