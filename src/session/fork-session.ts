import { ToolwrightError } from '../base/error.js';
import { createId } from '../base/id.js';
import { plural } from '../base/text.js';
import type { AnswerOrigin } from '../run/question.js';
import type { Store } from '../store/store.js';
import { conversationLine } from './conversation-line.js';
import type { SessionEventBody, SessionRecord } from './event.js';
import { readSession } from './sessions.js';

export interface ForkOptions {
  /** The number of the event up to which the other session counts, which is the end of a turn; the last one by default. */
  readonly at?: number;
  /** For the record: who wants it, and by which channel. */
  readonly origin?: Partial<AnswerOrigin>;
}

/**
 * Makes a session that goes on from the end of a turn of another, and answers its id. What was said and done until then
 * is copied; the other stays as it is. Changes of files are not taken over: they are undone where they were made.
 */
export async function forkSession(store: Store, id: string, options: ForkOptions = {}): Promise<string> {
  const { events } = await readSession(store, id);
  if (events.length === 0)
    throw new ToolwrightError('session-unknown', `There is no session ${id}: \`toolwright sessions\` lists them.`);
  const end = turnEnd(events, options.at);
  const opened = events.find((event) => event.type === 'session-opened');
  const copied = conversationLine(events).filter((event) => event.seq <= end.seq && !staysBehind(event));
  const forked: SessionEventBody = {
    type: 'session-forked',
    body: {
      sessionId: createId('ses'),
      workspace: opened?.body.workspace ?? '',
      from: { sessionId: id, seq: end.seq, head: end.hash },
      events: copied.length,
      origin: { who: opened?.body.actor ?? 'person', from: 'program', ...options.origin },
    },
  };
  await store.append(forked.body.sessionId, [forked, ...copied.map(ownEvent)]);
  return forked.body.sessionId;
}

/** The ends of turns at which a session can be forked, of the conversation as it stands: nothing waits there for an answer. */
export const turnEnds = (events: readonly SessionRecord[]): readonly SessionRecord[] =>
  conversationLine(events).filter(
    (event) => event.type === 'turn-ended' && event.body.reason !== 'parked' && event.body.reason !== 'paused',
  );

function turnEnd(events: readonly SessionRecord[], at: number | undefined): SessionRecord {
  const ends = turnEnds(events);
  const found = at === undefined ? ends.at(-1) : ends.find(({ seq }) => seq === at);
  if (found !== undefined) return found;
  if (ends.length === 0)
    throw new ToolwrightError('bad-usage', 'No turn of this session has ended yet: there is nothing to go on from.');
  const known = ends.map(({ seq }) => seq);
  const shown =
    known.length > 10
      ? `${known.slice(-10).join(', ')}, the last of ${plural(known.length, 'turn')}`
      : known.join(', ');
  throw new ToolwrightError('bad-usage', `No turn ends at event ${at}: use one of ${shown}.`);
}

/** Whoever it worked for, a fork is the person's. */
function ownEvent(event: SessionRecord): Pick<SessionRecord, 'type' | 'body'> {
  if (event.type !== 'session-opened') return { type: event.type, body: event.body };
  const { parent: _, ...body } = event.body;
  return { type: event.type, body };
}

/** Subagents, with what they changed, belong to the session that has started them. */
const staysBehind = ({ type }: SessionRecord): boolean =>
  type.startsWith('change-') ||
  type === 'session-forked' ||
  type === 'session-rewound' ||
  type === 'child-started' ||
  type === 'child-ended';
