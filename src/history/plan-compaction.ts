import { messagesTokens } from '../model/estimate-tokens.js';
import type { Message } from '../model/message.js';
import { type Conversation, compactConversation } from './conversation.js';
import { leastOfMessage, type Shortened } from './shorten.js';

/** What is to be made shorter, and how. */
export interface CompactionPlan {
  readonly shortened: readonly Shortened[];
  /** What is left out for a summary: the messages behind the head up to here; `from` names what begins there. */
  readonly drop: { readonly until: number; readonly from: string | undefined } | undefined;
}

export interface CompactionRoom {
  /** For all messages but the system message, in tokens. */
  readonly room: number;
  /** A summary is wanted, not only needed where nothing else helps. */
  readonly summarise: boolean;
}

/**
 * The shares of the room: what stays as it was, what it may come to when it cannot, and all that is left. After each compaction the
 * server reads everything again, so each has to free half of the room at least: then reading again costs at most as much as
 * what is said between two of them.
 */
const share = { whole: 0.35, kept: 0.5, left: 0.5 };

/**
 * Plans a compaction. Old results are shortened first; where that is not enough, everything but the last rounds is left
 * out for a summary; what is left of those is shortened where it is still too much, the last round last. Nothing is taken
 * apart: a call stays with its results.
 */
export function planCompaction(conversation: Conversation, { room, summarise }: CompactionRoom): CompactionPlan {
  const old = oldResults(conversation);
  if (!summarise && old.length > 0 && sizeOf(conversation, old) <= room * share.left)
    return { shortened: old, drop: undefined };
  // A person who wants a short conversation wants it shorter than it is now.
  const most = summarise ? Math.min(room, messagesTokens(conversation.messages.slice(1))) : room;
  const drop = chooseDrop(conversation, most * share.whole);
  const shortened = shortenKept(conversation, drop?.until ?? conversation.head, room * share.kept);
  return { shortened, drop };
}

/** Rounds at the end whose results are not old. */
const recentRounds = 2;
const oldResult = { over: 1500, chars: 600 };

function oldResults({ messages, cuts, head }: Conversation): readonly Shortened[] {
  const recent = cuts.at(-recentRounds)?.at ?? head;
  return messages
    .slice(head, recent)
    .flatMap((message) =>
      message.role === 'tool' && message.text.length > oldResult.over
        ? [{ what: 'result' as const, id: message.callId, chars: oldResult.chars }]
        : [],
    );
}

function sizeOf(conversation: Conversation, shortened: readonly Shortened[], from = 1): number {
  const { messages } = compactConversation(conversation, { shortened }, noImages);
  return messagesTokens(messages.slice(from));
}

/** No message gets a picture by being shortened. */
const noImages = new Map<string, never>();

/** As much of the end as fits stays whole, and at least the last round or message. */
function chooseDrop({ messages, cuts, head }: Conversation, room: number): CompactionPlan['drop'] {
  const last = cuts.at(-1);
  if (last === undefined) return messages.length > head ? { until: messages.length, from: undefined } : undefined;
  let chosen = last;
  let size = messagesTokens(messages.slice(last.at));
  for (const cut of cuts.slice(0, -1).toReversed()) {
    size += messagesTokens(messages.slice(cut.at, chosen.at));
    if (size > room) break;
    chosen = cut;
  }
  return chosen.at <= head ? undefined : { until: chosen.at, from: chosen.id };
}

/** How many characters are left of each part, tried one after the other. */
const levels = [4000, 2000, 1000, 500, 0];

function shortenKept(conversation: Conversation, from: number, room: number): readonly Shortened[] {
  const { messages, cuts } = conversation;
  const last = Math.max(from, cuts.at(-1)?.at ?? from);
  let older: readonly Shortened[] = [];
  if (sizeOf(conversation, older, from) <= room) return older;
  for (const chars of levels) {
    older = partsOver(conversation, { from, to: last, chars });
    if (sizeOf(conversation, older, from) <= room) return older;
  }
  let all = older;
  for (const chars of levels) {
    all = [...older, ...partsOver(conversation, { from: last, to: messages.length, chars })];
    if (sizeOf(conversation, all, from) <= room) break;
  }
  return all;
}

function partsOver(
  { messages, cuts }: Conversation,
  { from, to, chars }: { readonly from: number; readonly to: number; readonly chars: number },
): readonly Shortened[] {
  const received = new Map(cuts.map(({ id, at }) => [at, id]));
  return messages.slice(from, to).flatMap((message, index) => {
    const id = received.get(from + index);
    return partsOf(message, id, chars);
  });
}

function partsOf(message: Message, id: string | undefined, chars: number): readonly Shortened[] {
  if (message.role === 'tool') {
    const pictures = chars <= leastOfMessage && message.images !== undefined;
    const over = message.text.length > Math.max(chars, leastText) || pictures;
    return over ? [{ what: 'result', id: message.callId, chars }] : [];
  }
  if (message.role === 'user') {
    const least = Math.max(chars, leastOfMessage);
    const over = message.text.length > least || (least === leastOfMessage && message.images !== undefined);
    return id !== undefined && over ? [{ what: 'message', id, chars: least }] : [];
  }
  if (message.role !== 'assistant' || message.calls.length === 0 || id === undefined) return [];
  const { text, reasoning, carry, calls } = message;
  const thoughts = chars <= 1000 && (reasoning !== undefined || carry !== undefined);
  return [
    ...(text.length > Math.max(chars, leastText) || thoughts ? [{ what: 'answer' as const, id, chars }] : []),
    ...calls
      .filter((call) => call.arguments.length > Math.max(chars, leastArguments))
      .map((call) => ({ what: 'arguments' as const, id: call.id, chars })),
  ];
}

/** What would not become shorter. */
const leastText = 40;
const leastArguments = 120;
