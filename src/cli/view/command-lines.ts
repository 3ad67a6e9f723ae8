import { plural } from '../../base/text.js';
import type { CommandEnded } from '../../run/command-event.js';
import type { Session } from '../../session/session.js';
import { safeLine } from '../safe-text.js';

/** The background commands of a session, one a line. */
export function commandLines({ commands }: Pick<Session, 'commands'>): readonly string[] {
  return commands.map(({ id, command, running, ranMs, unread }) => {
    const state = running ? 'runs' : 'ended';
    const waits = unread === 0 ? '' : `, ${unread} bytes the model has not read`;
    return `  ${id.padEnd(7)} ${state.padEnd(5)} ${seconds(ranMs).padStart(8)}  ${shortCommand(command)}${waits}`;
  });
}

/** What the end of a session ends; undefined when nothing runs. */
export function endingLine({ commands }: Pick<Session, 'commands'>): string | undefined {
  const running = commands.filter((one) => one.running);
  if (running.length === 0) return undefined;
  const named = running.map(({ id, command }) => `${id} (${shortCommand(command)})`).join(', ');
  return `Ending ${plural(running.length, 'background command')}: ${named}`;
}

/** How a background command ended that nobody waited for. */
export function endedLine({ commandId, command, by, exitCode }: CommandEnded): string {
  const how = by === 'itself' && exitCode !== null ? `with exit code ${exitCode}` : ends[by];
  return `${commandId} (${shortCommand(command)}) ended ${how}`;
}

const ends: Readonly<Record<CommandEnded['by'], string>> = {
  itself: 'by a signal',
  call: 'because the model stopped it',
  person: 'because you stopped it',
  session: 'with the session',
  program: 'with the program that ran it',
};

const maxShown = 60;

function shortCommand(command: string): string {
  const line = safeLine(command);
  return line.length <= maxShown ? line : `${line.slice(0, maxShown - 1)}…`;
}

const seconds = (ms: number): string => `${Math.round(ms / 1000)} s`;
