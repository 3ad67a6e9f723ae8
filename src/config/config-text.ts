import { createScanner, visit } from 'jsonc-parser';
import { type Json, parseJson } from '../base/json.js';
import { renderPointer } from './json-path.js';

/** The text of a config file, read. */
interface ConfigText {
  readonly value: Json;
  /** The text without comments, each character where it was. */
  readonly plain: string;
  /** The line, from 1, of the key at this path, or of the value where there is no key. */
  lineOf(path: readonly string[]): number;
}

type ParsedText =
  | { readonly ok: true; readonly read: ConfigText }
  | { readonly ok: false; readonly line: number; readonly message: string };

export const maxConfigLength = 1024 * 1024;
const maxDepth = 32;

/** Reads JSON with comments and trailing commas. Only what the guarded reader accepts is given to a parser that recurses. */
export function parseConfigText(text: string): ParsedText {
  const broken = (at: number, message: string): ParsedText => ({
    ok: false,
    line: text.slice(0, at).split(/\r\n|\r|\n/).length,
    message,
  });
  const plain = plainJson(text);
  if (!plain.ok) return broken(plain.at, 'a comment begins here that does not end; end it with */');
  if (plain.text.trim() === '') return broken(0, 'the file is empty; put {} into it, or remove it');
  const parsed = parseJson(plain.text, { maxLength: maxConfigLength, maxDepth });
  if (!parsed.ok) {
    const { at, code, message } = parsed.problem;
    // The parser counts characters; people look for lines.
    const what = code === 'syntax' ? message.replace(/ at character \d+/, '') : message;
    return broken(at, `it is not valid JSON: ${what}; correct it`);
  }
  const lines = linesOf(plain.text);
  const lineOf = (path: readonly string[]): number => lines.get(renderPointer(path)) ?? 1;
  return { ok: true, read: { value: parsed.value, plain: plain.text, lineOf } };
}

/** The line of every key and of every entry of a list, by its JSON pointer. */
function linesOf(json: string): ReadonlyMap<string, number> {
  const lines = new Map<string, number>();
  const note = (line: number, path: readonly (string | number)[]): void => {
    const pointer = renderPointer(path.map(String));
    // The line of its key is known before that of a value.
    if (!lines.has(pointer)) lines.set(pointer, line + 1);
  };
  visit(json, {
    onObjectProperty: (key, _at, _length, line, _character, path) => note(line, [...path(), key]),
    onObjectBegin: (_at, _length, line, _character, path) => note(line, path()),
    onArrayBegin: (_at, _length, line, _character, path) => note(line, path()),
    onLiteralValue: (_value, _at, _length, line, _character, path) => note(line, path()),
  });
  return lines;
}

type PlainJson =
  | { readonly ok: true; readonly text: string }
  /** A comment that does not end, and where it begins. */
  | { readonly ok: false; readonly at: number };

/**
 * JSON with comments and trailing commas as plain JSON of the same length: what is not JSON becomes spaces and line ends
 * stay, so that every position in the one is the same in the other. Linear, and without recursion: nothing has looked at
 * the text before.
 */
export function plainJson(text: string): PlainJson {
  const parts = text.startsWith('\ufeff') ? [' '] : [];
  /** The part that is a comma which ends its list if a closing bracket is next. */
  let comma: number | undefined;
  let last = '';
  const scanner = createScanner(text);
  scanner.setPosition(parts.length);
  for (scanner.scan(); scanner.getTokenOffset() < text.length; scanner.scan()) {
    const at = scanner.getTokenOffset();
    const token = text.slice(at, scanner.getPosition());
    const isComment = token.startsWith('//') || token.startsWith('/*');
    if (scanner.getTokenError() !== 0) {
      if (isComment) return { ok: false, at };
      // The parser stops here: what follows a string that does not end may be anything.
      parts.push(text.slice(at));
      break;
    }
    if (isComment) {
      parts.push(token.replaceAll(/[^\r\n]/g, ' '));
      continue;
    }
    if (!' \t\r\n'.includes(token.charAt(0))) {
      if (comma !== undefined && (token === ']' || token === '}')) parts[comma] = ' ';
      // A comma behind nothing is no trailing comma: it stays and the parser tells of it.
      comma = token === ',' && !'[{,:'.includes(last) ? parts.length : undefined;
      last = token;
    }
    parts.push(token);
  }
  return { ok: true, text: parts.join('') };
}
