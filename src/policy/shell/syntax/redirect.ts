import type { RedirectNode, WordNode } from './ast.js';
import type { Atom } from './atom.js';
import {
  type Cursor,
  countNodes,
  createInnerCursor,
  fail,
  type HeredocBody,
  isNext,
  outermost,
  peek,
  skipBlanks,
  take,
  within,
} from './cursor.js';
import { readDollar } from './expansion.js';
import { readQuotedRun } from './quote.js';
import { commandWord, type ReadWord, readWord, valueWord } from './word.js';
import { wordParts } from './word-parts.js';

/** Longest first, so that each is found whole. */
const operators = ['&>>', '&>', '<<<', '<<-', '<<', '<&', '<>', '<', '>>', '>&', '>|', '>'] as const;

/** Bash refuses more that wait for their bodies. */
const maxHeredocs = 16;

/** The redirection at the cursor; undefined when none begins there. */
export function readRedirect(cursor: Cursor): RedirectNode | undefined {
  if (!/[0-9{<>&]/.test(peek(cursor))) return undefined;
  const start = cursor.at;
  const descriptor = readDescriptor(cursor);
  const operator = isNext(cursor, '<(') || isNext(cursor, '>(') ? undefined : takeOperator(cursor, descriptor);
  if (operator === undefined) {
    cursor.at = start;
    return undefined;
  }
  countNodes(cursor);
  skipBlanks(cursor);
  if (operator === '<<' || operator === '<<-') return readHeredocStart(cursor, { start, descriptor, operator });
  const target = readTarget(cursor, operator);
  return { descriptor, operator, target, start, end: cursor.at };
}

export function readRedirects(cursor: Cursor): readonly RedirectNode[] {
  const redirects: RedirectNode[] = [];
  for (;;) {
    skipBlanks(cursor);
    const redirect = readRedirect(cursor);
    if (redirect === undefined) return redirects;
    redirects.push(redirect);
  }
}

/** A number or `{name}` that touches the operator. */
function readDescriptor(cursor: Cursor): string {
  const from = cursor.at;
  let text = '';
  for (let next = peek(cursor); /[0-9A-Za-z_{}]/.test(next) && text.length < 64; next = peek(cursor)) {
    text += next;
    cursor.at += 1;
    if (!/^(?:[0-9]{1,10}|\{(?:[A-Za-z_][A-Za-z0-9_]*\}?)?)$/.test(text)) break;
  }
  const touches = peek(cursor) === '<' || peek(cursor) === '>';
  if (touches && /^[0-9]{10}/.test(text)) fail(cursor, 'the number of a descriptor is too big');
  if (touches && /^(?:[0-9]+|\{[A-Za-z_][A-Za-z0-9_]*\})$/.test(text)) return text;
  cursor.at = from;
  return '';
}

function takeOperator(cursor: Cursor, descriptor: string): RedirectNode['operator'] | undefined {
  const next = peek(cursor);
  if (next !== '<' && next !== '>' && (next !== '&' || descriptor !== '')) return undefined;
  return operators.find((operator) => take(cursor, operator));
}

function readTarget(cursor: Cursor, operator: RedirectNode['operator']): WordNode {
  const duplicates = operator === '<&' || operator === '>&';
  const start = cursor.at;
  if (duplicates && take(cursor, '-')) {
    // Bash ends the word here: in `>&-x` the `x` is the next one.
    return { parts: [{ type: 'text', text: '-', quoted: false }], start, end: cursor.at };
  }
  const word = readWord(cursor, operator === '<<<' ? { ...valueWord, tildes: 'word' } : commandWord);
  if (word === undefined) fail(cursor, 'the target of a redirection is missing');
  else if (!duplicates) failDescriptor(cursor, word);
  return word?.node ?? { parts: [], start, end: start };
}

/** A word that bash takes for the descriptor of another redirection. */
export function failDescriptor(cursor: Cursor, { node, bare }: ReadWord): void {
  const touches = peek(cursor) === '<' || peek(cursor) === '>';
  const source = cursor.text.slice(node.start, node.end);
  if (!touches) return;
  if (/^[0-9]+$/.test(bare ?? '') || /^\{[A-Za-z_][A-Za-z0-9_]*(?:\[[\s\S]*)?\}$/.test(source)) {
    fail(cursor, `\`${source}\` cannot be read as a descriptor here`);
  }
}

interface HeredocStart {
  readonly start: number;
  readonly descriptor: string;
  readonly operator: '<<' | '<<-';
}

function readHeredocStart(cursor: Cursor, { start, descriptor, operator }: HeredocStart): RedirectNode {
  const word = readWord(cursor, { braces: false, tildes: 'none', globs: false });
  const closing = word === undefined ? '' : closingText(word.atoms);
  if (word !== undefined) failDescriptor(cursor, word);
  const source = word === undefined ? '' : cursor.text.slice(word.node.start, word.node.end);
  // Within double quotes a backslash may stay; such a word is not worth guessing at.
  if (closing === undefined || closing === '' || closing.includes('\n') || /"[^"]*\\/.test(source)) {
    fail(cursor, 'the word that ends a here-document cannot be read');
  }
  const end = cursor.at;
  const redirect = { descriptor, operator, target: { parts: [], start: end, end } as WordNode, start, end };
  const quoted = word?.bare === undefined;
  cursor.heredocs = [
    ...cursor.heredocs,
    {
      closing: closing ?? '',
      quoted,
      stripTabs: operator === '<<-',
      fill: (body) => {
        redirect.target = quoted ? literalBody(body) : expandedBody(cursor, body);
        countNodes(cursor, redirect.target.parts.length);
      },
    },
  ];
  if (cursor.heredocs.length > maxHeredocs) fail(cursor, `more than ${maxHeredocs} here-documents on a line`);
  if (cursor.place.reread > 0) fail(cursor, 'a here-document within `((` cannot be read');
  return redirect;
}

/** The text of a word of quotes and characters only. */
function closingText(atoms: readonly Atom[]): string | undefined {
  let text = '';
  for (const atom of atoms) {
    if (atom.type === 'plain') text += atom.text;
    else if (atom.part.type === 'text') text += atom.part.text;
    else return undefined;
  }
  return text.includes('$') ? undefined : text;
}

const literalBody = ({ start, end, text }: HeredocBody): WordNode => ({
  parts: [{ type: 'text', text, quoted: true }],
  start,
  end,
});

/** Read in its place where it stands there as bash keeps it; else from the changed text, which then comes along. */
function expandedBody(cursor: Cursor, { start, end, text }: HeredocBody): WordNode {
  const atoms: Atom[] = [];
  const read = (from: Cursor): void => readQuotedRun(from, atoms, { closing: '', quoting: 'here', readDollar });
  const changed = cursor.text.slice(start, end) !== text;
  if (changed) read(createInnerCursor(cursor, text, start));
  else {
    const { at } = cursor;
    cursor.at = start;
    within(cursor, { end, place: { ...outermost, reread: cursor.place.reread }, heredocs: [] }, () => read(cursor));
    cursor.at = at;
  }
  const parts = wordParts(atoms, { tildes: 'none', globs: false });
  return { parts, start, end, ...(changed && { text }) };
}
