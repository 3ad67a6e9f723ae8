import { escapeSigns, isEscapeSign, readEscape } from './escape.js';
import type { Match, Searched } from './match.js';
import type { Spelling } from './spelling.js';

/** The spelling at `at`, any of whose characters may be escaped. */
export function matchSpelling(spelling: Spelling, searched: Searched, at: number): Match | undefined {
  const { bytes, end, final } = searched;
  const wanted = spelling.bytes;
  let same = 0;
  while (same < wanted.length && at + same < end && wanted[same] === bytes[at + same]) same += 1;
  if (same === wanted.length) return { kind: 'whole', from: at, to: at + same };
  if (at + same === end) return final ? undefined : { kind: 'open', from: at, to: end };
  const differs = bytes[at + same];
  if (!isEscapeSign(differs) && !(spelling.wraps && isBreak(differs)) && spelling.signs.length === 0) return undefined;
  // The first that fits counts, also when it is open: what is found must not depend on where the bytes are cut.
  for (const sign of escapeSigns) {
    for (const signFirst of spelling.signs.includes(sign) ? [false, true] : [false]) {
      const match = matchEscaped(spelling, searched, { at, sign, signFirst });
      if (match !== undefined) return match;
    }
  }
  return undefined;
}

interface Attempt {
  readonly at: number;
  readonly sign: number;
  /** Where the sign is a byte of the value itself, it is taken for that and not for an escape. */
  readonly signFirst: boolean;
}

function matchEscaped(spelling: Spelling, searched: Searched, { at, sign, signFirst }: Attempt): Match | undefined {
  const { bytes, end, final } = searched;
  const { bytes: wanted, wraps } = spelling;
  let done = 0;
  let next = at;
  let breaks = 0;
  while (done < wanted.length) {
    if (next >= end) return final ? undefined : { kind: 'open', from: at, to: end };
    const byte = bytes[next];
    const plain = byte === wanted[done];
    const read = byte === sign && !(signFirst && plain) ? readEscape(bytes, next, end) : undefined;
    if (read === 'cut' && !final) return { kind: 'open', from: at, to: end };
    const escaped = typeof read === 'object' ? read : undefined;
    if (escaped?.means.every((part, index) => part === wanted[done + index])) {
      done += escaped.means.length;
      next += escaped.length;
      breaks = 0;
    } else if (plain) {
      done += 1;
      next += 1;
      breaks = 0;
    } else if (wraps && done > 0 && breaks < maxBreak && isBreak(escaped?.means[0] ?? byte)) {
      next += escaped?.length ?? 1;
      breaks += 1;
    } else {
      return undefined;
    }
  }
  return { kind: 'whole', from: at, to: next };
}

/** The end of a line, and how far the next one is indented. */
export const maxBreak = 20;

/** What lines are broken with. */
export const isBreak = (byte: number | undefined): boolean => byte === 10 || byte === 13 || byte === 32 || byte === 9;
