import type { TurnEnd } from '../agent/event.js';
import { ToolwrightError } from '../base/error.js';
import type { SessionEvent } from '../session/event.js';
import type { ClientPort, SessionState, Told } from './client-port.js';

/** What one session tells from now on, for a face that has it before it. */
export interface SessionWatch {
  on(listener: (told: Told) => void): () => void;
  /** The end of a turn, once all that it told was handed on. Rejects where it broke. */
  turnEnd(turnId: string): Promise<TurnEnd>;
  close(): Promise<void>;
}

type Ended = Extract<SessionEvent, { type: 'turn-ended' | 'turn-lost' }>;

export function watchSession(port: ClientPort, { session, seq }: Pick<SessionState, 'session' | 'seq'>): SessionWatch {
  const listeners = new Set<(told: Told) => void>();
  const ends = new Map<string, Ended>();
  const waiting = new Map<string, { take(end: Ended): void; fail(error: unknown): void }>();
  const watching = port.watch([{ session, after: seq }]);

  const take = (told: Told): void => {
    for (const listener of [...listeners]) listener(told);
    if (!('event' in told)) return;
    const { event } = told;
    if (event.type !== 'turn-ended' && event.type !== 'turn-lost') return;
    const turnId = event.type === 'turn-lost' ? event.turnId : event.body.turnId;
    ends.set(turnId, event);
    waiting.get(turnId)?.take(event);
    waiting.delete(turnId);
  };
  const done = (async () => {
    for await (const told of watching) take(told);
    throw new ToolwrightError('session-closed', 'The session is not watched any more.');
  })().catch((error: unknown) => {
    for (const { fail } of waiting.values()) fail(error);
    waiting.clear();
  });

  return {
    on(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async turnEnd(turnId) {
      const known = ends.get(turnId);
      const end =
        known ?? (await new Promise<Ended>((resolve, reject) => waiting.set(turnId, { take: resolve, fail: reject })));
      ends.delete(turnId);
      if (end.type === 'turn-ended') return end.body;
      if (end.end !== undefined) return end.end;
      throw new Error(end.message);
    },
    async close() {
      await watching.return?.();
      await done;
    },
  };
}
