import type { Json } from '../base/json.js';
import { type ConfigText, parseConfigText } from './config-text.js';
import { isObject, withoutPath, withPath } from './json-path.js';
import type { JsonNode } from './json-tree.js';
import { commaAfter, createLayout, type Layout } from './text-layout.js';

export type EditedText =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly line: number; readonly message: string };

/** The text with a setting set: everything else, comments and layout too, stays as it is. */
export function setInText(text: string, path: readonly string[], value: Json): EditedText {
  return edit(
    text,
    (read) => {
      const { node, depth } = deepest(read.tree, path);
      const layout = createLayout(text);
      const key = path[depth];
      const indent = layout.indentOf(node.keyStart ?? node.start);
      if (key === undefined) {
        return { changes: [{ start: node.start, end: node.end, text: layout.render(value, indent) }] };
      }
      if (text[node.start] !== '{') {
        const line = read.lineOf(path.slice(0, depth));
        return {
          problem: { line, message: 'there is no object { … } here to put the setting into; correct it first' },
        };
      }
      const inner = path.slice(depth + 1).reduceRight<Json>((below, name) => ({ [name]: below }), value);
      return { changes: insertMember({ text, node, layout, indent }, key, inner) };
    },
    (before) => withPath(before, path, value),
  );
}

/** The text without a setting; unchanged when it is not set there. Comments stay, also those beside it. */
export function unsetInText(text: string, path: readonly string[]): EditedText {
  return edit(
    text,
    (read) => {
      const { node, depth } = deepest(read.tree, path);
      const parent = deepest(read.tree, path.slice(0, -1)).node;
      return { changes: depth === path.length && path.length > 0 ? removeMember(text, parent, node) : [] };
    },
    (before) => withoutPath(before, path),
  );
}

interface Change {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

type Planned =
  | { readonly changes: readonly Change[]; readonly problem?: undefined }
  | { readonly problem: { readonly line: number; readonly message: string } };

/** Reads, changes, and reads again: what comes out must mean exactly what was meant. */
function edit(text: string, plan: (read: ConfigText) => Planned, meant: (before: Json) => Json): EditedText {
  const parsed = parseConfigText(text);
  if (!parsed.ok) return parsed;
  if (!isObject(parsed.read.value)) return { ok: false, line: 1, message: 'the file must hold an object; write { … }' };
  const planned = plan(parsed.read);
  if (planned.problem !== undefined) return { ok: false, ...planned.problem };
  const edited = applyChanges(text, planned.changes);
  const after = parseConfigText(edited);
  // What no file may hold: a forbidden key, or more than fits.
  if (!after.ok) return after;
  // As text: -0 is written as 0.
  if (JSON.stringify(after.read.value) !== JSON.stringify(meant(parsed.read.value)))
    throw new Error('an edited config file does not say what was meant');
  return { ok: true, text: edited };
}

/** The node at a path, or the last one on the way to it, and how far that is. */
function deepest(tree: JsonNode, path: readonly string[]): { readonly node: JsonNode; readonly depth: number } {
  let node = tree;
  for (const [depth, key] of path.entries()) {
    const next = node.members?.get(key);
    if (next === undefined) return { node, depth };
    node = next;
  }
  return { node, depth: path.length };
}

interface Insertion {
  readonly text: string;
  readonly node: JsonNode;
  readonly layout: Layout;
  /** Of the line the object begins on. */
  readonly indent: string;
}

function insertMember({ text, node, layout, indent }: Insertion, key: string, value: Json): readonly Change[] {
  const members = [...(node.members?.values() ?? [])];
  const last = members.at(-1);
  const close = node.end - 1;
  const comma = last === undefined ? undefined : commaAfter(text, last.end);
  const addComma: readonly Change[] =
    last === undefined || comma !== undefined ? [] : [{ start: last.end, end: last.end, text: ',' }];
  const inside = text.slice(node.start + 1, close);
  if (last !== undefined && !inside.includes('\n')) {
    const at = comma === undefined ? last.end : comma + 1;
    const member = ` ${JSON.stringify(key)}: ${layout.renderInline(value)}${comma === undefined ? '' : ','}`;
    return [...addComma, { start: at, end: at, text: member }];
  }
  const first = members[0]?.keyStart;
  const own = first !== undefined && layout.beginsLine(first) ? layout.indentOf(first) : indent + layout.unit;
  const at = node.start + 1 + lengthWithoutEnd(inside);
  const member = `${layout.newline}${own}${JSON.stringify(key)}: ${layout.render(value, own)}`;
  const rest = text.slice(at, close);
  return [
    ...addComma,
    { start: at, end: at, text: `${member}${comma === undefined ? '' : ','}` },
    ...(rest.includes('\n') ? [] : [{ start: at, end: close, text: `${layout.newline}${indent}` }]),
  ];
}

/** Only what JSON takes for space counts: any other, at the end of a comment, is part of it. */
function lengthWithoutEnd(text: string): number {
  let length = text.length;
  while (length > 0 && ' \t\r\n'.includes(text.charAt(length - 1))) length -= 1;
  return length;
}

function removeMember(text: string, parent: JsonNode, node: JsonNode): readonly Change[] {
  const members = [...(parent.members?.values() ?? [])];
  const previous = members[members.indexOf(node) - 1];
  const start = node.keyStart ?? node.start;
  const next = commaAfter(text, node.end);
  if (next !== undefined) return spans(text, { start, end: node.end }, next);
  // The last one: the comma before it goes too.
  const before = previous === undefined ? undefined : commaAfter(text, previous.end);
  if (before !== undefined && /^[ \t]*$/.test(text.slice(before + 1, start))) {
    return [{ start: before, end: node.end, text: '' }];
  }
  return spans(text, { start, end: node.end }, before);
}

/** Removes a member with its lines if it has them for itself, and a comma wherever it stands. */
function spans(text: string, { start, end }: Omit<Change, 'text'>, comma: number | undefined): readonly Change[] {
  const { wholeLines } = createLayout(text);
  const follows = comma !== undefined && comma >= end && text.slice(end, comma).trim() === '';
  const member = { ...wholeLines(start, follows ? comma + 1 : end), text: '' };
  return comma === undefined || follows ? [member] : [member, { start: comma, end: comma + 1, text: '' }];
}

function applyChanges(text: string, changes: readonly Change[]): string {
  let edited = '';
  let copied = 0;
  for (const { start, end, text: put } of changes.toSorted((a, b) => a.start - b.start || a.end - b.end)) {
    edited += text.slice(copied, start) + put;
    copied = end;
  }
  return edited + text.slice(copied);
}
