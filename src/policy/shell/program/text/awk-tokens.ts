import { wordSet } from '../../../../base/words.js';
export interface AwkToken {
  readonly type: 'name' | 'number' | 'string' | 'pattern' | 'sign' | 'newline';
  /** The text; of a string what it stands for. */
  readonly text: string;
}

export type AwkTokens =
  | { readonly ok: true; readonly tokens: readonly AwkToken[] }
  /** Where implementations may read the text otherwise, or it is no awk. What was read before is there too. */
  | { readonly ok: false; readonly note: string; readonly tokens: readonly AwkToken[] };

/** Takes an awk program apart. Strings, patterns and comments hide what stands in them, so each must be certain. */
export function tokenizeAwk(text: string): AwkTokens {
  const tokens: AwkToken[] = [];
  const fail = (note: string): AwkTokens => ({ ok: false, note, tokens });
  /** For each open parenthesis: whether it belongs to `if`, `while`, `for` or `switch`. */
  const parens: boolean[] = [];
  let closedHead = false;
  let at = 0;
  while (at < text.length) {
    const blank = matchAt(blanks, text, at);
    if (blank !== '') {
      at += blank.length;
      continue;
    }
    const slash: Slash = text[at] !== '/' ? 'divides' : closedHead ? 'unsure' : slashAfter(tokens.at(-1));
    if (slash === 'unsure') return fail('a slash in the awk program may divide or begin a pattern');
    const read: TokenRead | undefined =
      slash === 'begins' ? patternAt(text, at) : text[at] === '"' ? stringAt(text, at) : plainAt(text, at);
    if (read === undefined) return fail(`the awk program cannot be read at ${JSON.stringify(text.slice(at, at + 20))}`);
    const token: AwkToken = read.token;
    if (token.type === 'sign' && token.text === '(') parens.push(heads.has(tokens.at(-1)?.text ?? ''));
    closedHead = token.type === 'sign' && token.text === ')' && parens.pop() === true;
    tokens.push(token);
    at = read.end;
  }
  return { ok: true, tokens };
}

interface TokenRead {
  readonly token: AwkToken;
  /** Where the next begins. */
  readonly end: number;
}

type Slash = 'begins' | 'divides' | 'unsure';

const blanks = /(?:[ \t\r]|\\\r?\n|#[^\n]*)+/y;
const heads = new Set(['if', 'while', 'for', 'switch']);
/** Behind these words a slash begins a pattern. */
const openers = new Set(['print', 'printf', 'return', 'in', 'else', 'do', 'case']);
/** Behind these, implementations differ. */
const unsure = wordSet(
  'length getline next nextfile exit break continue delete func function if while for switch default BEGIN END BEGINFILE ENDFILE',
);

function matchAt(what: RegExp, text: string, at: number): string {
  what.lastIndex = at;
  return what.exec(text)?.[0] ?? '';
}

/** What a slash means behind this token. */
function slashAfter(last: AwkToken | undefined): Slash {
  if (last === undefined || last.type === 'newline') return 'begins';
  if (last.type === 'sign') {
    if (['++', '--', '$'].includes(last.text)) return 'unsure';
    return last.text === ')' || last.text === ']' ? 'divides' : 'begins';
  }
  if (last.type !== 'name') return 'divides';
  if (unsure.has(last.text)) return 'unsure';
  return openers.has(last.text) ? 'begins' : 'divides';
}

const kinds: readonly (readonly [AwkToken['type'], RegExp])[] = [
  ['name', /[A-Za-z_]\w*(?:::[A-Za-z_]\w*)*/y],
  ['number', /0[xX][0-9a-fA-F]+|(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?/y],
  ['newline', /\n/y],
  ['sign', /\*\*=|\|\||&&|\|&|>>|\+\+|--|\+=|-=|\*=|\/=|%=|\^=|\*\*|==|<=|>=|!=|!~|[{}()[\];,+\-*/%^!<>|?:~$=@]/y],
];

function plainAt(text: string, at: number): TokenRead | undefined {
  for (const [type, what] of kinds) {
    const found = matchAt(what, text, at);
    if (found !== '') return { token: { type, text: found }, end: at + found.length };
  }
  return undefined;
}

function stringAt(text: string, at: number): TokenRead | undefined {
  const end = stringEnd(text, at);
  return end === -1 ? undefined : { token: { type: 'string', text: unescaped(text.slice(at + 1, end)) }, end: end + 1 };
}

function patternAt(text: string, at: number): TokenRead | undefined {
  const end = patternEnd(text, at);
  return end === -1 ? undefined : { token: { type: 'pattern', text: text.slice(at + 1, end) }, end: end + 1 };
}

function stringEnd(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === '"') return at;
    else if (text[at] === '\n') return -1;
  }
  return -1;
}

/** Where the pattern ends; -1 also when a slash stands in brackets, which not all read alike. */
function patternEnd(text: string, start: number): number {
  let bracket = -1;
  for (let at = start + 1; at < text.length; at += 1) {
    const char = text[at];
    if (char === '\n') return -1;
    if (char === '\\') at += 1;
    else if (char === '[' && bracket === -1) bracket = at;
    else if (char === ']' && bracket !== -1 && !/^\[\^?$/.test(text.slice(bracket, at))) bracket = -1;
    else if (char === '/') return bracket === -1 ? at : -1;
  }
  return -1;
}

/** Only plain escapes are undone: a string with others is no path or command that could be told. */
const unescaped = (text: string): string =>
  text
    .replaceAll(/\\(["\\/])/g, '$1')
    .replaceAll('\\n', '\n')
    .replaceAll('\\t', '\t');
