import { parseArgs } from 'node:util';
import { nearest } from '../base/nearest.js';
import type { CommandSpec, Invocation, OptionSpec } from './command.js';
import { commands, everywhere } from './commands.js';
import { safeLine } from './safe-text.js';
import { usageError } from './usage-error.js';

export type CommandLine =
  | { readonly type: 'run'; readonly command: CommandSpec; readonly invocation: Invocation }
  | { readonly type: 'help'; readonly topic: string }
  | { readonly type: 'version' };

/** What the words of the command line ask for. Throws `bad-usage` with the nearest right word. */
export function parseCommandLine(args: readonly string[]): CommandLine {
  const { positionals, tokens } = split(args);
  const given = tokens.filter((token) => token.kind === 'option');
  const asked = (name: string): boolean => given.some((token) => token.name === name);
  if (asked('help') || positionals[0] === 'help') return { type: 'help', topic: helpTopic(positionals) };
  if (asked('version')) return { type: 'version' };

  for (const token of given) checkKnown(token, positionals);
  const command = findCommand(positionals);
  const values = new Map<string, string | true>();
  for (const token of given) values.set(...checkOption(token, command));
  const rest = positionals.slice(command.name === '' ? 0 : command.name.split(' ').length);
  checkArguments(rest, command);
  return {
    type: 'run',
    command,
    invocation: {
      arguments: rest,
      text(name) {
        const value = values.get(name);
        return typeof value === 'string' ? value : undefined;
      },
      flag: (name) => values.get(name) === true,
    },
  };
}

function split(args: readonly string[]) {
  const options: Record<string, { type: 'string' | 'boolean'; short?: string }> = {};
  for (const { name, short, value } of [...everywhere, ...commands.flatMap((command) => command.options)]) {
    options[name] = { type: value === undefined ? 'boolean' : 'string', ...(short !== undefined && { short }) };
  }
  return parseArgs({ args: [...args], options, strict: false, allowPositionals: true, tokens: true });
}

/** What no command knows is told first: the word after it may be its value, and no command. */
function checkKnown(token: OptionToken, positionals: readonly string[]): void {
  if (commands.some(({ options }) => options.some(({ name }) => name === token.name))) return;
  const command = commands.find(({ name }) => name === positionals[0]);
  const options = command?.options ?? commands.flatMap((one) => one.options);
  throw unknownOption(token, command?.name ?? '', options);
}

/** The words after `help`, or before `--help`, that name a command or a family of them. */
function helpTopic(positionals: readonly string[]): string {
  const words = positionals[0] === 'help' ? positionals.slice(1) : positionals;
  const known = [words.slice(0, 2).join(' '), words[0] ?? ''];
  return known.find((topic) => commands.some(({ name }) => name === topic)) ?? '';
}

function findCommand(positionals: readonly string[]): CommandSpec {
  const [first = '', second] = positionals;
  const named = (name: string): CommandSpec | undefined => commands.find((command) => command.name === name);
  const found = (second === undefined ? undefined : named(`${first} ${second}`)) ?? named(first);
  if (found === undefined)
    throw unknownCommand(
      first,
      commands.map(({ name }) => name.split(' ')[0] ?? ''),
      '',
    );
  const family = commands
    .filter(({ name }) => name.startsWith(`${first} `))
    .map(({ name }) => name.slice(first.length + 1));
  if (first === '' || family.length === 0 || second === undefined || found.name !== first) return found;
  if (second === 'list') return { ...found, name: `${first} list` };
  throw unknownCommand(second, ['list', ...family], first);
}

function unknownCommand(word: string, candidates: readonly string[], family: string): Error {
  const near = nearest(
    word,
    candidates.filter((candidate) => candidate !== ''),
  );
  const prefix = family === '' ? 'toolwright' : `toolwright ${family}`;
  const hint = near === undefined ? '' : ` Did you mean: ${prefix} ${near}`;
  const quote = near === undefined && /\s/.test(word) ? ' To send it as a prompt: toolwright run "…"' : '';
  return usageError(`There is no command ${prefix} ${safeLine(word)}.${hint}${quote}`, family);
}

interface OptionToken {
  readonly name: string;
  readonly rawName: string;
  readonly value?: string | undefined;
  readonly inlineValue?: boolean | undefined;
}

function checkOption(token: OptionToken, { name: command, options }: CommandSpec): [string, string | true] {
  const spec = options.find(({ name }) => name === token.name);
  if (spec === undefined) throw unknownOption(token, command, options);
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
  if (spec.choices !== undefined && !spec.choices.includes(value)) {
    const near = nearest(value, spec.choices);
    const hint = near === undefined ? '' : ` Did you mean ${near}?`;
    throw usageError(`${token.rawName} ${safeLine(value)}: use ${spec.choices.join(', ')}.${hint}`, command);
  }
  return [spec.name, value];
}

function unknownOption({ rawName }: OptionToken, command: string, options: readonly OptionSpec[]): Error {
  const shown = safeLine(rawName);
  const near = nearest(
    rawName.replace(/^-+/, ''),
    [...options, ...everywhere].map(({ name }) => name),
  );
  const whose = command === '' ? '' : ` of toolwright ${command}`;
  const elsewhere = commands.filter((other) => other.options.some(({ name }) => `--${name}` === rawName));
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
  if (missing !== undefined) throw usageError(`toolwright ${name} needs ${missing.name}.`, name);
  const extra = rest[wanted.length];
  if (extra === undefined) return;
  const quote = name === 'run' ? ' Put the prompt in quotes.' : '';
  throw usageError(`toolwright ${name} does not know what to do with ${safeLine(extra)}.${quote}`, name);
}
