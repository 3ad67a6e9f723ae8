import type { WordPart } from './ast.js';
import type { Atom } from './atom.js';

export interface PartOptions {
  /** Looks for a tilde at the beginning; after `=` and `:` too, in what has the form of an assignment or is its value. */
  readonly tildes: 'none' | 'first' | 'word' | 'value';
  /** Looks for patterns. */
  readonly globs: boolean;
}

/** The parts of a word without braces. */
export function wordParts(atoms: readonly Atom[], { tildes, globs }: PartOptions): readonly WordPart[] {
  const parts: WordPart[] = [];
  const assigning = tildes === 'value' || (tildes === 'word' && isAssignment(atoms));
  const lastClose = atoms.findLastIndex((atom) => atom.type === 'plain' && atom.text.includes(']'));
  let bracket = false;
  atoms.forEach((atom, index) => {
    if (atom.type === 'part') {
      parts.push(atom.part);
      return;
    }
    const last = index === atoms.length - 1;
    const first = index === 0 && tildes !== 'none';
    for (const piece of splitTildes(atom.text, { first, last, assigning, value: tildes === 'value' })) {
      if (typeof piece !== 'string') parts.push(piece);
      else if (globs) bracket = addGlobs(parts, piece, { bracket, closes: lastClose > index });
      else parts.push({ type: 'text', text: piece, quoted: false });
    }
  });
  return joinTexts(parts);
}

const assignmentStart = /^[A-Za-z_][A-Za-z0-9_]*(?:\[[^\]]*\])?\+?=/;

function isAssignment([first]: readonly Atom[]): boolean {
  return first?.type === 'plain' && assignmentStart.test(first.text);
}

interface TildeOptions {
  readonly first: boolean;
  readonly last: boolean;
  readonly assigning: boolean;
  readonly value: boolean;
}

/** The text with its tildes apart. One is a tilde only when nothing quoted or expanded touches its name. */
function splitTildes(text: string, { first, last, assigning, value }: TildeOptions): readonly (WordPart | string)[] {
  if (!text.includes('~')) return [text];
  const pieces: (WordPart | string)[] = [];
  const equals = value ? -1 : text.search('=');
  let from = 0;
  for (let at = text.indexOf('~'); at >= 0; at = text.indexOf('~', at + 1)) {
    const before = text[at - 1];
    const begins = at === 0 ? first : assigning && (before === ':' || at - 1 === equals);
    if (!begins) continue;
    // Where nothing is assigned, bash looks for quotes up to the slash, and then ends the name at a colon all the same.
    const stop = assigning ? /[/:]/g : /\//g;
    stop.lastIndex = at;
    const end = stop.exec(text)?.index ?? text.length;
    const [user = ''] = text.slice(at + 1, end).split(':', 1);
    if ((end === text.length && !last) || /[*?[\]~=]/.test(user)) continue;
    if (at > from) pieces.push(text.slice(from, at));
    pieces.push({ type: 'tilde', user });
    from = at + 1 + user.length;
    at = from - 1;
  }
  if (from < text.length) pieces.push(text.slice(from));
  return pieces;
}

interface GlobOptions {
  /** A bracket was opened in an earlier atom. */
  readonly bracket: boolean;
  /** An unquoted `]` comes in a later atom. */
  readonly closes: boolean;
}

/** Adds text with its patterns apart; answers whether a bracket is still open behind it. */
function addGlobs(parts: WordPart[], text: string, { bracket, closes }: GlobOptions): boolean {
  let open = bracket;
  let from = 0;
  const addText = (to: number): void => {
    if (to > from) parts.push({ type: 'text', text: text.slice(from, to), quoted: false });
  };
  const addGlob = (at: number, to: number): void => {
    addText(at);
    parts.push({ type: 'glob', text: text.slice(at, to) });
    from = to;
  };
  const lastClose = text.lastIndexOf(']');
  for (let at = 0; at < text.length; at = Math.max(at + 1, from)) {
    const character = text[at];
    if (character === '*' || character === '?' || (character === ']' && open)) {
      addGlob(at, at + 1);
      open &&= character !== ']';
    } else if (character === '[') {
      // The first character within is never the end: `[]a]`, `[!]a]`.
      const inner = text[at + 1] === '!' || text[at + 1] === '^' ? at + 2 : at + 1;
      if (lastClose > inner) addGlob(at, text.indexOf(']', inner + 1) + 1);
      else if (closes) {
        addGlob(at, at + 1);
        open = true;
      }
    }
  }
  addText(text.length);
  return open;
}

/** Joins neighbouring text, and drops what is empty unless it is all that makes the word exist. */
export function joinTexts(parts: readonly WordPart[]): readonly WordPart[] {
  const filled = parts.some((part) => part.type === 'text' && part.text !== '');
  const joined: WordPart[] = [];
  for (const part of parts) {
    if (filled && part.type === 'text' && part.text === '') continue;
    const last = joined[joined.length - 1];
    if (part.type === 'text' && last?.type === 'text' && last.quoted === part.quoted) {
      joined[joined.length - 1] = { ...last, text: last.text + part.text };
    } else joined.push(part);
  }
  return joined;
}
