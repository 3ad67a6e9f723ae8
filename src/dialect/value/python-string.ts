export type StringRead =
  | { readonly ok: true; readonly value: string; readonly end: number; readonly repairs: readonly string[] }
  | { readonly ok: false; readonly why: string; readonly at: number };

/** A quote that begins a string at this place, or a prefix with one behind it. */
export const stringStart = /[a-zA-Z]{0,2}(?:"""|'''|["'])/y;

/**
 * Reads the Python string that begins here, with any prefix but that of bytes. `skip`: how many quotes that could
 * close it are taken for text, where the writer forgot to escape them.
 */
export function readPythonString(text: string, start: number, skip = 0): StringRead {
  stringStart.lastIndex = start;
  const opening = stringStart.exec(text)?.[0];
  const mark = opening?.replace(/^[a-zA-Z]+/, '') ?? '';
  const prefix = opening?.slice(0, opening.length - mark.length).toLowerCase() ?? '';
  if (opening === undefined || !prefixes.has(prefix)) {
    return {
      ok: false,
      why: prefix.includes('b') ? 'bytes are no JSON value' : 'there is no such kind of string',
      at: start,
    };
  }
  const raw = prefix.includes('r');
  const repairs: string[] = [];
  let value = '';
  let left = skip;
  let from = start + opening.length;
  let at = from;
  for (;;) {
    const char = text.charAt(at);
    if (char === '') return { ok: false, why: 'a string does not end', at: start };
    if (char === mark.charAt(0) && text.startsWith(mark, at)) {
      if (left === 0) break;
      left -= 1;
      at += mark.length;
    } else if (char === '\\') {
      if (at + 1 >= text.length) return { ok: false, why: 'a string does not end', at: start };
      const escaped = raw ? undefined : readEscape(text, at);
      if (escaped !== undefined) value += text.slice(from, at) + escaped.value;
      at += escaped?.length ?? 2;
      if (escaped !== undefined) from = at;
    } else {
      if (mark.length === 1 && (char === '\n' || char === '\r')) repairs[0] = 'line breaks in its strings were kept';
      at += 1;
    }
  }
  value += text.slice(from, at);
  if (skip > 0) repairs.push('quotes within its strings were kept');
  const end = at + mark.length;
  if (!prefix.includes('f')) return { ok: true, value, end, repairs };
  if (/[{}]/.test(value.replaceAll(/\{\{|\}\}/g, ''))) {
    return { ok: false, why: 'an f-string with a placeholder is code, no value', at: start };
  }
  return { ok: true, value: value.replaceAll('{{', '{').replaceAll('}}', '}'), end, repairs };
}

const prefixes: ReadonlySet<string> = new Set(['', 'r', 'u', 'f', 'fr', 'rf']);

/** Python's escapes; a backslash before anything else is itself. */
function readEscape(text: string, at: number): { readonly value: string; readonly length: number } | undefined {
  const next = text.charAt(at + 1);
  const known = escapes.get(next);
  if (known !== undefined) return { value: known, length: 2 };
  if (next === '\r' && text.charAt(at + 2) === '\n') return { value: '', length: 3 };
  const digits = octal.exec(text.slice(at + 1, at + 4))?.[0];
  if (digits !== undefined)
    return { value: String.fromCharCode(Number.parseInt(digits, 8)), length: 1 + digits.length };
  const width = { x: 2, u: 4, U: 8 }[next];
  if (width === undefined) return undefined;
  const hex = text.slice(at + 2, at + 2 + width);
  const code = hex.length === width && /^[0-9a-fA-F]+$/.test(hex) ? Number.parseInt(hex, 16) : undefined;
  return code === undefined || code > 0x10ffff ? undefined : { value: String.fromCodePoint(code), length: 2 + width };
}

const octal = /^[0-7]{1,3}/;

const escapes = new Map([
  ['\\', '\\'],
  ["'", "'"],
  ['"', '"'],
  ['\n', ''],
  ['a', '\x07'],
  ['b', '\b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
  ['v', '\v'],
]);
