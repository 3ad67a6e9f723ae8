import { findPlaces } from './find-places.js';

/** A part of a text: from where to where, the end exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/**
 * Where a text stands when white space may be another: a run of it is any run, and around `( ) { } [ ] ; : , .` there may
 * be some or none. What stands around the match stays out of it, but for white space that the text itself begins or ends
 * with. Linear: both texts are squeezed once, then one is searched for in the other.
 */
export function findFlexible(content: string, text: string): readonly Span[] {
  const wanted = squeeze(text);
  if (wanted === '') return [];
  const starts = findPlaces(squeeze(content), wanted);
  const spans = originalSpans(content, starts, wanted.length);
  const outer = outerSpace(text);
  return spans.map((span) => withOuter(content, span, outer)).filter((span) => span !== undefined);
}

const space = 32;

/** The text with one space for each run of white space, and none at its ends and around punctuation. */
function squeeze(text: string): string {
  const units = new Uint16Array(text.length);
  let length = 0;
  walk(text, (unit) => {
    units[length] = unit;
    length += 1;
    return true;
  });
  return Buffer.from(units.buffer, 0, 2 * length).toString('utf16le');
}

/** Hands over the units of the squeezed text and where in the text they stand, until it is told to stop. */
function walk(text: string, take: (unit: number, at: number) => boolean): void {
  let gap = false;
  // At the start a gap counts for nothing, as beside punctuation.
  let loose = true;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (isSpace(unit)) {
      gap = true;
      continue;
    }
    const punctuation = isPunctuation(unit);
    if (gap && !loose && !punctuation && !take(space, at - 1)) return;
    if (!take(unit, at)) return;
    gap = false;
    loose = punctuation;
  }
}

/** Where matches in the squeezed text, in order, lie in the text itself. */
function originalSpans(content: string, starts: readonly number[], length: number): readonly Span[] {
  if (starts.length === 0) return [];
  const from: number[] = [];
  const to: number[] = [];
  let squeezed = 0;
  walk(content, (_unit, at) => {
    if (squeezed === starts[from.length]) from.push(at);
    if (squeezed === (starts[to.length] ?? 0) + length - 1) to.push(at + 1);
    squeezed += 1;
    return to.length < starts.length;
  });
  return from.map((start, index) => ({ start, end: to[index] ?? content.length }));
}

type OuterSpace = ReturnType<typeof outerSpace>;

function outerSpace(text: string) {
  let start = 0;
  while (start < text.length && isSpace(text.charCodeAt(start))) start += 1;
  let end = text.length;
  while (end > start && isSpace(text.charCodeAt(end - 1))) end -= 1;
  const head = text.slice(0, start);
  const tail = text.slice(end);
  return {
    head,
    tail,
    /** Whether some has to be there: beside punctuation none has to. */
    needsHead: head !== '' && !isPunctuation(text.charCodeAt(start)),
    needsTail: tail !== '' && !isPunctuation(text.charCodeAt(end - 1)),
  };
}

/** With the white space the text begins and ends with: no more line ends than it has there. */
function withOuter(content: string, span: Span, { head, tail, needsHead, needsTail }: OuterSpace): Span | undefined {
  const start = head === '' ? span.start : spaceBefore(content, span.start, head);
  const end = tail === '' ? span.end : spaceAfter(content, span.end, tail);
  if ((needsHead && start === span.start) || (needsTail && end === span.end)) return undefined;
  return { start, end };
}

function spaceBefore(content: string, from: number, head: string): number {
  let feeds = countFeeds(head);
  let at = from;
  while (at > 0 && isSpace(content.charCodeAt(at - 1))) {
    const feed = content.charCodeAt(at - 1) === lineFeed;
    if (feed && feeds === 0) break;
    if (feed) feeds -= 1;
    at -= 1;
    // What stands before its first line end is of the line before.
    if (feed && feeds === 0 && /^\r?\n/.test(head)) return content.charCodeAt(at - 1) === carriageReturn ? at - 1 : at;
  }
  return at;
}

function spaceAfter(content: string, from: number, tail: string): number {
  let feeds = countFeeds(tail);
  let at = from;
  while (at < content.length && isSpace(content.charCodeAt(at))) {
    const feed = content.charCodeAt(at) === lineFeed;
    if (feed && feeds === 0) break;
    if (feed) feeds -= 1;
    at += 1;
    if (feed && feeds === 0 && tail.endsWith('\n')) return at;
  }
  // Half a line end stays with its other half.
  return content.charCodeAt(at) === lineFeed && content.charCodeAt(at - 1) === carriageReturn ? at - 1 : at;
}

const lineFeed = 10;
const carriageReturn = 13;

const countFeeds = (text: string): number => text.split('\n').length - 1;

/** As `\s` in a regular expression, but for the byte order mark, which no edit takes away. */
function isSpace(unit: number): boolean {
  if (unit <= space) return unit === space || (unit >= 9 && unit <= 13);
  if (unit < 160) return false;
  return unit === 160 || unit === 0x1680 || (unit >= 0x2000 && unit <= 0x200a) || otherSpaces.has(unit);
}

const otherSpaces: ReadonlySet<number> = new Set([0x2028, 0x2029, 0x202f, 0x205f, 0x3000]);

const punctuation = new Uint8Array(128);
for (const char of '(){}[];:,.') punctuation[char.charCodeAt(0)] = 1;

const isPunctuation = (unit: number): boolean => unit < 128 && punctuation[unit] === 1;
