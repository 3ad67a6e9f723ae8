import type { WordPart } from './ast.js';
import { type Atom, addPlain } from './atom.js';
import { parseSequence } from './brace-sequence.js';
import { type Cursor, countNodes, fail, failed } from './cursor.js';
import { wordParts } from './word-parts.js';

const maxAlternatives = 1000;
const maxNesting = 32;
/** Bash looks again for each brace that opens nothing; this many steps are far more than a word by hand needs. */
const maxSteps = 1_000_000;

/**
 * The words that braces make of one, as a part; undefined when there is nothing to expand. Follows braces.c of bash 5.2,
 * which works on the bare text before anything else is expanded.
 */
export function braceParts(cursor: Cursor, atoms: readonly Atom[], source: string): readonly WordPart[] | undefined {
  const steady = atoms.every((atom) => atom.type === 'plain' || atom.steady);
  if (steady && !atoms.some((atom) => atom.type === 'plain' && atom.text.includes('{'))) return undefined;
  if (!steady && !/(?:^|[^$])\{/.test(source)) return undefined;
  if (!steady) return giveUp(cursor, 'braces around quotes within an expansion');
  const words = expand(cursor, atoms.flatMap(explode), 0);
  const [first, ...more] = words;
  if (failed(cursor) || (more.length === 0 && first?.changed !== true)) return undefined;
  if (atoms.some((atom) => atom.type === 'plain' && atom.text.includes('$'))) {
    return giveUp(cursor, 'braces that complete a `$`');
  }
  const alternatives = words.map((word) => finish(cursor, word.pieces));
  return failed(cursor) ? undefined : [{ type: 'brace', alternatives }];
}

function giveUp(cursor: Cursor, what: string): undefined {
  fail(cursor, `${what} cannot be read`);
  return undefined;
}

/** One unquoted character, or something quoted or expanded that stays whole. */
type Piece = string | Extract<Atom, { type: 'part' }>;

interface Expanded {
  readonly pieces: readonly Piece[];
  readonly changed: boolean;
}

const explode = (atom: Atom): Piece[] => (atom.type === 'plain' ? [...atom.text] : [atom]);

function expand(cursor: Cursor, pieces: readonly Piece[], depth: number): readonly Expanded[] {
  if (depth > maxNesting) {
    fail(cursor, `braces are nested more than ${maxNesting} deep`);
    return [];
  }
  let words: readonly Expanded[] = [{ pieces: [], changed: false }];
  let rest = pieces;
  while (rest.length > 0 && !failed(cursor)) {
    countSteps(cursor, rest.length);
    const open = findBrace(cursor, rest);
    if (open === undefined) return combine(cursor, words, [{ pieces: rest, changed: false }]);
    const amble = rest.slice(open.start + 1, open.end);
    words = combine(cursor, words, [{ pieces: rest.slice(0, open.start), changed: false }]);
    words = combine(cursor, words, expandAmble(cursor, amble, depth));
    rest = rest.slice(open.end + 1);
  }
  return words;
}

/** What stands between two braces that belong together. */
function expandAmble(cursor: Cursor, amble: readonly Piece[], depth: number): readonly Expanded[] {
  if (amble.includes(',')) return splitAmble(cursor, amble).flatMap((part) => mark(expand(cursor, part, depth + 1)));
  const whole: Expanded = { pieces: ['{', ...amble, '}'], changed: false };
  // A comma anywhere, even quoted, would make bash take the braces away.
  if (amble.some(mayHoldComma)) giveUp(cursor, 'braces around a quoted comma');
  if (amble.some((piece) => typeof piece !== 'string')) return [whole];
  const text = amble.join('');
  const sequence = parseSequence(text, maxAlternatives);
  if (sequence === 'unclear') fail(cursor, `the words that \`{${text}}\` makes cannot be told`);
  if (typeof sequence === 'string') return [whole];
  return sequence.map((value) => ({ pieces: [...value], changed: true }));
}

function mayHoldComma(piece: Piece): boolean {
  if (typeof piece === 'string') return false;
  if (piece.part.type === 'text') return piece.part.text.includes(',');
  return piece.part.type !== 'parameter' || piece.part.operator.includes(',');
}

const mark = (words: readonly Expanded[]): readonly Expanded[] =>
  words.map(({ pieces }) => ({ pieces, changed: true }));

function combine(cursor: Cursor, heads: readonly Expanded[], tails: readonly Expanded[]): readonly Expanded[] {
  if (heads.length * tails.length > maxAlternatives) {
    fail(cursor, `braces make more than ${maxAlternatives} words`);
    return heads;
  }
  countSteps(cursor, heads.length * sizeOf(tails) + tails.length * sizeOf(heads));
  if (failed(cursor)) return heads;
  return heads.flatMap((head) =>
    tails.map((tail) => ({ pieces: [...head.pieces, ...tail.pieces], changed: head.changed || tail.changed })),
  );
}

const sizeOf = (words: readonly Expanded[]): number => words.reduce((sum, { pieces }) => sum + pieces.length, 0);

/** The first brace that has a partner, and the partner. */
function findBrace(cursor: Cursor, pieces: readonly Piece[]): { start: number; end: number } | undefined {
  for (let start = 0; start < pieces.length; start += 1) {
    if (pieces[start] !== '{' || isLoneBrace(cursor, pieces, start)) continue;
    const end = findPartner(cursor, pieces, start + 1);
    if (end !== undefined) return { start, end };
    if (failed(cursor)) return undefined;
  }
  return undefined;
}

/** `{` and `{}` that stand by themselves mean nothing, as in `find -exec rm {} +`. */
function isLoneBrace(cursor: Cursor, pieces: readonly Piece[], at: number): boolean {
  const after = pieces[at + 1];
  if (after !== undefined && after !== '}') return false;
  const before = pieces[at - 1];
  const blank = typeof before === 'object' && before.part.type === 'text' && /[ \t\n]$/.test(before.part.text);
  // Bash looks at the character before it, which is a blank or a quote.
  if (blank) giveUp(cursor, 'a brace behind a quoted blank');
  return at === 0;
}

function findPartner(cursor: Cursor, pieces: readonly Piece[], from: number): number | undefined {
  let level = 0;
  let separators = 0;
  for (let at = from; at < pieces.length; at += 1) {
    const piece = pieces[at];
    if (piece === '}' && level === 0 && separators > 0) {
      countSteps(cursor, at - from);
      return at;
    }
    if (piece === '{') level += 1;
    else if (piece === '}' && level > 0) level -= 1;
    else if (level === 0 && (piece === ',' || isSequenceMark(pieces, at))) separators += 1;
  }
  countSteps(cursor, pieces.length - from);
  return undefined;
}

const isSequenceMark = (pieces: readonly Piece[], at: number): boolean =>
  pieces[at] === '.' && pieces[at + 1] === '.' && pieces[at + 2] !== '}';

function splitAmble(cursor: Cursor, amble: readonly Piece[]): readonly (readonly Piece[])[] {
  countSteps(cursor, amble.length);
  const parts: Piece[][] = [[]];
  let level = 0;
  for (const piece of amble) {
    if (piece === ',' && level === 0) {
      parts.push([]);
      continue;
    }
    if (piece === '{') level += 1;
    else if (piece === '}' && level > 0) level -= 1;
    parts[parts.length - 1]?.push(piece);
  }
  return parts;
}

function countSteps(cursor: Cursor, steps: number): void {
  cursor.state.braceSteps += steps;
  if (cursor.state.braceSteps > maxSteps) fail(cursor, 'the braces take too long to read');
}

/** A whole word that the braces made. An unset word of no text is there as such: bash drops it. */
function finish(cursor: Cursor, pieces: readonly Piece[]): readonly WordPart[] {
  const atoms: Atom[] = [];
  for (const piece of pieces) {
    if (typeof piece === 'string') {
      const last = atoms[atoms.length - 1];
      if (last?.type === 'part' && last.open === true && /^\w/.test(piece))
        giveUp(cursor, 'braces that complete a name');
      addPlain(atoms, piece);
    } else atoms.push(piece);
  }
  const parts = wordParts(atoms, { tildes: 'first', globs: true });
  countNodes(cursor, parts.length + 1);
  return parts.length === 0 ? [{ type: 'text', text: '', quoted: false }] : parts;
}
