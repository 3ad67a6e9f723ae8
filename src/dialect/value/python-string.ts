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
  const read = readContent(text, start + opening.length, { mark, raw: prefix.includes('r'), skip });
  if (read === undefined) return { ok: false, why: 'a string does not end', at: start };
  const { value, end } = read;
  const repairs = [
    ...(read.broken ? ['line breaks in its strings were kept'] : []),
    ...(skip > 0 ? ['quotes within its strings were kept'] : []),
  ];
  if (!prefix.includes('f')) return { ok: true, value, end, repairs };
  if (/[{}]/.test(value.replaceAll(/\{\{|\}\}/g, ''))) {
    return { ok: false, why: 'an f-string with a placeholder is code, no value', at: start };
  }
  return { ok: true, value: value.replaceAll('{{', '{').replaceAll('}}', '}'), end, repairs };
}

const prefixes: ReadonlySet<string> = new Set(['', 'r', 'u', 'f', 'fr', 'rf']);

/** What stands before the mark that closes it; undefined where none does. */
function readContent(
  text: string,
  start: number,
  { mark, raw, skip }: { readonly mark: string; readonly raw: boolean; readonly skip: number },
): { readonly value: string; readonly end: number; readonly broken: boolean } | undefined {
  let value = '';
  let left = skip;
  let from = start;
  let at = from;
  let broken = false;
  while (at < text.length) {
    const char = text.charAt(at);
    if (char === mark.charAt(0) && text.startsWith(mark, at)) {
      if (left === 0) return { value: value + text.slice(from, at), end: at + mark.length, broken };
      left -= 1;
      at += mark.length;
    } else if (char === '\\') {
      const escaped = raw ? undefined : readEscape(text, at);
      if (escaped !== undefined) value += text.slice(from, at) + escaped.value;
      at += escaped?.length ?? 2;
      if (escaped !== undefined) from = at;
    } else {
      broken ||= mark.length === 1 && (char === '\n' || char === '\r');
      at += 1;
    }
  }
  return undefined;
}

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
