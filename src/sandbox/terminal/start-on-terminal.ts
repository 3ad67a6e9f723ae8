import { existsSync } from 'node:fs';
import { messageOf } from '../../base/error.js';
import type { RunningProcess, TerminalSize } from '../../tool/port.js';
import { type Followed, neverStarted, type Words } from '../follow.js';
import type { Stream } from '../other-descriptors.js';
import type { Environment } from '../process-env.js';
import type { OpenedTerminal } from './open-terminal.js';

/** Starts a process on a terminal of its own, which is closed when it has ended. */
export async function startOnTerminal(
  request: Followed,
  size: TerminalSize,
  start: (request: Followed) => RunningProcess | Promise<RunningProcess>,
): Promise<RunningProcess> {
  let opened: OpenedTerminal;
  try {
    // Loaded with the first one.
    const { openTerminal } = await import('./open-terminal.js');
    opened = await openTerminal(size);
  } catch (error) {
    return neverStarted({ state: 'failed', message: messageOf(error) });
  }
  const running = await start({ ...request, opened });
  opened.handOver();
  return {
    ...running,
    write: opened.write,
    // As it is typed: it ends the input of what reads by lines.
    closeInput: () => void opened.write('\u0004'),
    resize: opened.resize,
    ended: running.ended.finally(opened.drained),
  };
}

/** The streams of a process: pipes, or its terminal. */
export const streamsOf = ({ opened }: Followed, stdin: 'ignore' | 'pipe'): readonly Stream[] =>
  opened === undefined ? [stdin, 'pipe', 'pipe'] : [opened.slave, opened.slave, opened.slave];

/** Whoever leads a session and opens a terminal gets signals from its keys, and is told of its size; see tty_ioctl(4). */
const takeTerminal = 'exec <>"$0" >&0 2>&0; exec "$@"';

/** The words of a program that takes the terminal it is started on for its own; it has to lead a session. */
export const onTerminal = (path: string, words: Words): Words => ['/bin/sh', '-c', takeTerminal, path, ...words];

/** The same where nothing leads a session yet, and the terminal is called otherwise: in bubblewrap. */
export function onConsole(words: Words): Words {
  const setsid = ['/usr/bin/setsid', '/bin/setsid', '/run/current-system/sw/bin/setsid'].find((at) => existsSync(at));
  return setsid === undefined ? words : [setsid, ...onTerminal('/dev/console', words)];
}

/** The variables of a program that has a terminal: it is told its size, and what it understands. */
export function terminalEnv<Env extends Environment>({ COLUMNS: _, LINES: __, ...env }: Env) {
  return { ...env, TERM: 'xterm-256color' };
}
