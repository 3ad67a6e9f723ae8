import type { TurnEnd } from '../../src/agent/event.js';
import type { Profile } from '../../src/agent/profile.js';
import type { Model, ModelFailure } from '../../src/model/model.js';
import { mcpServers } from '../../src/session/mcp-servers.js';
import { openSession, type Session } from '../../src/session/session.js';
import { makeFolder, type TaskFolder } from './folder.js';
import { measureTurn, type Tokens } from './measure-turn.js';
import { createPerson } from './person.js';
import { proofProblem } from './proof.js';
import { stockServer } from './stock-server.js';
import type { Done, Kind, Need, Task } from './task.js';

export interface RunTaskOptions {
  readonly model: Model;
  readonly profile: Profile;
  readonly sandbox: 'required' | 'off';
  /** How long a turn may take. */
  readonly seconds: number;
  /** What commands see a harmless part of. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal?: AbortSignal;
}

export interface TaskResult {
  readonly task: string;
  readonly kind: Kind;
  readonly success: boolean;
  /** What the checks found wrong. */
  readonly problems: readonly string[];
  /** Why the turn ended. */
  readonly end: TurnEnd['reason'];
  readonly message?: string;
  readonly failure?: ModelFailure['kind'];
  readonly rounds: number;
  readonly tokens: Tokens;
  readonly seconds: number;
  /** Each call: the tool, and how it ended. */
  readonly calls: readonly string[];
  /** How the answer begins. */
  readonly answer: string;
}

export interface SkippedTask {
  readonly task: string;
  readonly skipped: string;
}

/** One task in a folder of its own, which is gone afterwards. */
export async function runTask(task: Task, options: RunTaskOptions): Promise<TaskResult | SkippedTask> {
  const folder = makeFolder(task.files);
  try {
    return await inFolder(task, folder, options);
  } finally {
    folder.remove();
  }
}

async function inFolder(task: Task, folder: TaskFolder, options: RunTaskOptions): Promise<TaskResult | SkippedTask> {
  const { model, profile, sandbox, seconds, env, signal } = options;
  const person = createPerson(task, sandbox);
  const session = await openSession({
    workspace: folder.path,
    model,
    profile,
    sandbox,
    env,
    mode: 'edit',
    onQuestion: person.answer,
    // A profile that stops sooner by itself is taken as it is.
    limits: {
      rounds: Math.min(task.rounds ?? 12, profile.limits.rounds),
      turnMs: seconds * 1000,
      atLimit: 'stop',
    },
    extensions: task.server === true ? [mcpServers({ stock: stockServer })] : [],
  });
  const cancel = (): void => session.cancel();
  signal?.addEventListener('abort', cancel, { once: true });
  try {
    if (!canDo(task, session)) return { task: task.name, skipped: `the profile has no tool for ${task.needs}` };
    const measured = measureTurn();
    const stop = session.on(measured.see);
    const began = performance.now();
    const end = await session.send(task.prompt).result;
    const took = (performance.now() - began) / 1000;
    stop();
    const done: Done = {
      before: task.files,
      files: folder.read(),
      undone: await undone(task, session, folder),
      answer: end.text,
      asked: person.asked,
      calls: measured.calls,
      todos: session.todos,
    };
    const problems = await problemsOf(task, done, { end, folder, options });
    return {
      task: task.name,
      kind: task.kind,
      success: problems.length === 0,
      problems,
      end: end.reason,
      ...(end.message !== undefined && { message: end.message }),
      ...(end.failure !== undefined && { failure: end.failure.kind }),
      rounds: end.rounds,
      tokens: measured.tokens,
      seconds: Number(took.toFixed(3)),
      calls: measured.calls.map(({ name, outcome, errorType }) =>
        outcome === 'ok' ? name : `${name}: ${outcome === 'error' ? errorType : outcome}`,
      ),
      answer: end.text.slice(0, 500),
    };
  } finally {
    signal?.removeEventListener('abort', cancel);
    await session.close();
  }
}

const canDo = ({ needs }: Task, session: Session): boolean =>
  needs === undefined || session.listTools().some(({ tool }) => toolsFor[needs].test(tool.name));

/** Tools have other names in other profiles. */
const toolsFor: Readonly<Record<Need, RegExp>> = {
  todos: /todo(?!_comments)|(?:add|update)_task/i,
  commands: /run_?command|shell/i,
  removals: /delete|move|run_?command|shell/i,
};

async function undone(task: Task, session: Session, folder: TaskFolder) {
  if (task.undo === true) await session.undo({ what: { by: 'session' } });
  return folder.read();
}

interface Ended {
  readonly end: TurnEnd;
  readonly folder: TaskFolder;
  readonly options: RunTaskOptions;
}

async function problemsOf(task: Task, done: Done, { end, folder, options }: Ended): Promise<readonly string[]> {
  const found = task.checks.map((check) => check(done)).filter((problem) => problem !== undefined);
  if (end.reason !== 'answered') return [`the turn ended as ${end.reason}`, ...found];
  // What is wrong already need not be run.
  if (task.proof === undefined || found.length > 0) return found;
  const failed = await proofProblem(task.proof, { folder, options });
  return failed === undefined ? [] : [failed];
}
