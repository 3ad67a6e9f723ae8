import type { ChildEnded, TurnEnd } from '../../agent/event.js';
import { firstLine, plural } from '../../base/text.js';
import type { ModelFailure } from '../../model/model.js';
import type { Level } from '../../policy/policy.js';
import type { TaintSource } from '../../policy/taint/taint.js';
import type { Settlement } from '../../run/event.js';
import type { SessionEvent } from '../../session/event.js';
import type { Todo } from '../../tool/todo.js';
import { safeLine, safeText } from '../safe-text.js';
import { maskedWords, renderCall, renderLevel, renderResult } from './call-line.js';
import { changeLines } from './change-lines.js';
import { endedLine } from './command-lines.js';
import { compactingWords, compactionWords } from './compaction-words.js';
import { createOutputLines } from './output-lines.js';
import { createRunningNote } from './running-note.js';
import type { Style } from './style.js';
import { taintPlace } from './taint-lines.js';
import { todoLines } from './todo-lines.js';
import { alertLine, createTurnWriter, type TurnSink } from './turn-writer.js';
import { createWaitingNote } from './waiting-note.js';

export interface TurnView {
  show(event: SessionEvent): void;
  /** Ends the text that is on its way and tells why the turn ended, when it was not simply answered. */
  end(end: TurnEnd): void;
}

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

/** Shows the events of a turn to a person. */
export function createTurnView(options: {
  readonly sink: TurnSink;
  readonly style: Style;
  readonly verbose: () => boolean;
  /** What waits from an earlier turn; absent where nobody can say anything in a turn. */
  readonly queued?: readonly { readonly messageId: string }[];
}): TurnView {
  const { style, verbose } = options;
  const writer = createTurnWriter(options.sink, style);
  const calls = new Map<string, OpenCall>();
  /** Messages that wait to be taken in. */
  const queued = options.queued && new Set(options.queued.map(({ messageId }) => messageId));
  /** Text from outside that the next call to be settled has let in. */
  const raised: TaintSource[] = [];
  /** The list that the calls of a message have left. */
  let todos: readonly Todo[] | undefined;
  /** Calls that wait for a person. */
  const asking = new Set<string>();
  /** What is to be told of a call under its result. */
  const behind: string[] = [];
  /** The call whose line was the last thing shown: its result belongs under it. */
  let last: string | undefined;
  /** Why the calls of the last answer could not be read: where the model is not asked again, nothing else would tell. */
  let unread: string | undefined;

  const note = (line: string): void => {
    last = undefined;
    writer.note(line);
  };
  const detail = (words: string): void => {
    if (verbose()) note(style.dim(`  ${words}`));
  };
  const warn = (words: string): void => {
    if (verbose()) note(style.yellow(`  ! ${words}`));
  };
  const showCall = ({ callId, line, level, grants = [] }: OpenCall): void => {
    if (last === callId) return;
    const passed = grants.length === 0 ? '' : style.dim(` by ${grants.join(', ')}`);
    note(
      `${style.cyan('•')} ${line}${renderLevel(level, style)}${passed}${verbose() ? style.dim(` [${safeLine(callId)}]`) : ''}`,
    );
    last = callId;
  };
  const showSettlement = (settlement: Settlement): void => {
    const { callId, name, outcome, errorType, durationMs } = settlement;
    const call = calls.get(callId) ?? { callId, line: renderCall(name, '') };
    showCall(call);
    calls.delete(callId);
    const line = renderResult(settlement);
    const meta = verbose() ? style.dim(` (${outcome}, ${errorType}, ${durationMs} ms)`) : '';
    if (settlement.message === undefined)
      note(`  ${style.dim('⎿')} ${outcome === 'ok' ? line : style.red(line)}${meta}`);
    else for (const told of safeText(settlement.message).split('\n')) note(`  ${style.dim('⎿')} ${told}`);
    if (outcome === 'ok' && call.diff !== undefined) for (const shown of changeLines(call.diff, style)) note(shown);
  };

  /** Once, however many calls of a message changed it. */
  const showTodos = (): void => {
    if (todos === undefined || calls.size > 0) return;
    for (const line of todoLines(todos, style)) note(line);
    todos = undefined;
  };

  const tellBehind = (): void => {
    for (const words of behind.splice(0)) note(alertLine(style, words));
  };

  // They belong to the call above them, and so does its result.
  const output = createOutputLines((line) => writer.note(style.dim(line)));
  const running = createRunningNote((callId, words) => {
    const call = calls.get(callId);
    if (call === undefined || asking.has(callId)) return;
    if (last === callId) writer.note(style.dim(`  │ ${words}`));
    else note(style.dim(`  … ${call.line}: ${words}`));
  });
  const waiting = createWaitingNote((words) => note(style.dim(words)));

  const show = (event: SessionEvent): void => {
    if (event.type !== 'round-started' && event.type !== 'message-queued') waiting.stop();
    switch (event.type) {
      case 'text-delta':
        last = undefined;
        writer.text(event.text);
        break;
      case 'reasoning-delta':
        if (verbose()) writer.reasoning(event.text);
        break;
      case 'text-was-reasoning':
        note(style.dim('  ↑ reasoning'));
        writer.reset();
        break;
      case 'message-queued':
        if (queued === undefined) break;
        queued.add(event.body.messageId);
        note(style.dim(`  queued: ${firstWords(event.body.text)}`));
        break;
      case 'message-received': {
        const { masked, messageId, text } = event.body;
        if (queued?.delete(messageId) === true) note(style.dim(`  taken in: ${firstWords(text)}`));
        if (masked !== undefined)
          note(alertLine(style, `Your message: ${maskedWords(masked)}; the model reads its name.`));
        break;
      }
      case 'turn-paused':
        note(alertLine(style, 'Pausing; what runs goes on to its end. Ctrl+C stops that too.'));
        break;
      case 'turn-started':
        writer.reset();
        detail(`turn ${event.body.turnId}`);
        break;
      case 'model-answered': {
        const { usage, stop, round } = event.body;
        const tokens = usage === undefined ? '' : `, ${usage.inputTokens} tokens in, ${usage.outputTokens} out`;
        writer.finishText();
        detail(`round ${round}: ${stop}${tokens}`);
        break;
      }
      case 'model-retry':
        note(alertLine(style, retryWords(event.failure, event.waitMs)));
        detail(safeLine(event.failure.message));
        break;
      case 'store-waiting':
        if (event.attempt === 1) note(alertLine(style, storeWaitWords(event.message)));
        break;
      case 'round-started':
        unread = undefined;
        waiting.start(event.body.model);
        break;
      case 'message-problem':
        warn(`${event.body.code}: ${safeLine(event.body.message)}`);
        if (event.body.rejected === true && !verbose()) unread = safeLine(event.body.message);
        break;
      case 'turn-ended':
        if (event.body.reason === 'answered' && unread !== undefined) note(alertLine(style, unread));
        break;
      case 'guard-warned':
        warn(`${event.body.code}: ${safeLine(event.body.message)}`);
        break;
      case 'history-repaired':
        for (const { name, repair } of event.body.calls) note(alertLine(style, `${name}: ${repairs[repair]}`));
        break;
      case 'history-compacting':
        note(style.dim(compactingWords));
        break;
      case 'history-compacted':
        note(style.dim(compactionWords(event.body)));
        break;
      case 'call-admitted':
      case 'step-admitted': {
        const { callId, name } = event.body;
        calls.set(callId, { callId, line: renderCall(name, event.body.arguments) });
        break;
      }
      case 'call-planned':
        for (const { path, from, to } of event.body.coercions ?? [])
          warn(`the ${from} at ${safeLine(path)} was read as ${to}`);
        break;
      case 'call-decided': {
        const { callId, level, verdict, reasons, because } = event.body;
        const call = calls.get(callId);
        if (call !== undefined) call.level = level;
        const grants = new Set(because?.flatMap(({ grant }) => (grant === undefined ? [] : [safeLine(grant)])));
        if (call !== undefined) call.grants = [...grants];
        if (verdict === 'notify') note(alertLine(style, `${call?.line ?? callId}: ${safeLine(reasons.join('; '))}`));
        break;
      }
      case 'approval-requested':
      case 'call-started': {
        const call = calls.get(event.body.callId);
        if (event.type === 'approval-requested') asking.add(event.body.callId);
        if (call !== undefined && event.type === 'approval-requested') call.asked = true;
        // Calls that run side by side are shown as they end, each with its result.
        if (call !== undefined && (calls.size === 1 || event.type === 'approval-requested')) showCall(call);
        break;
      }
      case 'approval-answered':
        asking.delete(event.body.callId);
        break;
      case 'call-heartbeat':
        running.beat(event.callId, event.elapsedMs);
        break;
      case 'output-delta':
        running.heard(event.callId);
        output.push(event.callId, event.text);
        break;
      case 'diff-delta': {
        const call = calls.get(event.callId);
        if (call !== undefined && call.asked !== true) call.diff = event;
        break;
      }
      case 'taint-raised':
        raised.push(event.body);
        break;
      case 'call-rewritten':
        note(
          alertLine(
            style,
            `${safeLine(event.body.by)} changed the call${renderCall(':', JSON.stringify(event.body.to)).replace(/^:$/, '')}`,
          ),
        );
        break;
      case 'result-rewritten':
        behind.push(`${safeLine(event.body.by)} changed the result.`);
        break;
      case 'middleware-failed':
        behind.push(`${safeLine(event.body.by)}: ${safeLine(event.body.message)}`);
        break;
      case 'hook-ended': {
        const { hook, command, status, message } = event.body;
        const words = `The hook ${hook} (${safeLine(command)})`;
        if (status === 'ok') detail(`${words} ran`);
        else behind.push(`${words}: ${safeLine(message ?? status)}`);
        if (event.body.callId === undefined) tellBehind();
        break;
      }
      case 'command-ended':
        if (event.body.told !== true) note(style.dim(`  ${endedLine(event.body)}`));
        break;
      case 'child-started':
        note(style.dim(`  ↳ ${safeLine(event.body.name)}: ${firstWords(event.body.title)}`));
        break;
      case 'child-ended':
        note(style.dim(`  ↳ ${childEndWords(event.body)}`));
        break;
      case 'mode-changed':
        note(style.dim(`  The mode is now ${event.body.to}.`));
        break;
      case 'tools-activated': {
        const { names, evicted } = event.body;
        const gone = evicted.length === 0 ? '' : `; no longer: ${evicted.join(', ')}`;
        detail(safeLine(`sent from now on: ${names.join(', ')}${gone}`));
        break;
      }
      case 'todos-changed':
        todos = event.body.todos;
        break;
      case 'call-settled':
        output.stop(event.body.callId);
        running.stop(event.body.callId);
        asking.delete(event.body.callId);
        showSettlement(event.body);
        showTodos();
        for (const source of raised.splice(0)) note(alertLine(style, taintWords(source)));
        tellBehind();
        break;
      default:
        break;
    }
  };

  return {
    show,
    end(end) {
      waiting.stop();
      output.stopAll();
      writer.finishText();
      if (end.reason === 'answered' && !writer.said && end.text.trim() !== '') writer.text(`${end.text}\n`);
      const said = end.message ?? endings[end.reason];
      if (said !== undefined) note(alertLine(style, said));
      detail(`${plural(end.rounds, 'round')}, ${plural(end.calls, 'call')}, ${end.reason}`);
      calls.clear();
    },
  };
}

const firstWords = (text: string): string => firstLine(safeLine(text), 80);

const childEndWords = ({ name, status, rounds, calls, message }: ChildEnded): string => {
  const did = `${safeLine(name)}: ${status}, ${plural(rounds, 'round')}, ${plural(calls, 'call')}`;
  return message === undefined ? did : `${did}. ${firstWords(message)}`;
};

const taintWords = (source: TaintSource): string =>
  `Text from ${taintPlace(source)} came in: what sends data out or runs without a sandbox is asked about.`;

const storeWaitWords = (message: string): string =>
  `Waiting: ${safeLine(message)}. It goes on by itself; Ctrl+C ends the turn.`;

function retryWords({ kind, status }: ModelFailure, waitMs: number): string {
  const what = status === undefined ? passing[kind] : `${passing[kind] ?? 'The request failed'} (${status})`;
  return `${what ?? 'The request failed'}; trying again in ${Math.max(1, Math.round(waitMs / 1000))} s.`;
}

const passing: Partial<Record<ModelFailure['kind'], string>> = {
  'rate-limited': 'The server has too many requests',
  overloaded: 'The server failed or is overloaded',
  unreachable: 'The connection was lost',
  cut: 'The connection was lost',
};

const endings: Partial<Record<TurnEnd['reason'], string>> = {
  cancelled: 'Stopped.',
  empty: 'The model gave no answer.',
  limit: 'A limit was reached.',
  failed: 'A limit was reached, which counts as a failure.',
  aborted: 'Ended at a question.',
  parked: 'A question waits for a person.',
  paused: 'Paused.',
  'model-failed': 'The model failed.',
  'store-failed': 'The store failed.',
};

const repairs = {
  run: 'it was never started, and is looked at anew.',
  'run-again': 'its end was never recorded; it is harmless to repeat and runs again.',
  stopped: 'it was run and failed, the sandbox had refused it something, and it was not run again.',
  dropped: 'a program called it, which no longer waits: it was never started.',
  'tool-gone': 'it was never started, and its tool is not there any more.',
  unknown: 'it was started and its end was never recorded: look whether it was done.',
} as const;
