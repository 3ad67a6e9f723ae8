import { type Json, parseJson } from '../base/json.js';
import { type JsonNode, nodeAt, parseJsonTree } from './json-tree.js';
import { plainJson } from './plain-json.js';

/** The text of a config file, read. */
export interface ConfigText {
  readonly value: Json;
  /** The text without comments, each character where it was. */
  readonly plain: string;
  readonly tree: JsonNode;
  /** The line, from 1, of the key at this path, or of the value where there is no key. */
  lineOf(path: readonly string[]): number;
}

export type ParsedText =
  | { readonly ok: true; readonly read: ConfigText }
  | { readonly ok: false; readonly line: number; readonly message: string };

export const maxConfigLength = 1024 * 1024;
const maxDepth = 32;

/** Reads JSON with comments and trailing commas. */
export function parseConfigText(text: string): ParsedText {
  const lineAt = createLines(text);
  const plain = plainJson(text);
  if (!plain.ok)
    return { ok: false, line: lineAt(plain.at), message: 'a comment begins here that does not end; end it with */' };
  if (plain.text.trim() === '')
    return { ok: false, line: 1, message: 'the file is empty; put {} into it, or remove it' };
  const parsed = parseJson(plain.text, { maxLength: maxConfigLength, maxDepth });
  if (!parsed.ok) {
    const { at, code, message } = parsed.problem;
    // The parser counts characters; people look for lines.
    const what = code === 'syntax' ? message.replace(/ at character \d+/, '') : message;
    return { ok: false, line: lineAt(at), message: `it is not valid JSON: ${what}; correct it` };
  }
  const tree = parseJsonTree(plain.text);
  const lineOf = (path: readonly string[]): number => {
    const node = nodeAt(tree, path);
    return lineAt(node?.keyStart ?? node?.start ?? 0);
  };
  return { ok: true, read: { value: parsed.value, plain: plain.text, tree, lineOf } };
}

/** Finds the line, from 1, of an index. */
function createLines(text: string): (index: number) => number {
  const starts = [0];
  for (const { index, 0: end } of text.matchAll(/\r\n|\r|\n/g)) starts.push(index + end.length);
  return (index) => {
    let low = 0;
    let high = starts.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((starts[middle] ?? 0) <= index) low = middle;
      else high = middle;
    }
    return low + 1;
  };
}
