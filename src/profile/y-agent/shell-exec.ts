import { defined } from '../../base/defined.js';
import type { listCommands } from '../../builtin/shell/background/list-commands.js';
import type { pollCommand } from '../../builtin/shell/background/poll-command.js';
import type { writeCommand } from '../../builtin/shell/background/write-command.js';
import { type runCommand as builtinRunCommand, createRunCommand } from '../../builtin/shell/run-command.js';
import type { FromSchema } from '../../schema/json-schema.js';
import { fail } from '../../tool/outcome.js';
import { strictParameters } from '../../tool/parameters.js';
import type { Plan } from '../../tool/plan.js';
import type { Tool } from '../../tool/tool.js';
import { viewByChoice } from '../../tool/view-by-choice.js';
import { type ResultOf, type ToolView, viewTool } from '../../tool/view-tool.js';
import { withWarnings } from './with-warnings.js';

const actionNames = ['run', 'start', 'poll', 'write', 'kill', 'list'] as const;
type ActionName = (typeof actionNames)[number];

const parameters = strictParameters([], {
  action: { type: 'string', enum: actionNames, description: 'Default run.' },
  command: { type: 'string', description: 'For run and start.' },
  working_dir: { type: 'string', description: 'For run and start. Default the workspace.' },
  timeout_secs: { type: 'integer', minimum: 1, maximum: 600, description: 'For run. Default 30.' },
  yield_time_ms: { type: 'integer', minimum: 0, maximum: 10_000, description: 'For start and poll. Default 1000.' },
  process_id: { type: 'string', description: 'For poll, write and kill.' },
  input: { type: 'string', description: 'For write.' },
});

type ShellArguments = FromSchema<typeof parameters>;

/** A command that is waited for, or a process that goes on, is polled, written to, killed or listed. */
export function shellExec(builtin: (name: string) => Tool | undefined): Tool {
  const byAction = new Map(actionNames.flatMap((name) => viewsOf(name, builtin)));
  return viewByChoice([...byAction.values()], {
    name: 'ShellExec',
    description: 'Execute shell commands. Gives exit code, stdout and stderr; or starts a process that goes on.',
    help: 'action run waits for the command, timeout_secs at most. start gives a process_id; poll reads what the process printed since, write gives it input, kill ends it, list tells of all. Each stream is given up to 10,000 bytes.',
    category: 'Shell',
    alsoIn: ['shell.exec'],
    group: 'exec',
    dangerous: true,
    parameters,
    choose(args) {
      const { action = 'run' } = args;
      const missing = actions[action].needs.filter((name) => args[name] === undefined);
      if (missing.length > 0)
        return fail('validation_failed', `The action ${action} needs ${missing.join(' and ')}. Call again with it.`);
      return byAction.get(action) ?? fail('validation_failed', `The action ${action} cannot be done here. Use run.`);
    },
  });
}

/** Each action is a tool of its own. */
function viewsOf(name: ActionName, builtin: (name: string) => Tool | undefined): readonly [ActionName, Tool][] {
  const { needs: _, tool: shown, ...view } = actions[name];
  const tool = typeof shown === 'string' ? builtin(shown) : shown;
  if (tool === undefined) return [];
  const viewed = viewTool(tool, { name: 'ShellExec', description: '', parameters, ...view });
  return [[name, name === 'kill' ? { ...viewed, plan: planKill } : viewed]];
}

/** That a process is ended is told, and so asked about; to look at one is not. */
const planKill = ({ process_id: target = '' }: ShellArguments): Plan => ({
  facts: [{ kind: 'process', target, where: 'nowhere', known: true }],
  preview: { kind: 'text', text: `Ends ${target} with all it started.` },
});

interface ShellAction extends Pick<ToolView<typeof parameters>, 'toArguments' | 'toResult'> {
  /** Itself, or the name of the built-in one. */
  readonly tool: Tool | string;
  readonly needs: readonly (keyof ShellArguments)[];
}

const place = ({ working_dir: cwd }: ShellArguments) => defined({ cwd });

const statusOf = { running: 'running', ended: 'exited' } as const;

const toProcess = ({ id, state, exit_code, output, hint }: ResultOf<typeof pollCommand>) => ({
  process_id: id,
  status: statusOf[state],
  ...defined({ exit_code }),
  output,
  ...withWarnings([hint]),
});

const actions: Readonly<Record<ActionName, ShellAction>> = {
  run: {
    tool: createRunCommand({
      streams: { max: 10_000, unit: 'bytes' },
      timeout: { default: 30, max: 600, unit: 's' },
    }),
    needs: ['command'],
    toArguments: (args) => ({
      command: args.command,
      ...place(args),
      ...defined({ timeout_s: args.timeout_secs }),
    }),
    toResult({ exit_code, stdout = '', stderr = '', changed, undo, refused = [] }: ResultOf<typeof builtinRunCommand>) {
      return { exit_code, stdout, stderr, ...defined({ changed }), ...withWarnings([undo, ...refused]) };
    },
  },
  start: {
    tool: 'start_command',
    needs: ['command'],
    toArguments: (args) => ({ command: args.command, ...place(args), wait_ms: args.yield_time_ms ?? 1000 }),
    toResult: toProcess,
  },
  poll: {
    tool: 'poll_command',
    needs: ['process_id'],
    toArguments: ({ process_id: id, yield_time_ms: wait = 1000 }) => ({ id, wait_ms: wait }),
    toResult: toProcess,
  },
  write: {
    tool: 'write_command',
    needs: ['process_id', 'input'],
    toArguments: ({ process_id: id, input: text }) => ({ id, text }),
    toResult: ({ id, taken, hint }: ResultOf<typeof writeCommand>) => ({
      process_id: id,
      written: taken,
      ...withWarnings([hint]),
    }),
  },
  kill: {
    tool: 'stop_command',
    needs: ['process_id'],
    toArguments: ({ process_id: id }) => ({ id }),
    toResult: toProcess,
  },
  list: {
    tool: 'list_commands',
    needs: [],
    toArguments: () => ({}),
    toResult: ({ commands }: ResultOf<typeof listCommands>) => ({
      processes: commands.map(({ id, command, state, exit_code }) => ({
        process_id: id,
        command,
        status: statusOf[state],
        ...defined({ exit_code }),
      })),
    }),
  },
};
