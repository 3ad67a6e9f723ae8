import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { succeeds } from '../base/attempt.js';
import type { ProcessPort, RunningProcess } from '../tool/port.js';
import { type Followed, type Following, failed, follow, neverStarted, type Words } from './follow.js';
import type { holdLifeline } from './lifeline.js';
import { createMark, killMarked, markedProcesses, type ProcessMark, signalMarked } from './marked-processes.js';
import { withoutMasters } from './other-descriptors.js';
import { type Environment, processEnv } from './process-env.js';
import { untilGone } from './process-tree.js';
import { onTerminal, startOnTerminal, streamsOf, terminalEnv } from './terminal/start-on-terminal.js';

export interface ProcessesOptions {
  /** The caller's environment; a command gets the harmless part of it. */
  readonly env: Environment;
  /** The shell and its arguments before the command; bash without startup files, else sh, when absent. */
  readonly shell?: Words;
}

/** Processes without confinement, each leading a group of its own that is ended with it. */
export function createBareProcesses(options: ProcessesOptions): ProcessPort {
  let found: { readonly env: NodeJS.ProcessEnv; readonly shell: Words } | undefined;
  const find = () => {
    found ??= { env: processEnv(options.env), shell: options.shell ?? findShell() };
    return found;
  };
  return {
    sandboxed: false,
    get env() {
      return find().env;
    },
    async run(request) {
      return startBare(request, request.input === undefined ? 'ignore' : 'pipe').ended;
    },
    async start(request) {
      const { holdLifeline: hold } = await import('./lifeline.js');
      if (request.terminal === undefined) return startBare(request, 'pipe', hold);
      return startOnTerminal(request, request.terminal, (opened) => startBare(opened, 'ignore', hold));
    },
  };

  function startBare(request: Followed, stdin: 'ignore' | 'pipe', hold?: typeof holdLifeline): RunningProcess {
    const { env: ordinary, shell } = find();
    if (request.signal?.aborted === true) return neverStarted({ state: 'cancelled' });
    const { opened } = request;
    const words = wordsOf(request.command, shell);
    const [program, ...args] = opened === undefined ? words : onTerminal(opened.path, words);
    const usual = opened === undefined ? ordinary : terminalEnv(ordinary);
    const env = request.env === undefined ? usual : { ...usual, ...request.env };
    // A program of ours starts nothing that could be left behind.
    const mark = request.own === true ? undefined : createMark();
    const marked = mark === undefined ? env : { ...env, [mark.name]: mark.value };
    try {
      const { cwd } = request;
      const stdio = withoutMasters(streamsOf(request, stdin));
      // One of ours needs no group, and in a session of its own the system would give it less of a busy machine.
      const child = spawn(program, args, { cwd, env: marked, detached: mark !== undefined, stdio });
      if (mark === undefined || child.pid === undefined) return follow(child, request, aloneHandling(child));
      const running = follow(child, request, strayHandling(child.pid, mark));
      if (hold === undefined) return running;
      const { cut } = hold(child.pid, mark);
      return { ...running, ended: running.ended.finally(cut) };
    } catch (error) {
      return neverStarted(failed(error, program));
    }
  }
}

/** Of a process without a group of its own. */
const aloneHandling = (child: ChildProcess): Following => ({
  askToEnd: () => void child.kill('SIGTERM'),
  kill: () => void child.kill('SIGKILL'),
});

const maxGoneMs = 2000;

/** What left the group of the process is ended with it. */
const strayHandling = (pid: number, mark: ProcessMark): Following => ({
  askToEnd() {
    // Nobody may be left in the group.
    succeeds(() => process.kill(-pid, 'SIGTERM'));
    signalMarked(mark, 'SIGTERM');
  },
  kill: () => killMarked(mark),
  gone: () => untilGone(() => markedProcesses(mark).length === 0, maxGoneMs),
});

export function findShell(): Words {
  const bash = ['/bin/bash', '/usr/bin/bash', '/usr/local/bin/bash'].find((path) => existsSync(path));
  return bash === undefined ? ['/bin/sh', '-c'] : [bash, '--noprofile', '--norc', '-c', '--'];
}

/** A command line goes to the shell as it is: what was judged is what runs. */
export const wordsOf = (command: string | Words, shell: Words): Words =>
  typeof command === 'string' ? [...shell, command] : command;
