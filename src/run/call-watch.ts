import type { Clock } from '../base/clock.js';
import type { Call } from './call.js';
import type { RunDelta } from './event.js';

/** Keeps the time of running calls: their deadlines, and a sign of life every four seconds. */
export interface CallWatch {
  start(call: Call, timeoutMs: number, onLate: () => void): WatchedCall;
}

export interface WatchedCall {
  /** Another deadline, from now. */
  extend(timeoutMs: number, onLate: () => void): void;
  stop(): void;
}

interface Entry {
  readonly call: Call;
  readonly since: number;
  deadline: number;
  onLate: () => void;
}

const heartbeatMs = 4000;

/**
 * One timer serves all calls: it is set for the earliest moment anything is due and left standing when a call ends
 * before, so that a call that ends at once costs no timer at all. It holds the process only while a call runs.
 */
export function createCallWatch(clock: Clock, emit: (delta: RunDelta) => void): CallWatch {
  const running = new Set<Entry>();
  let timer: NodeJS.Timeout | undefined;
  let dueAt = Number.POSITIVE_INFINITY;
  let nextBeat = 0;

  const arm = (at: number): void => {
    if (timer !== undefined && dueAt <= at) return;
    clearTimeout(timer);
    dueAt = at;
    timer = setTimeout(tick, Math.max(0, at - clock.monotonic()));
  };

  const tick = (): void => {
    timer = undefined;
    const now = clock.monotonic();
    if (now >= nextBeat) {
      nextBeat = now + heartbeatMs;
      for (const { call, since } of running) {
        if (now - since < heartbeatMs) continue;
        emit({ type: 'call-heartbeat', callId: call.id, name: call.name, elapsedMs: Math.round(now - since) });
      }
    }
    for (const entry of [...running]) {
      if (entry.deadline > now) continue;
      entry.deadline = Number.POSITIVE_INFINITY;
      entry.onLate();
    }
    const due = [...running].map(({ deadline }) => deadline);
    if (due.length > 0) arm(Math.min(nextBeat, ...due));
  };

  return {
    start(call, timeoutMs, onLate) {
      const since = clock.monotonic();
      const entry: Entry = { call, since, deadline: since + timeoutMs, onLate };
      if (running.size === 0) {
        if (nextBeat < since) nextBeat = since + heartbeatMs;
        timer?.ref();
      }
      running.add(entry);
      arm(Math.min(entry.deadline, nextBeat));
      return {
        extend(moreMs, then) {
          entry.deadline = clock.monotonic() + moreMs;
          entry.onLate = then;
          arm(entry.deadline);
        },
        stop() {
          running.delete(entry);
          if (running.size === 0) timer?.unref();
        },
      };
    },
  };
}
