import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync } from 'node:fs';
import type { Readable, Writable } from 'node:stream';
import { succeeds } from '../../base/attempt.js';
import { messageOf } from '../../base/error.js';
import type { ProcessEnd, RunningProcess } from '../../tool/port.js';
import type { ConfinedStart, Confinement } from '../confinement.js';
import { type Followed, failed, follow, neverStarted } from '../follow.js';
import { type ControlGroup, findControlGroups } from '../limits/control-group.js';
import type { GroupLimit } from '../limits/group-place.js';
import { limitWords } from '../limits/limit-words.js';
import { reachedLimits } from '../limits/reached-limits.js';
import { makePlaces } from '../made-places.js';
import { isProved } from '../open-paths.js';
import { type Stream, withoutInherited, withoutMasters } from '../other-descriptors.js';
import { processesBelow, untilDead } from '../process-tree.js';
import { streamsOf } from '../terminal/start-on-terminal.js';
import { bubblewrapArguments } from './bubblewrap-arguments.js';
import { isUnstarted, notRun, readStatus } from './bubblewrap-status.js';
import { keepModes, sharedDevices } from './keep-modes.js';
import { findReplaced } from './mounts-in-place.js';
import { openFilter } from './seccomp-filter.js';

/** The descriptors of bubblewrap; none of them reaches the program. */
const descriptors = { status: 3, hold: 4, limits: 5, filter: 6 } as const;
const maxGoneMs = 2000;

/** Starts a program in bubblewrap, which lies at this path, and holds it to its limits. */
export function startBubblewrap(bubblewrap: string, start: ConfinedStart): RunningProcess {
  const { request } = start;
  if (request.signal?.aborted === true) return neverStarted({ state: 'cancelled' });
  let group: ControlGroup | undefined;
  let clear = (): void => {};
  try {
    const restore = keepModes(process.getuid?.() === 0 ? sharedDevices : []);
    const unmake = makePlaces(start.confinement.made ?? [], start.confinement.mounts);
    clear = () => {
      unmake();
      restore();
    };
    // What is proved starts nothing that would have to be counted and does nothing but what its facts say, and to put a
    // process in a group takes the kernel as long as to start one.
    const held = !isProved(request.facts ?? []);
    const groups = held ? findControlGroups() : undefined;
    const grouped = groups?.limits ?? [];
    group = grouped.length === 0 ? undefined : groups?.make(start.confinement.limits);
    const running = followInside(start, group, spawnHeld(bubblewrap, start, { held, grouped }));
    return { ...running, ended: running.ended.finally(clear) };
  } catch (error) {
    clear();
    void group?.remove();
    return neverStarted(failed(error, bubblewrap));
  }
}

interface Holding {
  /** The first process inside waits until it is told to go on. */
  readonly held: boolean;
  /** What a control group will hold it to. */
  readonly grouped: readonly GroupLimit[];
}

function spawnHeld(
  bubblewrap: string,
  { confinement, words, request, stdin }: ConfinedStart,
  { held, grouped }: Holding,
): ChildProcess {
  const { env, limits, sharedGroup } = confinement;
  const shellLine = typeof request.command === 'string';
  const limited = limitWords(words, { limits, grouped, shellLine, fd: descriptors.limits });
  const root = process.getuid?.() === 0;
  const filter = openFilter({ root, sharedGroup: sharedGroup === true });
  const stdio: Stream[] = [
    ...streamsOf(request, stdin),
    'pipe',
    held ? 'pipe' : 'ignore',
    limited.script ?? 'ignore',
    filter ?? 'ignore',
  ];
  const context = { root, filter: filter === undefined ? undefined : descriptors.filter };
  const args = [
    '--json-status-fd',
    String(descriptors.status),
    ...(held ? ['--block-fd', String(descriptors.hold)] : []),
    ...bubblewrapArguments(confinement, context),
    ...limited.words,
  ];
  try {
    return spawn(bubblewrap, args, {
      cwd: '/',
      env: { ...env, ...limited.env },
      detached: true,
      stdio: withoutMasters(withoutInherited(stdio)),
    });
  } finally {
    if (filter !== undefined) closeSync(filter);
  }
}

function followInside({ confinement, request }: ConfinedStart, group: ControlGroup | undefined, child: ChildProcess) {
  // Where nothing was started there may be no streams either; why, is told by an event.
  if (child.pid === undefined) {
    void group?.remove();
    return follow(child, request);
  }
  const status = readStatus(child.stdio[descriptors.status] as Readable);
  const hold = child.stdio[descriptors.hold] as Writable | null | undefined;
  // What ended before it was told to go on reads nothing.
  hold?.on('error', () => {});
  let said = '';
  let first: number | undefined;
  let stopped: string | undefined;
  void status.first.then(async (pid) => {
    first = pid;
    if (pid === undefined || hold === null || hold === undefined) return;
    stopped = await reasonToStop(pid, confinement, group);
    if (stopped === undefined) hold.end('.');
    else child.kill('SIGKILL');
  });
  const watched: Followed = {
    ...request,
    onOutput(chunk, stream) {
      const mayTell = stream === 'stderr' || request.opened !== undefined;
      if (mayTell && said.length < 1000) said += Buffer.from(chunk).toString();
      return request.onOutput?.(chunk, stream);
    },
  };
  const running = follow(child, watched, {
    askToEnd: () => askInside(child, first),
    gone: async () => {
      if (first !== undefined) await untilDead(first, maxGoneMs);
    },
  });
  const ended = running.ended.then((end): ProcessEnd => {
    const reached = reachedLimits(end, { limits: confinement.limits, grouped: group?.reached() ?? [] });
    void group?.remove();
    if (stopped !== undefined && end.state === 'signalled') return { state: 'failed', message: stopped };
    // A shell was started, and what a command line prints says nothing of that.
    const isUnrun = typeof request.command !== 'string' && end.state === 'exited' && isUnstarted(end.exitCode, said);
    if (end.state === 'exited' && (!status.hasRun() || isUnrun)) return notRun(said);
    return reached.length === 0 ? end : { ...end, reached };
  });
  return { ...running, ended };
}

/** Why what is held is not let go on. */
async function reasonToStop(
  pid: number,
  { mounts }: Confinement,
  group: ControlGroup | undefined,
): Promise<string | undefined> {
  try {
    const [replaced] = await Promise.all([findReplaced(pid, mounts), group?.add(pid)]);
    return (
      replaced &&
      `nothing was run: ${replaced} was replaced while the sandbox was built; look who does that, and try again`
    );
  } catch (error) {
    return `its limits could not be set: ${messageOf(error)}`;
  }
}

/** Bubblewrap passes no signal on, and ending it kills what runs inside at once: right where nothing runs yet. */
function askInside(child: ChildProcess, first: number | undefined): void {
  const inside = first === undefined ? [] : processesBelow(first);
  if (inside.length === 0) child.kill('SIGKILL');
  // One may have ended in the meantime.
  for (const pid of inside) succeeds(() => process.kill(pid, 'SIGTERM'));
}
