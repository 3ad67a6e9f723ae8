import type { CommandSpec, OptionSpec } from './command.js';
import { commands, everywhere } from './commands.js';

/** The help of the program, or of one command and those below it. Generated from the table of commands. */
export function renderHelp(topic: string): string {
  const command = commands.find(({ name }) => name === topic);
  return topic === '' || command === undefined ? renderProgram() : renderCommand(command);
}

function renderProgram(): string {
  const chat = commands.find(({ name }) => name === '');
  return [
    'Toolwright gives a language model a governed, durable set of tools.',
    `Usage:\n${rows(commands.map((command) => [usageOf(command), command.summary]))}`,
    `Options of the chat and of run:\n${renderOptions(chat?.options ?? [])}`,
    `Everywhere:\n${renderOptions(everywhere)}`,
    'Examples:\n  toolwright --base-url http://127.0.0.1:11434/v1 --model qwen3\n  OPENAI_API_KEY=… toolwright run --model gpt-5 "what is in this folder?"',
    'toolwright COMMAND --help tells more of a command.',
  ].join('\n\n');
}

function renderCommand(command: CommandSpec): string {
  const below = commands.filter(({ name }) => name.startsWith(`${command.name} `));
  return [
    `${usageOf(command)} [options]\n${capital(command.summary)}.`,
    ...(below.length > 0 ? [`Also:\n${rows(below.map((one) => [usageOf(one), one.summary]))}`] : []),
    `Options:\n${renderOptions([...command.options, ...everywhere])}`,
    ...(command.notes ?? []),
  ].join('\n\n');
}

function usageOf({ name, arguments: wanted }: CommandSpec): string {
  const words = wanted.map((argument) => (argument.required ? argument.name : `[${argument.name}]`));
  return ['toolwright', ...(name === '' ? [] : [name]), ...words].join(' ');
}

function renderOptions(options: readonly OptionSpec[]): string {
  return rows(options.map((option) => [optionForm(option), option.help]));
}

function optionForm({ name, short, value, choices }: OptionSpec): string {
  const form = `--${name}${value === undefined ? '' : ` ${choices?.join('|') ?? value}`}`;
  return short === undefined ? `    ${form}` : `-${short}, ${form}`;
}

/** Two columns; a left part that is too wide gets a line of its own. */
function rows(lines: readonly (readonly [string, string])[]): string {
  const width = Math.min(32, Math.max(...lines.map(([left]) => left.length)));
  return lines
    .map(([left, right]) =>
      left.length > width ? `  ${left}\n  ${' '.repeat(width)}  ${right}` : `  ${left.padEnd(width)}  ${right}`,
    )
    .join('\n');
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
