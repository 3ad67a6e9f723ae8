import { defined } from '../base/defined.js';
import { cutEnd } from '../base/text.js';
import type { Dialect, DialectCall } from '../dialect/dialect.js';
import type { Message } from './message.js';
import type { ModelRequest } from './model.js';
import { remembered, rememberedWith } from './provider/wire.js';
import { imagesBehindResults } from './result-images.js';

type User = Extract<Message, { role: 'user' }>;
type System = Extract<Message, { role: 'system' }>;
type Assistant = Extract<Message, { role: 'assistant' }>;
type Result = Extract<Message, { role: 'tool' }>;
type Tools = ModelRequest['tools'];

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
  const renderTools = remembered((tools: Tools) => dialect.renderPrompt(tools));
  // With the tools there were when it was written first.
  const renderAnswer = rememberedWith(
    (message: Assistant, tools: Tools) => answerOf(message, dialect, tools),
    () => true,
  );
  const renderResults = rememberedWith((_first: Result, results: readonly Result[]) => {
    const written = results.map(({ callId, images: _images, ...result }) => ({ id: callId, ...result }));
    return dialect.renderResults(written);
  }, isSameList);
  const renderSystem = rememberedWith(
    ({ text }: System, prompt: string): System => ({ role: 'system', text: joined(text, prompt) }),
  );
  const join = rememberedWith(joinUsers);
  const none: System = { role: 'system', text: '' };

  return ({ messages: given, tools, found = [], toolChoice }) => {
    const messages = imagesBehindResults(given);
    const [first] = messages;
    const own = first?.role === 'system' ? first : undefined;
    const prompt = promptOf(tools, toolChoice, renderTools);
    const told = prompt === '' ? undefined : renderSystem(promptApart ? none : (own ?? none), prompt);
    const isSaid = promptApart ? own?.text !== '' : told === undefined;
    const written: Message[] = [told, isSaid ? own : undefined].filter((message) => message !== undefined);
    const rest = messages.slice(own === undefined ? 0 : 1);
    if (keepsCalls) return [...written, ...rest];
    for (let at = 0; at < rest.length; at += 1) {
      const message = rest[at];
      if (message?.role === 'tool') {
        const results = resultsFrom(rest, at);
        at += results.length - 1;
        for (const said of renderResults(message, results)) put(written, said, join);
      } else if (message?.role === 'assistant' && message.calls.length > 0)
        written.push(renderAnswer(message, [...tools, ...found]));
      else if (message?.role === 'user') put(written, message, join);
      else if (message !== undefined) written.push(message);
    }
    return written;
  };
}

/** Results and what a person said meanwhile become one message: many chat templates refuse two of the user in a row. */
function put(written: Message[], message: User | System, join: typeof joinUsers): void {
  const last = written.at(-1);
  if (last?.role === 'user' && message.role === 'user') written[written.length - 1] = join(last, message);
  else written.push(message);
}

function joinUsers(first: User, second: User): User {
  const images = [...(first.images ?? []), ...(second.images ?? [])];
  return { role: 'user', text: `${first.text}\n\n${second.text}`, ...(images.length > 0 && { images }) };
}

const joined = (...texts: readonly string[]): string => texts.filter((text) => text !== '').join('\n\n');

const isSameList = (one: readonly Result[], other: readonly Result[]): boolean =>
  one.length === other.length && one.every((result, at) => result === other[at]);

function promptOf(tools: Tools, choice: ModelRequest['toolChoice'], renderTools: (tools: Tools) => string): string {
  if (tools.length === 0) return '';
  if (choice === 'none') return 'No tool can be called now: answer in plain words.';
  const prompt = renderTools(tools);
  if (choice === undefined || choice === 'auto') return prompt;
  const must = choice === 'required' ? 'call at least one tool' : `call the tool ${JSON.stringify(choice.name)}`;
  return `${prompt}\n\nYour next message must ${must}.`;
}

function answerOf(message: Assistant, dialect: Dialect, tools: Tools): Assistant {
  const written = dialect.renderCalls(message.calls, { tools });
  const calls =
    typeof written === 'string' ? written : message.calls.map((call) => callOf(call, dialect, tools)).join('\n');
  const text = message.text === '' ? calls : `${message.text}\n${calls}`;
  const { reasoning } = message;
  // What a provider wants back is not carried on: it belongs to calls that are text now.
  return { role: 'assistant', text, calls: [], ...defined({ reasoning }) };
}

/** A call that the format cannot express was refused and answered; the model is shown what it asked for, cut. */
function callOf(call: DialectCall, dialect: Dialect, tools: Tools): string {
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
