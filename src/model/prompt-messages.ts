import { defined } from '../base/defined.js';
import { cutEnd } from '../base/text.js';
import type { Dialect, DialectCall } from '../dialect/dialect.js';
import type { Message } from './message.js';
import type { ModelRequest } from './model.js';
import { remembered } from './provider/wire.js';
import { imagesBehindResults } from './result-images.js';

type User = Extract<Message, { role: 'user' }>;
type System = Extract<Message, { role: 'system' }>;
type Assistant = Extract<Message, { role: 'assistant' }>;
type Result = Extract<Message, { role: 'tool' }>;

interface PromptMessagesOptions {
  /** The prompt is a system message of its own, the first. */
  readonly promptApart?: boolean | undefined;
  /** Calls and results are sent as they are. */
  readonly keepsCalls?: boolean | undefined;
}

/**
 * Writes a conversation for a model that knows no calls: the tools into its system message, its calls into its answers,
 * the results of one answer into messages as the dialect has them. A message is rewritten once in its life: providers know it by
 * identity.
 */
export function createPromptMessages(
  dialect: Dialect,
  { promptApart = false, keepsCalls = false }: PromptMessagesOptions = {},
): (request: ModelRequest) => readonly Message[] {
  const renderTools = remembered((tools: ModelRequest['tools']) => dialect.renderPrompt(tools));
  const renderAnswer = createAnswer(dialect);
  const renderResults = createResults(dialect);
  const renderSystem = createSystem();
  const join = createJoin();

  return ({ messages: given, tools, toolChoice }) => {
    const messages = imagesBehindResults(given);
    const [first] = messages;
    const own = first?.role === 'system' ? first : undefined;
    const prompt = promptOf(tools, toolChoice, renderTools);
    const told = promptApart
      ? [renderSystem(undefined, prompt), own?.text === '' ? undefined : own]
      : [renderSystem(own, prompt)];
    const written: Message[] = told.filter((message) => message !== undefined);
    if (keepsCalls) return [...written, ...messages.slice(own === undefined ? 0 : 1)];
    for (let at = first?.role === 'system' ? 1 : 0; at < messages.length; ) {
      const message = messages[at];
      at += 1;
      if (message === undefined) continue;
      if (message.role === 'tool') {
        const results = resultsFrom(messages, at - 1);
        at += results.length - 1;
        for (const said of renderResults(message, results)) put(written, said, join);
      } else if (message.role === 'assistant' && message.calls.length > 0) written.push(renderAnswer(message, tools));
      else if (message.role === 'user') put(written, message, join);
      else written.push(message);
    }
    return written;
  };
}

/** Results and what a person said meanwhile become one message: many chat templates refuse two of the user in a row. */
function put(written: Message[], message: User | System, join: (first: User, second: User) => User): void {
  const last = written.at(-1);
  if (last?.role === 'user' && message.role === 'user') written[written.length - 1] = join(last, message);
  else written.push(message);
}

function createJoin(): (first: User, second: User) => User {
  const written = new WeakMap<User, { readonly second: User; readonly message: User }>();
  return (first, second) => {
    const known = written.get(first);
    if (known?.second === second) return known.message;
    const images = [...(first.images ?? []), ...(second.images ?? [])];
    const message: User = {
      role: 'user',
      text: `${first.text}\n\n${second.text}`,
      ...(images.length > 0 && { images }),
    };
    written.set(first, { second, message });
    return message;
  };
}

function promptOf(
  tools: ModelRequest['tools'],
  choice: ModelRequest['toolChoice'],
  renderTools: (tools: ModelRequest['tools']) => string,
): string {
  if (tools.length === 0) return '';
  if (choice === 'none') return 'No tool can be called now: answer in plain words.';
  const prompt = renderTools(tools);
  if (choice === undefined || choice === 'auto') return prompt;
  const must = choice === 'required' ? 'call at least one tool' : `call the tool ${JSON.stringify(choice.name)}`;
  return `${prompt}\n\nYour next message must ${must}.`;
}

function createSystem(): (system: System | undefined, prompt: string) => System | undefined {
  const none = {};
  const written = new WeakMap<object, { readonly prompt: string; readonly message: System }>();
  return (system, prompt) => {
    if (prompt === '') return system;
    const known = written.get(system ?? none);
    if (known?.prompt === prompt) return known.message;
    const text = system === undefined || system.text === '' ? prompt : `${system.text}\n\n${prompt}`;
    const message: System = { role: 'system', text };
    written.set(system ?? none, { prompt, message });
    return message;
  };
}

function createAnswer(dialect: Dialect): (message: Assistant, tools: ModelRequest['tools']) => Assistant {
  const written = new WeakMap<Assistant, Assistant>();
  return (message, tools) => {
    const known = written.get(message);
    if (known !== undefined) return known;
    const answer = answerOf(message, dialect, tools);
    written.set(message, answer);
    return answer;
  };
}

function answerOf(message: Assistant, dialect: Dialect, tools: ModelRequest['tools']): Assistant {
  const written = dialect.renderCalls(message.calls, { tools });
  const calls =
    typeof written === 'string' ? written : message.calls.map((call) => callOf(call, dialect, tools)).join('\n');
  const text = message.text === '' ? calls : `${message.text}\n${calls}`;
  const { reasoning } = message;
  // What a provider wants back is not carried on: it belongs to calls that are text now.
  return { role: 'assistant', text, calls: [], ...defined({ reasoning }) };
}

/** A call that the format cannot express was refused and answered; the model is shown what it asked for, cut. */
function callOf(call: DialectCall, dialect: Dialect, tools: ModelRequest['tools']): string {
  const written = dialect.renderCalls([call], { tools });
  if (typeof written === 'string') return written;
  const args = call.arguments.length > 200 ? `${cutEnd(call.arguments, 200)}…` : call.arguments;
  const name = cutEnd(call.name, 64);
  const instead = dialect.renderCalls([{ name, arguments: JSON.stringify({ malformed_arguments: args }) }]);
  return typeof instead === 'string' ? instead : `(a call that cannot be shown: ${instead.message})`;
}

function resultsFrom(messages: readonly Message[], start: number): readonly Result[] {
  const results: Result[] = [];
  for (let at = start; at < messages.length; at += 1) {
    const message = messages[at];
    if (message?.role !== 'tool') break;
    results.push(message);
  }
  return results;
}

function createResults(dialect: Dialect): (first: Result, results: readonly Result[]) => readonly (User | System)[] {
  const written = new WeakMap<
    Result,
    { readonly results: readonly Result[]; readonly said: readonly (User | System)[] }
  >();
  return (first, results) => {
    const known = written.get(first);
    if (known?.results.length === results.length && known.results.every((result, at) => result === results[at])) {
      return known.said;
    }
    const said = dialect.renderResults(
      results.map(({ callId, images: _images, ...result }) => ({ id: callId, ...result })),
    );
    written.set(first, { results, said });
    return said;
  };
}
