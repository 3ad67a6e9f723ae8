import type { RunningProcess } from '../tool/port.js';
import { findBubblewrap } from './bubblewrap/find-bubblewrap.js';
import { startBubblewrap } from './bubblewrap/start-bubblewrap.js';
import type { ConfinedStart } from './confinement.js';
import type { Environment } from './process-env.js';
import { findSeatbelt, startSeatbelt } from './seatbelt/start-seatbelt.js';

/** Carries out a confinement with what a system has for it. */
export type Backend = (start: ConfinedStart) => RunningProcess;

/** What confines processes on this system; undefined when nothing does. */
export async function findBackend(env: Environment): Promise<Backend | undefined> {
  if (process.platform === 'darwin') return findSeatbelt() ? startSeatbelt : undefined;
  if (process.platform !== 'linux') return undefined;
  const found = await findBubblewrap(env);
  return found.state === 'works' ? (start) => startBubblewrap(found.path, start) : undefined;
}
