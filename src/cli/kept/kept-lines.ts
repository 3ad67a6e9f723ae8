import { humanSize } from '../../base/text.js';
import type { KeptCommand } from '../../session/kept-commands.js';
import { safeLine } from '../safe-text.js';
import { endedWords, minuteOf, shortCommand } from '../view/command-lines.js';
import { keptName } from './find-kept.js';

/** A kept command for a person: its name and what it is, how it stands, and where it works. */
export function keptLines(kept: KeptCommand): string {
  const { command, workspace, startedAt, until, bytes, end } = kept;
  const state =
    end === undefined ? `runs since ${minuteOf(startedAt)}, until ${minuteOf(until)} at most` : endedWords(end);
  return [
    `${safeLine(keptName(kept))}  ${shortCommand(command)}`,
    `  ${state}; ${humanSize(bytes)} of output`,
    `  in ${safeLine(workspace)}`,
  ].join('\n');
}
