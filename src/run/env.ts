import type { Clock } from '../base/clock.js';
import type { Decision, Mode, Policy } from '../policy/policy.js';
import type { Mask } from '../policy/secret/mask.js';
import type { BackgroundHost } from '../tool/background.js';
import type { ChildHost } from '../tool/child.js';
import type { CuratorPort } from '../tool/curator.js';
import type { ModelHost } from '../tool/model-port.js';
import type { NetHost } from '../tool/net.js';
import type { ToolResult } from '../tool/outcome.js';
import type { BlobPort, ChangeHost, LogPort, ProcessPort, WorkspacePort } from '../tool/port.js';
import type { Offer, Registry } from '../tool/registry.js';
import type { Step, StepEnd } from '../tool/step.js';
import type { TerminalHost } from '../tool/terminal.js';
import type { TodoHost } from '../tool/todo.js';
import type { ImageRef, Tool } from '../tool/tool.js';
import type { Call } from './call.js';
import type { CallGrants } from './call-grants.js';
import type { CallTaint } from './call-taint.js';
import type { CallWatch } from './call-watch.js';
import type { Cancellation } from './cancellation.js';
import type { RunDelta } from './event.js';
import type { ExposedTools } from './exposed-tools.js';
import type { GivenAnswers } from './given-answers.js';
import type { LoopWatch } from './guard/loop-watch.js';
import type { RateLimiter } from './guard/rate-limiter.js';
import type { Middleware } from './middleware.js';
import type { AnswerOrigin, Halt, OpenQuestions } from './question.js';
import type { Recorder } from './recorder.js';
import type { Order } from './schedule.js';
import type { TickGate } from './tick-gate.js';

/** What tools reach the world through. */
export interface HostPorts {
  readonly workspace: WorkspacePort;
  readonly change: ChangeHost;
  readonly blobs: BlobPort;
  readonly process: ProcessPort;
  /** Absent where nothing goes on after its call. */
  readonly background?: BackgroundHost;
  /** Absent where there are no terminals. */
  readonly terminals?: TerminalHost;
  /** Absent where there is no network. */
  readonly net?: NetHost;
  /** Absent where no list is kept. */
  readonly todos?: TodoHost;
  /** Absent where tools cannot ask the model. */
  readonly model?: ModelHost;
  /** Absent where nothing can be delegated. */
  readonly children?: ChildHost;
  /** Absent where files are not curated. */
  readonly curator?: CuratorPort;
  /** The file that is open at the host now. */
  activeFile?(): string | undefined;
  readonly clock: Clock;
  readonly log: LogPort;
}

export interface RunLimits {
  readonly callsPerRound: number;
  readonly callsPerTurn: number;
  /** The most characters of a result message, its notice included. */
  readonly resultChars: number;
  /** For tools that set none. */
  readonly timeoutMs: number;
  readonly maxParallel: number;
}

/** Where a call stands that another one made. */
export interface Nesting {
  readonly depth: number;
  /** Of the call of the model at the beginning: how many steps it has led to. */
  readonly count: { steps: number };
}

export interface StepContext {
  readonly env: RunEnv & { readonly nesting: Nesting };
  /** The call that makes it. */
  readonly call: Call;
  readonly ctx: { readonly signal: AbortSignal; halt(why: Halt): void };
}

/** What can be called. */
export interface RunTools {
  readonly registry: Registry;
  /** Tools of the session itself, by their names: a registered one of the same name is never reached. */
  readonly metaTools?: ReadonlyMap<string, Tool>;
  /** What requests carry of them. Absent where nothing is sent. */
  readonly exposed?: Pick<ExposedTools, 'offer' | 'called' | 'refusalOf' | 'madeRoom'>;
  /** In the order in which they are asked; absent when there are none. */
  readonly middleware?: readonly Middleware[];
  /** Makes a call for one that runs; absent where these make none. */
  runStep?(step: Step, context: StepContext): Promise<StepEnd>;
}

/** What says what may be done. */
export interface RunJudges {
  readonly policy: Policy;
  /** What becomes of the verdict on a call that an earlier process left open. */
  anew?(decision: Decision, call: Call): Decision;
  /** For rules that go by it. */
  readonly profileName?: string;
  mode(): Mode;
  /** Absent where no profile has any. */
  riskMode?(): string | undefined;
  /** What mode `plan` may be left for when the person accepts a plan, and how; absent where it may not. */
  readonly leavePlan?: { readonly modes: readonly Mode[]; change(mode: Mode, origin: AnswerOrigin): void };
  readonly grants: CallGrants;
  readonly taint: CallTaint;
}

/** Who is asked. */
export interface RunPeople {
  readonly questions: OpenQuestions;
  /** Told of every question that waits for its answer. */
  readonly onAsked?: (asked: Promise<unknown>) => void;
  /** Absent where no call is run again. */
  readonly given?: GivenAnswers;
}

export interface RunSecrets {
  readonly mask: Mask;
  /** What is secret may be other by now: a call has done something, or a person. */
  refreshSecrets(): void;
  /** How many secrets were masked in what the processes of a call printed, by its id, until it is settled. */
  readonly masked: Map<string, number>;
}

/** What keeps calls within bounds. */
export interface RunGuards {
  readonly limits: RunLimits;
  /** The limit that no more calls run at, once it is reached. */
  readonly exhausted?: (() => { readonly limit: string; readonly what: string } | undefined) | undefined;
  readonly rates?: RateLimiter | undefined;
  readonly loops?: LoopWatch | undefined;
}

/** When calls run, and who waits for those that do. */
export interface RunPace {
  readonly order: Order;
  /** Where calls of the order `ticked` wait; absent where nobody ticks, and nothing waits then. */
  readonly ticks?: TickGate;
  readonly watch: CallWatch;
  /** Takes note of a tool that goes on after its call was settled: a session waits for these, a little, when it closes. */
  trackDetached(work: PromiseLike<unknown>): void;
}

/** How results are told. */
export interface RunWords {
  /** The tool is that of the call; none where there is no such one. */
  renderResult(result: ToolResult, tool?: Tool): string;
  /** What a person is told of a result in words of their own; they read what the tool displays when absent. */
  readonly renderMessage?: ((result: ToolResult, toolName: string) => string) | undefined;
  /** What stands in the place of what was left out of a result; usual words when absent. */
  readonly renderCut?: ((cut: ResultCut) => string) | undefined;
  /** Has a picture ready before the event that names it; answers whether it is there. */
  loadImage(image: ImageRef): Promise<boolean>;
}

/** Everything the calls of a turn need, by what it is for: each part is handed on as it is. */
export interface RunEnv {
  readonly session: { readonly id: string; readonly actor: string };
  readonly tools: RunTools;
  readonly judges: RunJudges;
  readonly people: RunPeople;
  readonly secrets: RunSecrets;
  readonly ports: HostPorts;
  readonly guards: RunGuards;
  readonly pace: RunPace;
  readonly words: RunWords;
  readonly recorder: Pick<Recorder, 'record' | 'flush'>;
  emit(delta: RunDelta): void;
  readonly cancellation: Cancellation;
  /** What this round is about; another one for each round. */
  round: { readonly offer: Offer; readonly callsBefore: number };
  /** Of a call that another one made. */
  readonly nesting?: Nesting;
}

/** A result that was too long. */
export interface ResultCut {
  /** In characters. */
  readonly total: number;
  readonly shown: number;
  /** Where the whole is, in words. */
  readonly where: string;
}
