import type { ChildStarted } from '../../agent/event.js';
import { type Journal, type JournalChange, readJournal } from '../../change/journal.js';
import type { Store } from '../../store/store.js';
import { sameVersion } from '../../tool/version.js';
import type { SessionRecord } from '../event.js';
import { readSession } from '../sessions.js';
import { maxDepth } from './parent-binding.js';

/**
 * What a session and its subagents did to files, in the order it was done: what a subagent did counts for the call that has
 * started it, and for its turn. It is read from the subagents' own records, so that nothing is lost when a process is killed.
 */
export async function readTreeJournal(
  store: Pick<Store, 'read'>,
  events: readonly SessionRecord[],
  depth = 0,
): Promise<Journal> {
  const own = readJournal(events);
  const started = depth < maxDepth ? childrenIn(events) : [];
  if (started.length === 0) return own;
  const below: JournalChange[] = [];
  for (const { body, turn } of started) {
    const { events: theirs } = await readSession(store, body.childId);
    const journal = await readTreeJournal(store, theirs, depth + 1);
    for (const change of journal.changes)
      below.push({ ...change, callId: body.callId, turn, tool: toolOf(body, change) });
  }
  below.sort((a, b) => a.at - b.at);
  const changes = [...own.changes, ...placed(below, events)].sort((a, b) => a.seq - b.seq);
  return { undos: own.undos, changes: withoutDoubles(changes).map((change) => asUndone(change, own)) };
}

interface StartedIn {
  readonly body: ChildStarted;
  readonly turn: number;
}

function childrenIn(events: readonly SessionRecord[]): readonly StartedIn[] {
  const found: StartedIn[] = [];
  let turn = 0;
  for (const event of events) {
    if (event.type === 'turn-started' && event.body.resumed !== true) turn += 1;
    if (event.type === 'child-started') found.push({ body: event.body, turn });
  }
  return found;
}

const toolOf = ({ name }: ChildStarted, { tool }: JournalChange): string => `${name}: ${tool}`;

/** Their numbers are those of another record: here they stand between the events that were recorded before and after them. */
function placed(below: readonly JournalChange[], events: readonly SessionRecord[]): readonly JournalChange[] {
  let next = 0;
  let before = 0;
  return below.map((change, at) => {
    for (let event = events[next]; event !== undefined && event.at <= change.at; event = events[next]) {
      before = event.seq;
      next += 1;
    }
    return { ...change, seq: before + (at + 1) / (below.length + 1) };
  });
}

/** What one of the tree changed while a command of another ran looks as if the command had: it is told once. */
function withoutDoubles(changes: readonly JournalChange[]): readonly JournalChange[] {
  const others = changes.filter(({ operation }) => operation !== 'command');
  if (others.length === changes.length) return changes;
  return changes.map((change) => {
    if (change.operation !== 'command') return change;
    const paths = change.paths.filter(
      (one) =>
        !others.some(({ paths: theirs }) =>
          theirs.some(
            ({ path, before, after }) =>
              path === one.path && sameVersion(before, one.before) && sameVersion(after, one.after),
          ),
        ),
    );
    return paths.length === change.paths.length ? change : { ...change, paths };
  });
}

/** Taken back here, or where it was made. */
function asUndone(change: JournalChange, { undos }: Journal): JournalChange {
  const last = undos.findLast(({ changeIds }) => changeIds.includes(change.changeId));
  return last === undefined ? change : { ...change, undone: !last.redone };
}
