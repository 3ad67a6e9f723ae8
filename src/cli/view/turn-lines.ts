import type { ChildEnded } from '../../agent/event.js';
import { firstLine, plural } from '../../base/text.js';
import type { ModelFailure } from '../../model/model.js';
import type { SessionEvent } from '../../session/event.js';
import { safeLine } from '../safe-text.js';
import { maskedWords, renderCall } from './call-line.js';
import { endedLine } from './command-lines.js';
import { compactingWords, compactionWords } from './compaction-words.js';
import type { ShownTurn } from './shown-turn.js';
import { taintPlace } from './taint-lines.js';
import { todoLines } from './todo-lines.js';

type Lines = string | readonly string[] | undefined;

type LineTable = {
  readonly [Type in SessionEvent['type']]?: (
    event: Extract<SessionEvent, { readonly type: Type }>,
    turn: ShownTurn,
  ) => Lines;
};

/** What an event adds to the screen; nothing of most. */
export function linesOf(event: SessionEvent, turn: ShownTurn): readonly string[] {
  const show = table[event.type] as ((event: SessionEvent, turn: ShownTurn) => Lines) | undefined;
  const lines = show?.(event, turn) ?? [];
  return typeof lines === 'string' ? [lines] : lines;
}

const toldAlways = new Set(['call-repeated', 'context-grown']);

const table: LineTable = {
  'text-delta': ({ text }, turn) => {
    turn.text(text);
  },
  'reasoning-delta': ({ text }, turn) => {
    if (turn.verbose()) turn.writer.reasoning(text);
  },
  'text-was-reasoning': (_event, turn) => {
    turn.note(turn.dim('  ↑ reasoning'));
    turn.writer.reset();
  },
  'message-queued': ({ body }, { queued, dim }) => {
    if (queued === undefined) return;
    queued.add(body.messageId);
    return dim(`  queued: ${firstWords(body.text)}`);
  },
  'message-received': ({ body: { masked, messageId, text } }, { queued, dim, alert }) => [
    ...(queued?.delete(messageId) === true ? [dim(`  taken in: ${firstWords(text)}`)] : []),
    ...(masked === undefined ? [] : [alert(`Your message: ${maskedWords(masked)}; the model reads its name.`)]),
  ],
  'turn-paused': (_event, { alert }) => alert('Pausing; what runs goes on to its end. Ctrl+C stops that too.'),
  'turn-started': ({ body }, { writer, detail }) => {
    writer.reset();
    return detail(`turn ${body.turnId}`);
  },
  'model-answered': ({ body: { usage, stop, round } }, { writer, detail }) => {
    const { inputTokens, outputTokens, cachedInputTokens = 0 } = usage ?? {};
    const cached = cachedInputTokens === 0 ? '' : ` (${cachedInputTokens} of them cached)`;
    const tokens = usage === undefined ? '' : `, ${inputTokens} tokens in${cached}, ${outputTokens} out`;
    writer.finishText();
    return detail(`round ${round}: ${stop}${tokens}`);
  },
  'model-retry': ({ failure, waitMs }, { alert, detail }) => [
    alert(retryWords(failure, waitMs)),
    ...detail(safeLine(failure.message)),
  ],
  'model-progress': (progress, turn) => {
    turn.waiting.progress(progress);
    return undefined;
  },
  'store-waiting': ({ attempt, message }, { alert }) =>
    attempt === 1 ? alert(`Waiting: ${safeLine(message)}. It goes on by itself; Ctrl+C ends the turn.`) : undefined,
  'round-started': ({ body }, turn) => {
    turn.unread = undefined;
    turn.waiting.start(body.model);
  },
  'message-problem': ({ body: { code, message, rejected } }, turn) => {
    if (rejected === true && !turn.verbose()) turn.unread = safeLine(message);
    // Of work that was left out, or takes much longer, nothing else would tell.
    if (toldAlways.has(code) && !turn.verbose()) return turn.alert(safeLine(message));
    return turn.warn(`${code}: ${safeLine(message)}`);
  },
  'turn-ended': ({ body }, { unread, alert }) =>
    body.reason === 'answered' && unread !== undefined ? alert(unread) : undefined,
  'guard-warned': ({ body }, { warn }) => warn(`${body.code}: ${safeLine(body.message)}`),
  'history-repaired': ({ body }, { alert }) =>
    body.calls.map(({ name, repair }) => alert(`${name}: ${repairs[repair]}`)),
  'history-compacting': (_event, { dim }) => dim(compactingWords),
  'history-compacted': ({ body }, { dim }) => dim(compactionWords(body)),
  'call-admitted': admit,
  'step-admitted': admit,
  'call-planned': ({ body }, { warn }) =>
    body.coercions?.flatMap(({ path, from, to }) => warn(`the ${from} at ${safeLine(path)} was read as ${to}`)),
  'call-decided': ({ body: { callId, level, verdict, reasons, because } }, { calls, alert }) => {
    const call = calls.get(callId);
    const grants = new Set(because?.flatMap(({ grant }) => (grant === undefined ? [] : [safeLine(grant)])));
    if (call !== undefined) Object.assign(call, { level, grants: [...grants] });
    return verdict === 'notify' ? alert(`${call?.line ?? callId}: ${safeLine(reasons.join('; '))}`) : undefined;
  },
  'approval-requested': ({ body: { callId } }, { calls, asking, showCall }) => {
    asking.add(callId);
    const call = calls.get(callId);
    if (call === undefined) return;
    call.asked = true;
    showCall(call);
  },
  'call-started': ({ body }, { calls, showCall }) => {
    const call = calls.get(body.callId);
    // Calls that run side by side are shown as they end, each with its result.
    if (call !== undefined && calls.size === 1) showCall(call);
  },
  'approval-answered': ({ body }, { asking }) => {
    asking.delete(body.callId);
  },
  'call-heartbeat': ({ callId, elapsedMs }, { running }) => {
    running.beat(callId, elapsedMs);
  },
  'output-delta': ({ callId, text }, { running, output }) => {
    running.heard(callId);
    output.push(callId, text);
  },
  'diff-delta': (event, { calls }) => {
    const call = calls.get(event.callId);
    if (call !== undefined && call.asked !== true) call.diff = event;
  },
  'taint-raised': ({ body }, { raised }) => {
    raised.push(body);
  },
  'call-rewritten': ({ body: { by, to } }, { alert }) =>
    alert(`${safeLine(by)} changed the call${renderCall(':', JSON.stringify(to)).replace(/^:$/, '')}`),
  'result-rewritten': ({ body }, { behind }) => {
    behind.push(`${safeLine(body.by)} changed the result.`);
  },
  'middleware-failed': ({ body }, { behind }) => {
    behind.push(`${safeLine(body.by)}: ${safeLine(body.message)}`);
  },
  'hook-ended': ({ body: { hook, command, status, message, callId } }, { behind, alert, detail }) => {
    const words = `The hook ${hook} (${safeLine(command)})`;
    if (status !== 'ok') behind.push(`${words}: ${safeLine(message ?? status)}`);
    return [
      ...(status === 'ok' ? detail(`${words} ran`) : []),
      ...(callId === undefined ? behind.splice(0).map(alert) : []),
    ];
  },
  'command-ended': ({ body }, { dim }) => (body.told === true ? undefined : dim(`  ${endedLine(body)}`)),
  'child-started': ({ body }, { dim }) => dim(`  ↳ ${safeLine(body.name)}: ${firstWords(body.title)}`),
  'child-ended': ({ body }, { dim }) => dim(`  ↳ ${childEndWords(body)}`),
  'mode-changed': ({ body }, { dim }) => dim(`  The mode is now ${body.to}.`),
  'risk-mode-changed': ({ body }, { dim }) => dim(`  The risk mode is now ${safeLine(body.to)}.`),
  'tools-activated': ({ body: { names, evicted } }, { detail }) => {
    const gone = evicted.length === 0 ? '' : `; no longer: ${evicted.join(', ')}`;
    return detail(safeLine(`sent from now on: ${names.join(', ')}${gone}`));
  },
  'tools-described': ({ body: { tools } }, { detail }) =>
    detail(safeLine(`known to the model from now on: ${Object.keys(tools).join(', ')}`)),
  'note-added': ({ body: { text } }, { detail }) => detail(`told the model: ${firstWords(text)}`),
  'todos-changed': ({ body }, turn) => {
    turn.todos = body.todos;
  },
  'call-settled': ({ body }, turn) => {
    turn.output.stop(body.callId);
    turn.running.stop(body.callId);
    turn.asking.delete(body.callId);
    turn.showResult(body);
    // Once, however many calls of a message changed it.
    const todos = turn.calls.size > 0 ? undefined : turn.todos;
    if (todos !== undefined) turn.todos = undefined;
    return [
      ...(todos === undefined ? [] : todoLines(todos, turn.style)),
      ...turn.raised
        .splice(0)
        .map((source) =>
          turn.alert(
            `Text from ${taintPlace(source)} came in: what sends data out or runs without a sandbox is asked about.`,
          ),
        ),
      ...turn.behind.splice(0).map(turn.alert),
    ];
  },
};

function admit(
  { body }: Extract<SessionEvent, { readonly type: 'call-admitted' | 'step-admitted' }>,
  { calls }: ShownTurn,
): undefined {
  const { callId, name } = body;
  calls.set(callId, { callId, line: renderCall(name, body.arguments) });
}

const firstWords = (text: string): string => firstLine(safeLine(text), 80);

const childEndWords = ({ name, status, rounds, calls, message }: ChildEnded): string => {
  const did = `${safeLine(name)}: ${status}, ${plural(rounds, 'round')}, ${plural(calls, 'call')}`;
  return message === undefined ? did : `${did}. ${firstWords(message)}`;
};

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

const repairs = {
  run: 'it was never started, and is looked at anew.',
  'run-again': 'its end was never recorded; it is harmless to repeat and runs again.',
  stopped: 'it was run and failed, the sandbox had refused it something, and it was not run again.',
  dropped: 'a program called it, which no longer waits: it was never started.',
  'tool-gone': 'it was never started, and its tool is not there any more.',
  unknown: 'it was started and its end was never recorded: look whether it was done.',
} as const;
