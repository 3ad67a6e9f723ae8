import type { SessionRecord } from './event.js';

/**
 * The events of the conversation as it stands. A rewind goes back to one of them: those that came after it are left out, and so
 * is what waited to be taken in then. One that goes back to where an earlier rewind left brings those before it back.
 */
export function conversationLine(events: readonly SessionRecord[]): readonly SessionRecord[] {
  if (!events.some(isRewound)) return events;
  const places = new Map(events.map(({ seq }, at) => [seq, at]));
  /** Of each event, the one before it in its line. */
  const before = events.map((event, at) => (isRewound(event) ? (places.get(event.body.to) ?? -1) : at - 1));
  const line: SessionRecord[] = [];
  for (let at = events.length - 1; at >= 0; at = before[at] ?? -1) line.push(events[at] as SessionRecord);
  return withoutWaiting(line.reverse());
}

/** What waits is with the person again after a rewind. */
function withoutWaiting(line: readonly SessionRecord[]): readonly SessionRecord[] {
  const last = line.findLastIndex(isRewound);
  const received = new Set(line.flatMap((event) => (event.type === 'message-received' ? [event.body.messageId] : [])));
  return line.filter((event, at) => at > last || event.type !== 'message-queued' || received.has(event.body.messageId));
}

const isRewound = (event: SessionRecord): event is Extract<SessionRecord, { type: 'session-rewound' }> =>
  event.type === 'session-rewound';
