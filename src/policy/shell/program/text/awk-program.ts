import { type AwkToken, tokenizeAwk } from './awk-tokens.js';

/** What an awk program does beside working on its input. A path or command of undefined is only known at run time. */
export type AwkEffect =
  | { readonly kind: 'read' | 'write' | 'run'; readonly target: string | undefined }
  | { readonly kind: 'environment' }
  | { readonly kind: 'unknown'; readonly note: string };

/** Reads an awk program for all that could read, write or run elsewhere. */
export function parseAwkProgram(text: string): readonly AwkEffect[] {
  const read = tokenizeAwk(text);
  const effects = effectsOf(read.tokens);
  return read.ok ? effects : [...effects, { kind: 'unknown', note: read.note }];
}

/** Where in a statement a token stands. */
interface Place {
  /** Open parentheses and brackets. */
  depth: number;
  /** The depth at which `print` began; undefined outside of it. */
  printing: number | undefined;
  /** The depth of a `getline` whose file may still come. */
  getline: number | undefined;
}

function effectsOf(tokens: readonly AwkToken[]): readonly AwkEffect[] {
  const effects: AwkEffect[] = [];
  const place: Place = { depth: 0, printing: undefined, getline: undefined };
  for (const [at, token] of tokens.entries()) {
    const effect = effectOf(tokens, at, place);
    if (effect !== undefined) effects.push(effect);
    follow(token, tokens[at - 1], place);
  }
  return effects;
}

function effectOf(tokens: readonly AwkToken[], at: number, place: Place): AwkEffect | undefined {
  const { type, text } = tokens[at] as AwkToken;
  if (type === 'name') return effectOfName(tokens, at);
  if (type !== 'sign') return undefined;
  if (text === '|' || text === '|&') return { kind: 'run', target: piped(tokens, at) };
  if (text === '>>' || (text === '>' && place.printing !== undefined && place.depth <= place.printing)) {
    return { kind: 'write', target: wholeTarget(tokens, at + 1) };
  }
  if (text === '<' && place.getline === place.depth) return { kind: 'read', target: wholeTarget(tokens, at + 1) };
  if (text === '@' && tokens[at + 1]?.type !== 'pattern') {
    const next = tokens[at + 1]?.text ?? '';
    return { kind: 'unknown', note: `the awk program loads or calls what is not in it: @${next}` };
  }
  return undefined;
}

function effectOfName(tokens: readonly AwkToken[], at: number): AwkEffect | undefined {
  const name = (tokens[at] as AwkToken).text.split('::').at(-1) ?? '';
  switch (name) {
    case 'system':
      return { kind: 'run', target: tokens[at + 1]?.text === '(' ? wholeTarget(tokens, at + 2) : undefined };
    case 'while':
    case 'for':
      return isEndless(tokens, at) ? { kind: 'unknown', note: 'the awk program would not end by itself' } : undefined;
    case 'ENVIRON':
      return { kind: 'environment' };
    case 'SYMTAB':
    case 'FUNCTAB':
      return { kind: 'unknown', note: 'the awk program reaches its variables by name' };
    case 'ARGV':
    case 'ARGC':
      return isCompared(tokens, at) ? undefined : { kind: 'unknown', note: 'the awk program may choose its own files' };
    default:
      return undefined;
  }
}

/** `while (1)` and `for (;;)`. */
function isEndless(tokens: readonly AwkToken[], at: number): boolean {
  if (signAt(tokens, at + 1) !== '(') return false;
  const [first, second] = [tokens[at + 2], tokens[at + 3]];
  if (first?.type === 'number') return signAt(tokens, at + 3) === ')' && Number(first.text) !== 0;
  return signAt(tokens, at + 2) === ';' && second?.text === ';';
}

/** `FILENAME == ARGV[1]` and `i < ARGC` only look. */
function isCompared(tokens: readonly AwkToken[], at: number): boolean {
  const before = signAt(tokens, at - 1);
  const subscript = signAt(tokens, at + 1) === '[';
  if (subscript && signAt(tokens, at + 3) !== ']') return false;
  const behind = signAt(tokens, at + (subscript ? 4 : 1));
  if (before === '++' || before === '--' || assignments.has(behind) || tokens[at - 1]?.text === 'getline') return false;
  return comparisons.has(before) || comparisons.has(behind);
}

function signAt(tokens: readonly AwkToken[], at: number): string {
  const token = tokens[at];
  return token?.type === 'sign' ? token.text : '';
}

const comparisons = new Set(['==', '!=', '<', '<=', '>=', '~', '!~']);
const assignments = new Set(['=', '+=', '-=', '*=', '/=', '%=', '^=', '**=', '++', '--']);

/** The string here, when it is all there is up to the end of the statement or parenthesis. */
function wholeTarget(tokens: readonly AwkToken[], at: number): string | undefined {
  const token = tokens[at];
  const next = tokens[at + 1];
  const ends = next === undefined || next.type === 'newline' || [';', '}', ')', ','].includes(next.text);
  return token?.type === 'string' && ends && !token.text.includes('\\') ? token.text : undefined;
}

/** The command of a pipe: behind it, or before it for `"command" | getline`. */
function piped(tokens: readonly AwkToken[], at: number): string | undefined {
  if (tokens[at + 1]?.text !== 'getline') return wholeTarget(tokens, at + 1);
  const before = tokens[at - 1];
  const starts = ['{', '(', ';', '}', '\n', undefined].includes(tokens[at - 2]?.text);
  return before?.type === 'string' && starts && !before.text.includes('\\') ? before.text : undefined;
}

function follow(token: AwkToken, before: AwkToken | undefined, place: Place): void {
  const text = isPlain(token) ? token.text : '';
  if (text === 'print' || text === 'printf') place.printing = place.depth;
  if (text === 'getline') place.getline = place.depth;
  if (text === '(' || text === '[') place.depth += 1;
  if (text === ')' || text === ']') place.depth -= 1;
  if (place.depth < (place.getline ?? place.depth) || text === '&&' || text === '||') place.getline = undefined;
  if (endsStatement(token, before, place)) {
    place.printing = undefined;
    place.getline = undefined;
  }
}

const isPlain = ({ type }: AwkToken): boolean => type === 'sign' || type === 'name';

function endsStatement(token: AwkToken, before: AwkToken | undefined, { depth, printing = depth }: Place): boolean {
  if (token.type === 'newline') return depth <= printing && ![',', '&&', '||', '{'].includes(before?.text ?? '');
  return isPlain(token) && [';', '{', '}'].includes(token.text);
}
