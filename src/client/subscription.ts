import type { SessionEvent } from '../session/event.js';
import type { EventPage, SessionState, Told, WatchPlace } from './client-port.js';

/** A session as a subscription sees it. */
export interface WatchedSession {
  /** The last record that was told; undefined where it is not open here. */
  readonly seq: number | undefined;
  read(after: number): Promise<EventPage>;
  state(): SessionState | undefined;
}

/** What one reader is told, of one session or of several. */
export interface Subscription extends AsyncIterableIterator<Told> {
  /** A session has told something. */
  take(session: string, event: SessionEvent): void;
  opened(session: string): void;
  closed(session: string): void;
}

interface SubscriptionOptions {
  readonly places: readonly WatchPlace[];
  session(id: string): WatchedSession;
  onEnd(): void;
}

/** More than these wait for no reader: what is too slow reads on from the store. */
const most = { told: 2048, characters: 1 << 20 };
/** From so many on, deltas that belong together are put together. */
const crowded = 64;

interface Place {
  /** The last record that was handed out, or waits to be; undefined until it is known from where on. */
  seq: number | undefined;
  /** It reads from the store until it is where the session is. */
  behind: boolean;
  /** The session was closed, which is to be told. */
  over: boolean;
}

/**
 * Hands out records without a gap and none twice: from the store up to where the session is, then as they are told. What waits
 * is bounded; whoever does not fetch it in time is behind again.
 */
export function createSubscription({ places: wanted, session, onEnd }: SubscriptionOptions): Subscription {
  const places = new Map<string, Place>();
  let waiting: Told[] = [];
  let characters = 0;
  let ended = false;
  let wake: () => void = () => {};
  for (const { session: id, after } of wanted)
    places.set(id, { seq: after ?? session(id).seq, behind: true, over: false });

  const put = (told: Told): void => {
    const last = waiting.length < crowded ? undefined : waiting.at(-1);
    const joined = last && joinDeltas(last, told);
    if (joined === undefined) waiting.push(told);
    else waiting[waiting.length - 1] = joined;
    characters += sizeOf(told);
    if (waiting.length > most.told || characters > most.characters) dropAll();
    wake();
  };
  /** Each place goes on with the first record that is dropped. */
  const dropAll = (): void => {
    for (const told of waiting.toReversed()) {
      const place = places.get(told.session);
      if (place !== undefined && 'event' in told && 'seq' in told.event) place.seq = told.event.seq - 1;
      if (place !== undefined && 'closed' in told) place.over = true;
    }
    for (const place of places.values()) place.behind = true;
    waiting = [];
    characters = 0;
  };
  /** A step towards where the session is; once there, what it tells from that moment on follows. */
  const catchUp = async (id: string, place: Place): Promise<void> => {
    const source = session(id);
    place.seq ??= source.seq;
    if (place.seq === undefined) {
      place.behind = false;
      return;
    }
    if (source.seq !== undefined && place.seq >= source.seq) return live(id, place);
    const { events, more } = await source.read(place.seq);
    if (ended || !place.behind) return;
    for (const event of events) {
      // A record that its session has stored and not told yet comes by itself.
      if (event.seq <= place.seq || event.seq > (source.seq ?? event.seq)) continue;
      place.seq = event.seq;
      waiting.push({ session: id, event });
    }
    if (more || waiting.length > 0) return;
    if (source.seq !== undefined) return live(id, place);
    place.behind = false;
    if (place.over) waiting.push({ session: id, closed: true });
    place.over = false;
  };
  const live = (id: string, place: Place): void => {
    place.behind = false;
    const now = session(id).state();
    if (now !== undefined) waiting.push({ session: id, now });
  };
  const readOn = (id: string, over: boolean): void => {
    const place = places.get(id);
    if (place === undefined) return;
    place.behind = true;
    place.over = over;
    wake();
  };

  return {
    take(id, event) {
      const place = places.get(id);
      if (place === undefined || place.behind) return;
      if ('seq' in event) {
        const { seq: last = event.seq - 1 } = place;
        if (event.seq <= last) return;
        // Something was recorded that was not told here.
        if (event.seq > last + 1) return readOn(id, false);
        place.seq = event.seq;
      }
      put({ session: id, event });
    },
    opened: (id) => readOn(id, false),
    closed: (id) => readOn(id, true),
    async next() {
      while (!ended) {
        const told = waiting.shift();
        if (told !== undefined) {
          characters -= sizeOf(told);
          return { done: false, value: told };
        }
        const next = [...places].find(([, { behind }]) => behind);
        if (next !== undefined) await catchUp(...next);
        else
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
      }
      return { done: true, value: undefined };
    },
    async return() {
      ended = true;
      waiting = [];
      onEnd();
      wake();
      return { done: true, value: undefined };
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}

const sizeOf = (told: Told): number => ('event' in told && 'text' in told.event ? told.event.text.length : 0);

/** Two deltas of one kind, of one call where they are of calls, as one. */
function joinDeltas(last: Told, told: Told): Told | undefined {
  if (!('event' in last) || !('event' in told) || last.session !== told.session) return undefined;
  const { event: a } = last;
  const { event: b } = told;
  const { session } = told;
  if (a.type === 'text-delta' && b.type === a.type) return { session, event: { ...a, text: a.text + b.text } };
  if (a.type === 'reasoning-delta' && b.type === a.type) return { session, event: { ...a, text: a.text + b.text } };
  if (a.type === 'output-delta' && b.type === a.type && a.callId === b.callId)
    return { session, event: { ...a, text: a.text + b.text } };
  return undefined;
}
