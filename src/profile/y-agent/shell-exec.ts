import { defined } from '../../base/defined.js';
import { createRunCommand } from '../../builtin/shell/run-command.js';
import { fail } from '../../tool/outcome.js';
import type { Plan } from '../../tool/plan.js';
import type { Tool } from '../../tool/tool.js';
import { viewByChoice } from '../../tool/view-by-choice.js';
import { viewTool } from '../../tool/view-tool.js';
import { okResult, withWarnings } from './ok-result.js';

const actions = ['run', 'start', 'poll', 'write', 'kill', 'list'] as const;
type Action = (typeof actions)[number];

const parameters = {
  type: 'object',
  properties: {
    action: { type: 'string', enum: actions, description: 'Default run.' },
    command: { type: 'string', description: 'For run and start.' },
    working_dir: { type: 'string', description: 'For run and start. Default the workspace.' },
    timeout_secs: { type: 'integer', minimum: 1, maximum: 600, description: 'For run. Default 30.' },
    yield_time_ms: { type: 'integer', minimum: 0, maximum: 10_000, description: 'For start and poll. Default 1000.' },
    process_id: { type: 'string', description: 'For poll, write and kill.' },
    input: { type: 'string', description: 'For write.' },
  },
  additionalProperties: false,
} as const;

interface ShellArguments {
  readonly action?: Action;
  readonly command?: string;
  readonly working_dir?: string;
  readonly timeout_secs?: number;
  readonly yield_time_ms?: number;
  readonly process_id?: string;
  readonly input?: string;
}

/** A command that is waited for, or a process that goes on, is polled, written to, killed or listed. */
export function shellExec(builtin: (name: string) => Tool | undefined): Tool | undefined {
  if (builtin('run_command') === undefined) return undefined;
  const byAction = new Map(actions.flatMap((action) => viewsOf[action](builtin)));
  return viewByChoice([...byAction.values()], {
    name: 'ShellExec',
    description: 'Runs a shell command and gives its exit code, stdout and stderr; or starts a process that goes on.',
    help: 'action run waits for the command, timeout_secs at most. start gives a process_id; poll reads what the process printed since, write gives it input, kill ends it, list tells of all. Each stream is given up to 10,000 bytes.',
    category: 'Shell',
    alsoIn: ['shell.exec'],
    group: 'exec',
    dangerous: true,
    parameters,
    choose(args) {
      const { action = 'run' } = args as ShellArguments;
      const missing = needs[action].filter((name) => args[name] === undefined);
      if (missing.length > 0)
        return fail('validation_failed', `The action ${action} needs ${missing.join(' and ')}. Call again with it.`);
      return byAction.get(action) ?? fail('validation_failed', `The action ${action} cannot be done here. Use run.`);
    },
  });
}

const needs: Readonly<Record<Action, readonly (keyof ShellArguments)[]>> = {
  run: ['command'],
  start: ['command'],
  poll: ['process_id'],
  write: ['process_id', 'input'],
  kill: ['process_id'],
  list: [],
};

type Views = (builtin: (name: string) => Tool | undefined) => readonly (readonly [Action, Tool])[];

/** Each action is a tool of its own. */
const actionOf =
  (action: Action, name: string, view: Pick<Parameters<typeof viewTool>[1], 'toArguments' | 'toResult'>): Views =>
  (builtin) => {
    const tool = action === 'run' ? runCommand : builtin(name);
    if (tool === undefined) return [];
    const shown = viewTool(tool, { name: 'ShellExec', description: '', parameters, ...view });
    return [[action, action === 'kill' ? { ...shown, plan: planKill } : shown]];
  };

/** That a process is ended is told, and so asked about; to look at one is not. */
const planKill = ({ process_id: target = '' }: ShellArguments): Plan => ({
  facts: [{ kind: 'process', target, where: 'nowhere', known: true }],
  preview: { kind: 'text', text: `Ends ${target} with all it started.` },
});

const runCommand = createRunCommand({
  streams: { max: 10_000, unit: 'bytes' },
  timeout: { default: 30, max: 600, unit: 's' },
});

interface Process {
  readonly id: string;
  readonly state: 'running' | 'ended';
  readonly exit_code?: number | null;
  readonly output: string;
  readonly hint?: string;
}

const toProcess = okResult(({ id, state, exit_code, output, hint }: Process) => ({
  process_id: id,
  status: statusOf[state],
  ...defined({ exit_code }),
  output,
  ...withWarnings([hint]),
}));

const statusOf = { running: 'running', ended: 'exited' } as const;
const place = ({ working_dir: cwd }: ShellArguments) => (cwd === undefined ? {} : { cwd });

interface Ran {
  readonly exit_code: number | null;
  readonly stdout?: string;
  readonly stderr?: string;
  readonly changed?: readonly string[];
  readonly undo?: string;
  readonly refused?: readonly string[];
}

const viewsOf: Readonly<Record<Action, Views>> = {
  run: actionOf('run', 'run_command', {
    toArguments: (args: ShellArguments) => ({
      command: args.command,
      ...place(args),
      ...defined({ timeout_s: args.timeout_secs }),
    }),
    toResult: okResult(({ exit_code, stdout = '', stderr = '', changed, undo, refused = [] }: Ran) => ({
      exit_code,
      stdout,
      stderr,
      ...defined({ changed }),
      ...withWarnings([undo, ...refused]),
    })),
  }),
  start: actionOf('start', 'start_command', {
    toArguments: (args: ShellArguments) => ({
      command: args.command,
      ...place(args),
      wait_ms: args.yield_time_ms ?? 1000,
    }),
    toResult: toProcess,
  }),
  poll: actionOf('poll', 'poll_command', {
    toArguments: ({ process_id: id, yield_time_ms: wait = 1000 }: ShellArguments) => ({ id, wait_ms: wait }),
    toResult: toProcess,
  }),
  write: actionOf('write', 'write_command', {
    toArguments: ({ process_id: id, input: text }: ShellArguments) => ({ id, text }),
    toResult: okResult(({ id, taken, hint }: { id: string; taken: boolean; hint?: string }) => ({
      process_id: id,
      written: taken,
      ...withWarnings([hint]),
    })),
  }),
  kill: actionOf('kill', 'stop_command', {
    toArguments: ({ process_id: id }: ShellArguments) => ({ id }),
    toResult: toProcess,
  }),
  list: actionOf('list', 'list_commands', {
    toArguments: () => ({}),
    toResult: okResult(({ commands }: { commands: readonly (Process & { command: string })[] }) => ({
      processes: commands.map(({ id, command, state, exit_code }) => ({
        process_id: id,
        command,
        status: statusOf[state],
        ...defined({ exit_code }),
      })),
    })),
  }),
};
