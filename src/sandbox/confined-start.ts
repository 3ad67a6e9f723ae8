import type { Words } from './bare-process.js';
import type { Confinement } from './confinement.js';
import type { Followed } from './follow.js';

/** A program that is to be started as its confinement says. */
export interface ConfinedStart {
  readonly confinement: Confinement;
  readonly words: Words;
  readonly request: Followed;
  readonly stdin: 'ignore' | 'pipe';
  /** Where the proxy listens on this machine, for what has no network of its own. */
  readonly proxyPort?: number;
}
