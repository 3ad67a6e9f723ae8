import { defined } from '../../base/defined.js';
import { type runCommand as builtinRunCommand, createRunCommand } from '../../builtin/shell/run-command.js';
import type { FromSchema } from '../../schema/json-schema.js';
import type { PlanContext, RunContext } from '../../tool/context.js';
import { fail, isFailure, type ToolFailure } from '../../tool/outcome.js';
import { openParameters } from '../../tool/parameters.js';
import type { Tool } from '../../tool/tool.js';
import { type ResultOf, viewTool } from '../../tool/view-tool.js';

const streamChars = 10_000;
const usualTimeoutMs = 30_000;
const maxTimeoutMs = 600_000;

const shape = {
  name: 'runCommand',
  description:
    'Runs a command line and gives stdout, stderr and exitCode. With isBackground true it is started and goes on by itself, its output is not kept, and the result has its pid.',
  parameters: openParameters(['command'], {
    command: { type: 'string' },
    timeout: {
      type: 'integer',
      minimum: 1,
      maximum: maxTimeoutMs,
      description: `In milliseconds. Default ${usualTimeoutMs}.`,
    },
    cwd: { type: 'string', description: 'The folder to run it in. Default private:/.' },
    isBackground: { type: 'boolean', description: 'Default false.' },
  }),
  // Each stream has its bound; what is escaped in JSON takes more room.
  limits: { timeoutMs: maxTimeoutMs + 10_000, resultChars: 150_000 },
} as const;

const usualFolder = 'private:/';

type Given = FromSchema<typeof shape.parameters>;

const foreground = viewTool(
  createRunCommand({
    streams: { max: streamChars, unit: 'characters' },
    timeout: { default: usualTimeoutMs, max: maxTimeoutMs, unit: 'ms' },
  }),
  {
    ...shape,
    toArguments: ({ command, timeout = usualTimeoutMs, cwd = usualFolder }) => ({ command, cwd, timeout_ms: timeout }),
    toResult: printed,
    toFailure(failure, given) {
      const { errorType, message, data } = failure;
      return data === undefined ? failure : fail(errorType, message, printed(data as Printed, given));
    },
  },
);

/** What a command that has no exit code of its own is told to have ended with. */
const noExitCode = 1;

type Printed = Partial<ResultOf<typeof builtinRunCommand>>;

function printed(result: Printed, { command, cwd = usualFolder }: Given) {
  const { stdout = '', stderr = '', exit_code, protected_paths = [], refused = [], reached = [] } = result;
  const notes = [...protected_paths, ...refused, ...reached];
  return { stdout, stderr, exitCode: exit_code ?? noExitCode, command, cwd, ...(notes.length > 0 && { notes }) };
}

/** Runs a command, or starts one that goes on: each call is planned and run as one of the built-in tool that does it. */
export function runCommand(start: Tool | undefined): Tool {
  const background = start && startedBy(start);
  const chosen = ({ isBackground = false }: Given): Tool | ToolFailure =>
    isBackground ? (background ?? noBackground) : foreground;
  return {
    ...foreground,
    plan(args: never, ctx: PlanContext) {
      const tool = chosen(args as Given);
      return isFailure(tool) ? tool : (tool.plan?.(args, ctx) ?? noBackground);
    },
    async run(args: never, ctx: RunContext, carry: never) {
      const tool = chosen(args as Given);
      return isFailure(tool) ? tool : tool.run(args, ctx, carry);
    },
  };
}

const noBackground = fail('validation_failed', 'No command can go on by itself here. Leave isBackground out.');

/** Its output stays with the session and nobody is told of it. */
function startedBy(start: Tool): Tool {
  const view = viewTool(start, {
    ...shape,
    toArguments: ({ command, cwd = usualFolder }) => ({ command, cwd, wait_ms: 0 }),
  });
  return {
    ...view,
    result: undefined,
    async run(args: never, ctx: RunContext, carry: never) {
      const started = (await view.run(args, ctx, carry)) as { readonly id: string } | ToolFailure;
      if (isFailure(started)) return started;
      const { command, cwd = usualFolder } = args as Given;
      const found = ctx.background?.find(started.id);
      const pid = found === undefined || isFailure(found) ? undefined : found.pid;
      const message = 'It goes on in the background, and ends with the task.';
      return { ...defined({ pid }), command, cwd, message };
    },
  };
}
