import { type Host, isTerminal } from '../host.js';

/** A line on a terminal that tells how far long work is, and goes away. Nothing elsewhere, nor for short work. */
export interface Progress {
  tell(progress: { readonly stream: string; readonly events: number }): void;
  clear(): void;
}

const everyMs = 200;

export function createProgress(stderr: Host['stderr']): Progress {
  const shown = isTerminal(stderr);
  let last = performance.now();
  let isThere = false;
  return {
    tell({ stream, events }) {
      if (!shown || performance.now() - last < everyMs) return;
      last = performance.now();
      isThere = true;
      stderr.write(`\r\u001b[Kchecking ${stream}: ${events} events`);
    },
    clear() {
      if (isThere) stderr.write('\r\u001b[K');
      isThere = false;
    },
  };
}
