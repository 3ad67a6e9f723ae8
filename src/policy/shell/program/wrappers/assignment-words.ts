import type { Assignment } from '../../program.js';
import { type Word, whyUnsure } from '../../word.js';

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
