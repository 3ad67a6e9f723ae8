import { newMark } from '../../policy/secret/mask-marks.js';
import { fail, type ToolFailure } from '../../tool/outcome.js';
import { describeNearest } from './nearest-block.js';

export interface TextEdit {
  readonly oldText: string;
  readonly newText: string;
  readonly replaceAll: boolean;
  /** Of several matches the first is meant. */
  readonly first?: boolean;
}

export interface Edited {
  readonly text: string;
  readonly count: number;
  /** The texts were given with LF and took the CRLF of the file. */
  readonly keptCrlf: boolean;
}

const maxCounted = 1000;
const maxNamed = 10;

/** Replaces one exact text by another. Everything else stays as it is, and nothing in either text is special. */
export function editText(content: string, edit: TextEdit, shown: string): Edited | ToolFailure {
  const exact = isCrlf(content) ? undefined : attempt(content, edit, shown);
  if (exact !== undefined) return exact;
  const adapted = content.includes('\r\n') ? adapt(edit) : edit;
  const found = adapted === edit ? undefined : attempt(content, adapted, shown);
  if (found === undefined) return notFound(content, edit, shown);
  return 'count' in found
    ? { ...found, keptCrlf: adapted.oldText !== edit.oldText || adapted.newText !== edit.newText }
    : found;
}

function notFound(content: string, { oldText }: TextEdit, shown: string): ToolFailure {
  const mark = newMark(content, oldText);
  if (mark === undefined) return fail('not_found', describeNearest(content, oldText, shown));
  return fail(
    'not_found',
    `old_text is not in ${shown}: it holds ${mark}, which is a mask in place of a secret that stands there. Give text that begins and ends beside it, so that the secret stays as it is.`,
  );
}

/** Undefined when the text is not there. */
function attempt(
  content: string,
  { oldText, newText, replaceAll, first = false }: TextEdit,
  shown: string,
): Edited | ToolFailure | undefined {
  if (replaceAll) {
    return replaceEach(content, oldText, newText);
  }
  const places = findPlaces(content, oldText);
  const [at] = places;
  if (at === undefined) return undefined;
  if (places.length > 1 && !first) return ambiguous(content, places, shown);
  return { text: content.slice(0, at) + newText + content.slice(at + oldText.length), count: 1, keptCrlf: false };
}

/** Where the text starts, overlapping ones too: each of them could be the one that was meant. */
function findPlaces(content: string, text: string): number[] {
  return text.length > maxNaive ? findLong(content, text) : findShort(content, text);
}

/** `indexOf` is fast, but on text that repeats itself its time grows with both lengths multiplied. */
const maxNaive = 1000;

function findShort(content: string, text: string): number[] {
  const places: number[] = [];
  for (let at = content.indexOf(text); at !== -1 && places.length < maxCounted; at = content.indexOf(text, at + 1)) {
    places.push(at);
  }
  return places;
}

/** Knuth, Morris and Pratt: linear, whatever the two texts are. */
function findLong(content: string, text: string): number[] {
  const borders = new Int32Array(text.length);
  for (let at = 1, length = 0; at < text.length; at += 1) {
    while (length > 0 && text[at] !== text[length]) length = borders[length - 1] ?? 0;
    if (text[at] === text[length]) length += 1;
    borders[at] = length;
  }
  const places: number[] = [];
  for (let at = 0, length = 0; at < content.length && places.length < maxCounted; at += 1) {
    while (length > 0 && content[at] !== text[length]) length = borders[length - 1] ?? 0;
    if (content[at] === text[length]) length += 1;
    if (length < text.length) continue;
    places.push(at - text.length + 1);
    length = borders[length - 1] ?? 0;
  }
  return places;
}

function replaceEach(content: string, oldText: string, newText: string): Edited | undefined {
  if (oldText.length <= maxNaive) {
    const parts = content.split(oldText);
    return parts.length === 1 ? undefined : { text: parts.join(newText), count: parts.length - 1, keptCrlf: false };
  }
  const parts: string[] = [];
  let from = 0;
  for (const at of findLong(content, oldText)) {
    if (at < from) continue;
    parts.push(content.slice(from, at));
    from = at + oldText.length;
  }
  if (parts.length === 0) return undefined;
  return { text: [...parts, content.slice(from)].join(newText), count: parts.length, keptCrlf: false };
}

function ambiguous(content: string, places: readonly number[], shown: string): ToolFailure {
  const lines: number[] = [];
  let line = 1;
  let from = 0;
  for (const at of places.slice(0, maxNamed)) {
    for (let feed = content.indexOf('\n', from); feed !== -1 && feed < at; feed = content.indexOf('\n', from)) {
      line += 1;
      from = feed + 1;
    }
    lines.push(line);
  }
  const count = places.length === maxCounted ? `at least ${maxCounted}` : String(places.length);
  const more = places.length > maxNamed ? ', …' : '';
  return fail(
    'ambiguous',
    `old_text is found ${count} times in ${shown}, at lines ${lines.join(', ')}${more}. Nothing was changed: add lines around it until it is unique, or set replace_all.`,
  );
}

/** Every line of the file ends with CRLF. */
export function isCrlf(content: string): boolean {
  let feed = content.indexOf('\n');
  if (feed === -1) return false;
  for (; feed !== -1; feed = content.indexOf('\n', feed + 1)) if (content.charCodeAt(feed - 1) !== 13) return false;
  return true;
}

export const toCrlf = (text: string): string => text.replaceAll(/\r?\n/g, '\r\n');

function adapt(edit: TextEdit): TextEdit {
  return { ...edit, oldText: toCrlf(edit.oldText), newText: toCrlf(edit.newText) };
}
