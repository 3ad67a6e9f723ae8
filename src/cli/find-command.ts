import { nearest } from '../base/nearest.js';
import type { CommandSpec, CommandTable } from './command.js';
import { safeLine } from './safe-text.js';
import { usageError } from './usage-error.js';

/** What `toolwright help` knows beside the commands: the variables and files of the program. */
export const environmentTopic = 'environment';

/** The command the first words of the line name. Throws `bad-usage` with the nearest right word. */
export function findCommand(positionals: readonly string[], { commands, hidden }: CommandTable): CommandSpec {
  const [first = '', second] = positionals;
  const named = (name: string): CommandSpec | undefined =>
    [...commands, ...hidden].find((command) => command.name === name);
  const found = (second === undefined ? undefined : named(`${first} ${second}`)) ?? named(first);
  const family = wordsBelow(first, commands);
  if (found === undefined && family.length === 0) throw unknownCommand(first, { candidates: firstWords(commands) });
  if (found === undefined && second === undefined)
    throw usageError(`toolwright ${first} needs one more word: ${family.join(', ')}.`, first);
  if (found !== undefined) {
    const isWhole = second === undefined || found.name !== first || found.arguments.length > 0;
    if (isWhole || family.length === 0) return found;
    if (second === 'list') return { ...found, name: `${first} list` };
  }
  throw unknownCommand(second ?? '', {
    candidates: found === undefined ? family : ['list', ...family],
    family: first,
  });
}

/** What help is wanted for: a command, a family of them, or one more topic; empty for the whole program. */
export function findTopic(positionals: readonly string[], { commands }: CommandTable): string {
  const asks = positionals[0] === 'help';
  const [first = '', second] = asks ? positionals.slice(1) : positionals;
  if (asks && first === 'help') return '';
  const isTopic = (topic: string): boolean =>
    topic === environmentTopic || commands.some(({ name }) => name === topic || name.startsWith(`${topic} `));
  const whole = second === undefined ? first : `${first} ${second}`;
  if (isTopic(whole)) return whole;
  const family = wordsBelow(first, commands);
  if (isTopic(first) && (!asks || second === 'list' || family.length === 0)) return first;
  // The help of a line that is wrong anyway is that of the program; a topic that is asked for by name must exist.
  if (!asks) return '';
  if (isTopic(first)) throw unknownCommand(second ?? '', { candidates: family, family: first, verb: 'help ' });
  throw unknownCommand(first, { candidates: [...firstWords(commands), environmentTopic], verb: 'help ' });
}

/** The first word of every command, each once. */
export function firstWords(commands: readonly CommandSpec[]): readonly string[] {
  return [...new Set(commands.map(({ name }) => name.split(' ')[0] ?? ''))].filter((word) => word !== '');
}

/** The second words of the commands whose first word this is. */
export function wordsBelow(first: string, commands: readonly CommandSpec[]): readonly string[] {
  return commands.filter(({ name }) => name.startsWith(`${first} `)).map(({ name }) => name.slice(first.length + 1));
}

function unknownCommand(
  word: string,
  options: { readonly candidates: readonly string[]; readonly family?: string; readonly verb?: string },
): Error {
  const { candidates, family = '', verb = '' } = options;
  const near = nearest(word, candidates);
  const prefix = family === '' ? '' : `${family} `;
  const hint = near === undefined ? '' : ` Did you mean: toolwright ${verb}${prefix}${near}`;
  const quote = near === undefined && /\s/.test(word) ? ' To send it as a prompt: toolwright run "…"' : '';
  return usageError(`There is no command toolwright ${prefix}${safeLine(word)}.${hint}${quote}`, family);
}
