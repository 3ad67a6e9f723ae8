import { type Deferred, defer } from '../base/defer.js';
import { isToolwrightError, messageOf, ToolwrightError } from '../base/error.js';
import { type Mask, noMask } from '../policy/secret/mask.js';
import type { NewEvent, Store, StoredEvent } from '../store/store.js';
import { maskStored, maskTold } from './mask-event.js';
import { createStopWriteGrace } from './stop-write-grace.js';
import { createStoreWait, type StoreWaitOptions } from './store-wait.js';

/** Writes the events of one stream in order, those of one moment in one transaction. */
export interface Recorder<Delta = unknown> {
  /** Takes events to be written; they are once `flush` has answered. */
  record(events: readonly NewEvent[]): void;
  /** Answers when everything recorded so far is stored, or with why it could not be. Never rejects. */
  flush(): Promise<RecordFailure | undefined>;
  /** True while events wait to be written because the last write failed. */
  readonly failing: boolean;
  /** Tells something that is not stored, behind the events recorded before it and ahead of those after it. */
  pass(delta: Delta): void;
}

export interface RecordFailure {
  /** What the store threw. */
  readonly error: unknown;
}

export interface RecorderOptions<Delta> {
  readonly store: Pick<Store, 'append'>;
  readonly stream: string;
  /** What is stored, and told, goes through it. */
  readonly mask?: Mask;
  /**
   * With it a write waits, as long as a turn runs, for a store that may work again. A turn that is stopped hears of a
   * failure soon, although the write may still be on its way.
   */
  readonly wait?: StoreWaitOptions;
  /** Told of each event as it is recorded, before it is stored: projections of this process. */
  onRecord(event: NewEvent): void;
  /** Told, in order, of each event once it is stored, and of each delta. Must not throw. */
  onTold(told: StoredEvent | Delta): void;
}

/**
 * Events wait for the end of the current tick, so that whatever can be recorded without waiting for the outside shares
 * one transaction. When the store fails, they are kept, in order, and tried again at the next flush; of a store that may
 * work again, a turn awaits that.
 */
export function createRecorder<Delta extends object>(options: RecorderOptions<Delta>): Recorder<Delta> {
  const { store, stream, mask = noMask, onRecord } = options;
  const onTold = (told: StoredEvent | Delta): void => options.onTold('body' in told ? maskTold(told, mask) : told);
  let pending: NewEvent[] = [];
  /** Deltas that wait for events, each with how many of the pending ones stand before it. */
  let held: { readonly after: number; readonly delta: Delta }[] = [];
  let waiting: Flush | undefined;
  /** Answers whoever awaits what is being written. */
  let answerWritten: Flush['resolve'] | undefined;
  let writing = false;
  let failing = false;
  const patience =
    options.wait &&
    createStopWriteGrace(options.wait.turn, () => {
      if (!writing) return false;
      const failure = notYetStored();
      answerWritten?.(failure);
      waiting?.resolve(failure);
      // It is still to be written, for whoever asks from now on.
      if (waiting !== undefined) waiting = defer();
      return true;
    });

  const write = async (): Promise<void> => {
    const batch = pending;
    let deltas = held;
    answerWritten = waiting?.resolve;
    pending = [];
    held = [];
    waiting = undefined;
    writing = true;
    let failure: RecordFailure | undefined;
    let stored: readonly StoredEvent[] = [];
    try {
      if (batch.length > 0) stored = await store.append(stream, batch);
    } catch (error) {
      const again = await appendAgain(batch, error, () => {
        failing = true;
        // What is streamed is seen meanwhile.
        tell([], deltas);
        deltas = [];
      });
      if ('error' in again) {
        failure = again;
        pending = [...batch, ...pending];
        held = held.map(({ after, delta }) => ({ after: after + batch.length, delta }));
      } else stored = again.stored;
    }
    tell(stored, deltas);
    writing = false;
    failing = failure !== undefined;
    answerWritten?.(failure);
    answerWritten = undefined;
    while (held[0]?.after === 0) onTold((held.shift() as (typeof held)[number]).delta);
    if (waiting !== undefined) await write();
    else patience?.over();
  };

  const append = async (batch: readonly NewEvent[]): Promise<Appended> => {
    try {
      return { stored: await store.append(stream, batch) };
    } catch (error) {
      return { error };
    }
  };

  const appendAgain = async (given: readonly NewEvent[], error: unknown, onWait: () => void): Promise<Appended> => {
    // What no store can take would stand before everything after it for ever: a word in its place is stored instead.
    const batch = isUnstorable(error) ? given.map(storable) : given;
    let end: Appended = isUnstorable(error) ? await append(batch) : { error };
    if (options.wait === undefined) return end;
    const { turn, onWaiting } = options.wait;
    const pause = createStoreWait({
      turn,
      onWaiting(waiting) {
        onWait();
        onWaiting(waiting);
      },
    });
    while ('error' in end && (await pause(end.error))) end = await append(batch);
    return end;
  };

  const tell = (stored: readonly StoredEvent[], deltas: typeof held): void => {
    let next = 0;
    for (const { after, delta } of deltas) {
      while (next < after && next < stored.length) onTold(stored[next++] as StoredEvent);
      onTold(delta);
    }
    while (next < stored.length) onTold(stored[next++] as StoredEvent);
  };

  const begin = (): Promise<RecordFailure | undefined> => {
    if (waiting === undefined) {
      waiting = defer();
      if (!writing) process.nextTick(write);
    }
    return waiting.promise;
  };

  return {
    get failing() {
      return failing;
    },
    record(events) {
      for (const given of events) {
        const event = maskStored(given, mask);
        onRecord(event);
        pending.push(event);
      }
    },
    pass(delta) {
      if ((pending.length === 0 && !writing) || failing) return onTold(delta);
      held.push({ after: pending.length, delta });
      // What it stands behind may have nobody who awaits it: a call that is prepared beside one that runs.
      void begin();
    },
    flush() {
      const promise = begin();
      patience?.awaited();
      return promise;
    },
  };
}

/** Resolves once everything is stored; rejects with what the store threw, for callers who have nothing to settle. */
export async function stored(recorder: Pick<Recorder, 'flush'>): Promise<void> {
  const failed = await recorder.flush();
  if (failed === undefined) return;
  if (isToolwrightError(failed.error)) throw failed.error;
  throw new ToolwrightError('store-unavailable', `The store failed: ${messageOf(failed.error)}`, {
    cause: failed.error,
  });
}

function notYetStored(): RecordFailure {
  const message =
    'The store did not take what was recorded in time: another process has it locked, or its disk is slow. It is kept, and stored as soon as that can be done.';
  return { error: new ToolwrightError('store-locked', message) };
}

const isUnstorable = (error: unknown): boolean => isToolwrightError(error) && error.code === 'bad-option';

function storable(event: NewEvent): NewEvent {
  try {
    if (typeof JSON.stringify(event.body) === 'string') return event;
  } catch {
    // Told below.
  }
  const { callId } = (event.body ?? {}) as { readonly callId?: unknown };
  return { type: 'event-unstorable', body: { type: event.type, ...(typeof callId === 'string' && { callId }) } };
}

type Appended = { readonly stored: readonly StoredEvent[] } | RecordFailure;

type Flush = Deferred<RecordFailure | undefined>;
