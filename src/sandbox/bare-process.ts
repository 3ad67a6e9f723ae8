import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import type { ProcessPort, RunningProcess } from '../tool/port.js';
import { type Followed, failed, follow, neverStarted } from './follow.js';
import { type Environment, processEnv } from './process-env.js';

export interface ProcessesOptions {
  /** The caller's environment; a command gets the harmless part of it. */
  readonly env: Environment;
  /** The shell and its arguments before the command; bash without startup files, else sh, when absent. */
  readonly shell?: Words;
}

/** A program and its arguments. */
export type Words = readonly [string, ...string[]];

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
      return startBare(request, 'pipe');
    },
  };

  function startBare(request: Followed, stdin: 'ignore' | 'pipe'): RunningProcess {
    const { env, shell } = find();
    if (request.signal?.aborted === true) return neverStarted({ state: 'cancelled' });
    const [program, ...args] = wordsOf(request.command, shell);
    try {
      const { cwd } = request;
      return follow(spawn(program, args, { cwd, env, detached: true, stdio: [stdin, 'pipe', 'pipe'] }), request);
    } catch (error) {
      return neverStarted(failed(error, program));
    }
  }
}

export function findShell(): Words {
  const bash = ['/bin/bash', '/usr/bin/bash', '/usr/local/bin/bash'].find((path) => existsSync(path));
  return bash === undefined ? ['/bin/sh', '-c'] : [bash, '--noprofile', '--norc', '-c', '--'];
}

/** A command line goes to the shell as it is: what was judged is what runs. */
export const wordsOf = (command: string | Words, shell: Words): Words =>
  typeof command === 'string' ? [...shell, command] : command;
