import { randomText } from '../base/id.js';
import { cutEnd } from '../base/text.js';
import { type Dialect, type DialectEvent, maxCalls } from '../dialect/dialect.js';
import type { ModelEvent, StopReason } from './model.js';
import { answerFailures } from './provider/answer-failure.js';

export interface PromptAnswerOptions {
  readonly dialect: Dialect;
  /** The names of the tools that were offered. */
  readonly tools: readonly string[];
  readonly mayCall: boolean;
}

type Found<Type> = Extract<DialectEvent, { readonly type: Type }>;

/** Reads the calls out of the text of one answer. Calls the model made by its API are passed on behind those. */
export function createPromptAnswer(
  { dialect, tools, mayCall }: PromptAnswerOptions,
  emit: (event: ModelEvent) => void,
): (event: ModelEvent) => void {
  const calls: Found<'call'>[] = [];
  const problems: Found<'problem'>[] = [];
  let nativeCalls = 0;
  let ended = false;

  const parser = dialect.createParser({ tools }, (event) => {
    if (event.type === 'call') calls.push(event);
    else if (event.type === 'problem') problems.push(event);
    else if (mayCall || (event.type !== 'call-open' && event.type !== 'call-arguments')) emit(event);
  });

  const tellProblems = (wanted: boolean): void => {
    for (const problem of problems) {
      emit(wanted && problem.code === 'call-rejected' ? { ...problem, rejected: true } : problem);
    }
  };

  const finish = (reason: StopReason): void => {
    const inCall = parser.inCall;
    parser.end();
    // What was cut off might have told that a call before it was only thought.
    if (reason === 'length' && (inCall || (mayCall && calls.length > 0))) {
      emit({ type: 'failure', failure: answerFailures.cutByLimit });
      return;
    }
    const wanted = mayCall && reason !== 'refused';
    tellProblems(wanted);
    const [first] = calls;
    if (!wanted && first !== undefined) emit({ type: 'problem', code: 'call-ignored', message: notWanted(first.name) });
    for (const { type, index, name, arguments: args } of wanted ? calls : []) {
      emit({ type, index, id: `call_${index}_${randomText(12)}`, name, arguments: args });
    }
    const called = nativeCalls > 0 || (wanted && first !== undefined);
    emit({ type: 'stop', reason: called && reason !== 'refused' ? 'calls' : reason });
  };

  return (event) => {
    switch (event.type) {
      case 'text':
        parser.push(event.text);
        return;
      case 'call':
        nativeCalls += 1;
        emit({ ...event, index: event.index + maxCalls });
        return;
      case 'call-open':
      case 'call-arguments':
        emit({ ...event, index: event.index + maxCalls });
        return;
      case 'stop':
        if (!ended) finish(event.reason);
        ended = true;
        return;
      default:
        emit(event);
    }
  };
}

const notWanted = (name: string): string =>
  `The model called ${cutEnd(name, 64)} in an answer that must not call a tool. It was not run.`;
