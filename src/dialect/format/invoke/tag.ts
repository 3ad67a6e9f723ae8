import type { Reading } from '../../read/input.js';
import type { Ahead } from './ahead.js';

/** The beginning of a tag: `</ns:word`. */
export interface TagHead {
  readonly closing: boolean;
  /** A namespace before the word: `ns:`, or `｜DSML｜` with wide or plain bars. */
  readonly prefix: string;
  readonly word: string;
}

export interface TagRest {
  readonly attributes: ReadonlyMap<string, string>;
  /** `<word …/>`: nothing stands in it. */
  readonly selfClosing: boolean;
  readonly repairs: readonly string[];
  /** It was written with the word marks of a tokenizer. */
  readonly marked: boolean;
}

/** Looks through the beginning of the tag that follows; undefined when none does. */
export function* lookTag(ahead: Ahead): Reading<TagHead | undefined> {
  if (!(yield* ahead.takes('<'))) return undefined;
  const closing = yield* ahead.takes('/');
  const name = yield* ahead.takeWhile((char) => nameChar.test(char), maxName);
  const [, prefix = '', word = ''] = wholeName.exec(name) ?? [];
  return word === '' ? undefined : { closing, prefix, word };
}

/** Looks through the rest of a tag with its attributes; undefined when it is no tag. */
export function* lookAttributes(ahead: Ahead): Reading<TagRest | undefined> {
  const attributes = new Map<string, string>();
  const repairs: string[] = [];
  let marked = false;
  const start = ahead.offset;
  while (ahead.offset - start < maxTag) {
    marked = (yield* skipSpace(ahead)) || marked;
    if (yield* ahead.takes('>')) return { attributes, selfClosing: false, repairs, marked };
    if (yield* ahead.takes('/>')) return { attributes, selfClosing: true, repairs, marked };
    // Some models leave the word out, or run it together with that of the tag: `<invoke="x">`.
    const word = yield* ahead.takeWhile((char) => attributeChar.test(char), maxName);
    if (word === '') repairs.push(withoutWord);
    const name = word || 'name';
    yield* skipSpace(ahead);
    if (!(yield* ahead.takes('='))) return undefined;
    yield* skipSpace(ahead);
    const value = yield* lookValue(ahead, repairs);
    if (value === undefined || attributes.has(name)) return undefined;
    attributes.set(name, value);
  }
  return undefined;
}

/**
 * In quotes of either kind, or bare. No name holds `<` or `>` but in a
 * special token: a quote that was never closed ends there.
 */
function* lookValue(ahead: Ahead, repairs: string[]): Reading<string | undefined> {
  const quote = yield* ahead.peek();
  if (quote !== '"' && quote !== "'") {
    const bare = yield* ahead.takeWhile((char) => bareChar.test(char), maxTag);
    if (bare === '') return undefined;
    repairs.push('names without quotes were read as names');
    return bare;
  }
  ahead.offset += 1;
  let value = '';
  for (;;) {
    value += yield* ahead.takeWhile((char) => char !== quote && !'<>\n'.includes(char), maxTag);
    if (!(yield* ahead.takes('<|'))) break;
    value += `<|${yield* ahead.takeWhile((char) => nameChar.test(char), maxName)}`;
    if (!(yield* ahead.takes('>'))) return undefined;
    value += '>';
  }
  const end = yield* ahead.peek();
  if (end === quote) ahead.offset += 1;
  else if (end === '>') repairs.push('a name whose quote was never closed was read as a name');
  else return undefined;
  return value;
}

/** White space, also as the tokenizer writes it; answers whether it was that. */
function* skipSpace(ahead: Ahead): Reading<boolean> {
  const space = yield* ahead.takeWhile((char) => ' \t\r\nĠĊ'.includes(char), maxTag);
  return /[ĠĊ]/.test(space);
}

/** The repair of a tag that has a name, but not as `name="…"`. */
export const withoutWord = 'a tag that has its name in another way was read as one';

const maxName = 64;
const maxTag = 512;
const nameChar = /[\w:.|｜-]/;
const wholeName = /^([A-Za-z][\w.-]*:|[|｜]\w+[|｜])?([A-Za-z_][\w.-]*)$/;
const attributeChar = /[\w:-]/;
const bareChar = /[^\s"'<>=/ĠĊ]/;
