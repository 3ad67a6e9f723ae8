import { defined } from '../../../base/defined.js';
import { rawElements, rawMember } from '../../../base/raw-json.js';
import { cutEnd } from '../../../base/text.js';
import type { ModelEvent, ModelFailure, StopReason, Usage } from '../../model.js';
import { answerFailures, maxAnswerLength } from '../answer-failure.js';
import { type AnswerPart, carryOf, type Held, noteText } from '../answer-parts.js';
import { createCallPieces } from '../call-pieces.js';
import type { AnswerProblem, AnswerReader } from '../protocol.js';
import { isObject, nonEmpty, tokens } from '../wire.js';
import { blockedWords, type GeminiStop, readStop, stopOf, stoppedWords } from './gemini-stop.js';

type Wire = Readonly<Record<string, unknown>>;

/** What a part costs even when it is empty, so that a flood of them meets the limit too. */
const partCost = 100;

/** Turns the pieces of a Gemini answer into events: no input, no output, no clock. */
export function createGeminiReader(emit: (event: ModelEvent) => void, model: string): AnswerReader {
  const calls = createCallPieces(emit);
  const parts: AnswerPart[] = [];
  let begun = false;
  let done = false;
  let stop: GeminiStop | undefined;
  let blocked: string | undefined;
  let said = false;
  let unused = false;
  let counted: Wire | undefined;
  let length = 0;
  let failed: AnswerProblem | undefined;

  const takePart = (part: unknown, rawPart: () => string): void => {
    if (!isObject(part)) return;
    const signature = nonEmpty(part['thoughtSignature']);
    const { text } = part;
    length += signature?.length ?? 0;
    if (isObject(part['functionCall'])) {
      takeCall(part['functionCall'], signature, rawPart);
    } else if (typeof text === 'string' || signature !== undefined) {
      takeText(typeof text === 'string' ? text : '', part['thought'] === true, signature);
    } else if (!unused && Object.keys(part).length > 0) {
      unused = true;
      emit({ type: 'problem', code: 'part-not-used', message: notUsed(part) });
    }
  };

  const takeText = (text: string, thought: boolean, signature: string | undefined): void => {
    noteText(parts, thought ? 'reasoning' : 'text', text.length, heldOf(undefined, signature));
    if (text === '') return;
    length += text.length;
    if (!thought) said = true;
    emit({ type: thought ? 'reasoning' : 'text', text });
  };

  const takeCall = (call: Wire, signature: string | undefined, rawPart: () => string): void => {
    // What was finished goes on after all: it has to be finished again before it counts.
    stop = undefined;
    if (Array.isArray(call['partialArgs'])) {
      failed = { failure: piecemeal };
      return;
    }
    const { args } = call;
    const id = nonEmpty(call['id']);
    const name = nonEmpty(call['name']);
    if (name === undefined && args === undefined && calls.count > 0) return;
    const usable = typeof args === 'string' || (isObject(args) && !Array.isArray(args));
    if (args !== undefined && !usable) {
      emit({ type: 'problem', code: 'arguments-not-object', message: notObject(name, args) });
    }
    const index = name === undefined ? Math.max(0, calls.count - 1) : calls.count;
    const piece = { index, id, function: { name, arguments: usable ? args : undefined } };
    length += calls.take(piece, () => rawMember(rawPart(), ['functionCall', 'args']));
    if (name === undefined) return;
    length += id?.length ?? 0;
    const held = heldOf(id, signature);
    parts.push({ kind: 'call', length: 0, ...defined({ held }) });
  };

  const take = (frame: Wire, raw: () => string): void => {
    const { candidates, error } = frame;
    if (error !== undefined && error !== null) {
      failed = { error };
      return;
    }
    if (isCount(frame['usageMetadata'])) counted = frame['usageMetadata'];
    blocked ??= blockedWords(frame['promptFeedback']);
    if (blocked !== undefined) return;
    const candidate: unknown = Array.isArray(candidates) ? candidates[0] : undefined;
    if (!isObject(candidate)) return;
    begun = true;
    if (typeof candidate['index'] === 'number' && candidate['index'] !== 0) return;
    const content = candidate['content'];
    const list: unknown = isObject(content) ? content['parts'] : undefined;
    if (Array.isArray(list)) each(list, takePart, () => rawElements(raw(), ['candidates', 0, 'content', 'parts']));
    if (length + parts.length * partCost > maxAnswerLength) failed ??= { failure: answerFailures.tooLong };
    stop ??= readStop(candidate);
  };

  const takeFrame = (frame: unknown, raw: () => string): void => {
    if (!done && failed === undefined && isObject(frame)) take(frame, raw);
  };

  const end = (reason: StopReason): undefined => {
    if (counted !== undefined) emit({ type: 'usage', usage: usageOf(counted) });
    emit({ type: 'stop', reason });
  };

  /** Says why the answer may not be shown; as text too, so that a turn does not look empty. */
  const refuse = (why: string): undefined => {
    emit({ type: 'problem', code: 'answer-blocked', message: why });
    if (!said) emit({ type: 'text', text: why });
    end('refused');
  };

  return {
    push(frame, raw) {
      // Asked without `alt=sse`, or through a proxy that drops it, the server sends all its pieces as one list.
      if (Array.isArray(frame)) each(frame, takeFrame, () => rawElements(raw));
      else takeFrame(frame, () => raw);
    },
    done() {
      done = true;
    },
    finish() {
      if (blocked !== undefined) return refuse(blocked);
      // An answer that came whole without a reason is believed: its calls are whole too.
      const ended = stop ?? (done && begun ? { reason: 'STOP', message: '' } : undefined);
      if (ended === undefined) return done ? answerFailures.empty : answerFailures.cut;
      const reason = stopOf(ended, calls.count);
      if (typeof reason !== 'string') return reason;
      if (reason === 'refused') return refuse(stoppedWords(ended));
      const problem = reason === 'calls' ? calls.finish() : undefined;
      if (problem !== undefined) return problem;
      const carry = carryOf(parts, { api: 'gemini', model });
      if (carry !== undefined) emit({ type: 'carry', carry });
      return end(reason);
    },
    get failed() {
      return failed;
    },
    get state() {
      if (done) return 'done';
      return stop === undefined && blocked === undefined ? 'open' : 'finished';
    },
    get begun() {
      return begun || blocked !== undefined;
    },
  };
}

/** Visits a list, with a way to the text of each element; the texts are found in one pass, and only when one is wanted. */
function each(
  list: readonly unknown[],
  visit: (value: unknown, raw: () => string) => void,
  findTexts: () => readonly string[],
): void {
  let texts: readonly string[] | undefined;
  for (let at = 0; at < list.length; at += 1) {
    visit(list[at], () => {
      texts ??= findTexts();
      return texts[at] ?? '';
    });
  }
}

/** What the server wants back with a part: the id it gave a call, and its signature. */
function heldOf(id: string | undefined, signature: string | undefined): Held | undefined {
  if (id === undefined && signature === undefined) return undefined;
  return { ...defined({ id, signature }) };
}

const piecemeal: ModelFailure = {
  kind: 'protocol',
  message:
    'The server sends the arguments of a call in pieces (partialArgs), which the Gemini API does not do. No call was run; give the address of the Gemini API itself.',
};

const notUsed = (part: Wire): string =>
  `A part of the answer is neither text nor a call (${cutEnd(Object.keys(part).join(', '), 80)}) and was left out.`;

const notObject = (name: string | undefined, args: unknown): string =>
  `The arguments of ${cutEnd(name ?? 'a call', 80)} came as ${kindOf(args)} instead of an object and were left out.`;

const kindOf = (value: unknown): string => {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'a list' : `a ${typeof value}`;
};

const isCount = (value: unknown): value is Wire =>
  isObject(value) &&
  (typeof value['promptTokenCount'] === 'number' || typeof value['candidatesTokenCount'] === 'number');

/** Every piece counts all that came so far: only the last one is read. */
function usageOf(counted: Wire): Usage {
  const { promptTokenCount: read, candidatesTokenCount: written } = counted;
  const thought = tokens(counted['thoughtsTokenCount']);
  const cached = tokens(counted['cachedContentTokenCount']);
  return {
    inputTokens: tokens(read) + tokens(counted['toolUsePromptTokenCount']),
    outputTokens: tokens(written) + thought,
    ...(cached > 0 && { cachedInputTokens: cached }),
    ...(thought > 0 && { reasoningTokens: thought }),
  };
}
