import { parseTrusted } from '../base/trusted-json.js';

/** Where a value stands in its text, and those inside it. `end` is behind the last character. */
export interface JsonNode {
  readonly start: number;
  readonly end: number;
  /** Where its key begins, if it has one. */
  readonly keyStart: number | undefined;
  /** The values of an object by key, of an array by index; undefined for a scalar. */
  readonly members: ReadonlyMap<string, JsonNode> | undefined;
}

/** Where every value of a JSON text stands. The text must have been parsed before: its depth bounds the recursion. */
export function parseJsonTree(json: string): JsonNode {
  return readNode(json, skipSpace(json, 0), undefined);
}

/** The node at a path; undefined when there is none. */
export function nodeAt(tree: JsonNode, path: readonly string[]): JsonNode | undefined {
  let node: JsonNode | undefined = tree;
  for (const key of path) node = node?.members?.get(key);
  return node;
}

function readNode(json: string, start: number, keyStart: number | undefined): JsonNode {
  const open = json[start];
  if (open !== '{' && open !== '[') return { start, end: scalarEnd(json, start), keyStart, members: undefined };
  const members = new Map<string, JsonNode>();
  let at = skipSpace(json, start + 1);
  while (at < json.length && json[at] !== '}' && json[at] !== ']') {
    const keyEnd = open === '{' ? scalarEnd(json, at) : at;
    const key = open === '{' ? String(parseTrusted(json.slice(at, keyEnd))) : String(members.size);
    const valueStart = open === '{' ? skipSpace(json, skipSpace(json, keyEnd) + 1) : at;
    const node = readNode(json, valueStart, open === '{' ? at : undefined);
    members.set(key, node);
    at = skipSpace(json, node.end);
    if (json[at] === ',') at = skipSpace(json, at + 1);
  }
  return { start, end: at + 1, keyStart, members };
}

function scalarEnd(json: string, at: number): number {
  let end = at + 1;
  if (json[at] !== '"') {
    while (end < json.length && !',:]} \t\r\n'.includes(json.charAt(end))) end += 1;
    return end;
  }
  while (end < json.length && json[end] !== '"') end += json[end] === '\\' ? 2 : 1;
  return end + 1;
}

function skipSpace(json: string, at: number): number {
  let index = at;
  while (index < json.length && ' \t\r\n'.includes(json.charAt(index))) index += 1;
  return index;
}
