import { defined } from '../base/defined.js';
import { askedEachTime } from '../policy/phrase-refused.js';
import type { BackgroundPort } from '../tool/background.js';
import type { ChildPort } from '../tool/child.js';
import type { RunContext } from '../tool/context.js';
import type { CuratorPort } from '../tool/curator.js';
import type { Fact } from '../tool/fact.js';
import type { ModelPort } from '../tool/model-port.js';
import type { NetPort } from '../tool/net.js';
import type {
  AskPort,
  BlobPort,
  Captured,
  ChangePort,
  LogPort,
  ProcessPort,
  SessionPort,
  WorkspacePort,
} from '../tool/port.js';
import type { StepPort } from '../tool/step.js';
import type { TerminalPort } from '../tool/terminal.js';
import type { TodoPort } from '../tool/todo.js';
import type { Tool } from '../tool/tool.js';
import { askOfTool, reviewOfTool } from './ask-of-tool.js';
import type { Call } from './call.js';
import type { RunEnv, RunTools } from './env.js';
import { fillOfTool } from './fill-of-tool.js';
import type { GivenAnswers } from './given-answers.js';
import { maskedProcesses } from './masked-ports.js';
import { createMaskedText, type MaskedText } from './masked-text.js';
import { noNet } from './no-net.js';
import { type EarlierRuns, noEarlierRuns, openedChange, openedProcesses } from './opened-ports.js';
import type { Halt } from './question.js';

/** What a call that runs may do; a plan may do nothing. */
interface Allowed {
  readonly facts: readonly Fact[];
  readonly earlier?: EarlierRuns | undefined;
  readonly approvedIn?: string | undefined;
}

const nothingYet: Allowed = { facts: [] };

/** The ports of one call. A class so that nothing is made for a call that does not use it, its signal above all. */
export class CallContext implements RunContext {
  readonly #env: RunEnv;
  readonly #call: Call;
  readonly #earlier: EarlierRuns;
  readonly #facts: readonly Fact[];
  readonly #approvedIn: string | undefined;
  #controller: AbortController | undefined;
  #change: ChangePort | undefined;
  #process: ProcessPort | undefined;
  #progress: MaskedText | undefined;
  #steps: StepPort | undefined;
  /** Of its earlier runs: what this one asks is not among it. */
  #given: ReturnType<GivenAnswers['of']> | undefined;
  #aborted = false;
  readonly resultLimit: number;
  halted: Halt | undefined;
  /** What the sandbox kept its processes from. */
  readonly refused: Fact[] = [];
  /** What the call changed in all its runs, as far as that was captured. */
  captured: Captured | undefined;
  onPark: () => void = () => {};

  constructor(env: RunEnv, call: Call, resultLimit: number, allowed: Allowed = nothingYet) {
    const { facts, earlier = noEarlierRuns, approvedIn } = allowed;
    this.#env = env;
    this.#approvedIn = approvedIn;
    this.#call = call;
    this.#facts = facts;
    this.#earlier = earlier;
    this.captured = earlier.captured;
    this.resultLimit = resultLimit;
  }

  get session(): SessionPort {
    const riskMode = this.#env.judges.riskMode?.();
    const approvedIn = this.#approvedIn;
    return { ...this.#env.session, callId: this.#call.id, ...defined({ riskMode, approvedIn }) };
  }
  get workspace(): WorkspacePort {
    return this.#env.ports.workspace;
  }
  get change(): ChangePort {
    this.#change ??= openedChange(this.#env.ports.change.forCall(this.#call.id), {
      ...this.#earlier,
      onCaptured: (captured) => {
        this.captured = captured;
        this.refused.push(...(captured.refused ?? []).map(({ fact }) => ({ ...fact, note: askedEachTime })));
      },
    });
    return this.#change;
  }
  get blobs(): BlobPort {
    return this.#env.ports.blobs;
  }
  get process(): ProcessPort {
    this.#process ??= this.#openProcesses();
    return this.#process;
  }
  get background(): BackgroundPort | undefined {
    const { ports, judges } = this.#env;
    const { id: callId } = this.#call;
    return ports.background?.forCall({ callId, heard: (facts) => judges.taint.connected(callId, facts) });
  }
  get terminals(): TerminalPort | undefined {
    const { ports, judges } = this.#env;
    const { id: callId } = this.#call;
    const { background } = this;
    if (background === undefined) return undefined;
    return ports.terminals?.forCall({ background, heard: (facts) => judges.taint.connected(callId, facts) });
  }
  get todos(): TodoPort | undefined {
    const { todos } = this.#env.ports;
    if (todos === undefined) return undefined;
    return { todos: todos.todos, changedBy: todos.changedBy, change: (list) => todos.change(this.#call.id, list) };
  }
  get net(): NetPort {
    const { ports, judges } = this.#env;
    const { id: callId } = this.#call;
    if (ports.net === undefined) return noNet;
    return ports.net.forCall({
      facts: this.#facts,
      heard: (facts) => judges.taint.connected(callId, facts),
      refused: (facts) => void this.refused.push(...facts),
    });
  }
  get model(): ModelPort | undefined {
    return this.#env.ports.model?.forCall(this.#call.id);
  }
  get curator(): CuratorPort | undefined {
    return this.#env.ports.curator;
  }
  get children(): ChildPort | undefined {
    return this.#env.ports.children?.forCall({ callId: this.#call.id, halt: (why) => this.halt(why) });
  }
  get activeFile(): string | undefined {
    return this.#env.ports.activeFile?.();
  }
  get log(): LogPort {
    return this.#env.ports.log;
  }
  get clock() {
    return this.#env.ports.clock;
  }
  get signal(): AbortSignal {
    this.#controller ??= new AbortController();
    if (this.#aborted) this.#controller.abort();
    return this.#controller.signal;
  }
  get given(): ReturnType<GivenAnswers['of']> | undefined {
    this.#given ??= this.#env.people.given?.of(this.#call.id);
    return this.#given;
  }
  get steps(): StepPort | undefined {
    if (this.#env.tools.runStep !== undefined) this.#steps ??= this.#makeSteps(this.#env.tools.runStep);
    return this.#steps;
  }
  get ask(): AskPort {
    const context = { env: this.#env, call: this.#call, ctx: this };
    return {
      present: this.#env.people.questions.present,
      ask: (request) => askOfTool(request, context),
      review: (plan) => reviewOfTool(plan, context),
      fill: (form) => fillOfTool(form, context),
    };
  }

  progress(text: string): void {
    this.#progress ??= createMaskedText(this.#env.secrets.mask);
    this.#tell(this.#progress.push(text));
  }

  #tell(text: string): void {
    if (text !== '') this.#env.emit({ type: 'output-delta', callId: this.#call.id, text });
  }

  /** All steps of a call count together. */
  #makeSteps(runStep: NonNullable<RunTools['runStep']>): StepPort {
    const env = { ...this.#env, nesting: this.#env.nesting ?? { depth: 0, count: { steps: 0 } } };
    return { run: (step) => runStep(step, { env, call: this.#call, ctx: this }) };
  }

  #openProcesses(): ProcessPort {
    const { ports, secrets, judges } = this.#env;
    const { mask, masked } = secrets;
    const { id } = this.#call;
    const opened = openedProcesses(ports.process, {
      opened: this.#earlier.opened,
      onRefused: (facts) => this.refused.push(...facts),
      onConnected: (facts) => judges.taint.connected(id, facts),
    });
    return maskedProcesses(opened, { mask, onMasked: (count) => masked.set(id, (masked.get(id) ?? 0) + count) });
  }

  abort(reason?: unknown): void {
    this.#aborted = true;
    this.#controller?.abort(reason);
  }

  /** Whatever the tool left open, a question above all, ends with its call. */
  close(): void {
    this.#tell(this.#progress?.end() ?? '');
    this.#progress = undefined;
    this.abort(callEnded);
  }

  /** A question of the tool met nobody, or a pause, and the turn ends here. */
  halt(why: Halt): void {
    this.halted = why;
    if (why !== 'aborted') this.onPark();
  }
}

/** One for all: each has its own stack, which costs more than the rest of a close. */
const callEnded = new DOMException('the call has ended', 'AbortError');

/** The most characters the model reads of a result of this tool. */
export const resultLimit = (tool: Tool, env: Pick<RunEnv, 'guards'>): number =>
  tool.limits.resultChars ?? env.guards.limits.resultChars;
