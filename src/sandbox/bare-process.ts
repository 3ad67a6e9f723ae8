import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { messageOf, systemCode } from '../base/error.js';
import type { ProcessEnd, ProcessPort, ProcessRequest } from '../tool/port.js';
import { processEnv } from './process-env.js';

export interface ProcessesOptions {
  /** The caller's environment; a command gets the harmless part of it. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly sandboxed: false;
  /** The shell and its arguments before the command; bash without startup files, else sh, when absent. */
  readonly shell?: readonly [string, ...string[]];
}

/** Between asking a group to end and ending it. */
const graceMs = 500;
/** How long what still holds the pipes may go on after the leader ended; also how long a killed one may take to go. */
const drainMs = 2000;
const maxTimeoutMs = 2 ** 31 - 1;

/** Processes without confinement, each leading a group of its own that is ended with it. */
export function createProcesses(options: ProcessesOptions): ProcessPort {
  let found: { readonly env: NodeJS.ProcessEnv; readonly shell: readonly [string, ...string[]] } | undefined;
  const find = () => {
    found ??= { env: processEnv(options.env), shell: options.shell ?? findShell() };
    return found;
  };
  return {
    sandboxed: options.sandboxed,
    get env() {
      return find().env;
    },
    run(request) {
      const { env, shell } = find();
      if (request.signal?.aborted === true) return Promise.resolve({ state: 'cancelled' });
      const [program, ...args] =
        typeof request.command === 'string' ? ([...shell, request.command] as const) : request.command;
      try {
        const stdin = request.input === undefined ? 'ignore' : 'pipe';
        return follow(
          spawn(program, args, { cwd: request.cwd, env, detached: true, stdio: [stdin, 'pipe', 'pipe'] }),
          request,
        );
      } catch (error) {
        return Promise.resolve(failed(error, program));
      }
    },
  };
}

function findShell(): readonly [string, ...string[]] {
  const bash = ['/bin/bash', '/usr/bin/bash', '/usr/local/bin/bash'].find((path) => existsSync(path));
  return bash === undefined ? ['/bin/sh', '-c'] : [bash, '--noprofile', '--norc', '-c', '--'];
}

/** Resolves when the leader and its pipes are closed, or at a deadline: a pipe held open elsewhere cannot hold this up. */
function follow(child: ChildProcess, request: ProcessRequest): Promise<ProcessEnd> {
  return new Promise((resolve) => {
    const timers = new Set<NodeJS.Timeout>();
    endWithProcess(child);
    let end: ProcessEnd | undefined;
    let forced: ProcessEnd | undefined;

    const later = (ms: number, action: () => void): void => void timers.add(setTimeout(action, ms));
    const finish = (outcome: ProcessEnd): void => {
      live.delete(child);
      for (const timer of timers) clearTimeout(timer);
      request.signal?.removeEventListener('abort', cancel);
      endGroup(child, 'SIGKILL');
      child.stdout?.destroy();
      child.stderr?.destroy();
      resolve(forced ?? outcome);
    };
    const stop = (outcome: ProcessEnd): void => {
      if (forced !== undefined || end !== undefined) return;
      forced = outcome;
      endGroup(child, 'SIGTERM');
      later(graceMs, () => endGroup(child, 'SIGKILL'));
      later(graceMs + drainMs, () => finish(outcome));
    };
    const cancel = (): void => stop({ state: 'cancelled' });

    child.stdout?.on('data', (chunk: Uint8Array) => request.onOutput?.(chunk, 'stdout'));
    child.stderr?.on('data', (chunk: Uint8Array) => request.onOutput?.(chunk, 'stderr'));
    // What ends without reading its input closes the pipe: no failure of ours.
    child.stdin?.on('error', () => {});
    child.stdin?.end(request.input);
    child.once('error', (error) => {
      if (child.pid === undefined) finish(failed(error, child.spawnfile));
    });
    child.once('exit', (exitCode, signal) => {
      const ended: ProcessEnd =
        exitCode === null ? { state: 'signalled', signal: signal ?? 'SIGKILL' } : { state: 'exited', exitCode };
      end = ended;
      later(drainMs, () => finish(ended));
    });
    child.once('close', () => {
      if (end !== undefined) finish(end);
    });
    request.signal?.addEventListener('abort', cancel, { once: true });
    later(Math.min(Math.max(1, request.timeoutMs), maxTimeoutMs), () => stop({ state: 'timed-out' }));
  });
}

/** What runs when this process ends would outlive it: its groups are ended with it, however it leaves. */
const live = new Set<ChildProcess>();
let watching = false;

function endWithProcess(child: ChildProcess): void {
  live.add(child);
  if (watching) return;
  watching = true;
  process.once('exit', () => {
    for (const one of live) endGroup(one, 'SIGKILL');
  });
}

function endGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, signal);
  } catch {
    // Nobody is left in the group.
  }
}

function failed(error: unknown, program: string): ProcessEnd {
  return { state: 'failed', message: reasonFor(systemCode(error) ?? '', program) ?? messageOf(error) };
}

function reasonFor(code: string, program: string): string | undefined {
  switch (code) {
    case 'ENOENT':
    case 'ENOTDIR':
      return `${program} or the folder to start it in does not exist`;
    case 'EACCES':
      return `${program} may not be started, or its folder may not be entered`;
    case 'E2BIG':
      return 'the command is too long for the system; write it to a file and run that';
    case 'EAGAIN':
    case 'ENOMEM':
      return 'the system has no room for another process; try again later';
    default:
      return undefined;
  }
}
