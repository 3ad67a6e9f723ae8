import { defined } from '../../../base/defined.js';
import type { Carry, Image, Message, ModelCall } from '../../message.js';
import type { ModelRequest, ToolChoice } from '../../model.js';
import { imagesBehindResults } from '../../result-images.js';
import type { RequestSettings } from '../protocol.js';
import { remembered, wellFormed } from '../wire.js';
import { renderCacheKey } from './openai-cache-key.js';
import { wireArguments } from './openai-chat-request.js';
import { effortOf, mayThink } from './openai-effort.js';
import { plainCallId, wireName } from './openai-names.js';
import { readCarry } from './openai-responses-carry.js';
import { openAiTools } from './openai-tools.js';

export interface ResponsesOptions {
  /** Whether encrypted reasoning goes back. */
  readonly carry: boolean;
  /** The server is OpenAI's own. */
  readonly hosted: boolean;
}

/**
 * The body of a request for a response. Nothing is kept at the server: the whole conversation goes with every request,
 * encrypted reasoning included. Each message is written once in its life, whatever the round.
 */
export function renderResponsesRequest(
  { messages: given, tools, toolChoice, session }: Omit<ModelRequest, 'signal'>,
  settings: RequestSettings,
  options: ResponsesOptions = { carry: true, hosted: false },
): string {
  const { model, maxOutputTokens } = settings;
  const messages = imagesBehindResults(given);
  const leading = messages.findIndex(({ role }) => role !== 'system');
  const start = leading === -1 ? messages.length : leading;
  const input: string[] = [];
  for (let at = start; at < messages.length; at += 1) {
    const message = messages[at] as Message;
    const own = options.carry && message.role === 'assistant' && isOwn(message.carry, model);
    const items = own ? renderOwn(message) : renderPlain(message);
    if (items !== '') input.push(items);
  }
  // An empty list is refused.
  if (input.length === 0) input.push('{"role":"user","content":"Go on."}');
  const told = messages.slice(0, start).map(renderInstruction).join('\\n\\n');
  const instructions = start === 0 ? '' : `,"instructions":"${told}"`;
  const offered = tools.length === 0 ? '' : `,"tools":${renderTools(tools)}${renderChoice(toolChoice)}`;
  const limit = maxOutputTokens === undefined ? '' : `,"max_output_tokens":${maxOutputTokens}`;
  return `{"model":${JSON.stringify(model)}${instructions},"input":[${input.join(',')}]${offered}${limit}${renderThinking(settings)}${options.hosted ? renderCacheKey(session) : ''},"store":false,"stream":true}`;
}

/** The text as it stands within a JSON string. */
const renderInstruction = remembered((message: Message) => JSON.stringify(wellFormed(message.text)).slice(1, -1));

/** Models that cannot think refuse to be asked for encrypted reasoning. */
function renderThinking({ model, thinking }: RequestSettings): string {
  if (!mayThink(model)) return '';
  const include = ',"include":["reasoning.encrypted_content"]';
  const effort = thinking === undefined ? undefined : effortOf(model, thinking);
  if (effort === undefined) return include;
  return `,"reasoning":${JSON.stringify(effort === 'none' ? { effort } : { effort, summary: 'auto' })}${include}`;
}

const renderTools = remembered((tools: ModelRequest['tools']) =>
  JSON.stringify(openAiTools(tools).map((tool) => ({ type: 'function', ...tool, strict: false }))),
);

function renderChoice(choice: ToolChoice | undefined): string {
  if (choice === undefined || choice === 'auto') return '';
  if (typeof choice === 'string') return `,"tool_choice":"${choice}"`;
  return `,"tool_choice":${JSON.stringify({ type: 'function', name: wireName(choice.name) })}`;
}

const isOwn = (carry: Carry | undefined, model: string): boolean =>
  carry !== undefined && carry.api === 'openai-responses' && carry.model === model;

type AssistantMessage = Extract<Message, { readonly role: 'assistant' }>;

const renderPlain = remembered((message: Message) => renderItems(plainItems(message)));
const renderOwn = remembered((message: AssistantMessage) => renderItems(ownItems(message)));

const renderItems = (items: readonly object[]): string => items.map((item) => JSON.stringify(item)).join(',');

function plainItems(message: Message): readonly object[] {
  switch (message.role) {
    case 'assistant':
      return [...wireText(message.text), ...message.calls.map(wireCall)];
    case 'tool':
      return [{ type: 'function_call_output', call_id: plainCallId(message.callId), output: wellFormed(message.text) }];
    case 'user':
      return [{ role: 'user', content: wireContent(wellFormed(message.text), message.images ?? []) }];
    default:
      return [{ role: message.role, content: wellFormed(message.text) }];
  }
}

/** The items of an answer as they came, with the reasoning between them. */
function ownItems(message: AssistantMessage): readonly object[] {
  const { text, calls, carry } = message;
  const items: object[] = [];
  let thoughts: object[] = [];
  let said = 0;
  let called = 0;
  /** Reasoning is sent only before what it led to. */
  const add = (more: readonly object[]): void => {
    if (more.length === 0) return;
    items.push(...thoughts, ...more);
    thoughts = [];
  };
  for (const item of readCarry(carry?.value ?? [])) {
    if (item.kind === 'reasoning') {
      const { id, summary, encrypted } = item.sealed;
      const parts = summary.map((part) => ({ type: 'summary_text', text: wellFormed(part) }));
      thoughts.push({ type: 'reasoning', id, summary: parts, encrypted_content: encrypted });
    } else if (item.kind === 'message') {
      add(wireText(text.slice(Math.max(said, item.from), item.to), item.phase));
      said = Math.max(said, item.to);
    } else {
      add(calls.slice(called, called + 1).map(wireCall));
      called += 1;
    }
  }
  add([...wireText(text.slice(said)), ...calls.slice(called).map(wireCall)]);
  return items;
}

function wireText(text: string, phase?: string): readonly object[] {
  const content = wellFormed(text);
  return content === '' ? [] : [{ role: 'assistant', content, ...defined({ phase }) }];
}

function wireContent(text: string, images: readonly Image[]): string | readonly object[] {
  if (images.length === 0) return text;
  const parts = images.map(({ mediaType, data }) => ({
    type: 'input_image',
    detail: 'auto',
    image_url: `data:${mediaType};base64,${data}`,
  }));
  return text === '' ? parts : [{ type: 'input_text', text }, ...parts];
}

function wireCall({ id, name, arguments: args }: ModelCall): object {
  return { type: 'function_call', call_id: plainCallId(id), name: wireName(name), arguments: wireArguments(args) };
}
