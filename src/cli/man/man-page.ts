import type { ArgumentSpec, CommandSpec, CommandTable, OptionSpec } from '../command.js';
import { examples, files, variables } from '../environment.js';
import { exitMeanings } from '../exit-code.js';
import { capital } from '../layout.js';
import { helpOf } from '../option-words.js';
import { bold, italic, paragraph, roffText, tagged, verbatim } from './roff.js';

/** The manual page in roff, with the macros of man(7). The same table gives the same page: it bears no date. */
export function renderManPage({ table, version }: { readonly table: CommandTable; readonly version: string }): string {
  const chat = table.commands.find(({ name }) => name === '');
  const shared = chat?.options ?? [];
  const others = table.commands.filter(({ name }) => name !== '');
  const sections: readonly (readonly [string, string])[] = [
    ['NAME', `toolwright \\- ${roffText('language models with a governed, durable set of tools')}`],
    ['SYNOPSIS', synopsis],
    ['DESCRIPTION', description()],
    ['COMMANDS', others.map((command) => renderCommand(command, shared)).join('\n')],
    ['OPTIONS', renderOptions([...shared, ...table.everywhere])],
    ['EXIT STATUS', exitMeanings.map(([code, says]) => tagged(bold(String(code)), prose(`${says}.`))).join('\n')],
    ['FILES', files.map(([path, says]) => tagged(italic(path), prose(`${says}.`))).join('\n')],
    ['ENVIRONMENT', variables.map(([name, says]) => tagged(bold(name), prose(`${says}.`))).join('\n')],
    ['EXAMPLES', examples.map(([line, says]) => `.PP\n${sentence(says)}\n.PP\n${indented([line], 4)}`).join('\n')],
    ['SEE ALSO', seeAlso],
  ];
  const body = sections.map(([title, text]) => `.SH ${title}\n${text.replace(/^\.PP\n/, '')}`).join('\n');
  return `.TH TOOLWRIGHT 1 "" "toolwright ${roffText(version)}" "User Commands"\n.nh\n.ad l\n${body}`;
}

const synopsis = [
  `${bold('toolwright')} [${italic('option')} ...]`,
  `${bold('toolwright')} ${italic('command')} [${italic('option')} ...] [${italic('argument')} ...]`,
  `${bold('toolwright help')} [${italic('command')}]`,
].join('\n.br\n');

const description = (): string =>
  [
    'Toolwright gives a language model a governed, durable set of tools. It checks every call a model makes against a schema and a policy, asks a person when it should, runs the call, and records it in a store that survives a crash.',
    'Without a command it opens a chat in the terminal. Results go to the standard output; questions, progress, warnings and errors go to the standard error, so that the output of every command but the chat can be piped.',
  ]
    .map(prose)
    .join('\n.PP\n');

const seeAlso = `${bold('man')}(1), ${bold('bash')}(1), ${bold('zsh')}(1), ${bold('fish')}(1)
.PP
${roffText('toolwright help COMMAND shows a part of this page.')}`;

/** Options that the chat has too stand under OPTIONS; they are only named here. */
function renderCommand(command: CommandSpec, shared: readonly OptionSpec[]): string {
  const own = command.options.filter((option) => !shared.includes(option));
  const also = command.options.filter((option) => shared.includes(option));
  const named = also.map(({ name }) => bold(`--${name}`)).join(', ');
  const parts = [
    ...(own.length > 0 ? [`.RS\n${renderOptions(own)}\n.RE`] : []),
    ...(also.length > 0
      ? [`.IP\n${paragraph(`${own.length > 0 ? 'Also' : 'Options'}, described below: ${named}.`)}`]
      : []),
    ...(command.notes ?? []).map((note) => `.IP\n${renderNote(note)}`),
  ];
  return [tagged(usageOf(command), sentence(command.summary)), ...parts].join('\n');
}

function usageOf({ name, arguments: wanted }: CommandSpec): string {
  return [bold(`toolwright ${name}`), ...wanted.map(argumentForm)].join(' ');
}

function argumentForm({ name, required, choices, many }: ArgumentSpec): string {
  const form = `${choices?.map(bold).join('|') ?? italic(name)}${many === true ? ' ...' : ''}`;
  return required ? form : `[${form}]`;
}

function renderOptions(options: readonly OptionSpec[]): string {
  return options.map((option) => tagged(optionForm(option), prose(`${helpOf(option)}.`))).join('\n');
}

function optionForm({ name, short, value, choices }: OptionSpec): string {
  const forms = [...(short === undefined ? [] : [bold(`-${short}`)]), bold(`--${name}`)].join(', ');
  return value === undefined ? forms : `${forms} ${choices?.map(bold).join('|') ?? italic(value)}`;
}

/** Lines that begin with a space stay as they are. */
function renderNote(note: string): string {
  const lines = note.split('\n');
  const at = lines.findIndex((line) => line.startsWith(' '));
  if (at === -1) return prose(note);
  const rest = lines.slice(at).map((line) => line.replace(/^ {1,2}/, ''));
  // Four columns within the text of a tagged paragraph, which stands seven in.
  return [...(at > 0 ? [prose(lines.slice(0, at).join(' '))] : []), indented(rest, 11)].join('\n');
}

const indented = (lines: readonly string[], by: number): string => `.RS ${by}\n${verbatim(lines)}\n.RE`;

const prose = (text: string): string => paragraph(roffText(text));
const sentence = (text: string): string => prose(`${capital(text)}.`);
