/** Any value JSON can express. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

export interface JsonLimits {
  readonly maxLength?: number;
  readonly maxDepth?: number;
}

export interface JsonProblem {
  readonly code:
    | 'too-long'
    | 'too-deep'
    | 'syntax'
    | 'duplicate-key'
    | 'forbidden-key'
    | 'number-range'
    | 'number-digits';
  readonly message: string;
  /** Index into the text, in UTF-16 units. */
  readonly at: number;
}

export type JsonParsed =
  | { readonly ok: true; readonly value: Json }
  | { readonly ok: false; readonly problem: JsonProblem };

const defaultLimits = { maxLength: 4 * 1024 * 1024, maxDepth: 128 };
const forbiddenKeys = new Set(['__proto__']);
const numberForm = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;

/**
 * Reads JSON from outside. Unlike `JSON.parse` it refuses what would be lost or misread silently: text over the size
 * or depth limit, duplicate keys, `__proto__`, a `constructor` that is no scalar, numbers that overflow, integers whose digits a double cannot hold.
 * Never throws, never recurses.
 */
export function parseJson(text: string, limits: JsonLimits = {}): JsonParsed {
  const maxLength = limits.maxLength ?? defaultLimits.maxLength;
  if (text.length > maxLength) {
    return failure('too-long', `the JSON text has ${text.length} characters; at most ${maxLength} are read`, maxLength);
  }
  const read = parseValue(text, { at: 0, maxDepth: limits.maxDepth ?? defaultLimits.maxDepth });
  if (!read.ok) return read;
  const end = skipSpace(text, read.end);
  return end === text.length ? { ok: true, value: read.value } : syntax(text, end, 'text after the end of the value');
}

/** A value that was read from within a text, and where it ends. */
export type JsonAt = { readonly ok: true; readonly value: Json; readonly end: number } | (JsonParsed & { ok: false });

/**
 * Reads the value that begins at a place of a text, whatever stands behind it. Of the members of an object it tells where
 * their values stand.
 */
export function parseJsonAt(
  text: string,
  at: number,
  onMember?: (key: string, start: number, end: number) => void,
): JsonAt {
  return parseValue(text, { at, maxDepth: defaultLimits.maxDepth, onMember });
}

interface Frame {
  readonly container: Json[] | Record<string, Json>;
  /** The character that ends it. */
  readonly close: number;
  key: string | undefined;
}

interface ParseFrom {
  readonly at: number;
  readonly maxDepth: number;
  readonly onMember?: ((key: string, start: number, end: number) => void) | undefined;
}

function parseValue(text: string, { at: from, maxDepth, onMember }: ParseFrom): JsonAt {
  const stack: Frame[] = [];
  let at = skipSpace(text, from);
  let memberFrom = at;

  for (;;) {
    // One value starts at `at`.
    if (stack.length === 1) memberFrom = at;
    const code = text.charCodeAt(at);
    let value: Json;
    if (code === 0x7b /* { */ || code === 0x5b /* [ */) {
      if (stack.length >= maxDepth) return failure('too-deep', `nested deeper than ${maxDepth} levels`, at);
      // ] and } stand two behind the brackets they close.
      const frame: Frame = { container: code === 0x5b ? [] : {}, close: code + 2, key: undefined };
      at = skipSpace(text, at + 1);
      if (text.charCodeAt(at) === frame.close) {
        at += 1;
        value = frame.container;
      } else {
        stack.push(frame);
        if (code === 0x5b) continue;
        const key = parseKey(text, at, frame);
        if (typeof key !== 'number') return key;
        at = key;
        continue;
      }
    } else if (code === 0x22 /* " */) {
      const end = stringEnd(text, at);
      const string = end === -1 ? undefined : readString(text, at, end);
      if (string === undefined) return syntax(text, at, 'a string that does not end or holds a bad escape');
      value = string;
      at = end + 1;
    } else {
      const scalar = parseScalar(text, at);
      if (!scalar.ok) return scalar;
      value = scalar.value;
      at = scalar.end;
    }

    // Attach it, then close every container that ends here.
    for (;;) {
      const frame = stack[stack.length - 1];
      if (onMember !== undefined && stack.length === 1 && frame?.key !== undefined) onMember(frame.key, memberFrom, at);
      if (frame === undefined) return { ok: true, value, end: at };
      at = skipSpace(text, at);
      if (!put(value, frame)) return constructorKey(at);
      const next = text.charCodeAt(at);
      if (next === 0x2c /* , */) {
        at = skipSpace(text, at + 1);
        if (frame.key !== undefined) {
          const key = parseKey(text, at, frame);
          if (typeof key !== 'number') return key;
          at = key;
        }
        break;
      }
      if (next !== frame.close) return syntax(text, at, `expected , or ${String.fromCharCode(frame.close)}`);
      stack.pop();
      value = frame.container;
      at += 1;
    }
  }
}

/** Puts a value into its container; false where it may not stand there. */
function put(value: Json, { container, key }: Frame): boolean {
  if (Array.isArray(container)) container.push(value);
  else if (key !== undefined) {
    if (key === 'constructor' && typeof value === 'object' && value !== null) return false;
    container[key] = value;
  }
  return true;
}

/** Reads `"key":` and answers where the value starts. */
function parseKey(text: string, at: number, frame: Frame): number | (JsonParsed & { ok: false }) {
  if (text.charCodeAt(at) !== 0x22) return syntax(text, at, 'expected a key in double quotes');
  const end = stringEnd(text, at);
  const key = end === -1 ? undefined : readString(text, at, end);
  if (key === undefined) return syntax(text, at, 'a key that does not end or holds a bad escape');
  if (forbiddenKeys.has(key)) return failure('forbidden-key', `the key ${JSON.stringify(key)} is not accepted`, at);
  if (Object.hasOwn(frame.container, key)) {
    return failure('duplicate-key', `the key ${JSON.stringify(key)} stands twice in one object`, at);
  }
  frame.key = key;
  const colon = skipSpace(text, end + 1);
  if (text.charCodeAt(colon) !== 0x3a) return syntax(text, colon, 'expected : after a key');
  return skipSpace(text, colon + 1);
}

function parseScalar(text: string, at: number): JsonAt {
  for (const [word, value] of words) if (text.startsWith(word, at)) return { ok: true, value, end: at + word.length };
  numberForm.lastIndex = at;
  const digits = numberForm.exec(text)?.[0];
  if (digits === undefined) return syntax(text, at, at >= text.length ? 'it ends too early' : 'expected a value');
  const value = Number(digits);
  if (!Number.isFinite(value)) return failure('number-range', `the number ${shorten(digits)} is too large`, at);
  if (!Number.isSafeInteger(value) && losesDigits(digits, value)) {
    return failure(
      'number-digits',
      `the integer ${shorten(digits)} has more digits than a number holds; send it as a string`,
      at,
    );
  }
  return { ok: true, value, end: at + digits.length };
}

/** A double prints the shortest digits that lead back to it: written like that, an integer comes through unchanged. */
function losesDigits(digits: string, value: number): boolean {
  return /^-?\d+$/.test(digits) && String(value) !== digits && BigInt(value) !== BigInt(digits);
}

const words: readonly (readonly [string, Json])[] = [
  ['true', true],
  ['false', false],
  ['null', null],
];

/** Index of the closing quote: the first one behind an even number of backslashes. */
function stringEnd(text: string, at: number): number {
  for (let end = text.indexOf('"', at + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let slash = end - 1;
    while (text.charCodeAt(slash) === 0x5c) slash -= 1;
    if ((end - slash) % 2 === 1) return end;
  }
  return -1;
}

function readString(text: string, at: number, end: number): string | undefined {
  const raw = text.slice(at + 1, end);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what JSON forbids here
  if (!raw.includes('\\')) return /[\u0000-\u001f]/.test(raw) ? undefined : raw;
  try {
    return JSON.parse(text.slice(at, end + 1)) as string;
  } catch {
    return undefined;
  }
}

function skipSpace(text: string, at: number): number {
  let index = at;
  for (;;) {
    const code = text.charCodeAt(index);
    if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return index;
    index += 1;
  }
}

/** Merged into another object it would change that of every object. */
const constructorKey = (at: number): JsonParsed & { ok: false } =>
  failure('forbidden-key', 'the key "constructor" with an object or a list behind it is not accepted', at);

const shorten = (digits: string): string => (digits.length > 40 ? `${digits.slice(0, 40)}…` : digits);

function syntax(text: string, at: number, what: string): JsonParsed & { ok: false } {
  const near = text.slice(Math.max(0, at - 12), at + 12);
  return failure('syntax', `${what} at character ${at}${near === '' ? '' : `, near ${JSON.stringify(near)}`}`, at);
}

function failure(code: JsonProblem['code'], message: string, at: number): JsonParsed & { ok: false } {
  return { ok: false, problem: { code, message, at } };
}
