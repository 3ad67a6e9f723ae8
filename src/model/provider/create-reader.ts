import type { Carry } from '../message.js';
import type { ModelEvent, ModelFailure, StopReason, Usage } from '../model.js';
import { answerFailures, maxAnswerLength } from './answer-failure.js';
import { type CallPieces, createCallPieces } from './call-pieces.js';
import type { AnswerProblem, AnswerReader } from './protocol.js';
import { isGiven, type Wire } from './wire.js';

/** What the reader of any API keeps of an answer while it comes. */
export interface AnswerDraft {
  readonly calls: CallPieces;
  emit(event: ModelEvent): void;
  /** Counts a text and hands it on. */
  say(type: 'text' | 'reasoning', text: string): void;
  /** How many characters came, and a little for each part, so that a flood of empty ones meets the limit too. */
  length: number;
  /** Whether any part of an answer came. */
  begun: boolean;
  /** Nothing that follows counts. */
  done: boolean;
  usage: Usage | undefined;
  failed: AnswerProblem | undefined;
}

/** How the answers of one API are read. */
export interface AnswerForm {
  /** What of a frame says that all failed; `error` when absent. */
  errorOf?(frame: Wire): unknown;
  /** A frame of its own ends an answer: the mark of other APIs does not. */
  readonly ownEnd?: true;
  take(frame: Wire, raw: string, event: string): void;
  /** Whether the model has said why it stopped. */
  finished(): boolean;
  /** What the answer ends with. None at all from the model is believed where an end mark came. */
  end(): StopReason | ModelFailure;
  carry?(): Carry | undefined;
}

/** A reader of answers: no input, no output, no clock. */
export function createReader(
  emit: (event: ModelEvent) => void,
  createForm: (draft: AnswerDraft) => AnswerForm,
): AnswerReader {
  const draft: AnswerDraft = {
    calls: createCallPieces(emit),
    emit,
    say(type, text) {
      draft.length += text.length;
      emit({ type, text });
    },
    length: 0,
    begun: false,
    done: false,
    usage: undefined,
    failed: undefined,
  };
  const { errorOf = errorIn, ownEnd = false, take, finished, end, carry } = createForm(draft);
  return {
    push(frame, raw, event) {
      if (draft.done || draft.failed !== undefined) return;
      const error = errorOf(frame as Wire);
      if (isGiven(error)) {
        draft.failed = { error };
        return;
      }
      take(frame as Wire, raw, event);
      if (draft.length > maxAnswerLength) draft.failed ??= { failure: answerFailures.tooLong };
    },
    done() {
      if (!ownEnd) draft.done = true;
    },
    finish() {
      if (!finished() && !(draft.done && draft.begun)) return draft.done ? answerFailures.empty : answerFailures.cut;
      const stop = end();
      if (typeof stop !== 'string') return stop;
      const problem = stop === 'calls' ? draft.calls.finish() : undefined;
      if (problem !== undefined) return problem;
      const carried = stop === 'refused' ? undefined : carry?.();
      if (carried !== undefined) emit({ type: 'carry', carry: carried });
      if (draft.usage !== undefined) emit({ type: 'usage', usage: draft.usage });
      emit({ type: 'stop', reason: stop });
      return undefined;
    },
    get failed() {
      return draft.failed;
    },
    get state() {
      if (draft.done) return 'done';
      return finished() ? 'finished' : 'open';
    },
    get begun() {
      return draft.begun;
    },
  };
}

const errorIn = ({ error }: Wire): unknown => error;
