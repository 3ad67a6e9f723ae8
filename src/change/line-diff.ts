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
  if (removed === 0 || added === 0 || Math.abs(removed - added) > maxEdits || removed + added > maxLines)
    return [whole];
  const numbers = new Map<string, number>();
  const script = shortestScript(
    numberLines(a.slice(start, whole.aEnd), numbers),
    numberLines(b.slice(start, whole.bEnd), numbers),
  );
  return script === undefined ? [whole] : joinEdits(script, start);
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
  return Int32Array.from(lines, (line) => {
    const known = numbers.get(line);
    if (known !== undefined) return known;
    numbers.set(line, numbers.size);
    return numbers.size - 1;
  });
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

function joinEdits(edits: readonly Edit[], start: number): Block[] {
  const blocks: { -readonly [K in keyof Block]: number }[] = [];
  for (const { x, y, removes } of edits) {
    let block = blocks.at(-1);
    if (block === undefined || block.aEnd !== start + x || block.bEnd !== start + y) {
      block = { aStart: start + x, aEnd: start + x, bStart: start + y, bEnd: start + y };
      blocks.push(block);
    }
    if (removes) block.aEnd += 1;
    else block.bEnd += 1;
  }
  return blocks;
}
