import { parseTrusted } from './trusted-json.js';

/**
 * The text of one value inside a JSON text, digit for digit, by its path: `rawMember('{"a":[1.0]}', ['a', 0])` is `1.0`.
 * The text must be JSON that was parsed before; of a key that stands twice the last one counts, as in `JSON.parse`.
 * Never recurses.
 */
export function rawMember(json: string, path: readonly (string | number)[]): string | undefined {
  let start = skipSpace(json, 0);
  for (const step of path) {
    const next = typeof step === 'number' ? elementStart(json, start, step) : valueStart(json, start, step);
    if (next === undefined) return undefined;
    start = next;
  }
  return json.slice(start, valueEnd(json, start));
}

/** The texts of all elements of a list inside a JSON text, in one pass; empty when there is no list. */
export function rawElements(json: string, path: readonly (string | number)[] = []): readonly string[] {
  const list = path.length === 0 ? json.trim() : (rawMember(json, path) ?? '');
  const found: string[] = [];
  if (list[0] !== '[') return found;
  let at = skipSpace(list, 1);
  while (at < list.length && list[at] !== ']') {
    const end = valueEnd(list, at);
    found.push(list.slice(at, end));
    at = skipComma(list, end);
  }
  return found;
}

function elementStart(json: string, open: number, wanted: number): number | undefined {
  if (json[open] !== '[') return undefined;
  let at = skipSpace(json, open + 1);
  for (let index = 0; at < json.length && json[at] !== ']'; index += 1) {
    if (index === wanted) return at;
    at = skipComma(json, valueEnd(json, at));
  }
  return undefined;
}

function valueStart(json: string, open: number, wanted: string): number | undefined {
  if (json[open] !== '{') return undefined;
  const plain = JSON.stringify(wanted);
  let found: number | undefined;
  let at = skipSpace(json, open + 1);
  while (at < json.length && json[at] !== '}') {
    const keyEnd = valueEnd(json, at);
    const value = skipSpace(json, skipSpace(json, keyEnd) + 1);
    const key = json.slice(at, keyEnd);
    if (key === plain || (key.includes('\\') && parseTrusted(key) === wanted)) found = value;
    at = skipComma(json, valueEnd(json, value));
  }
  return found;
}

/** The index behind the value that starts at `at`. */
function valueEnd(json: string, at: number): number {
  let depth = 0;
  let index = at;
  do {
    const char = json[index];
    if (char === '"') index = stringEnd(json, index);
    else if (char === '{' || char === '[') depth += 1;
    else if (char === '}' || char === ']') depth -= 1;
    else if (depth === 0) return scalarEnd(json, index);
    index += 1;
  } while (depth > 0 && index < json.length);
  return index;
}

function stringEnd(json: string, at: number): number {
  for (let end = json.indexOf('"', at + 1); end !== -1; end = json.indexOf('"', end + 1)) {
    let slash = end - 1;
    while (json[slash] === '\\') slash -= 1;
    if ((end - slash) % 2 === 1) return end;
  }
  return json.length;
}

function scalarEnd(json: string, at: number): number {
  let index = at;
  while (index < json.length && !',]} \t\r\n'.includes(json.charAt(index))) index += 1;
  return index;
}

function skipComma(json: string, at: number): number {
  const next = skipSpace(json, at);
  return json[next] === ',' ? skipSpace(json, next + 1) : next;
}

function skipSpace(json: string, at: number): number {
  let index = at;
  while (index < json.length && ' \t\r\n'.includes(json.charAt(index))) index += 1;
  return index;
}
