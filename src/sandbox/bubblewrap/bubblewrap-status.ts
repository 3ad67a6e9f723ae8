import type { Readable } from 'node:stream';
import { firstLine } from '../../base/text.js';
import type { ProcessEnd } from '../../tool/port.js';

/** Reads what `--json-status-fd` gives: a line when the first process is there, and one when the program has ended. */
export function readStatus(stream: Readable) {
  let text = '';
  /** The first process inside, seen from here; undefined when it never came to that. */
  const first = new Promise<number | undefined>((resolve) => {
    stream.on('data', (chunk: Uint8Array) => {
      text += Buffer.from(chunk).toString();
      const [, pid] = /"child-pid": (\d+)/.exec(text) ?? [];
      if (pid !== undefined) resolve(Number(pid));
    });
    stream.once('close', () => resolve(undefined));
    stream.on('error', () => resolve(undefined));
  });
  /** Whether the program inside was started: it is told with its exit code. */
  const hasRun = (): boolean => text.includes('"exit-code"');
  return { first, hasRun };
}

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
