import type { Image, Message } from '../model/message.js';
import type { HistoryCompacted, Summary } from './event.js';
import { type Shortened, shortenAnswer, shortenCall, shortenMessage, shortenResult } from './shorten.js';
import { summaryMessage, summaryTaken } from './summary-message.js';

/** The messages for the model, and where what came before may be left out. */
export interface Conversation {
  /** System message first. */
  readonly messages: readonly Message[];
  /** Messages of the person and rounds with calls: what begins there stays whole. */
  readonly cuts: readonly Cut[];
  /** How many messages, the system message among them, stand for what was left out. */
  readonly head: number;
}

export interface Cut {
  /** Of the message, or of the first call. */
  readonly id: string;
  /** Where in the messages it begins. */
  readonly at: number;
}

/** The conversation as a compaction leaves it. One that fits nothing here leaves it as it is. */
export function compactConversation(
  conversation: Conversation,
  { summary, shortened = [] }: Pick<HistoryCompacted, 'summary' | 'shortened'>,
  images: ReadonlyMap<string, Image>,
): Conversation {
  const shorter = shortened.length === 0 ? conversation : withShortened(conversation, shortened);
  return summary === undefined ? shorter : withSummary(shorter, summary, images);
}

function withShortened(conversation: Conversation, shortened: readonly Shortened[]): Conversation {
  const messages = [...conversation.messages];
  const places = placesOf(conversation);
  for (const how of shortened) {
    const at = places.get(keyOf(how));
    const message = at === undefined ? undefined : messages[at];
    if (at === undefined || message === undefined) continue;
    messages[at] = shortenOne(message, how);
  }
  return { ...conversation, messages };
}

function shortenOne(message: Message, how: Shortened): Message {
  if (how.what === 'result') return message.role === 'tool' ? shortenResult(message, how) : message;
  if (how.what === 'message') return message.role === 'user' ? shortenMessage(message, how) : message;
  if (message.role !== 'assistant') return message;
  return how.what === 'answer' ? shortenAnswer(message, how) : shortenCall(message, how);
}

function placesOf({ messages, cuts }: Conversation): ReadonlyMap<string, number> {
  const places = new Map<string, number>();
  for (const [at, message] of messages.entries()) {
    if (message.role === 'tool') places.set(keyOf({ what: 'result', id: message.callId }), at);
    if (message.role !== 'assistant') continue;
    for (const { id } of message.calls) {
      places.set(keyOf({ what: 'arguments', id }), at);
      places.set(keyOf({ what: 'answer', id }), at);
    }
  }
  for (const { id, at } of cuts) if (messages[at]?.role === 'user') places.set(keyOf({ what: 'message', id }), at);
  return places;
}

const keyOf = ({ what, id }: Pick<Shortened, 'what' | 'id'>): string => `${what} ${id}`;

function withSummary(conversation: Conversation, summary: Summary, images: ReadonlyMap<string, Image>): Conversation {
  const { messages, cuts } = conversation;
  const [system] = messages;
  const from = summary.from === undefined ? messages.length : cuts.find(({ id }) => id === summary.from)?.at;
  if (from === undefined || system === undefined) return conversation;
  const kept = messages.slice(from);
  const head = [system, summaryMessage(summary, images), ...(kept[0]?.role === 'assistant' ? [] : [summaryTaken])];
  const moved = head.length - from;
  return {
    messages: [...head, ...kept],
    cuts: cuts.filter(({ at }) => at >= from).map(({ id, at }) => ({ id, at: at + moved })),
    head: head.length,
  };
}
