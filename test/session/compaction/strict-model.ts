import type { Message } from '../../../src/model/message.js';
import type { Model, ModelFailure, ModelRequest } from '../../../src/model/model.js';
import { type ScriptedRound, scriptedModel } from '../../../src/model/provider/scripted.js';
import { remembered } from '../../../src/model/provider/wire.js';

/** A request as it was when it came, and how it was counted. */
export interface Seen {
  readonly messages: readonly Message[];
  readonly tokens: number;
  readonly summary: boolean;
}

export interface StrictModel extends Model {
  readonly seen: readonly Seen[];
  /** Requests that were over the limit. */
  readonly refused: readonly Seen[];
}

export interface StrictOptions {
  readonly limit: number;
  /** What `contextTokens` says; the limit by default, and nothing with `null`. */
  readonly told?: number | null;
  answer(request: ModelRequest, round: number): ScriptedRound;
  summary(round: number): ScriptedRound;
}

/** A model that refuses every request over its limit, by a count of its own. */
export function strictModel({ limit, told = limit, answer, summary }: StrictOptions): StrictModel {
  const seen: Seen[] = [];
  const refused: Seen[] = [];
  let rounds = 0;
  const script = scriptedModel(
    (request) => {
      const one = {
        messages: [...request.messages],
        tokens: strictTokens(request),
        summary: request.tools.length === 0,
      };
      seen.push(one);
      if (one.tokens > limit) {
        refused.push(one);
        return { failure: tooLong };
      }
      const round = one.summary ? summary(seen.length) : answer(request, rounds);
      if (!one.summary) rounds += 1;
      return { usage: { inputTokens: one.tokens, outputTokens: 50 }, ...round };
    },
    { name: 'strict', record: false, ...(told !== null && { contextTokens: told }) },
  );
  return Object.assign(script, { seen, refused });
}

const tooLong: ModelFailure = { kind: 'context-overflow', message: 'too long' };

/** Words in pieces of four letters, numbers in pieces of two digits, signs in pairs, every other character by itself. */
function strictTokens({ messages, tools }: Pick<ModelRequest, 'messages' | 'tools'>): number {
  const said = messages.reduce((sum, message) => sum + countMessage(message), 40);
  return tools.reduce((sum, tool) => sum + countTool(tool), said);
}

const countMessage = remembered((message: Message): number => {
  const sum = 12 + count(message.text);
  if (message.role === 'user') return sum + (message.images?.length ?? 0) * 1700;
  if (message.role !== 'assistant') return sum;
  return message.calls.reduce((all, call) => all + 14 + count(call.name) + count(call.arguments), sum);
});

const countTool = remembered((tool: object): number => 14 + count(JSON.stringify(tool)));

function count(text: string): number {
  let sum = 0;
  for (const [piece] of text.matchAll(/[A-Za-z]+|\d+|[\p{P}\p{S}]+|\s+|[^\s]/gu)) {
    if (/^[A-Za-z]/.test(piece)) sum += Math.ceil(piece.length / 4);
    else if (/^\d/.test(piece) || /^[\p{P}\p{S}]/u.test(piece)) sum += Math.ceil(piece.length / 2);
    else sum += piece.trim() === '' ? (piece === ' ' ? 0 : 1) : 1;
  }
  return sum;
}

/** What is wrong with the messages of a request: every call has its result right behind it, and the roles are as APIs want. */
export function faultsOf(messages: readonly Message[]): readonly string[] {
  const faults: string[] = [];
  const [first, second] = messages;
  if (first?.role !== 'system') faults.push('the system message is not the first');
  if (second?.role !== 'user') faults.push(`the first message is of ${second?.role}`);
  if (messages.at(-1)?.role === 'assistant') faults.push('the model speaks last');
  let open: string[] = [];
  for (const [at, message] of messages.entries()) {
    if (message.role === 'tool') {
      if (open.shift() !== message.callId) faults.push(`the result ${message.callId} at ${at} is not of the next call`);
      continue;
    }
    if (open.length > 0) faults.push(`no result of ${open.join(', ')}`);
    open = message.role === 'assistant' ? message.calls.map(({ id }) => id) : [];
    if (message.role === 'assistant' && messages[at - 1]?.role === 'assistant') faults.push(`two answers at ${at}`);
    if (message.role === 'assistant' && message.text === '' && message.calls.length === 0)
      faults.push(`nothing at ${at}`);
  }
  if (open.length > 0) faults.push(`no result of ${open.join(', ')}`);
  return faults;
}
