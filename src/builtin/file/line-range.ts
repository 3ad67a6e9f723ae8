export interface LineRange {
  /** Counted from 1, inclusive. */
  readonly start: number;
  readonly end: number;
  /** Only about so much is decoded: whole lines, or the start of one that is longer. */
  readonly maxBytes: number;
}

export interface LineSlice {
  readonly lines: readonly string[];
  readonly totalLines: number;
}

const lineFeed = 10;
const bom = Buffer.from([0xef, 0xbb, 0xbf]);

/** Lines of some bytes; what lies outside the range is counted but not decoded. CRLF ends a line too; a BOM is dropped. */
export function sliceLines(content: Uint8Array, { start, end, maxBytes }: LineRange): LineSlice {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  const body = bytes.subarray(0, 3).equals(bom) ? bytes.subarray(3) : bytes;
  let totalLines = 0;
  let from = body.length;
  let to = body.length;
  for (let at = 0; at < body.length; ) {
    totalLines += 1;
    if (totalLines === start) from = at;
    const feed = body.indexOf(lineFeed, at);
    at = feed === -1 ? body.length : feed + 1;
    if (totalLines === end) to = at;
  }
  if (from >= to) return { lines: [], totalLines };
  const text = body.toString('utf8', from, to - from > maxBytes ? cutAt(body, from, maxBytes) : to);
  const lines = (text.endsWith('\n') ? text.slice(0, -1) : text).split('\n');
  return { lines: lines.map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line)), totalLines };
}

/** Behind the last whole line within the bound; within a line, where a character starts. */
function cutAt(body: Buffer, from: number, maxBytes: number): number {
  let end = from + maxBytes;
  const feed = body.lastIndexOf(lineFeed, end - 1);
  if (feed >= from) return feed + 1;
  while (((body[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return end;
}
