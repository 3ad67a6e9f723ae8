import { cutEnd } from '../../base/text.js';
import type { ChangeEvent } from '../../change/event.js';
import { handleEvents } from '../../store/handle-events.js';
import type { NewEvent } from '../../store/store.js';
import { namesOf } from '../../tool/former-names.js';
import type { SeenFile } from '../../tool/port.js';
import type { Call } from '../call.js';
import type { RunEvent, Settlement } from '../event.js';
import { type LoopPattern, type LoopRules, shapeLoops } from './loop-rules.js';
import { findWarning, judgeCall, type LoopFinding, type LoopState, mayRefuse, noLoop, stepLoop } from './loop-state.js';
import { orderedArguments, watchCall, watchOutcome } from './watched-call.js';

/** Watches the calls of a turn for loops: a projection of the events since the person last said something. */
export interface LoopWatch {
  apply(event: NewEvent): void;
  /** The path of the file that is to be looked at before the call is judged, if any. */
  looksAt(call: Call): string | undefined;
  /** Why a call is not to be run: the pattern and what the model reads. */
  judge(call: Call, file?: SeenFile): { readonly limit: string; readonly message: string } | undefined;
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

  /** The files that calls look at, as they were before. */
  const looked = new Map<string, SeenFile>();

  const settle = ({ callId, content, outcome, seen = [] }: Settlement): void => {
    const call = open.get(callId);
    open.delete(callId);
    const before = looked.get(callId);
    looked.delete(callId);
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
    const made = watchCall(call.name, call.arguments);
    // In an earlier process: what it has read of it.
    const file = before ?? (fileArgument(call, rules) === undefined ? undefined : seen[0]);
    state = stepLoop(state, { type: 'settled', call: made, outcome: watchOutcome(content), newFile, file }, shape);
    warning = findWarning(state, shape) ?? warning;
  };

  const changed = (type: 'changed' | 'forgotten'): void => {
    state = stepLoop(state, { type }, shape);
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
      'history-compacted': () => changed('forgotten'),
      'change-applied': () => changed('changed'),
      'call-settled': settle,
      'guard-warned': ({ code }) => {
        if (code === rules.pivot?.code) rounds = noRounds;
        else if (code.startsWith(prefix)) warning = undefined;
      },
    }),
    looksAt: (call) => fileArgument(open.get(call.id) ?? call, rules),
    judge(call, file) {
      if (file !== undefined) looked.set(call.id, file);
      if (!mayRefuse(state, shape)) return undefined;
      const admitted = open.get(call.id) ?? call;
      const finding = judgeCall(state, { call: watchCall(admitted.name, admitted.arguments), file }, shape);
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

/** What the call names as the file it looks at, where that is watched. */
function fileArgument(
  { name, arguments: text }: Pick<Call, 'name' | 'arguments'>,
  { again }: LoopRules,
): string | undefined {
  if (again === undefined || !namesOf(name).some((one) => again.tools.includes(one))) return undefined;
  const path = orderedArguments(text)?.find(([key]) => key === again.argument)?.[1];
  return typeof path === 'string' ? path : undefined;
}

function word(
  template: string,
  { pattern, count }: LoopFinding,
  { tool, question }: { readonly tool: string; readonly question: string },
): string {
  const words: Readonly<Record<string, string>> = { pattern, count: String(count), tool, question };
  return template.replaceAll(/\{(pattern|count|tool|question)\}/g, (_, name: string) => words[name] ?? '');
}
