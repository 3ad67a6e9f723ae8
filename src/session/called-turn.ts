import type { TurnEnd } from '../agent/event.js';
import { messageOf, ToolwrightError } from '../base/error.js';
import { createId } from '../base/id.js';
import type { Settlement } from '../run/event.js';
import type { AnswerOrigin } from '../run/question.js';
import type { SessionEvent } from './event.js';
import type { SessionCore } from './session-core.js';
import { startTurn, type Turn } from './start-turn.js';

/** A turn of one call that a program makes, or the person. */
export interface CalledTurn extends Turn {
  readonly callId: string;
  /** How the call ended; undefined where it was left without an end: its question is parked, or the store failed. */
  readonly settlement: Promise<Settlement | undefined>;
}

export interface ProgramCall {
  readonly name: string;
  readonly args: unknown;
  readonly caller: AnswerOrigin;
  /** What those read of it who read the session, a model that is asked later among them; undefined: no model is told. */
  readonly text?: string | undefined;
}

/** Throws `bad-option` for what cannot be written as JSON: that is a defect of the program, and no call. */
export function startCall(core: SessionCore, { name, args, caller, ...given }: ProgramCall): CalledTurn {
  const callId = createId('call');
  const call = { id: callId, name: String(name), arguments: writeArguments(name, args) };
  const { text } = { text: `[${caller.who}, by ${caller.from}, calls ${call.name}]`, ...given };
  const turn = startTurn(core, text === undefined ? undefined : { text }, { calls: [call], caller });
  return { ...turn, callId, settlement: settlementOf(callId, turn.result, core.stream.feed.on) };
}

function writeArguments(name: string, args: unknown): string {
  try {
    return JSON.stringify(args ?? {}) ?? '{}';
  } catch (error) {
    throw new ToolwrightError(
      'bad-option',
      `The arguments of ${name} cannot be written as JSON: ${messageOf(error)}. Give plain values.`,
    );
  }
}

/** The end of the call once its turn is over; undefined where it has none, because it was parked or could not be stored. */
async function settlementOf(
  callId: string,
  result: Promise<TurnEnd>,
  on: (listener: (event: SessionEvent) => void) => () => void,
): Promise<Settlement | undefined> {
  let settlement: Settlement | undefined;
  const stop = on((event) => {
    if (event.type === 'call-settled' && event.body.callId === callId) settlement = event.body;
  });
  await result.catch(() => {}).finally(stop);
  return settlement;
}
