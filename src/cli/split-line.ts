import { parseArgs } from 'node:util';
import { defined } from '../base/defined.js';
import type { CommandTable } from './command.js';

export type SplitLine = ReturnType<typeof splitLine>;

/** The words of a command line as options and positionals, known or not. */
export function splitLine(args: readonly string[], { commands, hidden, everywhere }: CommandTable) {
  const options: Record<string, { type: 'string' | 'boolean'; short?: string }> = {};
  const all = [...commands, ...hidden];
  // An option may take a value in one command and none in another: the one that is named comes last, and counts.
  const meant = all.filter(({ name }) => name !== '' && ` ${args.join(' ')} `.includes(` ${name} `));
  for (const { name, short, value } of [...everywhere, ...[...all, ...meant].flatMap((command) => command.options)]) {
    options[name] = { type: value === undefined ? 'boolean' : 'string', ...defined({ short }) };
  }
  return parseArgs({ args: [...args], options, strict: false, allowPositionals: true, tokens: true });
}
