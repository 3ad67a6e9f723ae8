import type { WordPart } from './ast.js';

/** What a word is made of before braces, tildes and patterns are looked for. */
export type Atom =
  /** Characters that are not quoted. */
  | { readonly type: 'plain'; readonly text: string }
  /**
   * Something read as a whole. `steady`: bash passes over it when it looks for braces, which it does on the bare text,
   * with a simpler idea of quotes than it has elsewhere. `open`: a name without braces, which letters put behind it by
   * braces would lengthen.
   */
  | { readonly type: 'part'; readonly part: WordPart; readonly steady: boolean; readonly open?: boolean };

export function addPlain(atoms: Atom[], text: string): void {
  const last = atoms[atoms.length - 1];
  if (last?.type === 'plain') atoms[atoms.length - 1] = { type: 'plain', text: last.text + text };
  else if (text !== '') atoms.push({ type: 'plain', text });
}

export function addQuoted(atoms: Atom[], text: string): void {
  const last = atoms[atoms.length - 1];
  if (last?.type === 'part' && last.part.type === 'text' && last.steady) {
    atoms[atoms.length - 1] = quotedAtom(last.part.text + text);
  } else atoms.push(quotedAtom(text));
}

export function addPart(atoms: Atom[], part: WordPart, steady = true): void {
  atoms.push({ type: 'part', part, steady });
}

/** The text of atoms that are one run of characters without quotes, as keywords and names are. */
export function bareText(atoms: readonly Atom[]): string | undefined {
  const [only, ...more] = atoms;
  return only?.type === 'plain' && more.length === 0 ? only.text : undefined;
}

const quotedAtom = (text: string): Atom => ({ type: 'part', part: { type: 'text', text, quoted: true }, steady: true });
