import { projectForAnthropic } from '../../../schema/project-anthropic.js';
import type { Message } from '../../message.js';
import type { ModelRequest, ToolChoice } from '../../model.js';
import type { RequestSettings, Thinking } from '../protocol.js';
import { remembered } from '../wire.js';
import {
  type AssistantMessage,
  type RenderedMessage,
  renderMessage,
  renderText,
  wireName,
} from './anthropic-message.js';
import { type AnthropicTraits, traitsOf } from './anthropic-traits.js';

export type ThoughtsWanted = (message: AssistantMessage) => boolean;

/**
 * The body of a Messages request. Each message is written once in its life, whatever the round. `wanted` tells whose
 * thoughts the model may be given back.
 *
 * What is the same in the next request is marked to be cached, which makes it cost a tenth: the tools, the system prompt,
 * all that was said so far, and what had been said by the request before, since the server looks for older entries only
 * 20 blocks back. Four marks are allowed.
 */
export function renderAnthropicRequest(
  { messages, tools, toolChoice }: Omit<ModelRequest, 'signal'>,
  { model, maxOutputTokens, thinking }: RequestSettings,
  wanted: ThoughtsWanted,
): string {
  const traits = traitsOf(model);
  const maxTokens = maxOutputTokens ?? traits.maxTokens;
  const forced = toolChoice !== undefined && toolChoice !== 'auto' && toolChoice !== 'none';
  const fields = Object.entries(thinkingFields(traits, { thinking, maxTokens, forced }));
  const wishes = fields.map(([name, value]) => `,"${name}":${JSON.stringify(value)}`).join('');
  const offered = tools.length === 0 ? renderKnownCalls(messages) : renderTools(tools) + renderChoice(toolChoice);
  return `{"model":${JSON.stringify(model)},"max_tokens":${maxTokens}${renderSystem(messages)}${offered},"messages":[${renderConversation(messages, wanted)}]${wishes},"stream":true}`;
}

const mark = ',"cache_control":{"type":"ephemeral"}}';

/** Marks the last of some JSON objects: the server caches everything up to its end. */
const marked = (objects: string): string => objects.slice(0, -1) + mark;

function renderSystem(messages: readonly Message[]): string {
  const blocks = messages
    .filter((message) => message.role === 'system')
    .map(systemBlock)
    .filter((block) => block !== '');
  return blocks.length === 0 ? '' : `,"system":[${marked(blocks.join(','))}]`;
}

const systemBlock = remembered(({ text }: Message) => renderText(text));

const renderTools = remembered((tools: ModelRequest['tools']) => {
  const list = tools.map(({ name, description, parameters }) =>
    JSON.stringify({ name, description, input_schema: projectForAnthropic(parameters) }),
  );
  return `,"tools":[${marked(list.join(','))}]`;
});

function renderChoice(choice: ToolChoice | undefined): string {
  if (choice === undefined || choice === 'auto') return '';
  if (choice === 'required') return ',"tool_choice":{"type":"any"}';
  if (choice === 'none') return ',"tool_choice":{"type":"none"}';
  return `,"tool_choice":${JSON.stringify({ type: 'tool', name: choice.name })}`;
}

/** A conversation with calls is refused without tools: those it called are named, and none may be called. */
function renderKnownCalls(messages: readonly Message[]): string {
  const calls = messages.flatMap((message) => (message.role === 'assistant' ? message.calls : []));
  if (calls.length === 0) return '';
  const names = new Set(calls.map(({ name }) => wireName(name)));
  const list = [...names].map((name) => JSON.stringify({ name, input_schema: { type: 'object' } }));
  return `,"tools":[${list.join(',')}],"tool_choice":{"type":"none"}`;
}

/** The messages with the roles alternating, the user first and last, as the API wants them. */
function renderConversation(messages: readonly Message[], wanted: ThoughtsWanted): string {
  const speeches: Speech[] = [];
  for (const message of messages) {
    const thoughts = message.role === 'assistant' && message.carry !== undefined && wanted(message);
    const rendered = thoughts ? withThoughts(message) : withoutThoughts(message);
    if (rendered.results === '' && rendered.blocks === '') continue;
    // Two answers in a row stay two, as the model gave them: the second one's thoughts must stand at its start.
    if (rendered.role === 'assistant' && speeches.at(-1)?.role !== 'user') speeches.push(goOn());
    add(speeches, rendered);
  }
  if (speeches.at(-1)?.role !== 'user') speeches.push(goOn());
  return speeches
    .map((speech, at) => renderSpeech(speech, speech.role === 'user' && at >= speeches.length - 3))
    .join(',');
}

const withThoughts = remembered((message: Message) => renderMessage(message, true));
const withoutThoughts = remembered((message: Message) => renderMessage(message, false));

/** Everything one side says before the other one answers. */
interface Speech {
  readonly role: RenderedMessage['role'];
  readonly results: string[];
  readonly blocks: string[];
}

function add(speeches: Speech[], { role, results, blocks }: RenderedMessage): void {
  let speech = speeches.at(-1);
  if (speech?.role !== role) {
    speech = { role, results: [], blocks: [] };
    speeches.push(speech);
  }
  if (results !== '') speech.results.push(results);
  if (blocks !== '') speech.blocks.push(blocks);
}

/** Stands where the user must speak and said nothing: the newer models refuse to finish their own last message. */
const goOn = (): Speech => ({ role: 'user', results: [], blocks: ['{"type":"text","text":"Go on."}'] });

function renderSpeech({ role, results, blocks }: Speech, cached: boolean): string {
  const content = [...results, ...blocks].join(',');
  return `{"role":"${role}","content":[${cached ? marked(content) : content}]}`;
}

/** What of a request says how much to think. */
interface ThinkingFields {
  readonly thinking?: object;
  readonly output_config?: object;
}

/** The fields that ask a model for as much thinking; none where the server is to choose. */
function thinkingFields(
  { thinking: form, off }: AnthropicTraits,
  { thinking, maxTokens, forced }: ThinkingWish,
): ThinkingFields {
  if (thinking === undefined) return {};
  if (thinking === 'off') {
    if (off === 'unsaid') return {};
    return off === 'least-effort' ? { output_config: { effort: 'low' } } : { thinking: { type: off } };
  }
  if (form === 'effort') {
    // Newer models keep their thoughts to themselves unless asked to show them.
    return { thinking: { type: 'adaptive', display: 'summarized' }, output_config: { effort: thinking } };
  }
  const budget = Math.min(budgets[thinking], Math.floor(maxTokens * budgetShare));
  // A budget and a forced call exclude each other, and less than the least budget is refused.
  if (form === 'never' || forced || budget < leastBudget) return {};
  return { thinking: { type: 'enabled', budget_tokens: budget } };
}

interface ThinkingWish {
  readonly thinking: Thinking | undefined;
  /** The output limit, which thoughts count against. */
  readonly maxTokens: number;
  /** Whether the model must make a call. */
  readonly forced: boolean;
}

const budgets = { low: 4000, medium: 10_000, high: 24_000 } as const;
const leastBudget = 1024;
/** The answer itself needs room too. */
const budgetShare = 0.75;
