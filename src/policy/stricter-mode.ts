import type { Mode } from './policy.js';

/** The stricter of two modes. */
export function stricterMode(a: Mode, b: Mode): Mode {
  return strictness.indexOf(a) <= strictness.indexOf(b) ? a : b;
}

const strictness: readonly Mode[] = ['plan', 'ask', 'edit', 'auto'];
