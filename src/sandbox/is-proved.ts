import { areProved, type Fact } from '../tool/fact.js';

/** All that the process does is told by its facts, which name a command: of one without facts nothing is known. */
export const isProved = (facts: readonly Fact[]): boolean =>
  facts.some(({ kind }) => kind === 'exec') && areProved(facts);
