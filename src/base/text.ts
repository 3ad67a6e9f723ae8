/** Cuts to at most `max` UTF-16 units without splitting a code point. */
export function cutEnd(text: string, max: number): string {
  if (text.length <= max) return text;
  const end = max > 0 && isHighSurrogate(text.charCodeAt(max - 1)) ? max - 1 : max;
  return text.slice(0, Math.max(0, end));
}

/** Keeps at most the last `max` UTF-16 units without splitting a code point. */
export function cutStart(text: string, max: number): string {
  if (text.length <= max) return text;
  const start = text.length - max;
  return text.slice(isLowSurrogate(text.charCodeAt(start)) ? start + 1 : start);
}

/**
 * Head and tail of a text that is too long, with a notice between them; the whole, notice included, is at most `max`.
 * The notice is told how many characters were left out.
 */
export function boundText(text: string, max: number, notice: (left: number) => string): string {
  if (text.length <= max) return text;
  // Whether it tells what was left out or what is there: the longer of both fits.
  const room = Math.max(0, max - Math.max(notice(text.length).length, notice(0).length));
  const head = cutEnd(text, Math.ceil(room * 0.6));
  const tail = cutStart(text, room - Math.ceil(room * 0.6));
  return cutEnd(head + notice(text.length - head.length - tail.length) + tail, max);
}

/** The first line, cut at `max` characters, for one-line displays. */
export function firstLine(text: string, max = 96): string {
  const line = text.trimStart().split(/\r?\n/, 1)[0] ?? '';
  return line.length > max ? `${cutEnd(line, max - 1)}…` : line;
}

/** `1.5 KB`, `12 MB`: for people. */
export function humanSize(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  const units = ['KB', 'MB', 'GB', 'TB'];
  let value = bytes / 1000;
  let unit = 0;
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} ${units[unit]}`;
}

/** `1 file`, `3 files`. */
export const plural = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** The words of a long list, written one after another. */
export const words = (list: string): readonly string[] => list.trim().split(/\s+/);

/** `1.5 seconds`, `2 minutes`: a time for people and models, never shorter than it is. */
export function formatDuration(ms: number): string {
  if (ms < 1000) return plural(Math.ceil(ms), 'millisecond');
  if (ms < 60_000) return plural(Math.ceil(ms / 100) / 10, 'second');
  if (ms < 3_600_000) return plural(Math.ceil(ms / 6000) / 10, 'minute');
  return plural(Math.ceil(ms / 360_000) / 10, 'hour');
}

const isHighSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff;
const isLowSurrogate = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff;
