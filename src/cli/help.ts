import type { ArgumentSpec, CommandSpec, CommandTable, OptionSpec } from './command.js';
import { commandTable } from './commands.js';
import { examples, files, variables } from './environment.js';
import { exitMeanings } from './exit-code.js';
import { wordsBelow } from './find-command.js';
import { capital, fill, fillParagraph, renderRows } from './layout.js';
import { helpOf } from './option-words.js';

export interface HelpOptions {
  /** Columns of the terminal; 80 when they are not known. */
  readonly width?: number | undefined;
  readonly table?: CommandTable;
}

interface Page {
  readonly width: number;
  readonly table: CommandTable;
}

/** The help of the program, of one command and those below it, or of a topic. Generated from the table of commands. */
export function renderHelp(topic: string, { width = 80, table = commandTable }: HelpOptions = {}): string {
  const page: Page = { width: Math.min(Math.max(width, narrowest), widest), table };
  if (topic === 'environment') return renderSurroundings(page);
  if (topic === 'all') return renderAll(page);
  const command = table.commands.find(({ name }) => name === topic);
  const below = table.commands.filter(({ name }) => name.startsWith(`${topic} `));
  if (topic === '' || (command === undefined && below.length === 0)) return renderScreen(page);
  return command === undefined ? renderFamily(topic, below, page) : renderCommand(command, below, page);
}

/** Narrower than this nothing can be read, wider than this nothing is read with ease. */
const narrowest = 40;
const widest = 120;

/** What a person needs first, in one screen of 80 by 24; a command that is not here is under `toolwright help all`. */
const groups: readonly (readonly [label: string, words: readonly string[]])[] = [
  ['Everyday', ['run', 'changes', 'undo']],
  ['Sessions', ['sessions', 'commands']],
  ['Tools', ['tools', 'skills', 'servers', 'mcp']],
  ['Policy', ['explain', 'policy', 'grants', 'audit']],
  ['Setup', ['models', 'profiles', 'config', 'trust', 'doctor']],
];
const firstOptions: readonly string[] = ['directory', 'session', 'mode', 'model'];

function renderScreen(page: Page): string {
  const { commands } = page.table;
  const { options = [] } = commands.find(({ name }) => name === '') ?? {};
  const shown = options
    .filter(({ name }) => firstOptions.includes(name))
    .map(({ name, short, value }) => `${short === undefined ? `--${name}` : `-${short}`} ${value}`);
  const rows = groups.flatMap(([label, words]) =>
    words.map((word, at): [string, string] => {
      const summary = commands.find(({ name }) => name === word)?.summary ?? wordsBelow(word, commands).join(', ');
      return [`${(at === 0 ? label : '').padEnd(10)}${word}`, summary];
    }),
  );
  return [
    [
      fill('Usage: toolwright [COMMAND] [options]. Without a command it opens the chat.', page),
      fill(`Options of the chat and run: ${shown.join(', ')}`, page),
    ].join('\n'),
    renderRows(rows, page.width),
    fill('More: toolwright help COMMAND, help all (every command), help environment', page),
  ].join('\n\n');
}

function renderAll(page: Page): string {
  const { commands, everywhere } = page.table;
  const chat = commands.find(({ name }) => name === '');
  return [
    fill('Toolwright gives a language model a governed, durable set of tools.', page),
    `Usage:\n${commandRows(commands, page)}`,
    `Options of the chat and of run:\n${optionRows(chat?.options ?? [], page)}`,
    `Everywhere:\n${optionRows(everywhere, page)}`,
    `Examples:\n${examples.map(([line]) => `  ${line}`).join('\n')}`,
    fill('toolwright help COMMAND tells more of a command, toolwright help environment of variables and files.', page),
  ].join('\n\n');
}

function renderCommand(command: CommandSpec, below: readonly CommandSpec[], page: Page): string {
  return [
    `${fill(`${usageOf(command)} [options]`, page)}\n${fill(`${capital(command.summary)}.`, page)}`,
    ...(below.length > 0 ? [`Also:\n${commandRows(below, page)}`] : []),
    `Options:\n${optionRows([...command.options, ...page.table.everywhere], page)}`,
    ...(command.notes ?? []).map((note) => fillParagraph(note, page.width)),
    ...(command.exits === true ? [`Exit codes:\n${renderRows(exitRows(), page.width)}`] : []),
  ].join('\n\n');
}

/** Commands that share their first word, which alone is none. */
function renderFamily(first: string, below: readonly CommandSpec[], page: Page): string {
  return [
    `Usage:\n${commandRows(below, page)}`,
    `Everywhere:\n${optionRows(page.table.everywhere, page)}`,
    fill(`toolwright help ${first} COMMAND tells more of one of them.`, page),
  ].join('\n\n');
}

function renderSurroundings({ width }: Page): string {
  return `Environment:\n${renderRows(variables, width)}\n\nFiles:\n${renderRows(files, width)}`;
}

const exitRows = (): readonly (readonly [string, string])[] =>
  exitMeanings.map(([code, meaning]) => [String(code), meaning]);

const commandRows = (commands: readonly CommandSpec[], { width }: Page): string =>
  renderRows(
    commands.map((command) => [usageOf(command), command.summary]),
    width,
  );

const optionRows = (options: readonly OptionSpec[], { width }: Page): string =>
  renderRows(
    options.map((option) => [optionForm(option), helpOf(option)]),
    width,
  );

/** The words of a command with what its arguments are called: `toolwright sessions show ID`. */
function usageOf({ name, arguments: wanted }: CommandSpec): string {
  return ['toolwright', ...(name === '' ? [] : [name]), ...wanted.map(argumentForm)].join(' ');
}

function argumentForm({ name, required, choices, many }: ArgumentSpec): string {
  const form = `${choices?.join('|') ?? name}${many === true ? '…' : ''}`;
  return required ? form : `[${form}]`;
}

function optionForm({ name, short, value, choices }: OptionSpec): string {
  const form = `--${name}${value === undefined ? '' : ` ${choices?.join('|') ?? value}`}`;
  return short === undefined ? `    ${form}` : `-${short}, ${form}`;
}
