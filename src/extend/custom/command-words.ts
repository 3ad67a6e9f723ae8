import { fail, type ToolFailure } from '../../tool/outcome.js';
import type { Words } from '../declared/program.js';
import { fillText, onlyPlaceholder, placeholdersOf, textOf, type Values } from '../declared/template.js';

/** What is wrong with the words of a command; undefined when nothing is. */
export function wordsProblem(words: readonly string[], known: ReadonlySet<string>): string | undefined {
  const [program] = words;
  if (program === undefined || program === '') return 'command needs a program and its arguments, word by word';
  if (placeholdersOf(program).size > 0) return 'the program of command cannot be a placeholder';
  const unknown = words.flatMap((word) => [...placeholdersOf(word)]).find((name) => !known.has(name));
  return unknown === undefined
    ? undefined
    : `{{${unknown}}} in command is none of the parameters: ${[...known].join(', ') || 'there are none'}`;
}

/**
 * The words for these arguments. Each value stays in its word, whatever it holds: no shell reads it. A word whose
 * placeholder has no value is left out, and a list becomes as many words.
 */
export function fillWords(template: readonly string[], values: Values): Words | ToolFailure {
  const [program = '', ...rest] = template;
  const words: string[] = [];
  let options = true;
  for (const word of rest) {
    if (word === '--') options = false;
    const names = [...placeholdersOf(word)];
    if (names.some((name) => values.get(name) === undefined)) continue;
    const only = onlyPlaceholder(word);
    const value = only === undefined ? undefined : values.get(only);
    const filled = Array.isArray(value) ? value.map(textOf) : [fillText(word, values)];
    // A value that a program takes for an option of its own is the oldest injection of all.
    const wrong = filled.find(
      (one) => options && names.length > 0 && one.startsWith('-') && !word.startsWith('-') && !isNumber(one, value),
    );
    if (wrong !== undefined)
      return fail(
        'validation_failed',
        `${names.join(', ')} begins with "-" and would be read as an option. Give another value.`,
      );
    words.push(...filled);
  }
  return [program, ...words];
}

const isNumber = (text: string, value: unknown): boolean => typeof value === 'number' && String(value) === text;
