import type { SeenFile } from '../../tool/port.js';
import type { CountedPattern, LoopPattern, LoopRules, LoopShape } from './loop-rules.js';
import { sameCall, sameOutcome, type WatchedCall, type WatchedOutcome } from './watched-call.js';

/** What is remembered of the calls since the person last said something. */
export interface LoopState {
  /** The last ones that were settled, each with whether something new came of it. */
  readonly steps: readonly LoopStep[];
  /** How many there were since the last progress. */
  readonly idle: number;
  /** The calls that were made since the last change, and the files that were looked at, as they were then. */
  readonly made: readonly WatchedCall[];
  readonly files: readonly SeenFile[];
  /** How many calls were refused since the last one that was not. */
  readonly refusals: number;
}

interface LoopStep {
  readonly call: WatchedCall;
  readonly outcome: WatchedOutcome;
  readonly fresh: boolean;
}

export type LoopInput =
  | {
      readonly type: 'settled';
      readonly call: WatchedCall;
      readonly outcome: WatchedOutcome;
      readonly newFile: boolean;
      /** The file it looked at, where that is watched. */
      readonly file?: SeenFile | undefined;
    }
  | { readonly type: 'refused'; readonly pattern: LoopPattern }
  | { readonly type: 'changed' }
  /** The model can no longer read what came of its calls. */
  | { readonly type: 'forgotten' };

export interface LoopFinding {
  readonly pattern: LoopPattern;
  readonly count: number;
}

export const noLoop: LoopState = { steps: [], idle: 0, made: [], files: [], refusals: 0 };

const maxMade = 1000;

/** What is remembered after something happened. Pure. */
export function stepLoop(state: LoopState, input: LoopInput, shape: LoopShape): LoopState {
  // After a change the same call may give something else: whatever was repeated is worth another try.
  if (input.type === 'changed') return { ...state, steps: [], idle: 0, made: [] };
  if (input.type === 'forgotten') return { ...state, steps: [], idle: 0, made: [], files: [] };
  if (input.type === 'refused') return afterRefusal(state, input.pattern);
  const { call, outcome, newFile } = input;
  const fresh = newFile || !hasGiven(state.steps, call.tool, outcome);
  const steps = state.steps.slice(state.steps.length < shape.window ? 0 : 1);
  steps.push({ call, outcome, fresh });
  return { steps, idle: fresh ? 0 : state.idle + 1, ...afterMade(state, input, shape), refusals: 0 };
}

type Settled = Extract<LoopInput, { readonly type: 'settled' }>;

function afterMade(
  { made, files }: LoopState,
  { call, file }: Settled,
  { rules }: LoopShape,
): Pick<LoopState, 'made' | 'files'> {
  if (rules.again === undefined) return { made, files };
  const others = file === undefined ? files : [...files.filter(({ path }) => path !== file.path), file];
  return { made: [...made, call].slice(-maxMade), files: others.slice(-maxMade) };
}

/** A loop, here and below: this is done for every call. */
function hasGiven(steps: readonly LoopStep[], tool: string, outcome: WatchedOutcome): boolean {
  for (const step of steps) if (sameOutcome(step.outcome, outcome) && step.call.tool === tool) return true;
  return false;
}

function afterRefusal(state: LoopState, pattern: LoopPattern): LoopState {
  const refusals = state.refusals + 1;
  // Nothing could ever be progress if a drift kept every call from running.
  return { ...state, refusals, ...(pattern === 'drift' && { idle: 0 }) };
}

/** After something new no pattern is longer than the last call and the next one: whatever that is, it is not refused. */
export const mayRefuse = ({ idle, made }: LoopState, { least }: LoopShape): boolean =>
  idle > 0 || made.length > 0 || least <= 2;

/** The pattern that a call would complete, in which case it is not run. */
export function judgeCall(
  state: LoopState,
  { call, file }: { readonly call: WatchedCall; readonly file?: SeenFile | undefined },
  shape: LoopShape,
): LoopFinding | undefined {
  if (!mayRefuse(state, shape)) return undefined;
  if (isAgain(state, call, file)) return { pattern: 'again', count: 2 };
  const { refusals, loneRefusals, rules } = shape;
  const isRepeat = timesSeen(state, call) > 0;
  for (const { pattern, limit } of isRepeat ? refusals : loneRefusals) {
    const count = countWith(pattern, state, { call, rules });
    if (count >= limit) return { pattern, count };
  }
  return undefined;
}

/** Of a file that was looked at, what is in it decides, by whatever name it is called. */
function isAgain({ made, files }: LoopState, call: WatchedCall, file: SeenFile | undefined): boolean {
  const before = files.find(({ path }) => path === file?.path);
  return before === undefined ? made.some((one) => sameCall(one, call)) : before.hash === file?.hash;
}

/** The pattern that the last call has brought so far that the model should be told. */
export function findWarning(state: LoopState, shape: LoopShape): LoopFinding | undefined {
  const last = state.steps.at(-1);
  if (last === undefined || last.fresh) return undefined;
  const { warnings, loneWarnings, rules } = shape;
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

interface Candidate {
  readonly call: WatchedCall;
  readonly rules: LoopRules;
}

/** How long the pattern is with this call as the next one. */
function countWith(pattern: CountedPattern, state: LoopState, { call, rules }: Candidate): number {
  const { steps } = state;
  if (pattern === 'redundant')
    return 1 + trailing(steps, (step, last) => sameCall(step.call, call) && sameOutcome(step.outcome, last.outcome));
  if (pattern === 'repetition') return 1 + repeats(sinceProgress(steps), call, rules);
  if (pattern === 'drift') return state.idle + 1;
  const alternating = alternation(steps);
  const before = steps.at(-2);
  const goesOn = alternating >= 2 && before !== undefined && sameCall(before.call, call);
  return goesOn ? Math.floor((alternating + 1) / 2) : 0;
}

function countDone(pattern: CountedPattern, state: LoopState, candidate: Candidate): number {
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
    (step, last) => sameOutcome(step.outcome, last.outcome),
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
  sameCall(step.call, call) && sameOutcome(step.outcome, outcome);
