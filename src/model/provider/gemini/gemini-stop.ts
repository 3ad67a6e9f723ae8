import { cutEnd, words } from '../../../base/text.js';
import type { ModelFailure, StopReason } from '../../model.js';
import { answerFailures, gaveUp } from '../answer-failure.js';
import { isObject, nonEmpty } from '../wire.js';

/** Why the server says the model stopped. */
export interface GeminiStop {
  readonly reason: string;
  readonly message: string;
}

/** What a candidate says of its end; undefined while it has none. */
export function readStop(candidate: Readonly<Record<string, unknown>>): GeminiStop | undefined {
  const reason = nonEmpty(candidate['finishReason']);
  if (reason === undefined || reason.endsWith('_UNSPECIFIED')) return undefined;
  return { reason, message: cutEnd(nonEmpty(candidate['finishMessage']) ?? '', 300) };
}

/** What a stop means. A reason nobody knows is no proper end: no call of such an answer is run. */
export function stopOf(stop: GeminiStop, calls: number): StopReason | ModelFailure {
  switch (stop.reason) {
    case 'STOP':
      return calls > 0 ? 'calls' : 'answered';
    case 'MAX_TOKENS':
    case 'CONTINUATION':
      return calls > 0 ? answerFailures.cutByLimit : 'length';
    case 'MALFORMED_FUNCTION_CALL':
    case 'MALFORMED_RESPONSE':
      return badCall('wrote a call that Gemini itself could not read', stop);
    case 'UNEXPECTED_TOOL_CALL':
      return badCall('called a tool that was not offered', stop);
    case 'TOO_MANY_TOOL_CALLS':
      return badCall('made too many calls in a row', stop);
  }
  return refusals.has(stop.reason) ? 'refused' : gaveUp(described(stop));
}

const refusals = new Set(
  words(`
  SAFETY RECITATION BLOCKLIST PROHIBITED_CONTENT SPII LANGUAGE IMAGE_SAFETY IMAGE_PROHIBITED_CONTENT IMAGE_RECITATION`),
);

/** For people: why an answer was stopped halfway. */
export const stoppedWords = (stop: GeminiStop): string =>
  `Gemini stopped the answer (${described(stop)}). ${otherWords}`;

/** For people: why the conversation was refused before the model read it; undefined when it was not. */
export function blockedWords(feedback: unknown): string | undefined {
  if (!isObject(feedback)) return undefined;
  const reason = nonEmpty(feedback['blockReason']);
  if (reason === undefined || reason.endsWith('_UNSPECIFIED')) return undefined;
  const message = nonEmpty(feedback['blockReasonMessage']);
  const more = message === undefined ? '' : `: ${cutEnd(message, 300)}`;
  return `Gemini refused the conversation before the model read it (blockReason ${reason}${more}). ${otherWords}`;
}

const otherWords = 'Say it in other words, or leave out what it objects to.';

const described = ({ reason, message }: GeminiStop): string =>
  `finishReason ${reason}${message === '' ? '' : `: ${message}`}`;

function badCall(what: string, stop: GeminiStop): ModelFailure {
  const message = `The model ${what} (${described(stop)}). No call of the answer was run. Send again; if it happens each time, ask for smaller steps.`;
  return { kind: 'cut', message };
}
