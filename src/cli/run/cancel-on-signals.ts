import { exitCodes } from '../exit-code.js';

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** The first signal cancels and lets the turn settle; the second ends the process at once. */
export function cancelOnSignals(cancel: () => void): () => void {
  let seen = false;
  const take = (): void => {
    if (seen) process.exit(exitCodes.interrupted);
    seen = true;
    cancel();
  };
  for (const signal of signals) process.on(signal, take);
  return () => {
    for (const signal of signals) process.off(signal, take);
  };
}
