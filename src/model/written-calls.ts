import { cutEnd } from '../base/text.js';
import { takeCallId } from '../dialect/call-id.js';
import { type Dialect, type DialectEvent, maxCalls } from '../dialect/dialect.js';
import { namesOf } from '../tool/former-names.js';
import type { ToolDefinition } from '../tool/tool.js';
import type { ModelEvent, ModelRequest, StopReason } from './model.js';
import { answerFailures } from './provider/answer-failure.js';

export interface WrittenCallsOptions {
  readonly dialect: Dialect;
  /** Calls in code blocks count, too. */
  readonly inCode?: boolean;
  readonly request: Pick<ModelRequest, 'messages' | 'tools' | 'found' | 'toolChoice'>;
}

type Found<Type> = Extract<DialectEvent, { readonly type: Type }>;

/** Reads the calls out of the text of one answer. Where the model made calls by its API, those are made and no others. */
export function createWrittenCalls(
  { dialect, request, inCode = false }: WrittenCallsOptions,
  emit: (event: ModelEvent) => void,
): (event: ModelEvent) => void {
  const { tools, found = [], toolChoice } = request;
  const mayCall = tools.length > 0 && toolChoice !== 'none';
  const calls: Found<'call'>[] = [];
  const problems: Found<'problem'>[] = [];
  let nativeCalls = 0;
  let ended = false;

  const parser = dialect.createParser({ tools: [...tools, ...found].flatMap(withFormerNames), inCode }, (event) => {
    if (event.type === 'call') calls.push(event);
    else if (event.type === 'problem') problems.push(event);
    else if (event.type !== 'call-open' && event.type !== 'call-arguments') emit(event);
    // Behind those of the API, whose indexes are its own.
    else if (mayCall) emit({ ...event, index: event.index + maxCalls });
  });

  const tellProblems = (wanted: boolean): void => {
    for (const { code, message } of problems) {
      if (!wanted && code === 'call-repaired') continue;
      const rejected = wanted && code === 'call-rejected';
      emit({ type: 'problem', code, message, ...(rejected && { rejected }) });
    }
  };

  const finish = (reason: StopReason): void => {
    const inCall = parser.inCall;
    parser.end();
    const wanted = mayCall && reason !== 'refused' && nativeCalls === 0;
    // What was cut off might have told that a call before it was only thought.
    if (reason === 'length' && nativeCalls === 0 && (inCall || (mayCall && calls.length > 0))) {
      emit({ type: 'failure', failure: answerFailures.cutByLimit });
      return;
    }
    tellProblems(wanted);
    const [first] = calls;
    if (!wanted && first !== undefined) {
      const message = nativeCalls > 0 ? besideNative(first.name) : notWanted(first.name);
      emit({ type: 'problem', code: 'call-ignored', message });
    }
    if (wanted) makeCalls(calls, request, emit);
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
        emit(event);
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

/** Some formats know a call by its name alone: those that a tool had before are read, too. */
const withFormerNames = (tool: ToolDefinition): readonly ToolDefinition[] =>
  namesOf(tool.name).map((name) => ({ ...tool, name }));

/** Ids that the text carries are kept unless the conversation has them already; others have the shape of the dialect. */
function makeCalls(
  calls: readonly Found<'call'>[],
  { messages }: Pick<ModelRequest, 'messages'>,
  emit: (event: ModelEvent) => void,
): void {
  if (calls.length === 0) return;
  const taken = new Set(
    messages.flatMap((message) => (message.role === 'assistant' ? message.calls : [])).map(({ id }) => id),
  );
  for (const call of calls) {
    const { index, name, arguments: args } = call;
    emit({ type: 'call', index: index + maxCalls, id: takeCallId(call, taken), name, arguments: args });
  }
}

const notWanted = (name: string): string =>
  `The model called ${cutEnd(name, 64)} in an answer that must not call a tool. It was not run.`;
const besideNative = (name: string): string =>
  `The model wrote a call of ${cutEnd(name, 64)} as text beside calls by its API. Only those were made.`;
