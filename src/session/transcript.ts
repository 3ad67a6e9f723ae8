import type { ChildEnded, QueuedMessage, TurnEnd } from '../agent/event.js';
import type { Level } from '../policy/policy.js';
import type { Settlement } from '../run/event.js';
import type { Answer, Question } from '../run/question.js';
import { conversationLine } from './conversation-line.js';
import type { SessionRecord, SessionRepaired } from './event.js';

/** What a conversation is made of, for people. */
export type TranscriptEntry =
  | { readonly kind: 'person'; readonly at: number; readonly text: string }
  | { readonly kind: 'model'; readonly at: number; readonly text: string }
  /** A subagent was started; `end` is how it ended. */
  | {
      readonly kind: 'child';
      readonly at: number;
      readonly childId: string;
      readonly name: string;
      readonly title: string;
      readonly end: ChildEnded | undefined;
    }
  /** What followed here was damaged, and set aside. */
  | { readonly kind: 'repair'; readonly at: number; readonly repaired: SessionRepaired }
  | {
      readonly kind: 'call';
      readonly at: number;
      readonly callId: string;
      readonly name: string;
      readonly arguments: string;
      /** Undefined when it came to no decision. */
      readonly level: Level | undefined;
      readonly settlement: Settlement | undefined;
      /** Questions about it, in order. */
      readonly questions: readonly { readonly question: Question; readonly answer: string | undefined }[];
    }
  | { readonly kind: 'end'; readonly at: number; readonly end: TurnEnd };

/** The conversation of a session as it stands, calls with their results. */
export function transcriptOf(events: readonly SessionRecord[]): readonly TranscriptEntry[] {
  const entries: TranscriptEntry[] = [];
  const calls = new Map<string, MutableCall>();
  const children = new Map<string, MutableChild>();
  const waiting = new Map<string, TranscriptEntry>();
  const wait = (at: number, { messageId, text }: QueuedMessage): void =>
    void waiting.set(messageId, { kind: 'person', at, text });
  const take: Takers = {
    'message-queued': ({ at, body }) => wait(at, body),
    'message-edited': ({ at, body }) => wait(at, body),
    'message-withdrawn': ({ body }) => waiting.delete(body.messageId),
    'message-received': ({ at, body }) => {
      waiting.delete(body.messageId);
      entries.push({ kind: 'person', at, text: body.text });
    },
    'model-answered': ({ at, body }) => {
      if (body.text.trim() !== '') entries.push({ kind: 'model', at, text: body.text });
    },
    'turn-ended': ({ at, body }) => {
      if (body.reason !== 'answered' || body.message !== undefined) entries.push({ kind: 'end', at, end: body });
    },
    'child-started': ({ at, body: { childId, name, title } }) => {
      const child: MutableChild = { kind: 'child', at, childId, name, title, end: undefined };
      children.set(childId, child);
      entries.push(child);
    },
    'child-ended': ({ body }) => {
      const child = children.get(body.childId);
      if (child !== undefined) child.end = body;
    },
    'session-repaired': ({ at, body }) => entries.push({ kind: 'repair', at, repaired: body }),
    'call-admitted': ({ at, body: { callId, name, arguments: text } }) => {
      const known = { level: undefined, settlement: undefined, questions: [] };
      const call: MutableCall = { kind: 'call', at, callId, name, arguments: text, ...known };
      calls.set(callId, call);
      entries.push(call);
    },
    'call-decided': ({ body: { callId, level } }) => {
      const call = calls.get(callId);
      if (call !== undefined) call.level = level;
    },
    'call-settled': ({ body }) => {
      const call = calls.get(body.callId);
      if (call !== undefined) call.settlement = body;
    },
    'approval-requested': ({ body }) => calls.get(body.callId)?.questions.push({ question: body, answer: undefined }),
    'approval-answered': ({ body: { questionId, callId, answer, by } }) => {
      const asked = calls.get(callId)?.questions.find(({ question }) => question.id === questionId);
      const said = answerWords(answer);
      if (asked !== undefined) asked.answer = by === 'person' ? said : `${said} (nobody was there)`;
    },
  };
  for (const event of conversationLine(events))
    (take[event.type] as ((event: SessionRecord) => void) | undefined)?.(event);
  return [...entries, ...waiting.values()];
}

type Takers = {
  readonly [Type in SessionRecord['type']]?: (event: Extract<SessionRecord, { readonly type: Type }>) => unknown;
};

function answerWords(answer: Answer): string {
  if (answer.choice === 'text') return answer.text;
  return answer.choice === 'several' ? answer.texts.join(', ') : answer.choice;
}

type MutableChild = Omit<Extract<TranscriptEntry, { kind: 'child' }>, 'end'> & { end: ChildEnded | undefined };

type MutableCall = Omit<Extract<TranscriptEntry, { kind: 'call' }>, 'settlement' | 'questions' | 'level'> & {
  level: Level | undefined;
  settlement: Settlement | undefined;
  questions: { question: Question; answer: string | undefined }[];
};

/**
 * Whether the last turn can be gone on with: it waits at a question, it was paused, its process ended within it, or it
 * stopped short of an answer. Undefined when it was answered, or when there is none.
 */
export function unfinishedTurn(
  events: readonly SessionRecord[],
): 'parked' | 'paused' | 'interrupted' | 'stopped' | undefined {
  const last = conversationLine(events).findLast(({ type }) => turnBounds.has(type));
  if (last === undefined || last.type === 'session-rewound') return undefined;
  if (last.type !== 'turn-ended') return 'interrupted';
  if (last.body.reason === 'parked' || last.body.reason === 'paused') return last.body.reason;
  return last.body.reason === 'answered' ? undefined : 'stopped';
}

const turnBounds: ReadonlySet<string> = new Set(['turn-started', 'turn-ended', 'session-rewound']);
