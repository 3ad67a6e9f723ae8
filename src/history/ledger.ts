import type { ModelCall } from '../model/message.js';
import type { Settlement } from '../run/event.js';
import type { Todo } from '../tool/todo.js';
import type { ReceivedMessage } from './event.js';

/** What has to outlive a compaction, kept as the events come. Bounded, whatever the length of the session. */
export interface Ledger {
  /** What the session began with. */
  readonly first: ReceivedMessage | undefined;
  /** What the person has said since the model last answered: what it works on. */
  readonly current: readonly ReceivedMessage[];
  /** What the person said before, oldest first. */
  readonly earlier: readonly ReceivedMessage[];
  /** Calls that were denied and not allowed since, oldest first. */
  readonly denials: readonly LedgerCall[];
  /** The last calls with their ends, oldest first. */
  readonly calls: readonly LedgerCall[];
  /** Files that were changed, the last ones. */
  readonly changed: ReadonlySet<string>;
  /** Notes for the model of what happened outside the conversation: what was undone, which commands ended. */
  readonly notes: readonly string[];
  readonly lastAnswer: string;
  /** The model's own list, as it is now. */
  readonly todos: readonly Todo[];
}

export interface LedgerCall {
  readonly name: string;
  readonly arguments: string;
  readonly outcome: Settlement['outcome'];
  /** What the model read of it. */
  readonly text: string;
}

export interface LedgerWriter extends Ledger {
  received(message: ReceivedMessage, note: string): void;
  answered(text: string, calls: number): void;
  settled(call: ModelCall, settlement: Settlement): void;
  changes(paths: readonly string[]): void;
  listed(todos: readonly Todo[]): void;
}

const most = { earlier: 20, current: 8, denials: 30, calls: 40, changed: 60, notes: 4 };

export function createLedger(): LedgerWriter {
  const earlier: ReceivedMessage[] = [];
  const denials = new Map<string, LedgerCall>();
  const calls: LedgerCall[] = [];
  const changed = new Set<string>();
  const notes: string[] = [];
  let first: ReceivedMessage | undefined;
  let current: ReceivedMessage[] = [];
  let answered = false;
  let lastAnswer = '';
  let todos: readonly Todo[] = [];
  return {
    earlier,
    calls,
    changed,
    notes,
    get first() {
      return first;
    },
    get current() {
      return current;
    },
    get denials() {
      return [...denials.values()];
    },
    get lastAnswer() {
      return lastAnswer;
    },
    get todos() {
      return todos;
    },
    listed(list) {
      todos = list;
    },
    received(message, note) {
      first ??= message;
      if (answered) {
        for (const one of current) keep(earlier, one, most.earlier);
        current = [];
      }
      answered = false;
      keep(current, message, most.current);
      if (note !== '') keep(notes, note, most.notes);
    },
    answered(text, count) {
      answered = count === 0;
      if (text !== '') lastAnswer = text;
    },
    settled(call, { outcome, content: text }) {
      const done = { name: call.name, arguments: call.arguments, outcome, text };
      keep(calls, done, most.calls);
      if (outcome !== 'denied' && denials.size === 0) return;
      const key = `${call.name} ${call.arguments}`;
      // The last denial is the last in the list.
      denials.delete(key);
      if (outcome === 'denied') denials.set(key, done);
      forget(denials.keys(), denials, most.denials);
    },
    changes(paths) {
      for (const path of paths) {
        changed.delete(path);
        changed.add(path);
      }
      forget(changed, changed, most.changed);
    },
  };
}

function keep<T>(list: T[], one: T, max: number): void {
  list.push(one);
  if (list.length > max) list.shift();
}

/** The oldest go, which stand first. */
function forget<T>(oldest: Iterable<T>, from: { readonly size: number; delete(one: T): boolean }, max: number): void {
  for (const one of oldest) {
    if (from.size <= max) return;
    from.delete(one);
  }
}
