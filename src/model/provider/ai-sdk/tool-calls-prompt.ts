import type {
  LanguageModelV3CallOptions,
  LanguageModelV3Message,
  LanguageModelV3ToolCallPart,
  LanguageModelV3ToolResultPart,
} from '@ai-sdk/provider';
import { cutEnd } from '../../../base/text.js';
import type { Dialect, DialectCall, DialectResult, ParserTool } from '../../../dialect/dialect.js';

type Message = LanguageModelV3Message;

/** A tool that the program runs, not the provider. */
export type OfferedTool = NonNullable<LanguageModelV3CallOptions['tools']>[number] & { readonly type: 'function' };

type Answer = Message & { readonly role: 'assistant' };
type AnswerPart = Answer['content'][number];

/**
 * The same request for a model without calls of its own: tools, calls and results stand in its messages as text. Tools
 * and calls that a provider runs itself stay as they are.
 */
export function toolCallsPrompt(
  { tools: all = [], toolChoice, prompt, ...params }: LanguageModelV3CallOptions,
  tools: readonly OfferedTool[],
  dialect: Dialect,
): LanguageModelV3CallOptions {
  const written = prompt.flatMap((message) => rewrite(message, tools, dialect));
  const [first, ...rest] = written;
  const system = first?.role === 'system' ? first : undefined;
  const told = toldOf(tools, toolChoice, dialect);
  const content = [system?.content ?? '', told].filter((text) => text !== '').join('\n\n');
  const others = all.filter(({ type }) => type !== 'function');
  return {
    ...params,
    ...(others.length > 0 && { tools: others }),
    prompt: joined([
      ...(content === '' ? [] : [{ ...system, role: 'system' as const, content }]),
      ...(system === undefined ? written : rest),
    ]),
  };
}

function toldOf(
  tools: readonly OfferedTool[],
  choice: LanguageModelV3CallOptions['toolChoice'],
  dialect: Dialect,
): string {
  if (tools.length === 0) return '';
  if (choice?.type === 'none') return 'No tool can be called now: answer in plain words.';
  const definitions = tools.map(({ name, description = '', inputSchema }) => ({
    name,
    description,
    parameters: { ...inputSchema },
  }));
  const must = mustOf(choice);
  return dialect.renderPrompt(definitions) + (must === undefined ? '' : `\n\nYour next message must ${must}.`);
}

function mustOf(choice: LanguageModelV3CallOptions['toolChoice']): string | undefined {
  if (choice?.type === 'required') return 'call at least one tool';
  return choice?.type === 'tool' ? `call the tool ${JSON.stringify(choice.toolName)}` : undefined;
}

function rewrite(message: Message, tools: readonly OfferedTool[], dialect: Dialect): readonly Message[] {
  if (message.role === 'assistant') return [rewriteAnswer(message, tools, dialect)];
  if (message.role !== 'tool') return [message];
  const results = message.content.filter((part) => part.type === 'tool-result').map(resultOf);
  if (results.length === 0) return [];
  return dialect
    .renderResults(results)
    .map(
      ({ role, text }): Message =>
        role === 'system' ? { role, content: text } : { role, content: [{ type: 'text', text }] },
    );
}

function rewriteAnswer(message: Answer, tools: readonly OfferedTool[], dialect: Dialect): Answer {
  const isOurs = (part: AnswerPart): part is LanguageModelV3ToolCallPart =>
    part.type === 'tool-call' && part.providerExecuted !== true;
  const calls = message.content.filter(isOurs).map(callOf);
  if (calls.length === 0) return message;
  const offered = tools.map(({ name, inputSchema }) => ({ name, parameters: { ...inputSchema } }));
  const content = message.content.filter((part) => !isOurs(part));
  const written = writeCalls(calls, offered, dialect);
  const text = content.at(-1)?.type === 'text' ? `\n${written}` : written;
  return { ...message, content: [...content, { type: 'text', text }] };
}

/** What the format cannot express is shown all the same, so that its result stands behind something. */
function writeCalls(calls: readonly DialectCall[], tools: readonly ParserTool[], dialect: Dialect): string {
  const written = dialect.renderCalls(calls, { tools });
  if (typeof written === 'string') return written;
  const [only] = calls;
  if (calls.length > 1) return calls.map((call) => writeCalls([call], tools, dialect)).join('\n');
  return `(a call of ${cutEnd(only?.name ?? '', 64)} that cannot be shown)`;
}

const callOf = ({ toolCallId, toolName, input }: LanguageModelV3ToolCallPart): DialectCall => ({
  id: toolCallId,
  name: toolName,
  arguments: typeof input === 'string' ? input : JSON.stringify(input ?? {}),
});

function resultOf({ toolCallId, toolName, output }: LanguageModelV3ToolResultPart): DialectResult {
  const isError = output.type === 'error-text' || output.type === 'error-json' || output.type === 'execution-denied';
  return { id: toolCallId, name: toolName, text: textOf(output), isError };
}

function textOf(output: LanguageModelV3ToolResultPart['output']): string {
  switch (output.type) {
    case 'text':
    case 'error-text':
      return output.value;
    case 'json':
    case 'error-json':
      return JSON.stringify(output.value);
    case 'execution-denied':
      return `The call was denied${output.reason === undefined ? '' : `: ${output.reason}`}.`;
    case 'content':
      return output.value.map((part) => (part.type === 'text' ? part.text : `(${part.type}, not shown)`)).join('\n');
  }
}

/** Messages of the user in a row become one: many chat templates refuse two. */
function joined(messages: readonly Message[]): Message[] {
  const all: Message[] = [];
  for (const message of messages) {
    const last = all.at(-1);
    if (last?.role !== 'user' || message.role !== 'user') all.push(message);
    else
      all[all.length - 1] = { ...last, content: [...last.content, { type: 'text', text: '\n\n' }, ...message.content] };
  }
  return all;
}
