import { cutEnd } from '../../base/text.js';

const maxShownLines = 12;
const maxShownChars = 160;
const maxLines = 50_000;
const maxVotes = 200_000;

/** What to tell when a text is not found: the block of the file most like it, and where the two first differ. */
export function describeNearest(content: string, wanted: string, shown: string): string {
  const lines = content.split(/\r?\n/, maxLines);
  const target = wanted.split(/\r?\n/);
  if (target.at(-1) === '' && target.length > 1) target.pop();
  const lead = `old_text is not in ${shown}.`;
  if (isNumbered(target) && lines.join('\n').includes(target.map((line) => line.replace(lineNumber, '')).join('\n')))
    return `${lead} It is without the line numbers that read_file shows: leave them out, of new_text too.`;
  const start = bestStart(lines, target);
  if (start === undefined)
    return `${lead} Nothing in it is alike: read_file it and copy the text exactly, without line numbers.`;
  const block = lines.slice(start, start + Math.min(target.length, maxShownLines));
  const numbered = block.map((line, index) => `${start + index + 1}: ${cutEnd(line, maxShownChars)}`).join('\n');
  return `${lead} The nearest block is:\n${numbered}\n${firstDifference(lines, target, start)} Copy the text exactly as it is in the file.`;
}

const lineNumber = /^\s*\d+: ?/;

const isNumbered = (lines: readonly string[]): boolean => lines.every((line) => lineNumber.test(line));

/** The line where a block starts that shares the most lines with the target; else the one most like its longest line. */
function bestStart(lines: readonly string[], target: readonly string[]): number | undefined {
  const places = new Map<string, number[]>();
  for (const [index, line] of lines.entries()) {
    const key = line.trim();
    const known = places.get(key);
    if (known === undefined) places.set(key, [index]);
    else if (key !== '' && known.length < 200) known.push(index);
  }
  const votes = new Map<number, number>();
  let cast = 0;
  for (const [offset, line] of target.entries()) {
    const key = line.trim();
    if (key.length < 2 || cast > maxVotes) continue;
    for (const index of places.get(key) ?? []) {
      cast += 1;
      if (index >= offset) votes.set(index - offset, (votes.get(index - offset) ?? 0) + Math.min(key.length, 40));
    }
  }
  let best: number | undefined;
  for (const [start, count] of votes) if (best === undefined || count > (votes.get(best) ?? 0)) best = start;
  return best ?? mostAlike(lines, target);
}

function mostAlike(lines: readonly string[], target: readonly string[]): number | undefined {
  const longest = target.reduce(
    (best, line, index) => (line.trim().length > (target[best]?.trim().length ?? 0) ? index : best),
    0,
  );
  const wanted = pairsOf(target[longest] ?? '');
  if (wanted.size === 0) return undefined;
  let best: number | undefined;
  let bestScore = 0.4;
  for (const [index, line] of lines.entries()) {
    if (index < longest) continue;
    const score = likeness(wanted, pairsOf(line));
    if (score <= bestScore) continue;
    best = index - longest;
    bestScore = score;
  }
  return best;
}

/** Pairs of neighbouring characters: a cheap likeness that survives insertions. */
function pairsOf(line: string): Set<string> {
  const text = line.trim().slice(0, 200);
  const pairs = new Set<string>();
  for (let at = 0; at + 1 < text.length; at += 1) pairs.add(text.slice(at, at + 2));
  return pairs;
}

function likeness(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let shared = 0;
  for (const pair of b) if (a.has(pair)) shared += 1;
  return (2 * shared) / (a.size + b.size || 1);
}

function firstDifference(lines: readonly string[], target: readonly string[], start: number): string {
  for (const [offset, wanted] of target.entries()) {
    const line = lines[start + offset];
    if (line === undefined) return `The file ends at line ${lines.length}, before line ${offset + 1} of old_text.`;
    if (line === wanted) continue;
    let column = 0;
    while (column < line.length && line[column] === wanted[column]) column += 1;
    const from = Math.max(0, column - 20);
    return `The first difference is at line ${start + offset + 1}, column ${column + 1}: the file has ${quote(line, from)}, old_text has ${quote(wanted, from)}.`;
  }
  return 'It differs only in line ends or in text around these lines.';
}

const quote = (line: string, from: number): string => JSON.stringify(cutEnd(line.slice(from), 60));
