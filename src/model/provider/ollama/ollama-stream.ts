import { rawElements, rawMember } from '../../../base/raw-json.js';
import { cutEnd } from '../../../base/text.js';
import type { ModelEvent, ModelFailure, Usage } from '../../model.js';
import { answerFailures, maxAnswerLength } from '../answer-failure.js';
import { kindOf, maxCalls } from '../call-pieces.js';
import { type AnswerDraft, type AnswerForm, createReader } from '../create-reader.js';
import type { AnswerReader } from '../protocol.js';
import { countedUsage, eachWithText, isObject, nonEmpty, read, tokens } from '../wire.js';

/** Turns the lines of a chat answer, or a whole one, into events. */
export const createOllamaReader = (emit: (event: ModelEvent) => void): AnswerReader => createReader(emit, readAnswer);

function readAnswer(draft: AnswerDraft): AnswerForm {
  const { calls, emit, say } = draft;
  let taken = 0;
  let doneReason: string | undefined;

  /** Each call comes whole, and each is one of its own, whatever its id or index says. */
  const takeCall = (call: unknown, text: () => string): void => {
    if (taken >= maxCalls || draft.length > maxAnswerLength || !isObject(call)) return;
    const name = read(call, 'function', 'name');
    const args = read(call, 'function', 'arguments');
    const odd = kindOf(args);
    if (odd !== undefined) emit(oddArguments(name, odd));
    const piece = { index: taken, id: call['id'], function: { name, arguments: odd === undefined ? args : '' } };
    draft.length += calls.take(piece, () => rawMember(text(), ['function', 'arguments']));
    taken += 1;
  };

  return {
    errorOf: ({ error, status }) => (typeof error === 'string' ? { message: error, status } : error),
    ownEnd: true,
    take(line, raw) {
      const { message, done, done_reason: reason } = line;
      if (isObject(message)) {
        draft.begun = true;
        const thought = nonEmpty(message['thinking']);
        if (thought !== undefined) say('reasoning', thought);
        const text = nonEmpty(message['content']);
        if (text !== undefined) say('text', text);
        const list = message['tool_calls'];
        if (Array.isArray(list)) eachWithText(list, () => rawElements(raw, ['message', 'tool_calls']), takeCall);
      }
      if (done !== true) return;
      draft.begun = true;
      draft.done = true;
      doneReason = nonEmpty(reason);
      draft.usage = usageOf(line);
    },
    finished: () => draft.done,
    end() {
      if (doneReason === 'load' || doneReason === 'unload') return onlyLoaded(doneReason);
      if (doneReason === 'length') return calls.count > 0 ? answerFailures.cutByLimit : 'length';
      return calls.count > 0 ? 'calls' : 'answered';
    },
  };
}

/** Arguments are an object, or one as text; a call without any may leave them out. */
function oddArguments(name: unknown, odd: string): ModelEvent {
  const whose = typeof name === 'string' ? `a call of ${cutEnd(name, 80)}` : 'a call';
  const message = `The arguments of ${whose} were ${odd}, not an object: they count as none.`;
  return { type: 'problem', code: 'arguments-not-object', message };
}

function onlyLoaded(reason: string): ModelFailure {
  return { kind: 'overloaded', message: `Ollama gave no answer (done_reason ${reason}). Send again.` };
}

function usageOf(line: object): Usage | undefined {
  const [input, output] = [read(line, 'prompt_eval_count'), read(line, 'eval_count')];
  if (typeof input !== 'number' && typeof output !== 'number') return undefined;
  return countedUsage(tokens(input), tokens(output), tokens(read(line, 'prompt_eval_cached_count')));
}
