import { defined } from '../../../base/defined.js';
import { rawElements, rawMember } from '../../../base/raw-json.js';
import { cutEnd } from '../../../base/text.js';
import type { ModelEvent, ModelFailure, Usage } from '../../model.js';
import { type AnswerPart, carryOf, type Held, noteText } from '../answer-parts.js';
import { kindOf } from '../call-pieces.js';
import { type AnswerDraft, type AnswerForm, createReader } from '../create-reader.js';
import type { AnswerReader } from '../protocol.js';
import { countedUsage, eachWithText, isGiven, isObject, nonEmpty, read, tokens, type Wire } from '../wire.js';
import { blockedWords, type GeminiStop, readStop, stopOf, stoppedWords } from './gemini-stop.js';

/** What a part costs even when it is empty, so that a flood of them meets the limit too. */
const partCost = 100;

/** Turns the pieces of a Gemini answer into events. */
export const createGeminiReader = (emit: (event: ModelEvent) => void, model: string): AnswerReader =>
  createReader(emit, (draft) => readAnswer(draft, model));

function readAnswer(draft: AnswerDraft, model: string): AnswerForm {
  const { calls, emit, say } = draft;
  const parts: AnswerPart[] = [];
  let stop: GeminiStop | undefined;
  let blocked: string | undefined;
  let said = false;
  let unused = false;

  const takePart = (part: unknown, rawPart: () => string): void => {
    if (!isObject(part)) return;
    const signature = nonEmpty(part['thoughtSignature']);
    const { text } = part;
    draft.length += signature?.length ?? 0;
    if (isObject(part['functionCall'])) {
      takeCall(part['functionCall'], signature, rawPart);
    } else if (typeof text === 'string' || signature !== undefined) {
      takeText(typeof text === 'string' ? text : '', part['thought'] === true ? 'reasoning' : 'text', signature);
    } else if (!unused && Object.keys(part).length > 0) {
      unused = true;
      emit({ type: 'problem', code: 'part-not-used', message: notUsed(part) });
    }
  };

  const takeText = (text: string, kind: 'text' | 'reasoning', signature: string | undefined): void => {
    noteText(parts, kind, text.length, heldOf(undefined, signature));
    if (text === '') return;
    said ||= kind === 'text';
    say(kind, text);
  };

  const takeCall = (call: Wire, signature: string | undefined, rawPart: () => string): void => {
    // What was finished goes on after all: it has to be finished again before it counts.
    stop = undefined;
    if (Array.isArray(call['partialArgs'])) {
      draft.failed = { failure: piecemeal };
      return;
    }
    const { args } = call;
    const id = nonEmpty(call['id']);
    const name = nonEmpty(call['name']);
    if (name === undefined && args === undefined && calls.count > 0) return;
    const odd = kindOf(args);
    if (odd !== undefined) emit({ type: 'problem', code: 'arguments-not-object', message: notObject(name, odd) });
    const index = name === undefined ? Math.max(0, calls.count - 1) : calls.count;
    const piece = { index, id, function: { name, arguments: odd === undefined ? args : undefined } };
    draft.length += calls.take(piece, () => rawMember(rawPart(), ['functionCall', 'args']));
    if (name === undefined) return;
    draft.length += id?.length ?? 0;
    const held = heldOf(id, signature);
    parts.push({ kind: 'call', length: 0, ...defined({ held }) });
  };

  const takeFrame = (frame: unknown, raw: () => string): void => {
    if (draft.failed !== undefined || !isObject(frame)) return;
    const { candidates, error } = frame;
    if (isGiven(error)) {
      draft.failed = { error };
      return;
    }
    draft.usage = usageOf(frame['usageMetadata']) ?? draft.usage;
    blocked ??= blockedWords(frame['promptFeedback']);
    if (blocked !== undefined) return;
    const candidate: unknown = Array.isArray(candidates) ? candidates[0] : undefined;
    if (!isObject(candidate)) return;
    draft.begun = true;
    if (typeof candidate['index'] === 'number' && candidate['index'] !== 0) return;
    const list = read(candidate, 'content', 'parts');
    const before = parts.length;
    if (Array.isArray(list))
      eachWithText(list, () => rawElements(raw(), ['candidates', 0, 'content', 'parts']), takePart);
    draft.length += (parts.length - before) * partCost;
    stop ??= readStop(candidate);
  };

  /** Says why the answer may not be shown; as text too, so that a turn does not look empty. */
  const refuse = (why: string): 'refused' => {
    emit({ type: 'problem', code: 'answer-blocked', message: why });
    if (!said) emit({ type: 'text', text: why });
    return 'refused';
  };

  return {
    // A frame may be a list of them.
    errorOf: () => undefined,
    take(frame, raw) {
      // Asked without `alt=sse`, or through a proxy that drops it, the server sends all its pieces as one list.
      if (Array.isArray(frame)) eachWithText(frame, () => rawElements(raw), takeFrame);
      else takeFrame(frame, () => raw);
    },
    finished: () => stop !== undefined || blocked !== undefined,
    end() {
      if (blocked !== undefined) return refuse(blocked);
      // An answer that came whole without a reason is believed: its calls are whole too.
      const ended = stop ?? { reason: 'STOP', message: '' };
      const reason = stopOf(ended, calls.count);
      return reason === 'refused' ? refuse(stoppedWords(ended)) : reason;
    },
    carry: () => carryOf(parts, { api: 'gemini', model }),
  };
}

/** What the server wants back with a part: the id it gave a call, and its signature. */
function heldOf(id: string | undefined, signature: string | undefined): Held | undefined {
  if (id === undefined && signature === undefined) return undefined;
  return defined({ id, signature });
}

const piecemeal: ModelFailure = {
  kind: 'protocol',
  message:
    'The server sends the arguments of a call in pieces (partialArgs), which the Gemini API does not do. No call was run; give the address of the Gemini API itself.',
};

const notUsed = (part: Wire): string =>
  `A part of the answer is neither text nor a call (${cutEnd(Object.keys(part).join(', '), 80)}) and was left out.`;

const notObject = (name: string | undefined, odd: string): string =>
  `The arguments of ${cutEnd(name ?? 'a call', 80)} came as ${odd} instead of an object and were left out.`;

/** Every piece counts all that came so far: only the last one is read. */
function usageOf(counted: unknown): Usage | undefined {
  const [input, output] = [read(counted, 'promptTokenCount'), read(counted, 'candidatesTokenCount')];
  if (typeof input !== 'number' && typeof output !== 'number') return undefined;
  const thought = tokens(read(counted, 'thoughtsTokenCount'));
  const cached = tokens(read(counted, 'cachedContentTokenCount'));
  const whole = tokens(input) + tokens(read(counted, 'toolUsePromptTokenCount'));
  return countedUsage(whole, tokens(output) + thought, cached, thought);
}
