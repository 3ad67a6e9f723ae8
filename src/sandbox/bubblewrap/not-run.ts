import { firstLine } from '../../base/text.js';
import type { ProcessEnd } from '../../tool/port.js';

/** What bubblewrap, or what sets the limits or the way to the network inside, says when a program cannot be started. */
const neverRan = /^(?:bwrap: execvp|(?:prlimit|bridge): failed to execute) (.*)/;
const byHelper = /^(?:prlimit|bridge): failed to execute/;

/** Whether what ran inside was only what was to start the program. */
export const isUnstarted = (exitCode: number, said: string): boolean =>
  (exitCode === 126 || exitCode === 127) && byHelper.test(said);

/** Why nothing was run, from the first words on stderr. */
export function notRun(said: string): ProcessEnd {
  const [, why] = neverRan.exec(said) ?? [];
  if (why !== undefined) return { state: 'failed', message: `it could not be started: ${why}` };
  const words = firstLine(said, 300).replace(/^bwrap: /, '') || 'bubblewrap ended';
  const message = `the sandbox could not be built, so nothing was run: ${words} (toolwright doctor tells what is missing)`;
  return { state: 'failed', message };
}
