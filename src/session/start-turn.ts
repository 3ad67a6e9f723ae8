import { setImmediate as nextTurn } from 'node:timers/promises';
import type { TurnEnd } from '../agent/event.js';
import type { Called } from '../agent/round.js';
import { runTurn, type TurnStart } from '../agent/turn.js';
import { messageOf } from '../base/error.js';
import { createId } from '../base/id.js';
import { createCancellation } from '../run/cancellation.js';
import type { SessionEvent } from './event.js';
import type { SessionCore } from './session-core.js';
import { assertIdle } from './usable.js';

/** A turn on its way: iterate it for its events, await `result` for its end. */
export interface Turn extends AsyncIterable<SessionEvent> {
  readonly turnId: string;
  readonly result: Promise<TurnEnd>;
}

/** Starts a turn with a message, with one that is queued, with calls of a program, or with nothing: then the last one is resumed. */
export function startTurn(core: SessionCore, message: TurnStart['message'], called?: Called): Turn {
  assertIdle(core);
  const { state, stream, env, place } = core;
  const { stopEndsWork: pauseEnds = false } = env.profile;
  const cancellation = createCancellation({ pauseEnds });
  if (pauseEnds) cancellation.onCancel(() => endCommands(core));
  const turnId = createId('turn');
  const ended = runTurn({ turnId, message, called }, { ...env, cancellation });
  const result = (env.profile.order === 'ticked' ? ended.then(afterTicks) : ended).finally(() => {
    state.running = undefined;
  });
  // Whoever iterates and never awaits `result` must not lose the process to a defect.
  result.catch((error: unknown) => place.log.warn(`a turn broke: ${messageOf(error)}`));
  state.running = { turnId, cancellation, done: result };
  stream.used = true;
  core.children.follow(cancellation);
  return { turnId, result, [Symbol.asyncIterator]: turnEvents(core, turnId, result) };
}

/** A loop that ticks until the turn is over is to see first how its calls ended. */
async function afterTicks(end: TurnEnd): Promise<TurnEnd> {
  await nextTurn();
  await nextTurn();
  return end;
}

function endCommands({ host, place }: SessionCore): void {
  const { background } = host;
  for (const { id, end } of background.commands)
    if (end === undefined)
      void background
        .stop(id)
        .catch((error: unknown) => place.log.warn(`a command was not ended: ${messageOf(error)}`));
}

/**
 * The events of one turn, from its start on, for one reader. They are kept until somebody reads them or the turn is
 * over; the turn's end ends them also when it could not be stored.
 */
function turnEvents(
  { stream: { feed } }: SessionCore,
  turnId: string,
  result: Promise<TurnEnd>,
): () => AsyncIterableIterator<SessionEvent> {
  const events = feed.iterate((event) => event.type === 'turn-ended' && event.body.turnId === turnId);
  let read = false;
  const over = (): void => {
    if (!read) void events.return?.();
  };
  const lost = (message: string, end?: TurnEnd): void => {
    events.end();
    feed.emit({ type: 'turn-lost', turnId, message, ...(end !== undefined && { end }) });
  };
  result.then(
    (end) => (end.reason === 'store-failed' ? lost(end.message ?? 'The store failed.', end) : over()),
    (error: unknown) => lost(messageOf(error)),
  );
  return () => {
    read = true;
    return events;
  };
}
