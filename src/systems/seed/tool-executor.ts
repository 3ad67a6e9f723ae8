import { defined } from '../../base/defined.js';
import { messageOf } from '../../base/error.js';
import { parseJson } from '../../base/json.js';
import type { Model } from '../../model/model.js';
import { createSeedProfile } from '../../profile/seed/seed-profile.js';
import type { SeedToolContext, ToolCallRequest, ToolCallResult, ToolContext } from '../../profile/seed/seed-tool.js';
import { defaultSeedMode } from '../../profile/seed/seed-vocabulary.js';
import { rejectedOutput } from '../../profile/seed/seed-words.js';
import { openSession, type Session } from '../../session/session.js';
import type { Tool } from '../../tool/tool.js';
import { createAuditLog, type SeedAuditLog } from './audit-log.js';
import type { SeedAuditRow } from './seed-audit.js';
import { engineTool, type RegisteredTool, type ToolRegistry } from './tool-registry.js';

export interface ToolExecutorOptions {
  readonly registry: ToolRegistry;
  readonly auditLog?: SeedAuditLog;
  /** Whether commands have to be confined. Default `required`. */
  readonly sandbox?: 'required' | 'off';
}

type Call = Pick<ToolCallRequest, 'toolCallId' | 'toolName' | 'arguments'>;

/** What is known of the call that a task runs now. */
interface Running {
  readonly call: Call;
  readonly ctx: ToolContext;
  /** It was asked about, and this is why nobody had confirmed it. */
  unconfirmed: string | undefined;
  /** The question it was asked in and confirmed by. */
  confirmed: string | undefined;
  requested: boolean;
}

interface Task {
  readonly session: Session;
  /** What of the registry its session has. */
  readonly tools: Map<string, RegisteredTool>;
  readonly context: SeedToolContext;
  running: Running | undefined;
}

/**
 * Executes calls one by one as Seed's document has it: the tool is resolved, the call judged, both are audited around the
 * execution. The engine does it, in a session for each task; close it when no more calls come.
 */
export class ToolExecutor {
  readonly #options: ToolExecutorOptions;
  readonly #tasks = new Map<string, Promise<Task>>();
  /** One call of a task after the other. */
  readonly #last = new Map<string, Promise<unknown>>();
  /** What each confirmation was for, from when it was first brought, and whether it was used. */
  readonly #confirmations = new Map<string, { readonly call: string; used: boolean }>();
  readonly auditLog: SeedAuditLog;

  constructor(options: ToolExecutorOptions) {
    this.#options = options;
    this.auditLog = options.auditLog ?? createAuditLog();
  }

  async execute(call: ToolCallRequest, ctx: ToolContext): Promise<ToolCallResult> {
    if (typeof ctx.actorId !== 'string' || ctx.actorId === '')
      return failed(call, 'actorId is required: a call is always made for somebody.');
    if (!isFolderName(ctx.taskId))
      return failed(call, 'taskId is required, and is the name of a folder: that of private:/ of the task.');
    const before = this.#last.get(ctx.taskId) ?? Promise.resolve();
    const done = before.then(() => this.#execute(call, ctx));
    this.#last.set(
      ctx.taskId,
      done.catch(() => {}),
    );
    return done;
  }

  /** Audits that the user rejected a call; told again it changes nothing. */
  recordRejection(call: ToolCallRequest, ctx: Pick<ToolContext, 'taskId' | 'actorId'>): ToolCallResult {
    const { toolCallId } = call;
    if (!this.#rowsOf(call, ctx).some(({ type }) => type === 'ToolCallCompleted')) {
      const known = identityOf(call, ctx);
      this.auditLog.append('ToolCallRequested', { ...known, input: call.arguments });
      this.auditLog.append('ToolCallCompleted', { ...known, output: rejectedOutput, isError: true, durationMs: 0 });
    }
    return { toolCallId, output: rejectedOutput, isError: true };
  }

  async close(): Promise<void> {
    const tasks = [...this.#tasks.values()];
    this.#tasks.clear();
    const opened = await Promise.allSettled(tasks);
    await Promise.all(opened.map((task) => task.status === 'fulfilled' && task.value.session.close()));
  }

  #rowsOf({ toolCallId }: Call, { taskId }: Pick<ToolContext, 'taskId'>): readonly SeedAuditRow[] {
    return this.auditLog.rows.filter(
      ({ payload }) => payload['toolCallId'] === toolCallId && payload['taskId'] === taskId,
    );
  }

  async #execute(call: ToolCallRequest, ctx: ToolContext): Promise<ToolCallResult> {
    if (ctx.signal?.aborted === true) return failed(call, aborted);
    let task: Task;
    try {
      task = await this.#taskOf(ctx);
    } catch (error) {
      return failed(call, messageOf(error));
    }
    this.#takeTools(task);
    const running: Running = { call, ctx, unconfirmed: undefined, confirmed: undefined, requested: false };
    task.running = running;
    const cancel = (): void => task.session.cancel();
    ctx.signal?.addEventListener('abort', cancel, { once: true });
    try {
      const settled = await task.session.call(call.toolName, call.arguments, { who: ctx.actorId }).settlement;
      if (running.unconfirmed !== undefined) return failed(call, running.unconfirmed);
      const result = resultOf(call, settled?.content);
      const { output, isError } = result;
      if (running.requested) {
        const durationMs = settled?.durationMs ?? 0;
        this.auditLog.append('ToolCallCompleted', { ...identityOf(call, ctx), output, isError, durationMs });
      }
      return result;
    } finally {
      ctx.signal?.removeEventListener('abort', cancel);
      task.running = undefined;
    }
  }

  #taskOf(ctx: ToolContext): Promise<Task> {
    const key = JSON.stringify([ctx.taskId, ctx.baseDir]);
    const known = this.#tasks.get(key);
    if (known !== undefined) return known;
    const opened = this.#open(ctx);
    this.#tasks.set(key, opened);
    opened.catch(() => this.#tasks.delete(key));
    return opened;
  }

  /** The tools of the registry as they are now. */
  #takeTools(task: Task): void {
    const { session, tools, context } = task;
    const wanted = this.#options.registry.list();
    for (const [name, tool] of tools) {
      if (wanted.includes(tool)) continue;
      session.tools.unregister(name);
      tools.delete(name);
    }
    for (const tool of wanted) {
      if (tools.has(tool.name)) continue;
      session.tools.register(this.#audited(engineTool(tool, context), task));
      tools.set(tool.name, tool);
    }
  }

  async #open({ taskId, baseDir }: ToolContext): Promise<Task> {
    const { sandbox = 'required' } = this.#options;
    let task: Task | undefined;
    const riskMode = () => task?.running?.ctx.toolRiskMode ?? defaultSeedMode;
    const confirmedBy = () => task?.running?.confirmed;
    const fields = () => task?.running && fieldsOf(task.running.ctx);
    const session = await openSession({
      model: noModel,
      workspace: baseDir,
      scopes: { private: `private/${taskId}`, public: 'public' },
      resolvePath: (path) => task?.running?.ctx.workspaceResolver?.(path),
      profile: createSeedProfile({ riskMode }),
      builtins: false,
      sandbox,
      onQuestion: () => {
        const { running } = task ?? {};
        if (running === undefined) return { choice: 'deny' };
        const { confirmedInteractionId: id = '' } = running.ctx;
        running.unconfirmed = this.#useConfirmation(id, running);
        if (running.unconfirmed !== undefined) return { choice: 'deny' };
        running.confirmed = id;
        return { choice: 'once' };
      },
    });
    task = { session, tools: new Map(), context: { riskMode, confirmedBy, fields }, running: undefined };
    return task;
  }

  /** Why a confirmation does not count for a call; undefined where it does, this once. */
  #useConfirmation(id: string, { call, ctx }: Running): string | undefined {
    if (id === '') return unconfirmed(call.toolName, 'was not confirmed');
    const wanted = JSON.stringify([ctx.taskId, call.toolCallId, call.toolName, call.arguments]);
    const known = this.#confirmations.get(id) ?? { call: wanted, used: false };
    this.#confirmations.set(id, known);
    if (known.call !== wanted) return unconfirmed(call.toolName, `${id} confirmed another call`);
    if (known.used) return unconfirmed(call.toolName, `${id} was used for it already`);
    known.used = true;
    return undefined;
  }

  /** The row that a call is asked for stands before what it does, and behind what was decided about it. */
  #audited(tool: Tool, task: Task): Tool {
    const { run } = tool;
    return {
      ...tool,
      run: (args, ctx, carry) => {
        const { running } = task;
        if (running !== undefined) {
          running.requested = true;
          const { call } = running;
          this.auditLog.append('ToolCallRequested', { ...identityOf(call, running.ctx), input: call.arguments });
        }
        return run.call(tool, args, ctx, carry);
      },
    };
  }
}

/** Calls come from a program: none is ever asked. */
const noModel: Model = {
  name: 'none',
  async stream(_request, emit) {
    const message = 'An executor has no model: its calls come from a program.';
    emit({ type: 'failure', failure: { kind: 'unknown-model', message, lasting: true } });
  },
};

const aborted = 'aborted: task was canceled or paused';

const unconfirmed = (name: string, why: string): string =>
  `${name} is risky here and ${why}: request a user interaction, and call it with its confirmedInteractionId.`;

const fieldsOf = ({ taskId, actorId, artifactStore, workspaceResolver }: ToolContext) => ({
  taskId,
  actorId,
  artifactStore,
  ...defined({ workspaceResolver }),
});

const isFolderName = (id: unknown): boolean => typeof id === 'string' && id.trim() !== '' && !/[/\\\0]|^\.+$/.test(id);

const identityOf = ({ toolCallId, toolName }: Call, { actorId, taskId }: Pick<ToolContext, 'actorId' | 'taskId'>) => ({
  toolCallId,
  toolName,
  authorActorId: actorId,
  taskId,
});

const failed = ({ toolCallId }: Call, error: string): ToolCallResult => ({
  toolCallId,
  output: { error },
  isError: true,
});

/** What the engine has put into words, with the id of the request. */
function resultOf(call: Call, content: string | undefined): ToolCallResult {
  const parsed = content === undefined ? undefined : parseJson(content);
  if (parsed?.ok !== true) return failed(call, 'The call has no result: it was left without an end.');
  const { output, isError } = parsed.value as { readonly output: unknown; readonly isError: boolean };
  return { toolCallId: call.toolCallId, output, isError };
}
