import { likely, type Word } from '../../word.js';

/** Whether it is exactly one word with a text that is known now. */
export const settled = (word: Word | undefined): word is Word & { readonly text: string } =>
  word?.text !== undefined && word.splits !== true && word.matches === undefined;

/** Several words as one text with spaces between, as `eval` makes of its arguments. */
export function joinWords(words: readonly Word[]): Word {
  const source = words.map((word) => word.source).join(' ');
  const unsure = words.find((word) => !settled(word));
  const text = words.map(likely).join(' ');
  if (unsure === undefined) return { text, source };
  return { text: undefined, source, note: whyUnsure(unsure), guess: text };
}

export const whyUnsure = ({ note, source }: Word): string => note ?? `\`${source}\` is only known at run time`;

/** Whether the only argument is one of these, so that nothing happens but that a line is printed. */
export function asksOnly(args: readonly Word[], names: string): boolean {
  const [only] = args;
  return args.length === 1 && settled(only) && names.split(' ').includes(only.text);
}

export interface Assignment {
  readonly name: string;
  readonly value: Word;
}

const assignmentForm = /^([^=]+)=/;
const plainForm = /^([A-Za-z_][A-Za-z0-9_]*)\+?=/;

/** The `NAME=VALUE` words at the start, and what follows them. */
export function takeAssignments(words: readonly Word[]): {
  readonly assignments: readonly Assignment[];
  readonly rest: readonly Word[];
} {
  const assignments: Assignment[] = [];
  for (const word of words) {
    const assignment = assignmentOf(word);
    if (assignment === undefined) break;
    assignments.push(assignment);
  }
  return { assignments, rest: words.slice(assignments.length) };
}

/** Reads `NAME=VALUE`; the value may be known at run time only, the name not. */
export function assignmentOf(word: Word): Assignment | undefined {
  const { text, source } = word;
  if (text !== undefined) {
    const [whole = '', name] = assignmentForm.exec(text) ?? [];
    return name === undefined ? undefined : { name, value: { text: text.slice(whole.length), source } };
  }
  // The name is only sure when it is written without quotes or expansion.
  const [whole = '', name] = plainForm.exec(source) ?? [];
  if (name === undefined) return undefined;
  const guess = word.guess?.startsWith(whole) === true ? { guess: word.guess.slice(whole.length) } : {};
  return { name, value: { text: undefined, source, note: whyUnsure(word), ...guess } };
}
