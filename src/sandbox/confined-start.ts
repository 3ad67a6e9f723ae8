import type { Confinement } from './confinement.js';
import type { Followed } from './follow.js';

/** A program that is to be started as its confinement says. */
export interface ConfinedStart {
  readonly confinement: Confinement;
  /** The program and its arguments. */
  readonly words: readonly [string, ...string[]];
  readonly request: Followed;
  readonly stdin: 'ignore' | 'pipe';
  /** Where the proxy listens on this machine, for what has no network of its own. */
  readonly proxyPort?: number;
}
