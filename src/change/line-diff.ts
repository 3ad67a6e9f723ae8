/** Lines `aStart…aEnd` of the old text became lines `bStart…bEnd` of the new one; counted from 0, ends exclusive. */
export interface Block {
  readonly aStart: number;
  readonly aEnd: number;
  readonly bStart: number;
  readonly bEnd: number;
}

const maxEdits = 2000;
const maxLines = 50_000;
const maxSteps = 20_000_000;

/**
 * What changed between two texts, line by line, in order. The shortest script where it is found within a bounded
 * amount of work (Myers' algorithm); otherwise everything between the common start and end is one block.
 */
export function diffLines(a: readonly string[], b: readonly string[]): readonly Block[] {
  const shorter = Math.min(a.length, b.length);
  let start = 0;
  while (start < shorter && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < shorter - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end += 1;
  const whole: Block = { aStart: start, aEnd: a.length - end, bStart: start, bEnd: b.length - end };
  const removed = whole.aEnd - start;
  const added = whole.bEnd - start;
  if (removed === 0 && added === 0) return [];
  if (removed === 0 || added === 0 || removed + added > maxLines) return [whole];
  const numbers = new Map<string, number>();
  const oldLines = numberLines(a.slice(start, whole.aEnd), numbers);
  const newLines = numberLines(b.slice(start, whole.bEnd), numbers);
  // What is found in one text only is removed or added, whatever becomes of the rest.
  const old = sharedLines(oldLines, newLines, numbers.size);
  const fresh = sharedLines(newLines, oldLines, numbers.size);
  if (Math.abs(old.numbers.length - fresh.numbers.length) > maxEdits) return [whole];
  const script = shortestScript(old.numbers, fresh.numbers);
  return script === undefined ? [whole] : blocksBetween(matchesOf(script, { old, fresh }), whole);
}

/** Lines with their line ends; a last line without one differs from the same line with one. */
export function splitLines(text: string): string[] {
  const lines: string[] = [];
  for (let at = 0; at < text.length; ) {
    const end = text.indexOf('\n', at);
    const next = end === -1 ? text.length : end + 1;
    lines.push(text.slice(at, next));
    at = next;
  }
  return lines;
}

function numberLines(lines: readonly string[], numbers: Map<string, number>): Int32Array {
  const numbered = new Int32Array(lines.length);
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    const known = numbers.get(line);
    numbered[at] = known ?? numbers.size;
    if (known === undefined) numbers.set(line, numbers.size);
  }
  return numbered;
}

/** Lines that the other text has too, with where they stand. */
type SharedLines = ReturnType<typeof sharedLines>;

function sharedLines(lines: Int32Array, others: Int32Array, count: number) {
  const known = new Uint8Array(count);
  for (let index = 0; index < others.length; index += 1) known[others[index] ?? 0] = 1;
  const at = new Int32Array(lines.length);
  const shared = new Int32Array(lines.length);
  let length = 0;
  for (let index = 0; index < lines.length; index += 1) {
    const number = lines[index] ?? 0;
    if (known[number] !== 1) continue;
    at[length] = index;
    shared[length] = number;
    length += 1;
  }
  return { numbers: shared.subarray(0, length), at: at.subarray(0, length) };
}

/** One line removed at (x, y), or one line of the new text inserted there. */
interface Edit {
  readonly x: number;
  readonly y: number;
  readonly removes: boolean;
}

function shortestScript(a: Int32Array, b: Int32Array): Edit[] | undefined {
  const max = Math.min(a.length + b.length, maxEdits);
  const middle = max + 1;
  const reach = new Int32Array(2 * max + 3);
  const trace: Int32Array[] = [];
  let steps = 0;
  for (let d = 0; d <= max && steps < maxSteps; d += 1) {
    for (let k = -d; k <= d; k += 2) {
      const left = reach[middle + k - 1] ?? 0;
      const right = reach[middle + k + 1] ?? 0;
      let x = comesFromRight(k, d, left, right) ? right : left + 1;
      const before = x;
      while (x < a.length && x - k < b.length && a[x] === b[x - k]) x += 1;
      steps += 1 + x - before;
      reach[middle + k] = x;
      if (x >= a.length && x - k >= b.length) return trackBack(trace, a.length, b.length);
    }
    trace.push(reach.slice(middle - d, middle + d + 1));
  }
  return undefined;
}

function trackBack(trace: readonly Int32Array[], endX: number, endY: number): Edit[] {
  const edits: Edit[] = [];
  let x = endX;
  let y = endY;
  for (let d = trace.length; d > 0; d -= 1) {
    const reach = trace[d - 1] ?? new Int32Array();
    const k = x - y;
    const left = reach[k - 1 + d - 1] ?? 0;
    const right = reach[k + 1 + d - 1] ?? 0;
    const fromRight = comesFromRight(k, d, left, right);
    x = fromRight ? right : left;
    y = x - (fromRight ? k + 1 : k - 1);
    edits.push({ x, y, removes: !fromRight });
  }
  return edits.reverse();
}

const comesFromRight = (k: number, d: number, left: number, right: number): boolean =>
  k === -d || (k !== d && left < right);

/** The lines that stay, as pairs of where they stand in the old and in the new text. */
function* matchesOf(
  edits: readonly Edit[],
  { old, fresh }: { readonly old: SharedLines; readonly fresh: SharedLines },
): Generator<readonly [number, number]> {
  let x = 0;
  let y = 0;
  for (const edit of [...edits, { x: old.at.length, y: fresh.at.length, removes: false }]) {
    for (; x < edit.x && y < edit.y; x += 1, y += 1) yield [old.at[x] ?? 0, fresh.at[y] ?? 0];
    if (edit.removes) x += 1;
    else y += 1;
  }
}

/** What lies between the lines that stay. */
function blocksBetween(matches: Iterable<readonly [number, number]>, whole: Block): Block[] {
  const blocks: Block[] = [];
  let { aStart, bStart } = whole;
  const close = (aEnd: number, bEnd: number): void => {
    if (aEnd > aStart || bEnd > bStart) blocks.push({ aStart, aEnd, bStart, bEnd });
    aStart = aEnd + 1;
    bStart = bEnd + 1;
  };
  for (const [x, y] of matches) close(whole.aStart + x, whole.bStart + y);
  close(whole.aEnd, whole.bEnd);
  return blocks;
}
