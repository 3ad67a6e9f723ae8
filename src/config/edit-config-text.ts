import { applyEdits, type Edit, findNodeAtLocation, type Node, parseTree } from 'jsonc-parser';
import type { Json } from '../base/json.js';
import { parseConfigText } from './config-text.js';
import { isObject, withoutPath, withPath } from './json-path.js';
import { commaAfter, createLayout, type Layout } from './text-layout.js';

export type EditedText =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly line: number; readonly message: string };

/** The text with a setting set: everything else, comments and layout too, stays as it is. */
export function setInText(text: string, path: readonly string[], value: Json): EditedText {
  return edit(
    text,
    (tree, lineOf) => {
      const { node, depth } = deepest(tree, path);
      const layout = createLayout(text);
      const key = path[depth];
      const indent = layout.indentOf(memberOf(node).offset);
      if (key === undefined) return [{ ...spanOf(node), content: layout.render(value, indent) }];
      if (node.type !== 'object') {
        const line = lineOf(path.slice(0, depth));
        return { line, message: 'there is no object { … } here to put the setting into; correct it first' };
      }
      const inner = path.slice(depth + 1).reduceRight<Json>((below, name) => ({ [name]: below }), value);
      return insertMember({ text, node, layout, indent }, key, inner);
    },
    (before) => withPath(before, path, value),
  );
}

/** The text without a setting; unchanged when it is not set there. Comments stay, also those beside it. */
export function unsetInText(text: string, path: readonly string[]): EditedText {
  return edit(
    text,
    (tree) => {
      const { node, depth } = deepest(tree, path);
      return depth === path.length && path.length > 0 ? removeMember(text, memberOf(node)) : [];
    },
    (before) => withoutPath(before, path),
  );
}

type Plan = (
  tree: Node,
  lineOf: (path: readonly string[]) => number,
) => Edit[] | { readonly line: number; readonly message: string };

/** Reads, changes, and reads again: what comes out must mean exactly what was meant. */
function edit(text: string, plan: Plan, meant: (before: Json) => Json): EditedText {
  const parsed = parseConfigText(text);
  if (!parsed.ok) return parsed;
  const { value, plain, lineOf } = parsed.read;
  const tree = isObject(value) ? parseTree(plain) : undefined;
  if (tree === undefined) return { ok: false, line: 1, message: 'the file must hold an object; write { … }' };
  const planned = plan(tree, lineOf);
  if (!Array.isArray(planned)) return { ok: false, ...planned };
  const edited = applyEdits(text, planned);
  const after = parseConfigText(edited);
  // What no file may hold: a forbidden key, or more than fits.
  if (!after.ok) return after;
  // As text: -0 is written as 0.
  if (JSON.stringify(after.read.value) !== JSON.stringify(meant(value)))
    throw new Error('an edited config file does not say what was meant');
  return { ok: true, text: edited };
}

/** The node at a path, or the last one on the way to it, and how far that is. */
function deepest(tree: Node, path: readonly string[]): { readonly node: Node; readonly depth: number } {
  let node = tree;
  for (const [depth, key] of path.entries()) {
    const next = findNodeAtLocation(node, [node.type === 'array' ? Number(key) : key]);
    if (next === undefined) return { node, depth };
    node = next;
  }
  return { node, depth: path.length };
}

/** What stands in its list or object: the value, with its key if it has one. */
const memberOf = (node: Node): Node => (node.parent?.type === 'property' ? node.parent : node);

const endOf = ({ offset, length }: Node): number => offset + length;

const spanOf = ({ offset, length }: Node): Pick<Edit, 'offset' | 'length'> => ({ offset, length });

const replacing = (offset: number, end: number, content: string): Edit => ({ offset, length: end - offset, content });

interface Insertion {
  readonly text: string;
  readonly node: Node;
  readonly layout: Layout;
  /** Of the line the object begins on. */
  readonly indent: string;
}

function insertMember({ text, node, layout, indent }: Insertion, key: string, value: Json): Edit[] {
  const first = node.children?.[0];
  const last = node.children?.at(-1);
  const close = endOf(node) - 1;
  const comma = last === undefined ? undefined : commaAfter(text, endOf(last));
  const trailing = comma === undefined ? '' : ',';
  const addComma = last === undefined || comma !== undefined ? [] : [replacing(endOf(last), endOf(last), ',')];
  const inside = text.slice(node.offset + 1, close);
  if (last !== undefined && !inside.includes('\n')) {
    const at = comma === undefined ? endOf(last) : comma + 1;
    return [...addComma, replacing(at, at, ` ${JSON.stringify(key)}: ${layout.renderInline(value)}${trailing}`)];
  }
  const own =
    first !== undefined && layout.beginsLine(first.offset) ? layout.indentOf(first.offset) : indent + layout.unit;
  const at = node.offset + 1 + lengthWithoutEnd(inside);
  const member = `${layout.newline}${own}${JSON.stringify(key)}: ${layout.render(value, own)}${trailing}`;
  const closing = text.slice(at, close).includes('\n') ? [] : [replacing(at, close, `${layout.newline}${indent}`)];
  return [...addComma, replacing(at, at, member), ...closing];
}

/** Only what JSON takes for space counts: any other, at the end of a comment, is part of it. */
function lengthWithoutEnd(text: string): number {
  let length = text.length;
  while (length > 0 && ' \t\r\n'.includes(text.charAt(length - 1))) length -= 1;
  return length;
}

function removeMember(text: string, member: Node): Edit[] {
  const { offset } = member;
  const end = endOf(member);
  const next = commaAfter(text, end);
  if (next !== undefined) return removal(text, member, next);
  // The last one: the comma before it goes too.
  const siblings = member.parent?.children ?? [];
  const previous = siblings[siblings.indexOf(member) - 1];
  const before = previous === undefined ? undefined : commaAfter(text, endOf(previous));
  if (before !== undefined && /^[ \t]*$/.test(text.slice(before + 1, offset))) return [replacing(before, end, '')];
  return removal(text, member, before);
}

/** Removes a member with its lines if it has them for itself, and a comma wherever it stands. */
function removal(text: string, member: Node, comma: number | undefined): Edit[] {
  const end = endOf(member);
  const follows = comma !== undefined && comma >= end && text.slice(end, comma).trim() === '';
  const whole = createLayout(text).wholeLines(member.offset, follows ? comma + 1 : end);
  const gone = replacing(whole.start, whole.end, '');
  return comma === undefined || follows ? [gone] : [gone, replacing(comma, comma + 1, '')];
}
