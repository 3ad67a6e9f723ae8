import { messageOf } from '../base/error.js';
import { cutEnd } from '../base/text.js';
import type { Carry, ModelCall } from './message.js';
import type { Model, ModelEvent, ModelFailure, ModelRequest, StopReason, Usage } from './model.js';

/** A whole answer. */
export interface Answer {
  readonly text: string;
  readonly reasoning: string;
  /** In the order of their index. */
  readonly calls: readonly ModelCall[];
  readonly usage: Usage | undefined;
  readonly stop: StopReason;
  readonly carry: Carry | undefined;
  readonly problems: readonly AnswerProblem[];
  readonly failure?: never;
}

/** What of an answer could not be used, or was repaired. */
export type AnswerProblem = Extract<ModelEvent, { readonly type: 'problem' }>;

/** What came of an answer that did not end well: text for people, never a call. */
export interface Unanswered {
  readonly failure: ModelFailure;
  readonly text: string;
  readonly reasoning: string;
  readonly usage: Usage | undefined;
}

/** What may be shown while an answer is on its way. */
export type ModelDelta = Extract<
  ModelEvent,
  { readonly type: 'text' | 'reasoning' | 'text-was-reasoning' | 'call-open' | 'call-arguments' | 'retry' | 'progress' }
>;

/**
 * Sends one request and puts the answer together. A model that throws, says nothing or ends twice is a failure or is
 * ignored, never a half answer. Rejects only with what `onDelta` threw.
 */
export async function collectAnswer(
  model: Model,
  request: ModelRequest,
  onDelta?: (delta: ModelDelta) => void,
): Promise<Answer | Unanswered> {
  const answer = new Accumulator(onDelta);
  try {
    await model.stream(request, (event) => answer.take(event));
  } catch (thrown) {
    if (answer.defect === undefined) return answer.unanswered(brokenContract(model, `threw: ${messageOf(thrown)}`));
  }
  if (answer.defect !== undefined) throw answer.defect.thrown;
  if (answer.failure !== undefined) return answer.unanswered(answer.failure);
  if (answer.stop === undefined) return answer.unanswered(brokenContract(model, 'ended without a stop or a failure'));
  return answer.answered(answer.stop);
}

class Accumulator {
  stop: StopReason | undefined;
  failure: ModelFailure | undefined;
  defect: { readonly thrown: unknown } | undefined;
  private text = '';
  private reasoning = '';
  private usage: Usage | undefined;
  private carry: Carry | undefined;
  private problems: AnswerProblem[] | undefined;
  private readonly calls: ModelCall[] = [];
  private readonly indexes: number[] = [];
  private readonly onDelta: ((delta: ModelDelta) => void) | undefined;

  constructor(onDelta: ((delta: ModelDelta) => void) | undefined) {
    this.onDelta = onDelta;
  }

  take(event: ModelEvent): void {
    if (this.stop !== undefined || this.failure !== undefined) return;
    switch (event.type) {
      case 'call':
        this.calls.push({
          // Without an id a call is given one, and that is reported.
          id: event.id.length > maxIdLength || !event.id.isWellFormed() ? '' : event.id,
          name: event.name.length > maxNameLength ? this.shortName(event.name) : event.name,
          arguments: event.arguments,
        });
        this.indexes.push(event.index);
        return;
      case 'usage':
        this.usage = event.usage;
        return;
      case 'carry':
        this.carry = event.carry;
        return;
      case 'problem':
        this.report(event);
        return;
      case 'stop':
        this.stop = event.reason;
        return;
      case 'failure':
        this.failure = event.failure;
        return;
      case 'text':
        this.text += event.text;
        break;
      case 'reasoning':
        this.reasoning += event.text;
        break;
      case 'text-was-reasoning':
        this.reasoning += this.text;
        this.text = '';
        break;
    }
    if (this.onDelta !== undefined) this.show(event);
  }

  answered(stop: StopReason): Answer {
    return {
      text: this.text,
      reasoning: this.reasoning,
      calls: this.ordered(),
      usage: this.usage,
      stop,
      carry: this.carry,
      problems: this.problems ?? none,
    };
  }

  unanswered(failure: ModelFailure): Unanswered {
    return { failure, text: this.text, reasoning: this.reasoning, usage: this.usage };
  }

  private report(problem: AnswerProblem): void {
    this.problems ??= [];
    this.problems.push(problem);
  }

  /** No tool has such a name: the call is answered as one of an unknown tool. */
  private shortName(name: string): string {
    const message = `A call names a tool by ${name.length} characters; the name was cut.`;
    this.report({ type: 'problem', code: 'call-name-cut', message });
    return `${cutEnd(name, maxNameLength - 1)}…`;
  }

  /** A throw must not reach the model's stream, which may be in the middle of a socket's data. */
  private show(delta: ModelDelta): void {
    if (this.defect !== undefined) return;
    try {
      this.onDelta?.(delta);
    } catch (thrown) {
      this.defect = { thrown };
    }
  }

  private ordered(): readonly ModelCall[] {
    const { calls, indexes } = this;
    if (indexes.every((index, at) => at === 0 || index >= (indexes[at - 1] ?? 0))) return calls;
    return calls
      .map((call, at) => ({ call, index: indexes[at] ?? 0 }))
      .sort((a, b) => a.index - b.index)
      .map(({ call }) => call);
  }
}

const none: readonly AnswerProblem[] = [];

/** Ids and names stand in many events of a call and again in every later request, where halves of pairs are lost. */
const maxIdLength = 512;
const maxNameLength = 256;

function brokenContract(model: Model, what: string): ModelFailure {
  return {
    kind: 'protocol',
    message: `The model ${model.name} ${what}. This is a defect of its provider; report it there.`,
  };
}
