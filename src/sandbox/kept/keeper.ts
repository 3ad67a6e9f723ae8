import { setTimeout as sleep } from 'node:timers/promises';
import { messageOf } from '../../base/error.js';
import { createWholeCharacters } from '../../base/whole-characters.js';
import { createSecrets } from '../../policy/secret/secret-sources.js';
import type { EndedBy } from '../../tool/background.js';
import type { ProcessStart, RunningProcess } from '../../tool/port.js';
import { createCommandInput } from '../command-input.js';
import { createSandbox, type HandedCommand } from '../create-sandbox.js';
import { neverStarted } from '../follow.js';
import { identityOf } from '../process-identity.js';
import { openKeeperServer } from './keeper-server.js';
import { type KeptEnd, type KeptRecord, readRecord, removeKept, writeEnd, writeRecord } from './kept-files.js';
import { createOutputLog } from './output-log.js';

/** What a keeper is told to hold. */
export interface KeeperJob {
  /** Its own folder, which is there and empty. */
  readonly folder: string;
  readonly record: Omit<KeptRecord, 'keeper'>;
  readonly process: HandedCommand;
  /** Variables and files that are secret, beside those whose names tell. */
  readonly secretNames: readonly string[];
}

export interface KeeperContext {
  /** Says that all is ready; answers whether the command is to be started. */
  ready(): Promise<boolean>;
  /** Aborted when this process is asked to end. */
  readonly signal: AbortSignal;
}

/**
 * Holds one command from its start to its end: its sandbox, its way to the network, its limits, its output and its
 * deadline. What must be known to find it again is on disk before it is started.
 */
export async function keepCommand({ folder, record, process: handed, secretNames }: KeeperJob, context: KeeperContext) {
  const log = createOutputLog(folder);
  let running: RunningProcess | undefined;
  let by: EndedBy = 'itself';
  const stop = (wanted: EndedBy): void => {
    if (by === 'itself') by = wanted;
    running?.stop();
  };
  const input = createCommandInput();
  const server = await openKeeperServer(folder, {
    token: record.token,
    state: () => ({ bytes: log.total, connected: running?.connected?.() ?? [] }),
    write: (given) => input.write(running, given),
    stop,
  });
  const keeper = identityOf(process.pid);
  if (keeper === undefined) throw new Error('the system does not tell when a process was started');
  writeRecord(folder, { ...record, keeper });
  if (!(await context.ready())) {
    removeKept(folder);
    return;
  }
  const { env, root, home } = handed.sandbox;
  const mask = createSecrets({ env, root, home, names: secretNames }).mask();
  const masks = { stdout: mask.stream(), stderr: mask.stream() };
  const characters = createWholeCharacters((chunk) => {
    log.push(chunk);
    server.tell();
  });
  const began = performance.now();
  running = await startHanded(handed, (chunk, name) => characters.push(masks[name].push(chunk), name)).catch(
    (error: unknown) => neverStarted({ state: 'failed', message: messageOf(error) }),
  );
  if (by !== 'itself') running.stop();
  context.signal.addEventListener('abort', () => stop('program'));
  const watch = watchOver(folder, record.until, stop);
  const ended = await running.ended;
  watch.clear();
  for (const name of ['stdout', 'stderr'] as const) characters.push(masks[name].end(), name);
  characters.end();
  log.close();
  const end: KeptEnd = { process: ended, by, endedAt: Date.now(), ranMs: performance.now() - began };
  await writeDown(folder, end);
  await server.end(end);
}

/** Starts a command that was handed over, confined as it would have been where it comes from, or not at all. */
async function startHanded(
  { sandbox: { mode, ...options }, hosts, request }: HandedCommand,
  onOutput: NonNullable<ProcessStart['onOutput']>,
): Promise<RunningProcess> {
  const sandbox = createSandbox({ ...options, mode: () => mode, hosts: () => hosts });
  await sandbox.prepare?.();
  if (!sandbox.sandboxed) return neverStarted({ state: 'failed', message: 'there is no sandbox any more' });
  return sandbox.start({ ...request, onOutput });
}

const lookMs = 2000;

/**
 * Stops what has reached its deadline, by both clocks: one stands still while the machine sleeps, the other can be set. So
 * it is with what nobody could find again, as its folder is gone.
 */
function watchOver(folder: string, until: number, stop: (by: 'deadline' | 'program') => void): { clear(): void } {
  const last = performance.now() + (until - Date.now());
  const look = (): void => {
    const left = Math.min(until - Date.now(), last - performance.now());
    if (left <= 0) stop('deadline');
    else if (readRecord(folder) === undefined) stop('program');
    timer = setTimeout(look, Math.min(Math.max(left, 0) + 1, lookMs));
  };
  let timer = setTimeout(look, 0);
  return { clear: () => clearTimeout(timer) };
}

const writeTries = 600;

/** The disk may be full for a while: whoever asks is told meanwhile that it runs. */
async function writeDown(folder: string, end: KeptEnd): Promise<void> {
  for (let tries = 0; tries < writeTries; tries += 1) {
    try {
      return writeEnd(folder, end);
    } catch {
      if (readRecord(folder) === undefined) return;
      await sleep(1000);
    }
  }
}
