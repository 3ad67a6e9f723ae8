import type { Level } from '../../policy/policy.js';
import type { TaintSource } from '../../policy/taint/taint.js';
import type { Settlement } from '../../run/event.js';
import type { Todo } from '../../tool/todo.js';
import { safeLine, safeText } from '../safe-text.js';
import { renderCall, renderLevel, renderResult } from './call-line.js';
import { changeLines } from './change-lines.js';
import { createOutputLines, type OutputLines } from './output-lines.js';
import { createRunningNote, type RunningNote } from './running-note.js';
import type { Style } from './style.js';
import { alertLine, createTurnWriter, type TurnSink, type TurnWriter } from './turn-writer.js';
import { createWaitingNote } from './waiting-note.js';

interface OpenCall {
  readonly line: string;
  readonly callId: string;
  level?: Level;
  /** The grants it passed by. */
  grants?: readonly string[];
  /** What it changes, where nobody was asked about that. */
  diff?: { readonly diff: string; readonly left: number };
  asked?: true;
}

/** A turn as it is on the screen, and what is still to be told of it. */
export interface ShownTurn {
  readonly style: Style;
  readonly writer: TurnWriter;
  readonly calls: Map<string, OpenCall>;
  /** Calls that wait for a person. */
  readonly asking: Set<string>;
  /** Messages that wait to be taken in; absent where nobody can say anything in a turn. */
  readonly queued: Set<string> | undefined;
  /** Text from outside that the next call to be settled has let in. */
  readonly raised: TaintSource[];
  /** What is to be told of a call under its result. */
  readonly behind: string[];
  /** The list that the calls of a message have left. */
  todos: readonly Todo[] | undefined;
  /** Why the calls of the last answer could not be read: where the model is not asked again, nothing else would tell. */
  unread: string | undefined;
  readonly output: OutputLines;
  readonly running: RunningNote;
  readonly waiting: ReturnType<typeof createWaitingNote>;
  verbose(): boolean;
  note(line: string): void;
  text(delta: string): void;
  dim(words: string): string;
  alert(words: string): string;
  /** Lines that only those read who want every detail. */
  detail(words: string): readonly string[];
  warn(words: string): readonly string[];
  showCall(call: OpenCall): void;
  showResult(settlement: Settlement): void;
}

export interface ShownTurnOptions {
  readonly sink: TurnSink;
  readonly style: Style;
  readonly verbose: () => boolean;
  /** What waits from an earlier turn; absent where nobody can say anything in a turn. */
  readonly queued?: readonly { readonly messageId: string }[];
}

export function createShownTurn({ sink, style, verbose, queued }: ShownTurnOptions): ShownTurn {
  const writer = createTurnWriter(sink, style);
  const calls = new Map<string, OpenCall>();
  const asking = new Set<string>();
  /** The call whose line was the last thing shown: its result belongs under it. */
  let last: string | undefined;
  const note = (line: string): void => {
    last = undefined;
    writer.note(line);
  };
  const showCall = ({ callId, line, level, grants = [] }: OpenCall): void => {
    if (last === callId) return;
    const passed = grants.length === 0 ? '' : style.dim(` by ${grants.join(', ')}`);
    const id = verbose() ? style.dim(` [${safeLine(callId)}]`) : '';
    note(`${style.cyan('•')} ${line}${renderLevel(level, style)}${passed}${id}`);
    last = callId;
  };
  return {
    style,
    writer,
    calls,
    asking,
    queued: queued && new Set(queued.map(({ messageId }) => messageId)),
    raised: [],
    behind: [],
    todos: undefined,
    unread: undefined,
    // They belong to the call above them, and so does its result.
    output: createOutputLines((line) => writer.note(style.dim(line))),
    running: createRunningNote((callId, words) => {
      const call = calls.get(callId);
      if (call === undefined || asking.has(callId)) return;
      if (last === callId) writer.note(style.dim(`  │ ${words}`));
      else note(style.dim(`  … ${call.line}: ${words}`));
    }),
    waiting: createWaitingNote((words) => note(style.dim(words))),
    verbose,
    note,
    text(delta) {
      last = undefined;
      writer.text(delta);
    },
    dim: style.dim,
    alert: (words) => alertLine(style, words),
    detail: (words) => (verbose() ? [style.dim(`  ${words}`)] : []),
    warn: (words) => (verbose() ? [style.yellow(`  ! ${words}`)] : []),
    showCall,
    showResult(settlement) {
      const { callId, name, outcome, errorType, durationMs, message } = settlement;
      const call = calls.get(callId) ?? { callId, line: renderCall(name, '') };
      showCall(call);
      calls.delete(callId);
      const line = renderResult(settlement);
      const meta = verbose() ? style.dim(` (${outcome}, ${errorType}, ${durationMs} ms)`) : '';
      const told = message === undefined ? undefined : safeText(message).split('\n');
      for (const shown of told ?? [`${outcome === 'ok' ? line : style.red(line)}${meta}`])
        note(`  ${style.dim('⎿')} ${shown}`);
      if (outcome === 'ok' && call.diff !== undefined) for (const shown of changeLines(call.diff, style)) note(shown);
    },
  };
}
