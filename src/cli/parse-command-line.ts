import { nearest } from '../base/nearest.js';
import type { CommandSpec, CommandTable, Invocation, OptionSpec } from './command.js';
import { commandTable } from './commands.js';
import { findCommand, findTopic, inWordsOfToday } from './find-command.js';
import { safeLine } from './safe-text.js';
import { splitLine } from './split-line.js';
import { usageError } from './usage-error.js';

export type CommandLine =
  | { readonly type: 'run'; readonly command: CommandSpec; readonly invocation: Invocation }
  | { readonly type: 'help'; readonly topic: string }
  | { readonly type: 'version' };

/** What the words of the command line ask for. Throws `bad-usage` with the nearest right word. */
export function parseCommandLine(args: readonly string[], table: CommandTable = commandTable): CommandLine {
  const line = splitLine(args, table);
  const today = inWordsOfToday(args, line);
  if (today !== undefined) return parseCommandLine(today, table);
  const { positionals, tokens } = line;
  const given = tokens.filter((token) => token.kind === 'option');
  const asked = (name: string): boolean => given.some((token) => token.name === name);
  if (asked('help') || positionals[0] === 'help') return { type: 'help', topic: findTopic(positionals, table) };
  if (asked('version')) return { type: 'version' };

  for (const token of given) checkKnown(token, positionals, table);
  const command = findCommand(positionals, table);
  const values = new Map<string, (string | true)[]>();
  for (const token of given) {
    const [name, value] = checkOption(token, command, table);
    const earlier = values.get(name);
    if (earlier === undefined) values.set(name, [value]);
    else earlier.push(value);
  }
  const rest = positionals.slice(command.name === '' ? 0 : command.name.split(' ').length);
  checkArguments(rest, command);
  const texts = (name: string): readonly string[] =>
    (values.get(name) ?? []).filter((value): value is string => value !== true);
  return {
    type: 'run',
    command,
    invocation: {
      arguments: rest,
      text: (name) => texts(name).at(-1),
      texts,
      flag: (name) => values.get(name)?.includes(true) === true,
    },
  };
}

/** What no command knows is told first: the word after it may be its value, and no command. */
function checkKnown(token: OptionToken, positionals: readonly string[], table: CommandTable): void {
  const { commands, hidden } = table;
  if ([...commands, ...hidden].some(({ options }) => options.some(({ name }) => name === token.name))) return;
  const command = commands.find(({ name }) => name === positionals[0]);
  const options = command?.options ?? commands.flatMap((one) => one.options);
  throw unknownOption(token, { command: command?.name ?? '', options, table });
}

interface OptionToken {
  readonly name: string;
  readonly rawName: string;
  readonly value?: string | undefined;
  readonly inlineValue?: boolean | undefined;
}

function checkOption(
  token: OptionToken,
  { name: command, options }: CommandSpec,
  table: CommandTable,
): [string, string | true] {
  const spec = options.find(({ name }) => name === token.name);
  if (spec === undefined) throw unknownOption(token, { command, options, table });
  const { value } = token;
  if (spec.value === undefined) {
    if (value !== undefined) throw usageError(`${token.rawName} takes no value.`, command);
    return [spec.name, true];
  }
  const looksLikeOption = token.inlineValue !== true && value !== undefined && /^-[^\d]/.test(value);
  if (value === undefined || value === '' || looksLikeOption) {
    throw usageError(
      `${token.rawName} needs a value: ${token.rawName} ${spec.choices?.join('|') ?? spec.value}`,
      command,
    );
  }
  checkChoice(value, spec.choices, { what: token.rawName, command });
  return [spec.name, value];
}

function checkChoice(
  value: string,
  choices: readonly string[] | undefined,
  { what, command }: { readonly what: string; readonly command: string },
): void {
  if (choices === undefined || choices.includes(value)) return;
  const near = nearest(value, choices);
  const hint = near === undefined ? '' : ` Did you mean ${near}?`;
  throw usageError(`${what} ${safeLine(value)}: use ${choices.join(', ')}.${hint}`, command);
}

function unknownOption(
  { rawName }: OptionToken,
  place: { readonly command: string; readonly options: readonly OptionSpec[]; readonly table: CommandTable },
): Error {
  const { command, options, table } = place;
  const shown = safeLine(rawName);
  const near = nearest(
    rawName.replace(/^-+/, ''),
    [...options, ...table.everywhere].map(({ name }) => name),
  );
  const whose = command === '' ? '' : ` of toolwright ${command}`;
  const elsewhere = table.commands.filter((other) => other.options.some(({ name }) => `--${name}` === rawName));
  const hint =
    elsewhere.length > 0
      ? ` It belongs to: ${elsewhere.map(({ name }) => `toolwright ${name}`.trim()).join(', ')}.`
      : near === undefined
        ? ''
        : ` Did you mean --${near}?`;
  return usageError(`${shown} is no option${whose}.${hint}`, command);
}

function checkArguments(rest: readonly string[], { name, arguments: wanted }: CommandSpec): void {
  const missing = wanted.find((argument, at) => argument.required && rest[at] === undefined);
  if (missing !== undefined)
    throw usageError(`toolwright ${name} needs ${missing.choices?.join('|') ?? missing.name}.`, name);
  const last = wanted.at(-1);
  const extra = last?.many === true ? undefined : rest[wanted.length];
  if (extra !== undefined) {
    const quote = name === 'run' ? ' Put the prompt in quotes.' : '';
    throw usageError(`toolwright ${name} does not know what to do with ${safeLine(extra)}.${quote}`, name);
  }
  for (const [at, value] of rest.entries())
    checkChoice(value, (wanted[at] ?? last)?.choices, { what: `toolwright ${name}`, command: name });
}
