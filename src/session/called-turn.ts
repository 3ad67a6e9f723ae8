import type { TurnEnd } from '../agent/event.js';
import type { Called } from '../agent/round.js';
import type { UserMessage } from '../agent/user-message.js';
import { messageOf, ToolwrightError } from '../base/error.js';
import { createId } from '../base/id.js';
import type { Settlement } from '../run/event.js';
import type { AnswerOrigin } from '../run/question.js';
import type { SessionEvent } from './event.js';

/** A call that a program makes, ready to be a turn. */
export interface ProgramCall {
  readonly callId: string;
  readonly message: UserMessage;
  readonly called: Called;
}

/** Throws `bad-option` for what cannot be written as JSON: that is a defect of the program, and no call. */
export function programCall(name: string, args: unknown, caller: AnswerOrigin): ProgramCall {
  const callId = createId('call');
  const call = { id: callId, name: String(name), arguments: writeArguments(name, args) };
  return {
    callId,
    // For those who read the session, a model that is asked later among them.
    message: { text: `[${caller.who}, by ${caller.from}, calls ${call.name}]` },
    called: { calls: [call], caller },
  };
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
export async function settlementOf(
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
