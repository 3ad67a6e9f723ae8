import { defined } from '../../base/defined.js';
import { createBuild } from '../../builtin/shell/build.js';
import type { runCommand } from '../../builtin/shell/run-command.js';
import type { TerminalResult } from '../../builtin/shell/terminal/terminal-result.js';
import { createVirtualTerminal } from '../../builtin/shell/terminal/virtual-terminal.js';
import { strictParameters } from '../../tool/parameters.js';
import type { Tool } from '../../tool/tool.js';
import type { ResultOf } from '../../tool/view-tool.js';
import { integer, pathOr, within, type YipsValue, yipsView } from './yips-view.js';

/** In the terminal no wait is shorter or longer. */
const wait = { usual: 60_000, least: 1000, most: 120_000 };
const buildWait = { usual: 120_000, most: 300_000 };

const command = { type: 'string', minLength: 1 } as const;
const cwd = { type: 'string', description: 'The folder it runs in.' } as const;

type Ran = Partial<ResultOf<typeof runCommand>> & Pick<TerminalResult, 'hint'>;

/** In the terminal that `virtual_terminal` works in too; where there are no terminals, each command in a shell of its own. */
export function runCommandView(tool: Tool): Tool {
  const isTerminal = tool.name === 'virtual_terminal';
  return yipsView(isTerminal ? terminal() : tool, {
    kind: 'tool',
    name: 'run_command',
    description: 'Runs a command line in the shared terminal and gives its output and exit code.',
    parameters: strictParameters(['command'], {
      command,
      cwd: { ...cwd, description: 'Default ".".' },
      timeoutMs: integer(wait),
    }),
    toArguments: (args) => ({
      ...(isTerminal && { action: 'run' }),
      command: args.command,
      cwd: pathOr(args.cwd),
      timeout_ms: within(args.timeoutMs, wait),
    }),
    toValue: (ran: Ran, args) => ranValue(ran, pathOr(args.cwd)),
  });
}

export const virtualTerminalView = (): Tool =>
  yipsView(terminal(), {
    kind: 'skill',
    name: 'virtual_terminal',
    description: 'Runs a command line in the shared terminal, whose folder and variables stay.',
    parameters: strictParameters(['command'], { command, cwd, timeoutMs: integer(wait) }),
    toArguments: (args) => ({
      action: 'run',
      command: args.command,
      timeout_ms: within(args.timeoutMs, wait),
      ...(args.cwd !== undefined && { cwd: pathOr(args.cwd) }),
    }),
    toValue: (ran: Ran, args) => ranValue(ran, args.cwd),
  });

export const buildView = (): Tool =>
  yipsView(createBuild({ finds: 'npm-or-make' }), {
    kind: 'skill',
    name: 'build',
    description: 'Builds the project: by command, else by npm run build, or by make where only a Makefile is.',
    parameters: strictParameters([], { command, cwd, timeoutMs: integer(buildWait) }),
    toArguments: (args) => ({
      cwd: pathOr(args.cwd),
      timeout_ms: within(args.timeoutMs, buildWait),
      ...defined({ command: args.command }),
    }),
    toValue: (ran: Ran, args) => ranValue(ran, pathOr(args.cwd)),
  });

/** Nobody could send keys to what goes on after its time. */
const terminal = (): Tool => createVirtualTerminal({ waitsAtMostMs: wait.most, stopsLate: true });

/** The exit code of the program `timeout`, where a command ran out of time. */
const lateCode = 124;

function ranValue(ran: Ran, folder: string | undefined): YipsValue {
  const { exit_code = null, timed_out: timedOut = false, output = '', hint, command: found } = ran;
  const notes = [
    ...listNote('changed', ran.changed),
    ...listNote('protected paths', ran.protected_paths),
    ...listNote('refused by the sandbox', ran.refused),
    ...[hint, ...(ran.reached ?? [])].filter((said) => said !== undefined).map((said) => `[${said}]`),
  ];
  return {
    output: [output.replace(/\n$/, ''), ...notes].filter((part) => part !== '').join('\n'),
    metadata: {
      exitCode: timedOut ? lateCode : exit_code,
      timedOut,
      ...defined({ cwd: folder, command: found }),
    },
  };
}

const listNote = (title: string, lines: readonly string[] = []): readonly string[] =>
  lines.length === 0 ? [] : [`[${title}]\n${lines.join('\n')}`];
