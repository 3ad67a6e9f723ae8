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

const most = { earlier: 20, current: 8, denials: 30, calls: 40, changed: 60, notes: 4 };

export function createLedger() {
  const denials = new Map<string, LedgerCall>();
  let answered = false;
  const ledger = {
    earlier: [] as ReceivedMessage[],
    calls: [] as LedgerCall[],
    changed: new Set<string>(),
    notes: [] as string[],
    first: undefined as ReceivedMessage | undefined,
    current: [] as ReceivedMessage[],
    get denials(): readonly LedgerCall[] {
      return [...denials.values()];
    },
    lastAnswer: '',
    todos: [] as readonly Todo[],
    listed(todos: readonly Todo[]): void {
      ledger.todos = todos;
    },
    received(message: ReceivedMessage, note: string): void {
      ledger.first ??= message;
      if (answered) {
        for (const one of ledger.current) keep(ledger.earlier, one, most.earlier);
        ledger.current = [];
      }
      answered = false;
      keep(ledger.current, message, most.current);
      if (note !== '') keep(ledger.notes, note, most.notes);
    },
    /** With how many calls. */
    answered(text: string, count: number): void {
      answered = count === 0;
      if (text !== '') ledger.lastAnswer = text;
    },
    settled(call: ModelCall, { outcome, content: text }: Settlement): void {
      const done = { name: call.name, arguments: call.arguments, outcome, text };
      keep(ledger.calls, done, most.calls);
      if (outcome !== 'denied' && denials.size === 0) return;
      const key = `${call.name} ${call.arguments}`;
      // The last denial is the last in the list.
      denials.delete(key);
      if (outcome === 'denied') denials.set(key, done);
      forget(denials.keys(), denials, most.denials);
    },
    changes(paths: readonly string[]): void {
      for (const path of paths) {
        ledger.changed.delete(path);
        ledger.changed.add(path);
      }
      forget(ledger.changed, ledger.changed, most.changed);
    },
  };
  return ledger;
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
