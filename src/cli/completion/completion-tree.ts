import type { ArgumentSpec, CommandSpec, CommandTable, OptionSpec } from '../command.js';
import { environmentTopic, firstWords, wordsBelow } from '../find-command.js';
import { optionForms } from '../option-words.js';

/** A word that may follow, with what it does. */
export interface NextWord {
  readonly word: string;
  readonly says: string;
}

/** Where the words of a command line have led: to a command, a family of them, or nowhere yet. */
export interface Place {
  /** The words, such as `sessions show`; empty at the start. */
  readonly name: string;
  readonly words: readonly NextWord[];
  readonly arguments: readonly ArgumentSpec[];
  readonly options: readonly OptionSpec[];
}

/** The table of commands as a shell goes through it. */
export interface CompletionTree {
  readonly places: readonly Place[];
  /** Every form of every option after which a value stands. */
  readonly valued: readonly string[];
}

export function completionTree({ commands, everywhere }: CommandTable): CompletionTree {
  const first = firstWords(commands);
  const names = [...new Set(['', ...first, ...commands.map(({ name }) => name)])];
  const places = names.map((name): Place => {
    const command = commands.find((one) => one.name === name);
    const below = name === '' ? [...nextWords('', first, commands), help] : belowOf(name, commands);
    return {
      name,
      words: below,
      arguments: command?.arguments ?? [],
      options: [...(command?.options ?? []), ...everywhere],
    };
  });
  const valued = [...commands.flatMap(({ options }) => options), ...everywhere].filter(({ value }) => value);
  return { places: [...places, ...helpPlaces(commands)], valued: [...new Set(valued.flatMap(optionForms))] };
}

const help: NextWord = { word: 'help', says: 'tell of a command, or of variables and files' };

function belowOf(name: string, commands: readonly CommandSpec[]): readonly NextWord[] {
  return nextWords(name, wordsBelow(name, commands), commands);
}

function nextWords(place: string, words: readonly string[], commands: readonly CommandSpec[]): readonly NextWord[] {
  return words.map((word) => {
    const name = place === '' ? word : `${place} ${word}`;
    const summary = commands.find((command) => command.name === name)?.summary;
    return { word, says: summary ?? wordsBelow(name, commands).join(', ') };
  });
}

/** `help` is followed by the words of any command, and by nothing else. */
function helpPlaces(commands: readonly CommandSpec[]): readonly Place[] {
  const first = firstWords(commands);
  const families = first.filter((word) => wordsBelow(word, commands).length > 0);
  const topic: NextWord = { word: environmentTopic, says: 'variables and files' };
  const place = (name: string, words: readonly NextWord[]): Place => ({ name, words, arguments: [], options: [] });
  return [
    place('help', [...nextWords('', first, commands), topic]),
    ...families.map((word) => place(`help ${word}`, belowOf(word, commands))),
  ];
}
