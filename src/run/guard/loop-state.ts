import type { LoopPattern, LoopRules, LoopThreshold } from './loop-rules.js';
import { sameCall, type WatchedCall } from './watched-call.js';

/** What is remembered of the calls since the person last said something. */
export interface LoopState {
  /** The last ones that were settled, each with whether something new came of it. */
  readonly steps: readonly LoopStep[];
  /** How many there were since the last progress. */
  readonly idle: number;
  /** What was read, by what names it. */
  readonly read: readonly string[];
  /** How many calls were refused since the last one that was not. */
  readonly refusals: number;
}

interface LoopStep {
  readonly call: WatchedCall;
  readonly outcome: string;
  readonly fresh: boolean;
}

export type LoopInput =
  | { readonly type: 'settled'; readonly call: WatchedCall; readonly outcome: string; readonly newFile: boolean }
  | { readonly type: 'refused'; readonly pattern: LoopPattern }
  | { readonly type: 'changed' };

export interface LoopFinding {
  readonly pattern: LoopPattern;
  readonly count: number;
}

export const noLoop: LoopState = { steps: [], idle: 0, read: [], refusals: 0 };

const maxRead = 1000;

/** What is remembered after something happened. Pure. */
export function stepLoop(state: LoopState, input: LoopInput, rules: LoopRules): LoopState {
  // After a change the same call may give something else: whatever was repeated is worth another try.
  if (input.type === 'changed') return { ...state, steps: [], idle: 0 };
  if (input.type === 'refused') return afterRefusal(state, input.pattern, rules);
  const { call, outcome, newFile } = input;
  const { tool, reads } = call;
  const isNew = !state.steps.some((step) => step.call.tool === tool && step.outcome === outcome);
  const fresh = isNew || newFile;
  const step = { call, outcome, fresh };
  return {
    steps: [...(state.steps.length < shapeOf(rules).window ? state.steps : state.steps.slice(1)), step],
    idle: fresh ? 0 : state.idle + 1,
    read: reads === undefined || state.read.includes(reads) ? state.read : [...state.read, reads].slice(-maxRead),
    refusals: 0,
  };
}

function afterRefusal(state: LoopState, pattern: LoopPattern, { forgets }: LoopRules): LoopState {
  const refusals = state.refusals + 1;
  if (pattern === 'read-again') return { ...state, refusals };
  // Nothing could ever be progress if a drift kept every call from running.
  if (pattern === 'drift') return { ...state, idle: 0, refusals };
  return { ...state, steps: forgets === true ? [] : state.steps, refusals };
}

/** The pattern that a call would complete, in which case it is not run. */
export function judgeCall(state: LoopState, call: WatchedCall, rules: LoopRules): LoopFinding | undefined {
  if (call.reads !== undefined && state.read.includes(call.reads)) return { pattern: 'read-again', count: 2 };
  const { refusals, loneRefusals, least } = shapeOf(rules);
  // After something new no pattern is longer than the last call and this one.
  if (state.idle === 0 && least > 2) return undefined;
  const isRepeat = timesSeen(state, call) > 0;
  for (const { pattern, limit } of isRepeat ? refusals : loneRefusals) {
    const count = countWith(pattern, state, { call, rules });
    if (count >= limit) return { pattern, count };
  }
  return undefined;
}

/** The pattern that the last call has brought so far that the model should be told. */
export function findWarning(state: LoopState, rules: LoopRules): LoopFinding | undefined {
  const last = state.steps.at(-1);
  if (last === undefined || last.fresh) return undefined;
  const { warnings, loneWarnings } = shapeOf(rules);
  const isRepeat = timesSeen(state, last.call) > 1;
  for (const { pattern, limit } of isRepeat ? warnings : loneWarnings) {
    const count = countDone(pattern, state, { call: last.call, rules });
    if (count === limit) return { pattern, count };
  }
  return undefined;
}

function timesSeen({ steps }: LoopState, call: WatchedCall): number {
  let times = 0;
  for (const step of steps) if (sameCall(step.call, call)) times += 1;
  return times;
}

type Counted = Exclude<LoopPattern, 'read-again'>;

interface Candidate {
  readonly call: WatchedCall;
  readonly rules: LoopRules;
}

const order: readonly Counted[] = ['redundant', 'repetition', 'oscillation', 'drift'];

/** How long the pattern is with this call as the next one. */
function countWith(pattern: Counted, state: LoopState, { call, rules }: Candidate): number {
  const { steps } = state;
  if (pattern === 'redundant')
    return 1 + trailing(steps, (step, last) => sameCall(step.call, call) && step.outcome === last.outcome);
  if (pattern === 'repetition') return 1 + repeats(sinceProgress(steps), call, rules);
  if (pattern === 'drift') return state.idle + 1;
  const alternating = alternation(steps);
  const before = steps.at(-2);
  const goesOn = alternating >= 2 && before !== undefined && sameCall(before.call, call);
  return goesOn ? Math.floor((alternating + 1) / 2) : 0;
}

function countDone(pattern: Counted, state: LoopState, candidate: Candidate): number {
  if (pattern === 'oscillation') return isPair(alternation(state.steps)) ? alternation(state.steps) / 2 : 0;
  return countWith(pattern, state, candidate) - 1;
}

const isPair = (length: number): boolean => length >= 2 && length % 2 === 0;

/** How many of the last steps are as the test says; it is handed the very last one too. */
function trailing(steps: readonly LoopStep[], test: (step: LoopStep, last: LoopStep) => boolean): number {
  const last = steps.at(-1);
  if (last === undefined) return 0;
  const other = steps.findLastIndex((step) => !test(step, last));
  return steps.length - 1 - other;
}

function repeats(steps: readonly LoopStep[], call: WatchedCall, { repetition }: LoopRules): number {
  if (repetition?.of === 'tool') return trailing(steps, (step) => step.call.tool === call.tool);
  return trailing(
    steps.filter((step) => sameCall(step.call, call)),
    (step, last) => step.outcome === last.outcome,
  );
}

/** From the last step that brought something new on. */
const sinceProgress = (steps: readonly LoopStep[]): readonly LoopStep[] =>
  steps.slice(
    Math.max(
      0,
      steps.findLastIndex(({ fresh }) => fresh),
    ),
  );

/** How many of the last steps are two calls in turn, each with one outcome. */
function alternation(steps: readonly LoopStep[]): number {
  const [before, last] = [steps.at(-2), steps.at(-1)];
  if (before === undefined || last === undefined || sameCall(before.call, last.call)) return 0;
  const end = steps.length - 1;
  const other = steps.findLastIndex((step, at) => !isSame(step, (end - at) % 2 === 0 ? last : before));
  return end - other;
}

const isSame = (step: LoopStep, { call, outcome }: Pick<LoopStep, 'call' | 'outcome'>): boolean =>
  sameCall(step.call, call) && step.outcome === outcome;

interface Threshold {
  readonly pattern: Counted;
  readonly limit: number;
}

interface RulesShape {
  readonly refusals: readonly Threshold[];
  readonly warnings: readonly Threshold[];
  /** Those that a call like none before can reach. Most calls are. */
  readonly loneRefusals: readonly Threshold[];
  readonly loneWarnings: readonly Threshold[];
  /** How many steps are remembered: twice what the longest pattern takes. */
  readonly window: number;
  /** No shorter pattern is refused. */
  readonly least: number;
}

const shapes = new WeakMap<LoopRules, RulesShape>();

/** Worked out once for the rules of a session. */
function shapeOf(rules: LoopRules): RulesShape {
  const known = shapes.get(rules);
  if (known !== undefined) return known;
  const refusals = thresholds(rules, 'refuse');
  const warnings = thresholds(rules, 'warn');
  const isLone = ({ pattern, limit }: Threshold): boolean =>
    limit === 1 || pattern === 'drift' || (pattern === 'repetition' && rules.repetition?.of === 'tool');
  const lengths = [...refusals, ...warnings].map(({ pattern, limit }) =>
    pattern === 'oscillation' ? 2 * limit : limit,
  );
  const shape = {
    refusals,
    warnings,
    loneRefusals: refusals.filter(isLone),
    loneWarnings: warnings.filter(isLone),
    window: 2 * Math.max(1, ...lengths),
    least: Math.min(...refusals.map(({ limit }) => limit)),
  };
  shapes.set(rules, shape);
  return shape;
}

function thresholds(rules: LoopRules, kind: keyof LoopThreshold): readonly Threshold[] {
  return order.flatMap((pattern) => {
    const limit = rules[pattern]?.[kind];
    return limit === undefined ? [] : [{ pattern, limit }];
  });
}
