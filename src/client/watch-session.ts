import type { TurnEnd } from '../agent/event.js';
import { ToolwrightError } from '../base/error.js';
import type { Settlement } from '../run/event.js';
import type { SessionEvent } from '../session/event.js';
import type { ClientPort, SessionState, StartedCall, Told } from './client-port.js';

/** What one session tells from now on, for a face that has it before it. */
export interface SessionWatch {
  on(listener: (told: Told) => void): () => void;
  /** The end of a turn, once all that it told was handed on. Rejects where it broke. */
  turnEnd(turnId: string): Promise<TurnEnd>;
  /** The end of a call that was started through the port: without a settlement, the end of its turn says why. */
  callEnd(call: StartedCall): Promise<CallEnd>;
  close(): Promise<void>;
}

export interface CallEnd {
  readonly end: TurnEnd;
  readonly settlement: Settlement | undefined;
}

interface Ended {
  readonly event: Extract<SessionEvent, { type: 'turn-ended' | 'turn-lost' }>;
  /** The call of a turn that was started by one. */
  readonly settlement: Settlement | undefined;
}

/** Ends that nobody has asked for yet; of older ones nobody will. */
const maxKept = 100;

interface WatchOptions {
  /** Told what a listener throws; without it the watch ends with that. */
  onThrown?(error: unknown): void;
}

export function watchSession(
  port: ClientPort,
  { session, seq }: Pick<SessionState, 'session' | 'seq'>,
  { onThrown = rethrow }: WatchOptions = {},
): SessionWatch {
  const listeners = new Set<(told: Told) => void>();
  const ends = new Map<string, Ended>();
  const waiting = new Map<string, { take(end: Ended): void; fail(error: unknown): void }>();
  const watching = port.watch([{ session, after: seq }]);
  let failure: { readonly error: unknown } | undefined;
  let isCalled = false;
  let settlement: Settlement | undefined;

  const take = (told: Told): void => {
    for (const listener of [...listeners]) {
      try {
        listener(told);
      } catch (error) {
        onThrown(error);
      }
    }
    if (!('event' in told)) return;
    const { event } = told;
    if (event.type === 'turn-started') {
      isCalled = event.body.caller !== undefined;
      settlement = undefined;
    }
    // Steps settle before the call that makes them.
    if (event.type === 'call-settled' && isCalled) settlement = event.body;
    if (event.type !== 'turn-ended' && event.type !== 'turn-lost') return;
    const turnId = event.type === 'turn-lost' ? event.turnId : event.body.turnId;
    const ended = { event, settlement };
    const asked = waiting.get(turnId);
    waiting.delete(turnId);
    if (asked === undefined) keep(turnId, ended);
    else asked.take(ended);
  };
  const keep = (turnId: string, ended: Ended): void => {
    ends.set(turnId, ended);
    const [oldest] = ends.keys();
    if (ends.size > maxKept && oldest !== undefined) ends.delete(oldest);
  };
  const done = (async () => {
    for await (const told of watching) take(told);
    throw new ToolwrightError('session-closed', 'The session is not watched any more.');
  })().catch((error: unknown) => {
    failure = { error };
    for (const { fail } of waiting.values()) fail(error);
    waiting.clear();
  });
  const endOf = async (turnId: string): Promise<Ended> => {
    const known = ends.get(turnId);
    ends.delete(turnId);
    if (known !== undefined) return known;
    if (failure !== undefined) throw failure.error;
    return new Promise<Ended>((resolve, reject) => waiting.set(turnId, { take: resolve, fail: reject }));
  };

  return {
    on(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    turnEnd: async (turnId) => turnEndOf(await endOf(turnId)),
    async callEnd({ turnId, callId }) {
      const ended = await endOf(turnId);
      const isMeant = ended.settlement?.callId === callId;
      return { end: turnEndOf(ended), settlement: isMeant ? ended.settlement : undefined };
    },
    async close() {
      await watching.return?.();
      await done;
    },
  };
}

function rethrow(error: unknown): void {
  throw error;
}

function turnEndOf({ event }: Ended): TurnEnd {
  if (event.type === 'turn-ended') return event.body;
  if (event.end !== undefined) return event.end;
  throw new Error(event.message);
}
