export interface LineRange {
  /** Counted from 1, inclusive. */
  readonly start: number;
  readonly end: number;
  /** Only about so much is decoded: whole lines, or the start of one that is longer. */
  readonly maxBytes: number;
  /** What is more is cut within a line. */
  readonly withinLine?: boolean;
}

export interface LineSlice {
  readonly lines: readonly string[];
  /** How many lines there are in all that was read. */
  readonly totalLines: number;
}

const lineFeed = 10;
const bom = Buffer.from([0xef, 0xbb, 0xbf]);

/**
 * Takes lines out of content that comes in pieces; what lies outside the range is counted and not kept. CRLF ends a line
 * too; a BOM is dropped. The first piece holds the BOM whole.
 */
export function collectLines({ start, end, maxBytes, withinLine = false }: LineRange) {
  const kept: Buffer[] = [];
  let keptBytes = 0;
  let feeds = 0;
  let bytes = 0;
  let last = lineFeed;
  let within = start === 1;
  let first = true;

  const keep = (part: Buffer): void => {
    const room = maxBytes + 4 - keptBytes;
    if (room <= 0 || part.length === 0) return;
    // The piece is only lent.
    const copy = Buffer.from(part.subarray(0, room));
    kept.push(copy);
    keptBytes += copy.length;
  };

  return {
    push(piece: Uint8Array) {
      const whole = Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength);
      const body = first && whole.subarray(0, 3).equals(bom) ? whole.subarray(3) : whole;
      first = false;
      if (body.length === 0) return;
      let from = within ? 0 : -1;
      for (let at = 0; at < body.length; at += 1) {
        if (body[at] !== lineFeed) continue;
        feeds += 1;
        if (feeds === start - 1) from = at + 1;
        if (feeds !== end || from === -1) continue;
        keep(body.subarray(from, at + 1));
        from = -1;
      }
      if (from !== -1) keep(body.subarray(from));
      within = from !== -1;
      bytes += body.length;
      last = body[body.length - 1] ?? last;
    },
    /** Whether nothing more is wanted but the count. */
    get complete() {
      return feeds >= end || keptBytes > maxBytes;
    },
    end(): LineSlice {
      const totalLines = feeds + (bytes > 0 && last !== lineFeed ? 1 : 0);
      return { lines: decodeLines(Buffer.concat(kept), { maxBytes, withinLine }), totalLines };
    },
  };
}

type Cut = Required<Pick<LineRange, 'maxBytes' | 'withinLine'>>;

function decodeLines(body: Buffer, cut: Cut): readonly string[] {
  if (body.length === 0) return [];
  const text = body.toString('utf8', 0, body.length > cut.maxBytes ? cutAt(body, cut) : body.length);
  const lines = (text.endsWith('\n') ? text.slice(0, -1) : text).split('\n');
  return lines.map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line));
}

/** Behind the last whole line within the bound; within a line, where a character starts. */
function cutAt(body: Buffer, { maxBytes, withinLine }: Cut): number {
  let end = maxBytes;
  const feed = withinLine ? -1 : body.lastIndexOf(lineFeed, end - 1);
  if (feed >= 0) return feed + 1;
  while (((body[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return end;
}
