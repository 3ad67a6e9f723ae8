import { chmodSync } from 'node:fs';
import { createHolders } from '../holders.js';
import { statsOf } from '../look.js';

/** The devices that bubblewrap brings in from outside, each as it is there. */
export const sharedDevices = ['null', 'zero', 'full', 'random', 'urandom', 'tty'].map((name) => `/dev/${name}`);

/** What everybody may read and write, as these devices are everywhere. */
const usual = 0o666;

/** The devices that were as usual when the first of those that run now began. */
const held = createHolders();

/**
 * Remembers which devices are as usual; answers what makes them so again. Root owns its devices inside too, and bubblewrap
 * cannot bind a device that works and cannot be changed. One that is already changed when a process starts may have been so
 * by another that still runs: nothing is ever given back but the usual.
 */
export function keepModes(paths: readonly string[]): () => void {
  const kept = paths.filter((path) => held.has(path) || modeOf(path) === usual);
  for (const path of kept) held.add(path);
  return () => {
    for (const path of kept.splice(0)) {
      held.remove(path);
      const mode = modeOf(path);
      if (mode !== undefined && mode !== usual) chmodSync(path, usual);
    }
  };
}

function modeOf(path: string): number | undefined {
  const mode = statsOf(path)?.mode;
  return mode === undefined ? undefined : mode & 0o7777;
}
