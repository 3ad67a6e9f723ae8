import { matchesGlob, parseGlob } from '../../../policy/rule/glob.js';

/** Where a name begins in a text, and the name itself. */
export interface Occurrence {
  readonly index: number;
  readonly name: string;
}

/** Finds a name as a whole word; a star in it stands for any run of letters. */
export function findOccurrences(text: string, wanted: string): Iterable<Occurrence> {
  return wanted.includes('*') ? findMatching(text, wanted) : findExact(text, wanted);
}

const inName = /[\p{ID_Continue}$]/u;
const words = /[\p{ID_Start}$_][\p{ID_Continue}$]*/gu;

function* findExact(text: string, name: string): Generator<Occurrence> {
  for (let index = text.indexOf(name); index !== -1; index = text.indexOf(name, index + name.length)) {
    const before = text[index - 1] ?? ' ';
    const after = text[index + name.length] ?? ' ';
    if (!inName.test(before) && !inName.test(after)) yield { index, name };
  }
}

function* findMatching(text: string, wanted: string): Generator<Occurrence> {
  const parsed = parseGlob(wanted, { folds: false });
  if (!parsed.ok) return;
  for (const { 0: name, index } of text.matchAll(words)) if (matchesGlob(parsed.glob, name)) yield { index, name };
}
