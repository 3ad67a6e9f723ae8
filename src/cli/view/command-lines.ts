import { plural } from '../../base/text.js';
import type { CommandEnded } from '../../run/event.js';
import type { SessionCommand } from '../../session/session-commands.js';
import { safeLine } from '../safe-text.js';

/** The background commands of a session, one a line. */
export function commandLines(commands: readonly SessionCommand[]): readonly string[] {
  return commands.map(({ id, command, running, ranMs, unread, keptUntil }) => {
    const state = running ? 'runs' : 'ended';
    const waits = unread === 0 ? '' : `, ${unread} bytes the model has not read`;
    const kept = running && keptUntil !== undefined ? `, kept until ${minuteOf(keptUntil)}` : '';
    return `  ${id.padEnd(7)} ${state.padEnd(5)} ${seconds(ranMs).padStart(8)}  ${shortCommand(command)}${kept}${waits}`;
  });
}

/** What the end of a session ends, and what goes on after it; undefined when nothing runs. */
export function endingLine(commands: readonly SessionCommand[]): string | undefined {
  const running = commands.filter((one) => one.running);
  const ending = running.filter(({ keptUntil }) => keptUntil === undefined);
  const kept = running.filter(({ keptUntil }) => keptUntil !== undefined);
  const lines = [
    ...(ending.length === 0 ? [] : [`Ending ${plural(ending.length, 'background command')}: ${named(ending)}`]),
    ...(kept.length === 0
      ? []
      : [`Going on: ${kept.map(keptWords).join(', ')}. toolwright commands lists and stops what goes on.`]),
  ];
  return lines.length === 0 ? undefined : lines.join('\n');
}

type Shown = Pick<SessionCommand, 'id' | 'command' | 'keptUntil'>;

const nameOf = ({ id, command }: Shown): string => `${id} (${shortCommand(command)})`;
const named = (commands: readonly Shown[]): string => commands.map(nameOf).join(', ');
const keptWords = (shown: Shown): string => `${nameOf(shown)}, until ${minuteOf(shown.keptUntil ?? 0)} at most`;

/** `2026-03-01 14:05 UTC`. */
export const minuteOf = (at: number): string => `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`;

/** How a background command ended that nobody waited for. */
export const endedLine = ({ commandId, command, ...end }: CommandEnded): string =>
  `${commandId} (${shortCommand(command)}) ${endedWords(end)}`;

export const endedWords = ({ by, exitCode }: Pick<CommandEnded, 'by' | 'exitCode'>): string =>
  `ended ${by === 'itself' && exitCode !== null ? `with exit code ${exitCode}` : ends[by]}`;

const ends: Readonly<Record<CommandEnded['by'], string>> = {
  itself: 'by a signal',
  call: 'because the model stopped it',
  person: 'because you stopped it',
  session: 'with the session',
  deadline: 'at its deadline',
  program: 'with the program that ran it',
};

const maxShown = 60;

export function shortCommand(command: string): string {
  const line = safeLine(command);
  return line.length <= maxShown ? line : `${line.slice(0, maxShown - 1)}…`;
}

const seconds = (ms: number): string => `${Math.round(ms / 1000)} s`;
