export type PlainJson =
  | { readonly ok: true; readonly text: string }
  /** A comment that does not end, and where it begins. */
  | { readonly ok: false; readonly at: number };

/**
 * JSON with comments and trailing commas as plain JSON of the same length: what is not JSON becomes spaces and line ends
 * stay, so that every position in the one is the same in the other. Strings are left as they are. Linear.
 */
export function plainJson(text: string): PlainJson {
  const blanks: Span[] = text.startsWith('\ufeff') ? [[0, 1]] : [];
  /** Where a comma stands that ends its list if a closing bracket is next. */
  let comma: number | undefined;
  let last = '';
  let at = blanks.length;
  while (at < text.length) {
    const char = text.charAt(at);
    if (char === '/' && (text[at + 1] === '/' || text[at + 1] === '*')) {
      const end = commentEnd(text, at);
      if (end === undefined) return { ok: false, at };
      blanks.push([at, end]);
      at = end;
      continue;
    }
    if (!isSpace(char)) {
      if (comma !== undefined && (char === ']' || char === '}')) blanks.push([comma, comma + 1]);
      // A comma behind nothing is no trailing comma: it stays and the parser tells of it.
      comma = char === ',' && !'[{,:'.includes(last) && last !== '' ? at : undefined;
      last = char;
    }
    at = char === '"' ? stringEnd(text, at) : at + 1;
  }
  return { ok: true, text: blankOut(text, blanks) };
}

type Span = readonly [start: number, end: number];

/** Behind the comment that begins here; undefined when it does not end. */
export function commentEnd(text: string, at: number): number | undefined {
  if (text[at + 1] === '*') {
    const end = text.indexOf('*/', at + 2);
    return end === -1 ? undefined : end + 2;
  }
  let end = at + 2;
  while (end < text.length && text[end] !== '\n' && text[end] !== '\r') end += 1;
  return end;
}

/** Behind the string that begins here, or the end of the text: the parser tells of a string that does not end. */
function stringEnd(text: string, at: number): number {
  let end = at + 1;
  while (end < text.length && text[end] !== '"') end += text[end] === '\\' ? 2 : 1;
  return Math.min(end + 1, text.length);
}

const isSpace = (char: string): boolean => char === ' ' || char === '\n' || char === '\r' || char === '\t';

function blankOut(text: string, blanks: readonly Span[]): string {
  const parts: string[] = [];
  let copied = 0;
  // A comma is found to be trailing after the comments behind it.
  for (const [start, end] of blanks.toSorted(([a], [b]) => a - b)) {
    parts.push(text.slice(copied, start), text.slice(start, end).replaceAll(/[^\r\n]/g, ' '));
    copied = end;
  }
  return parts.join('') + text.slice(copied);
}
