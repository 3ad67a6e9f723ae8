import { endedWithin } from '../base/ended-within.js';
import type { RunningProcess } from '../tool/port.js';

/** `waiting`: the command did not take all of it yet, and gets it as it reads. `too-many`: others wait for that already. */
export type InputTaken = 'taken' | 'waiting' | 'closed' | 'too-many';

/** How long a write waits for its reader. */
const writeMs = 1000;
const maxWaiting = 8;

/** What is written to the input of a command that goes on. */
export function createCommandInput() {
  let waiting = 0;
  return {
    async write(
      process: Pick<RunningProcess, 'write' | 'closeInput'> | undefined,
      { text, end }: { readonly text: string; readonly end: boolean },
    ): Promise<InputTaken> {
      if (process === undefined) return 'closed';
      if (waiting >= maxWaiting) return 'too-many';
      waiting += 1;
      let taken: boolean | undefined;
      const written = process.write(text).then((isTaken) => {
        waiting -= 1;
        taken = isTaken;
      });
      if (end) process.closeInput();
      await endedWithin([written], writeMs);
      if (taken === undefined) return 'waiting';
      return taken ? 'taken' : 'closed';
    },
  };
}
