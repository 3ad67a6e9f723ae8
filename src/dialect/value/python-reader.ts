import { readPythonString, stringStart } from './python-string.js';

const maxDepth = 128;

/** Which of the quotes that could close each string does; none are skipped by default. */
export interface QuoteChoice {
  skip(position: number): number;
}

/** Reads Python literals of a text, one after the other, and answers each as JSON. It never evaluates anything. */
export class PythonReader {
  at = 0;
  readonly repairs = new Set<string>();
  /** Why a value could not be read, and where. */
  problem: { readonly why: string; readonly at: number } | undefined;
  /** How many strings were begun. */
  strings = 0;
  /** The last of them that was read to its end. */
  closed = -1;
  readonly text: string;
  private readonly quotes: QuoteChoice | undefined;

  constructor(text: string, quotes?: QuoteChoice) {
    this.text = text;
    this.quotes = quotes;
  }

  /** The value that begins here, as JSON. */
  value(depth: number): string | undefined {
    this.space();
    if (depth > maxDepth) return this.fail(`nested deeper than ${maxDepth} levels`);
    const char = this.text.charAt(this.at);
    if (char === '[') return this.list(depth, ']');
    if (char === '(') return this.list(depth, ')');
    if (char === '{') return this.braces(depth);
    if (char === '"' || char === "'") return this.string();
    if (char === '+' || char === '-' || char === '.' || (char >= '0' && char <= '9')) return this.number();
    stringStart.lastIndex = this.at;
    return stringStart.test(this.text) ? this.string() : this.word();
  }

  /** Takes white space, comments and line joints. */
  space(): void {
    spaces.lastIndex = this.at;
    this.at += spaces.exec(this.text)?.[0].length ?? 0;
  }

  takes(char: string): boolean {
    if (this.text.charAt(this.at) !== char) return false;
    this.at += 1;
    return true;
  }

  fail(why: string, at = this.at): undefined {
    this.problem ??= { why, at };
    return undefined;
  }

  /** A list, a tuple, or one value in parentheses. */
  private list(depth: number, close: string): string | undefined {
    this.at += 1;
    const items: string[] = [];
    let comma = false;
    for (;;) {
      this.space();
      if (this.takes(close)) return close === ')' && items.length === 1 && !comma ? items[0] : `[${items.join(',')}]`;
      if (items.length > 0 && !comma) return this.fail(`expected , or ${close}`);
      const item = this.value(depth + 1);
      if (item === undefined) return undefined;
      items.push(item);
      this.space();
      comma = this.takes(',');
    }
  }

  /** A dict or a set. */
  private braces(depth: number): string | undefined {
    this.at += 1;
    const items: string[] = [];
    const keys = new Set<string>();
    let kind: 'dict' | 'set' | undefined;
    let comma = true;
    for (;;) {
      this.space();
      if (this.takes('}')) return kind === 'set' ? `[${items.join(',')}]` : `{${items.join(',')}}`;
      if (!comma) return this.fail('expected , or }');
      const start = this.at;
      const bare = kind === 'set' ? undefined : this.bareKey();
      const first = bare ?? this.value(depth + 1);
      if (first === undefined) return undefined;
      this.space();
      const isMember = this.takes(':');
      if (kind !== undefined && isMember !== (kind === 'dict')) return this.fail('expected : behind each key', start);
      kind = isMember ? 'dict' : 'set';
      if (!isMember) items.push(first);
      else {
        const member = this.member(first, keys, depth, start);
        if (member === undefined) return undefined;
        items.push(member);
      }
      this.space();
      comma = this.takes(',');
    }
  }

  private member(key: string, keys: Set<string>, depth: number, start: number): string | undefined {
    const name = key.startsWith('"') ? key : /^-?\d+$/.test(key) ? `"${key}"` : undefined;
    if (name === undefined) return this.fail('a key has to be a string', start);
    if (name === '"__proto__"') return this.fail('the key "__proto__" is not accepted', start);
    if (keys.has(name)) return this.fail(`the key ${name.slice(0, 64)} stands twice`, start);
    keys.add(name);
    const value = this.value(depth + 1);
    if (value === undefined) return undefined;
    if (name === '"constructor"' && value.startsWith('{')) {
      return this.fail('the key "constructor" with an object behind it is not accepted', start);
    }
    return `${name}:${value}`;
  }

  /** A key without quotes, as JavaScript has it. */
  private bareKey(): string | undefined {
    bareKey.lastIndex = this.at;
    const key = bareKey.exec(this.text)?.[1];
    if (key === undefined || words.has(key)) return undefined;
    this.at += key.length;
    this.repairs.add('keys were put in quotes');
    return JSON.stringify(key);
  }

  /** A string, and those that follow it after white space: Python joins them. */
  private string(): string | undefined {
    let joined = '';
    for (;;) {
      const position = this.strings;
      this.strings += 1;
      const read = readPythonString(this.text, this.at, this.quotes?.skip(position));
      if (!read.ok) return this.fail(read.why, read.at);
      for (const repair of read.repairs) this.repairs.add(repair);
      this.closed = position;
      joined += read.value;
      this.at = read.end;
      this.space();
      stringStart.lastIndex = this.at;
      if (!stringStart.test(this.text)) return JSON.stringify(joined);
      if (this.at === read.end || this.quotes !== undefined) return this.fail('a quote within a string is not escaped');
    }
  }

  private number(): string | undefined {
    const { text } = this;
    const start = this.at;
    let negative = false;
    for (let char = text.charAt(this.at); char === '+' || char === '-'; char = text.charAt(this.at)) {
      if (char === '-') negative = !negative;
      this.at += 1;
      this.space();
    }
    const digits = this.digits();
    if (digits === undefined) return this.fail('this is no number', start);
    return negative ? `-${digits}` : digits;
  }

  private digits(): string | undefined {
    based.lastIndex = this.at;
    const whole = based.exec(this.text)?.[0];
    if (whole !== undefined) {
      this.at += whole.length;
      return whole.length > 64 ? undefined : BigInt(whole.replaceAll('_', '')).toString();
    }
    decimal.lastIndex = this.at;
    const found = decimal.exec(this.text);
    if (found === null) return undefined;
    const [all, written = '', fraction, exponent = ''] = found;
    this.at += all.length;
    const plain = written.replaceAll('_', '');
    const integer = plain.replace(/^0+(?=\d)/, '') || '0';
    if (integer.length < plain.length && fraction === undefined && integer !== '0') {
      this.repairs.add(`${all.slice(0, 32)} was read as ${integer.slice(0, 32)}`);
    }
    const decimals = fraction === undefined ? '' : `.${fraction.slice(1).replaceAll('_', '') || '0'}`;
    return `${integer}${decimals}${exponent.replaceAll('_', '')}`;
  }

  private word(): string | undefined {
    bareWord.lastIndex = this.at;
    const word = bareWord.exec(this.text)?.[0] ?? '';
    const json = words.get(word);
    if (json === undefined) {
      if (word === '') return this.fail(this.at < this.text.length ? 'a value is missing' : 'it ends too early');
      return this.fail(`${word.slice(0, 40)} is no value that is written out`);
    }
    this.at += word.length;
    return json;
  }
}

const spaces = /(?:[ \t\r\n\f]+|#[^\n]*|\\\r?\n)*/y;
const bareKey = /([A-Za-z_$][\w$-]*)\s*:/y;
const bareWord = /[\p{L}_$][\p{L}\p{N}_$]*/uy;
const based = /0(?:[xX][\da-fA-F_]+|[oO][0-7_]+|[bB][01_]+)(?![\w.])/y;
const decimal = /(?=\.?\d)((?:\d+(?:_\d+)*)?)(\.(?:\d+(?:_\d+)*)?)?([eE][+-]?\d+)?(?![\w.])/y;

const words: ReadonlyMap<string, string> = new Map([
  ['True', 'true'],
  ['False', 'false'],
  ['None', 'null'],
  ['true', 'true'],
  ['false', 'false'],
  ['null', 'null'],
]);

export type LiteralRead =
  /** `end`: the index behind it. `repairs`: what Python itself would not have read. */
  | { readonly ok: true; readonly json: string; readonly end: number; readonly repairs: readonly string[] }
  | { readonly ok: false; readonly why: string; readonly at: number };

/** Reads one Python literal, the whole text, as JSON. Digits are kept as they were written. Nothing is evaluated. */
export function readPythonLiteral(text: string): LiteralRead {
  const reader = new PythonReader(text);
  const json = reader.value(0);
  reader.space();
  if (json === undefined || reader.at < text.length) {
    const { why, at } = reader.problem ?? { why: 'something follows the value', at: reader.at };
    return { ok: false, why, at };
  }
  return { ok: true, json, end: reader.at, repairs: [...reader.repairs] };
}
