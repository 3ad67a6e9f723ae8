import { maxYamlDepth, setMember, type YamlNode, YamlRefusal } from './yaml-node.js';

/** Where a value ended. */
export interface Flowed<Value> {
  readonly value: Value;
  /** The index behind it. */
  readonly end: number;
}

/** Reads the list or mapping in brackets that begins here; it may go on over several lines. */
export function readFlow(text: string, from: number, depth: number): Flowed<YamlNode> {
  if (depth > maxYamlDepth) throw new YamlRefusal('too-deep', `nested deeper than ${maxYamlDepth} levels`, from);
  return text.charAt(from) === '[' ? readList(text, from, depth) : readMap(text, from, depth);
}

/** Reads the quoted text that begins here. Line breaks within it are folded. */
export function readQuoted(text: string, from: number): Flowed<string> {
  return text.charAt(from) === '"' ? readDouble(text, from) : readSingle(text, from);
}

function readList(text: string, from: number, depth: number): Flowed<YamlNode> {
  const items: YamlNode[] = [];
  let at = skip(text, from + 1);
  while (text.charAt(at) !== ']') {
    const item = readEntry(text, at, depth);
    const colon = skip(text, item.end);
    if (text.charAt(colon) === ':' && endsKey(text, colon, item.value)) {
      const members = new Map<string, YamlNode>();
      const value = readValue(text, skip(text, colon + 1), depth);
      setMember(members, keyOf(item.value, at), value.value, at);
      items.push({ kind: 'map', members });
      at = skip(text, value.end);
    } else {
      items.push(item.value);
      at = colon;
    }
    at = comma(text, at, ']');
  }
  return { value: { kind: 'list', items }, end: at + 1 };
}

function readMap(text: string, from: number, depth: number): Flowed<YamlNode> {
  const members = new Map<string, YamlNode>();
  let at = skip(text, from + 1);
  while (text.charAt(at) !== '}') {
    const key = readEntry(text, at, depth);
    const keyAt = at;
    at = skip(text, key.end);
    if (text.charAt(at) === ':') {
      const value = readValue(text, skip(text, at + 1), depth);
      setMember(members, keyOf(key.value, keyAt), value.value, keyAt);
      at = skip(text, value.end);
    } else setMember(members, keyOf(key.value, keyAt), { kind: 'plain', text: '' }, keyAt);
    at = comma(text, at, '}');
  }
  return { value: { kind: 'map', members }, end: at + 1 };
}

function comma(text: string, at: number, close: string): number {
  const char = text.charAt(at);
  if (char === ',') return skip(text, at + 1);
  if (char === close) return at;
  throw new YamlRefusal('syntax', char === '' ? 'it ends within brackets' : `expected , or ${close}`, at);
}

function readValue(text: string, at: number, depth: number): Flowed<YamlNode> {
  const char = text.charAt(at);
  return char === ',' || char === '}' || char === ']'
    ? { value: { kind: 'plain', text: '' }, end: at }
    : readEntry(text, at, depth);
}

function readEntry(text: string, at: number, depth: number): Flowed<YamlNode> {
  const char = text.charAt(at);
  if (char === '[' || char === '{') return readFlow(text, at, depth + 1);
  if (char === '"' || char === "'") {
    const { value, end } = readQuoted(text, at);
    return { value: { kind: 'text', text: value }, end };
  }
  refuseIndicator(char, at);
  let end = at;
  for (; end < text.length; end += 1) {
    const one = text.charAt(end);
    if (',[]{}'.includes(one)) break;
    if (one === ':' && /^(?:[\s,[\]{}]|$)/.test(text.charAt(end + 1))) break;
    if (one === '#' && /\s/.test(text.charAt(end - 1))) break;
  }
  const plain = text.slice(at, end).trim();
  if (plain === '')
    throw new YamlRefusal('syntax', end >= text.length ? 'it ends within brackets' : 'expected a value', at);
  return { value: { kind: 'plain', text: fold(plain) }, end };
}

/** Behind a quoted key the value may follow at once. */
function endsKey(text: string, colon: number, key: YamlNode): boolean {
  return key.kind === 'text' || /^(?:[\s,[\]{}]|$)/.test(text.charAt(colon + 1));
}

function keyOf(node: YamlNode, at: number): string {
  if (node.kind === 'plain' || node.kind === 'text') return node.text;
  throw new YamlRefusal('unsupported', 'a key that is no text is not read', at);
}

/** What begins with one of these is no plain text in YAML. */
export function refuseIndicator(char: string, at: number): void {
  if (char === '&' || char === '*') throw new YamlRefusal('unsupported', 'anchors and aliases are not read', at);
  if (char === '!') throw new YamlRefusal('unsupported', 'tags are not read', at);
  if (char === '%') throw new YamlRefusal('unsupported', 'directives are not read', at);
}

/** Behind white space, line breaks and comments. */
function skip(text: string, from: number): number {
  let at = from;
  for (;;) {
    const char = text.charAt(at);
    if (char === ' ' || char === '\n' || char === '\t' || char === '\r') at += 1;
    else if (char === '#' && (at === 0 || /\s/.test(text.charAt(at - 1)))) {
      const end = text.indexOf('\n', at);
      at = end === -1 ? text.length : end;
    } else return at;
  }
}

function readSingle(text: string, from: number): Flowed<string> {
  let out = '';
  let at = from + 1;
  for (;;) {
    const quote = text.indexOf("'", at);
    if (quote === -1) throw new YamlRefusal('syntax', 'a quoted text does not end', from);
    out += text.slice(at, quote);
    if (text.charAt(quote + 1) !== "'") return { value: fold(out), end: quote + 1 };
    out += "'";
    at = quote + 2;
  }
}

function readDouble(text: string, from: number): Flowed<string> {
  const sign = /["\\]/g;
  let out = '';
  let at = from + 1;
  for (;;) {
    sign.lastIndex = at;
    const found = sign.exec(text);
    if (found === null) throw new YamlRefusal('syntax', 'a quoted text does not end', from);
    out += fold(text.slice(at, found.index));
    if (found[0] === '"') return { value: out, end: found.index + 1 };
    const escaped = readEscape(text, found.index);
    out += escaped.value;
    at = escaped.end;
  }
}

function readEscape(text: string, at: number): Flowed<string> {
  const char = text.charAt(at + 1);
  if (char === '\n') return { value: '', end: behindIndent(text, at + 2) };
  if (char === '\r' && text.charAt(at + 2) === '\n') return { value: '', end: behindIndent(text, at + 3) };
  const known = escapes.get(char);
  if (known !== undefined) return { value: known, end: at + 2 };
  const length = { x: 2, u: 4, U: 8 }[char];
  const hex = length === undefined ? '' : text.slice(at + 2, at + 2 + length);
  const point = /^[0-9a-fA-F]+$/.test(hex) && hex.length === length ? Number.parseInt(hex, 16) : Number.NaN;
  if (!(point <= 0x10ffff)) throw new YamlRefusal('syntax', `the escape \\${char} is unknown`, at);
  return { value: String.fromCodePoint(point), end: at + 2 + hex.length };
}

function behindIndent(text: string, from: number): number {
  let at = from;
  while (text.charAt(at) === ' ' || text.charAt(at) === '\t') at += 1;
  return at;
}

/** A line break is a blank; empty lines are line breaks. The white space around them is left out. */
export function fold(text: string): string {
  if (!text.includes('\n')) return text;
  return text.replace(/[ \t]*\r?\n[ \t\r\n]*/g, (gap) => {
    const breaks = gap.split('\n').length - 1;
    return breaks === 1 ? ' ' : '\n'.repeat(breaks - 1);
  });
}

const escapes = new Map([
  ['0', '\0'],
  ['a', '\x07'],
  ['b', '\b'],
  ['t', '\t'],
  ['\t', '\t'],
  ['n', '\n'],
  ['v', '\v'],
  ['f', '\f'],
  ['r', '\r'],
  ['e', '\x1b'],
  [' ', ' '],
  ['"', '"'],
  ['/', '/'],
  ['\\', '\\'],
  ['N', '\x85'],
  ['_', '\xa0'],
  ['L', '\u2028'],
  ['P', '\u2029'],
]);
