const lineFeed = 10;
const blockBytes = 64 * 1024;

/**
 * The part of two contents in which they differ, in whole lines, with some lines of what both have around it. Of large
 * contents with a small difference hardly more than the difference is left to be read.
 */
export function changedPart(base: Uint8Array, content: Uint8Array, contextLines: number) {
  const a = asBuffer(base);
  const b = asBuffer(content);
  const same = commonStart(a, b);
  const start = lineStart(a, same, contextLines);
  const end = lineEnd(a, commonEnd(a, b, same), contextLines);
  return {
    base: a.subarray(start, a.length - end),
    content: b.subarray(start, b.length - end),
    /** How many lines stand before it, in both. */
    linesBefore: countFeeds(a, start),
  };
}

const asBuffer = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** How many bytes both begin with. */
function commonStart(a: Buffer, b: Buffer): number {
  const most = Math.min(a.length, b.length);
  let at = 0;
  while (at + blockBytes <= most && a.compare(b, at, at + blockBytes, at, at + blockBytes) === 0) at += blockBytes;
  while (at < most && a[at] === b[at]) at += 1;
  return at;
}

/** How many bytes both end with, not counting those they begin with. */
function commonEnd(a: Buffer, b: Buffer, begun: number): number {
  const most = Math.min(a.length, b.length) - begun;
  const same = (from: number, to: number): boolean =>
    a.compare(b, b.length - to, b.length - from, a.length - to, a.length - from) === 0;
  let length = 0;
  while (length + blockBytes <= most && same(length, length + blockBytes)) length += blockBytes;
  while (length < most && a[a.length - 1 - length] === b[b.length - 1 - length]) length += 1;
  return length;
}

/** Where the line at `at` starts, and so many lines before it. */
function lineStart(bytes: Buffer, at: number, linesBefore: number): number {
  let start = at;
  for (let line = 0; line <= linesBefore && start > 0; line += 1) {
    const from = line === 0 ? start - 1 : start - 2;
    start = from < 0 ? 0 : bytes.lastIndexOf(lineFeed, from) + 1;
  }
  return start;
}

/** How many bytes of `length` at the end are left when the line they begin in, and so many after it, are taken off. */
function lineEnd(bytes: Buffer, length: number, linesAfter: number): number {
  let at = bytes.length - length;
  for (let line = 0; line <= linesAfter && at < bytes.length; line += 1) {
    const feed = bytes.indexOf(lineFeed, at);
    at = feed === -1 ? bytes.length : feed + 1;
  }
  return bytes.length - at;
}

/** Four bytes at a time: most hold no line feed, and one test tells. */
function countFeeds(bytes: Buffer, end: number): number {
  const aligned = Math.min(end, -bytes.byteOffset & 3);
  const words = new Int32Array(bytes.buffer, bytes.byteOffset + aligned, (end - aligned) >> 2);
  let count = countBytes(bytes, 0, aligned);
  for (let word = 0; word < words.length; word += 1) {
    // A byte of it is zero where there is a line feed.
    const marked = (words[word] ?? 0) ^ 0x0a0a0a0a;
    if (((marked - 0x01010101) & ~marked & 0x80808080) === 0) continue;
    count += countBytes(bytes, aligned + 4 * word, aligned + 4 * word + 4);
  }
  return count + countBytes(bytes, aligned + 4 * words.length, end);
}

function countBytes(bytes: Buffer, start: number, end: number): number {
  let count = 0;
  for (let at = start; at < end; at += 1) if (bytes[at] === lineFeed) count += 1;
  return count;
}
