import type { ChildProcess } from 'node:child_process';
import { succeeds } from '../base/attempt.js';
import { defer } from '../base/defer.js';
import { messageOf, systemCode } from '../base/error.js';
import type { ProcessEnd, ProcessRequest, ProcessStart, RunningProcess } from '../tool/port.js';
import type { OpenedTerminal } from './terminal/open-terminal.js';

/** What is to be known of a child beside its group. */
export interface Following {
  /** Asks what runs to end; the group of the child is asked when absent. */
  askToEnd?(): void;
  /** Kills what is not in the group of the child. */
  kill?(): void;
  /** Resolves when nothing the child started is left; bounded. */
  gone?(): Promise<void>;
}

/** A program and its arguments. */
export type Words = Exclude<ProcessStart['command'], string>;

/** Without an input of its own, that of the process stays open. */
export type Followed = ProcessStart &
  Pick<ProcessRequest, 'input'> & {
    /** The terminal it is started on. */
    readonly opened?: OpenedTerminal;
  };

/** Between asking a group to end and ending it. */
const graceMs = 500;
/** How long what still holds the pipes may go on after the leader ended; also how long a killed one may take to go. */
const drainMs = 2000;
/** How long a process that is to end may take once its input has ended. */
const inputGraceMs = 1000;
const maxTimeoutMs = 2 ** 31 - 1;

/** Follows a child to its end, or to a deadline: a pipe held open elsewhere cannot hold this up. */
export function follow(child: ChildProcess, request: Followed, following: Following = {}): RunningProcess {
  const { askToEnd = () => endGroup(child, 'SIGTERM'), gone = async () => {} } = following;
  const kill = (): void => {
    endGroup(child, 'SIGKILL');
    following.kill?.();
  };
  const timers = new Set<NodeJS.Timeout>();
  const later = (ms: number, action: () => void): void => void timers.add(setTimeout(action, ms));
  const { promise: ended, resolve } = defer<ProcessEnd>();
  let end: ProcessEnd | undefined;
  let forced: ProcessEnd | undefined;
  let isStopping = false;
  let isFinished = false;

  const finish = (outcome: ProcessEnd): void => {
    if (isFinished) return;
    isFinished = true;
    for (const timer of timers) clearTimeout(timer);
    request.signal?.removeEventListener('abort', cancel);
    kill();
    for (const stream of [child.stdin, child.stdout, child.stderr]) stream?.destroy();
    void gone().then(async () => {
      await request.opened?.drained();
      live.delete(child);
      resolve(forced ?? outcome);
    });
  };
  const stop = (outcome?: ProcessEnd): void => {
    if (isStopping || end !== undefined) return;
    isStopping = true;
    forced = outcome;
    askToEnd();
    later(graceMs, kill);
    later(graceMs + drainMs, () => finish({ state: 'signalled', signal: 'SIGKILL' }));
  };
  const cancel = (): void => stop({ state: 'cancelled' });

  endWithProcess(child, kill);
  request.opened?.read((chunk) => request.onOutput?.(chunk, 'stdout'));
  child.stdout?.on('data', (chunk: Uint8Array) => request.onOutput?.(chunk, 'stdout'));
  child.stderr?.on('data', (chunk: Uint8Array) => request.onOutput?.(chunk, 'stderr'));
  // What ends without reading its input closes the pipe: no failure of ours.
  child.stdin?.on('error', () => {});
  if (request.input !== undefined) child.stdin?.end(request.input);
  child.once('error', (error) => {
    if (child.pid === undefined) finish(failed(error, child.spawnfile));
  });
  child.once('exit', (exitCode, signal) => {
    const known: ProcessEnd =
      exitCode === null ? { state: 'signalled', signal: signal ?? 'SIGKILL' } : { state: 'exited', exitCode };
    end = known;
    later(drainMs, () => finish(known));
  });
  child.once('close', () => {
    if (end !== undefined) finish(end);
  });
  request.signal?.addEventListener('abort', cancel, { once: true });
  if (request.timeoutMs !== undefined)
    later(Math.min(Math.max(1, request.timeoutMs), maxTimeoutMs), () => stop({ state: 'timed-out' }));
  return {
    pid: child.pid,
    write: (chunk) => writeTo(child, chunk),
    end() {
      if (end !== undefined) return;
      child.stdin?.end();
      later(inputGraceMs, stop);
    },
    closeInput: () => void child.stdin?.end(),
    stop: () => stop(),
    ended,
  };
}

function writeTo({ stdin }: ChildProcess, chunk: string | Uint8Array): Promise<boolean> {
  return new Promise((resolve) => {
    if (stdin === null || !stdin.writable) return resolve(false);
    const closed = (): void => resolve(false);
    stdin.once('close', closed);
    stdin.write(chunk, (error) => {
      stdin.off('close', closed);
      resolve(error === undefined || error === null);
    });
  });
}

/** What runs when this process ends would outlive it: it is killed with it, however it leaves. */
const live = new Map<ChildProcess, () => void>();
let watching = false;

function endWithProcess(child: ChildProcess, kill: () => void): void {
  live.set(child, kill);
  if (watching) return;
  watching = true;
  process.once('exit', () => {
    for (const end of live.values()) end();
  });
}

function endGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  const { pid } = child;
  // Nobody may be left in the group.
  if (pid !== undefined) succeeds(() => process.kill(-pid, signal));
}

/** One that could not be started. */
export const neverStarted = (end: ProcessEnd): RunningProcess => ({
  write: async () => false,
  end: () => {},
  closeInput: () => {},
  stop: () => {},
  ended: Promise.resolve(end),
});

export function failed(error: unknown, program: string): ProcessEnd {
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
    case 'EMFILE':
    case 'ENFILE':
      return 'too many files are open to start another process; try again later';
    case 'EAGAIN':
    case 'ENOMEM':
      return 'the system has no room for another process; try again later';
    default:
      return undefined;
  }
}
