import { cutEnd } from '../../base/text.js';
import type { ChangeEvent } from '../../change/event.js';
import { handleEvents } from '../../store/handle-events.js';
import type { NewEvent } from '../../store/store.js';
import { namesOf } from '../../tool/former-names.js';
import type { Call } from '../call.js';
import type { RunEvent, Settlement } from '../event.js';
import { type LoopPattern, type LoopRules, shapeLoops } from './loop-rules.js';
import { findWarning, judgeCall, type LoopFinding, type LoopState, mayRefuse, noLoop, stepLoop } from './loop-state.js';
import { orderedArguments, type WatchedCall, watchCall, watchOutcome } from './watched-call.js';

/** Watches the calls of a turn for loops: a projection of the events since the person last said something. */
export interface LoopWatch {
  apply(event: NewEvent): void;
  /** Why a call is not to be run: the pattern and what the model reads. */
  judge(call: Call): { readonly limit: string; readonly message: string } | undefined;
  /** What the model is to be told before it is asked again. */
  readonly notes: readonly LoopNote[];
  /** How many calls in a row were refused. */
  readonly refusals: number;
}

export interface LoopNote {
  readonly code: string;
  readonly message: string;
}

export type WatchedEvent =
  | RunEvent
  | ChangeEvent
  | { readonly type: 'message-received'; readonly body: { readonly text: string } }
  | { readonly type: 'round-started' | 'history-compacted'; readonly body: object };

/** How the calls of a round, or of all rounds in a row that failed, ended. */
interface Rounds {
  readonly results: number;
  readonly failures: number;
  readonly failedBefore: number;
}

const noRounds: Rounds = { results: 0, failures: 0, failedBefore: 0 };

export function createLoopWatch(rules: LoopRules): LoopWatch {
  const shape = shapeLoops(rules);
  let state: LoopState = noLoop;
  let rounds = noRounds;
  let question = '';
  let warning: LoopFinding | undefined;
  const open = new Map<string, Pick<Call, 'name' | 'arguments'>>();
  const files = new Set<string>();
  /** Calls that were refused here or for their rate: they say nothing of how the work goes on. */
  const refused = new Map<string, LoopPattern | undefined>();

  const settle = ({ callId, content, outcome, seen = [] }: Settlement): void => {
    const call = open.get(callId);
    open.delete(callId);
    if (refused.size > 0 && refused.has(callId)) {
      const pattern = refused.get(callId);
      refused.delete(callId);
      if (pattern !== undefined) state = stepLoop(state, { type: 'refused', pattern }, shape);
      return;
    }
    if (call === undefined) return;
    const failed = outcome === 'error' || outcome === 'denied' || outcome === 'timeout';
    const { results, failures, failedBefore } = rounds;
    rounds = { results: results + 1, failures: failures + (failed ? 1 : 0), failedBefore };
    const known = files.size;
    for (const { path } of seen) files.add(path);
    const newFile = files.size > known;
    const made = outcome === 'ok' ? watchedCall(call, rules) : watchCall(call.name, call.arguments);
    state = stepLoop(state, { type: 'settled', call: made, outcome: watchOutcome(content), newFile }, shape);
    warning = findWarning(state, shape) ?? warning;
  };

  const changed = (): void => {
    state = stepLoop(state, { type: 'changed' }, shape);
    warning = undefined;
  };

  return {
    apply: handleEvents<WatchedEvent>({
      'message-received': ({ text }) => {
        state = noLoop;
        rounds = noRounds;
        warning = undefined;
        files.clear();
        question = cutEnd(text, maxQuestion);
      },
      'round-started': () => {
        if (rounds.results > 0) rounds = { results: 0, failures: 0, failedBefore: failedRounds(rounds) };
      },
      'call-admitted': (admitted) => open.set(admitted.callId, admitted),
      'guard-tripped': ({ callId, limit }) => refused.set(callId, patternOf(limit)),
      // What the model can no longer read it may ask for again.
      'history-compacted': changed,
      'change-applied': changed,
      'call-settled': settle,
      'guard-warned': ({ code }) => {
        if (code === rules.pivot?.code) rounds = noRounds;
        else if (code.startsWith(prefix)) warning = undefined;
      },
    }),
    judge(call) {
      if (!mayRefuse(state, shape)) return undefined;
      const finding = judgeCall(state, watchedCall(open.get(call.id) ?? call, rules), shape);
      if (finding === undefined) return undefined;
      return { limit: prefix + finding.pattern, message: word(rules.refusal, finding, { tool: call.name, question }) };
    },
    get notes() {
      const { pivot } = rules;
      const pivots = pivot !== undefined && failedRounds(rounds) >= pivot.after;
      if (warning === undefined && !pivots) return noNotes;
      const notes: LoopNote[] = [];
      const last = state.steps.at(-1);
      if (warning !== undefined && last !== undefined) {
        const message = word(rules.warning, warning, { tool: last.call.tool, question });
        notes.push({ code: prefix + warning.pattern, message });
      }
      if (pivots) notes.push({ code: pivot.code, message: pivot.note });
      return notes;
    },
    get refusals() {
      return state.refusals;
    },
  };
}

const noNotes: readonly LoopNote[] = [];
const prefix = 'loop-';
const maxQuestion = 500;

const patternOf = (limit: string): LoopPattern | undefined =>
  limit.startsWith(prefix) ? (limit.slice(prefix.length) as LoopPattern) : undefined;

/** A round failed when all its results are failures; one without results says nothing. */
function failedRounds({ results, failures, failedBefore }: Rounds): number {
  if (results === 0) return failedBefore;
  return failures === results ? failedBefore + 1 : 0;
}

function watchedCall(
  { name, arguments: text }: Pick<Call, 'name' | 'arguments'>,
  { readAgain }: LoopRules,
): WatchedCall {
  const call = watchCall(name, text);
  if (readAgain === undefined || !namesOf(name).some((one) => readAgain.tools.includes(one))) return call;
  const reads = orderedArguments(text)?.find(([key]) => key === readAgain.argument)?.[1];
  return typeof reads === 'string' ? { ...call, reads } : call;
}

function word(
  template: string,
  { pattern, count }: LoopFinding,
  { tool, question }: { readonly tool: string; readonly question: string },
): string {
  const words: Readonly<Record<string, string>> = { pattern, count: String(count), tool, question };
  return template.replaceAll(/\{(pattern|count|tool|question)\}/g, (_, name: string) => words[name] ?? '');
}
