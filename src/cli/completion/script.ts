import type { ArgumentSpec, OptionSpec } from '../command.js';
import type { Shell } from './shells.js';
import { shells } from './shells.js';

/** The first lines of a script: what it is and how it is installed. */
export function scriptHead(name: Shell['name']): string {
  const { says, lines } = shells.find((shell) => shell.name === name) ?? { says: '', lines: [] };
  return [
    `# ${name} completion of toolwright, made by: toolwright completion ${name}`,
    `# ${says}`,
    ...lines.map((line) => `#   ${line}`),
  ].join('\n');
}

/** The words that are offered for a value, beside what its kind brings. */
export const valueWords = ({ choices, offers }: ArgumentSpec | OptionSpec): readonly string[] =>
  choices ?? offers ?? [];

/** Groups what has the same text to do, in the order of its first appearance. */
export function groupBy<T>(
  items: readonly T[],
  textOf: (item: T) => string,
): readonly (readonly [string, readonly T[]])[] {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const text = textOf(item);
    const group = groups.get(text);
    if (group === undefined) groups.set(text, [item]);
    else group.push(item);
  }
  return [...groups];
}
