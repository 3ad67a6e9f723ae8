import { cutEnd } from '../../base/text.js';

/** Of a longer line so much is shown. */
const maxLineChars = 300;
/** What the number of a line and its ends take. */
const overhead = 10;
const contextLines = 2;
const maxWords = 60;
/** How much of the room its beginning takes at most, and how much what the conversation names. */
const headShare = 0.15;
const namedShare = 0.6;

/** A line as it is shown, with its number from 1. */
export interface ShownLine {
  readonly number: number;
  readonly text: string;
}

/**
 * The lines of a file that is too long to be shown whole, as many as there is room for: how it begins, what the conversation
 * names, and of the rest what is least indented, evenly over the whole file.
 */
export function condenseFile(
  lines: readonly string[],
  { said, room }: { said: string; room: number },
): readonly ShownLine[] {
  const shown = new Set<number>();
  let left = room;
  const take = (at: number): boolean => {
    const line = lines[at];
    if (line === undefined || shown.has(at)) return true;
    const cost = Math.min(line.length, maxLineChars) + overhead;
    if (cost > left) return false;
    left -= cost;
    shown.add(at);
    return true;
  };
  const takeWhile = (places: Iterable<number>, until: number): void => {
    for (const at of places) if (left <= until || !take(at)) return;
  };
  takeWhile(lines.keys(), room * (1 - headShare));
  takeWhile(named(lines, said), room * (1 - headShare - namedShare));
  takeWhile(spread(lines), 0);
  return [...shown]
    .sort((one, other) => one - other)
    .map((at) => ({ number: at + 1, text: cutEnd(lines[at] ?? '', maxLineChars) }));
}

/** The lines with most of the words of a conversation first, each with those around it. */
function* named(lines: readonly string[], said: string): Iterable<number> {
  const words = [...new Set(said.toLowerCase().match(/[\p{L}_][\p{L}\p{N}_]{3,}/gu) ?? [])].slice(-maxWords);
  const scored: { readonly at: number; readonly score: number }[] = [];
  for (const [at, line] of lines.entries()) {
    const text = line.toLowerCase();
    const score = words.reduce((sum, word) => (text.includes(word) ? sum + 1 : sum), 0);
    if (score > 0) scored.push({ at, score });
  }
  scored.sort((one, other) => other.score - one.score || one.at - other.at);
  for (const { at } of scored) for (let next = at - contextLines; next <= at + contextLines; next += 1) yield next;
}

/** Coarse steps first, then the lines between them: wherever the room ends, the whole file was gone over. */
function* spread(lines: readonly string[]): Iterable<number> {
  const heads = [...lines.keys()].filter((at) => /^[^\s})\]]/.test(lines[at] ?? ''));
  for (const places of [heads, [...lines.keys()]])
    for (let step = 2 ** Math.ceil(Math.log2(places.length + 1)); step >= 1; step /= 2)
      for (let at = step - 1; at < places.length; at += 2 * step) yield places[at] ?? 0;
}
