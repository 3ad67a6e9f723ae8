import type { Cancellation } from '../../run/cancellation.js';
import type { NewEvent } from '../../store/store.js';
import type { SessionRecord } from '../event.js';
import { callIdOf, kindOf, type RecordedTurn } from './recorded-turn.js';

/**
 * Leads a turn along its record: what was done from outside is done when the record comes to it, and what has an end waits
 * until its end is due. Where something else comes out than was recorded, everything is let go.
 */
export type Conductor = ReturnType<typeof createConductor>;

export interface ConductorOptions {
  readonly turn: RecordedTurn;
  readonly cancellation: Cancellation;
  /** Does what was done from outside. */
  act(event: SessionRecord): void;
}

const quietMs = 10;
const maxQuiet = 30;

export function createConductor({ turn, cancellation, act }: ConductorOptions) {
  const steps = turn.events.filter((event, at) => ['compared', 'given'].includes(kindOf(event, at)));
  const given = new Set(turn.events.filter((event, at) => kindOf(event, at) === 'given'));
  const ofCalls = placesByCall(steps);
  const cancelAt = cancelPoint(turn, steps);
  const events: NewEvent[] = [];
  const ids = new Map<string, string>();
  const waiting = new Map<string, () => void>();
  const running = new Set<string>();
  const inside = new Set<string>();
  const begun = new Set<string>();
  let cursor = 0;
  let at = turn.events[0]?.at ?? 0;
  let free = false;
  let dead = false;
  let finish: (why: 'killed' | 'stuck') => void = () => {};
  const over = new Promise<'killed' | 'stuck'>((resolve) => {
    finish = resolve;
  });

  const recordedId = (callId: string): string => ids.get(callId) ?? callId;
  const restOf = (id: string): readonly SessionRecord[] =>
    (ofCalls.get(id) ?? []).flatMap((place) => (place < cursor ? [] : (steps[place] ?? [])));

  const letGo = (): void => {
    free = true;
    for (const release of waiting.values()) release();
    waiting.clear();
  };
  /** Up to what has to come out by itself. */
  const lead = (): void => {
    for (let step = steps[cursor]; step !== undefined; step = steps[cursor]) {
      if (step.type === 'turn-paused' && cancellation.stop === undefined) {
        cancellation.pause(step.body.origin);
        return;
      }
      if (!given.has(step)) break;
      cursor += 1;
      act(step);
    }
    cancelWhenDue();
    const id = callIdOf(steps[cursor] ?? { body: null });
    if (id !== undefined) {
      waiting.get(id)?.();
      waiting.delete(id);
    }
    if (cursor < steps.length || turn.end !== undefined) return;
    dead = true;
    finish('killed');
  };
  /** Once every tool that was started by then runs: only what runs can be cancelled. */
  const cancelWhenDue = (): void => {
    if (cursor === cancelAt && [...running].every((id) => inside.has(id))) cancellation.cancel();
  };
  const follow = (event: NewEvent): void => {
    const step = steps[cursor];
    if (free) return;
    const id = callIdOf(event);
    if (event.type === 'call-admitted' && step?.type === 'call-admitted' && id !== undefined)
      ids.set(id, step.body.callId);
    const callId = id === undefined ? undefined : recordedId(id);
    if (step?.type !== event.type || callIdOf(step) !== callId) {
      letGo();
      if (turn.end?.reason === 'cancelled') cancellation.cancel();
      return;
    }
    at = step.at;
    cursor += 1;
    if (callId !== undefined && event.type !== 'call-admitted') begun.add(callId);
    if (callId !== undefined && event.type === 'call-started') running.add(callId);
    if (callId !== undefined && (event.type === 'call-settled' || event.type === 'call-stopped')) {
      running.delete(callId);
      inside.delete(callId);
    }
    lead();
  };

  let quiet = 0;
  let seen = 0;
  /** Nothing here waits for the outside: what does not move for a while never will. */
  const watch = setInterval(() => {
    quiet = events.length === seen ? quiet + 1 : 0;
    seen = events.length;
    if (quiet === maxQuiet) {
      letGo();
      if (turn.end?.reason === 'cancelled') cancellation.cancel();
    }
    if (quiet === 2 * maxQuiet) finish('stuck');
  }, quietMs);

  return {
    /** What came out so far. */
    events,
    /** The recorded id of a call, by the one it has now. */
    recordedId,
    /** What was recorded of a call and has not come out yet. */
    restOf,
    /** Resolves when the record is at its end although the turn is not, or nothing moves any more. */
    over,
    /** What was recorded and has not come out yet. */
    *rest(): Iterable<SessionRecord> {
      for (let at = cursor; at < steps.length; at += 1) yield steps[at] as SessionRecord;
    },
    get next() {
      return steps[cursor];
    },
    /** Whether the process ended here: nothing that happens now counts. */
    get dead() {
      return dead;
    },
    /** Takes an event that came out. */
    produced(event: NewEvent) {
      if (dead) return;
      events.push(event);
      follow(event);
    },
    /** Resolves when the next event of the record is one of this call. */
    turnOf(id: string): Promise<void> {
      const next = steps[cursor];
      if (free || (next !== undefined && callIdOf(next) === id)) return Promise.resolve();
      return new Promise((resolve) => waiting.set(id, resolve));
    },
    /** Whether this call was admitted and nothing has happened to it since, in this turn. */
    isFresh: (id: string): boolean => !begun.has(id) && restOf(id)[0]?.type !== 'call-admitted',
    /** Whether something has happened to it since. */
    hasBegun: (id: string): boolean => begun.has(id),
    /** The tool of this call runs. */
    entered(id: string) {
      inside.add(id);
      if (!free) cancelWhenDue();
    },
    /** Whether this call ended because the turn was cancelled. */
    wasCancelled: (id: string): boolean =>
      cancelAt !== undefined &&
      (ofCalls.get(id) ?? []).some((place) => steps[place] !== undefined && isCancelled(steps[place])),
    /** The time the record has come to. */
    now: (): number => at,
    /** No more is looked after. */
    close: () => clearInterval(watch),
  };
}

function placesByCall(steps: readonly SessionRecord[]): ReadonlyMap<string, readonly number[]> {
  const places = new Map<string, number[]>();
  for (const [place, step] of steps.entries()) {
    const id = callIdOf(step);
    if (id === undefined) continue;
    places.set(id, places.get(id) ?? []);
    places.get(id)?.push(place);
  }
  return places;
}

/** The first step that a cancelled turn came to because it was cancelled; nothing tells of the cancel itself. */
function cancelPoint({ end }: RecordedTurn, steps: readonly SessionRecord[]): number | undefined {
  if (end?.reason !== 'cancelled') return undefined;
  return steps.findIndex(
    (step) =>
      isCancelled(step) ||
      (step.type === 'model-answered' && step.body.stop === 'cut') ||
      (step.type === 'turn-ended' && step.body.turnId === end.turnId),
  );
}

const isCancelled = (step: SessionRecord): boolean =>
  step.type === 'call-settled' && (step.body.outcome === 'cancelled' || step.body.outcome === 'unknown');
