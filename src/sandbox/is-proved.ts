import type { Fact } from '../tool/fact.js';

/** All that the command does is told by its facts: it starts nothing else, and does nothing else where it may. */
export function isProved(facts: readonly Fact[]): boolean {
  const commands = facts.filter(({ kind }) => kind === 'exec');
  return commands.length > 0 && commands.every(({ proved }) => proved === true);
}
