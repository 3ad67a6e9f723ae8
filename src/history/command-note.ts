import { cutEnd } from '../base/text.js';
import type { CommandEnded } from '../run/event.js';

const maxCommand = 80;
const maxEnds = 10;

/** The ends of background commands that no call has told the model. */
export function createCommandNote() {
  let ends: CommandEnded[] = [];
  return {
    apply(ended: CommandEnded): void {
      if (ended.told !== true) ends.push(ended);
    },
    /** A note for the model, told once; undefined when there is nothing to tell. */
    take(): string | undefined {
      if (ends.length === 0) return undefined;
      const said = ends.slice(-maxEnds).map(endWords);
      ends = [];
      return `[${said.join(' ')}]`;
    },
  };
}

/** In quotes, so that no command reads as a part of the note. */
function endWords({ commandId, command, by, exitCode, unread = 0 }: CommandEnded): string {
  const what = `The background command ${commandId} (${JSON.stringify(cutEnd(command, maxCommand))})`;
  const rest = unread === 0 ? '' : ` poll_command gives ${unread} bytes of output that you have not read.`;
  switch (by) {
    case 'session':
      return `${what} was ended with the session before. Start it again if it is needed.`;
    case 'program':
      return `${what} is not there any more: the program that ran it was ended. Start it again if it is needed.`;
    case 'deadline':
      return `${what} was ended at its deadline.${rest} Start it again if it is needed.`;
    case 'person':
      return `${what} was stopped by the user.${rest}`;
    default:
      return `${what} has ended, ${exitCode === null ? 'without an exit code' : `with exit code ${exitCode}`}.${rest}`;
  }
}
