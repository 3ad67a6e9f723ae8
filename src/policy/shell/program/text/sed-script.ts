import { type SedReading, skipPattern, skipReplacement } from './sed-pattern.js';

/** What a sed script does beside printing. */
export type SedEffect =
  | { readonly kind: 'read' | 'write'; readonly path: string }
  /** Runs a command; the lines of its input when it names none. */
  | { readonly kind: 'run'; readonly command: string | undefined }
  | { readonly kind: 'unknown'; readonly note: string };

/**
 * Reads the pieces of a script (each `-e` is one) as GNU sed 4.9 does. Older ones end a pattern at a slash within
 * brackets (`[^/]`): where the two readings differ, the effects of both count.
 */
export function parseSedScript(pieces: readonly string[]): readonly SedEffect[] {
  const effects: SedEffect[] = [];
  for (const [index, piece] of pieces.entries()) {
    const joins = index < pieces.length - 1 && /(^|[^\\])(\\\\)*\\$/.test(piece);
    if (joins) effects.push({ kind: 'unknown', note: 'a piece of the sed script goes on in the next' });
    if (piece.length > maxPiece) {
      effects.push({ kind: 'unknown', note: 'the sed script is longer than what is looked into' });
      continue;
    }
    const reading: Reading = { text: piece, at: 0, effects, brackets: true, slashInBrackets: false };
    const problem = readCommands(reading);
    if (problem !== undefined) effects.push({ kind: 'unknown', note: `the sed script cannot be read: ${problem}` });
    // A script that older seds cannot read does nothing there.
    if (reading.slashInBrackets) readCommands({ ...reading, at: 0, brackets: false });
  }
  return effects;
}

const maxPiece = 5000;

interface Reading extends SedReading {
  readonly effects: SedEffect[];
}

/** Answers what is wrong; undefined when all was read. */
function readCommands(reading: Reading): string | undefined {
  while (true) {
    skip(reading, /[\s;]/);
    if (reading.at >= reading.text.length) return undefined;
    const problem = readAddresses(reading) ?? readCommand(reading);
    if (problem !== undefined) return problem;
  }
}

function readAddresses(reading: Reading): string | undefined {
  const first = readAddress(reading);
  if (first === 'none') return skipNot(reading);
  if (first !== 'read') return first;
  skip(reading, /\s/);
  if (peek(reading) === ',') {
    reading.at += 1;
    skip(reading, /\s/);
    const second = readAddress(reading);
    if (second !== 'read') return second === 'none' ? 'an address is missing' : second;
  }
  return skipNot(reading);
}

function skipNot(reading: Reading): undefined {
  skip(reading, /[\s!]/);
}

/** `read`, `none`, or what is wrong. */
function readAddress(reading: Reading): string {
  const char = peek(reading);
  if (char === '$') {
    reading.at += 1;
    return 'read';
  }
  if (/[0-9+~]/.test(char)) {
    skip(reading, /[0-9+~]/);
    return 'read';
  }
  if (char !== '/' && char !== '\\') return 'none';
  reading.at += char === '/' ? 0 : 1;
  const end = peek(reading);
  reading.at += 1;
  if (end === '' || end === '\n' || end === '\\' || !skipPattern(reading, end)) return 'a pattern does not end';
  skip(reading, /[\sIM]/);
  return 'read';
}

function readCommand(reading: Reading): string | undefined {
  const command = peek(reading);
  reading.at += 1;
  if (command === '{') return undefined;
  if (command === '#') return void takeLine(reading);
  if (command === ':' || /^[btTv]$/.test(command)) {
    skip(reading, /[^\S\n]/);
    skip(reading, /[^\s;}]/);
    return undefined;
  }
  if (/^[aic]$/.test(command)) return readText(reading);
  if (/^[rRwW]$/.test(command)) {
    addFile(reading, command === 'r' || command === 'R' ? 'read' : 'write');
    return undefined;
  }
  if (command === 'e') {
    const line = takeLine(reading).trim();
    reading.effects.push({ kind: 'run', command: line === '' ? undefined : line });
    return undefined;
  }
  if (command === 's') return readSubstitute(reading);
  if (command === 'y') return readTwoParts(reading) ?? readEnd(reading);
  if (/^[}=dDFgGhHnNpPxz]$/.test(command)) return readEnd(reading);
  if (/^[qQlL]$/.test(command)) {
    skip(reading, /[^\S\n]/);
    skip(reading, /[0-9]/);
    return readEnd(reading);
  }
  return `the command ${JSON.stringify(command)}`;
}

/** `a`, `i` and `c`: the text goes to the end of the line, and on where that ends in a backslash. */
function readText(reading: Reading): string | undefined {
  skip(reading, /[^\S\n]/);
  if (peek(reading) === '\\') {
    reading.at += 1;
    skip(reading, /[^\S\n]/);
    // GNU sed takes the first sign as it is: in `a\\` at the end of a line the second backslash continues nothing.
    if (reading.text.startsWith('\\\n', reading.at))
      reading.effects.push({ kind: 'unknown', note: 'where a text in the sed script ends is not sure' });
    if (reading.at < reading.text.length) reading.at += 1;
  } else if (peek(reading) === '' || peek(reading) === '\n') return 'a text is missing';
  while (reading.at < reading.text.length && peek(reading) !== '\n') reading.at += peek(reading) === '\\' ? 2 : 1;
  return undefined;
}

function readSubstitute(reading: Reading): string | undefined {
  const problem = readTwoParts(reading);
  if (problem !== undefined) return problem;
  while (reading.at < reading.text.length) {
    const flag = peek(reading);
    if (flag === '}' || flag === '#') return undefined;
    reading.at += 1;
    if (flag === '\n' || flag === ';') return undefined;
    if (flag === 'e') reading.effects.push({ kind: 'run', command: undefined });
    else if (flag === 'w') {
      addFile(reading, 'write');
      return undefined;
    } else if (!/[gpiImM0-9\s]/.test(flag)) return `the flag ${JSON.stringify(flag)}`;
  }
  return undefined;
}

/** The pattern and what takes its place, with whatever sign parts them. */
function readTwoParts(reading: Reading): string | undefined {
  const end = peek(reading);
  reading.at += 1;
  if (end === '' || end === '\n' || end === '\\') return 'a pattern is missing';
  if (!skipPattern(reading, end)) return 'a pattern does not end';
  return skipReplacement(reading, end) ? undefined : 'a replacement does not end';
}

function readEnd(reading: Reading): string | undefined {
  skip(reading, /[^\S\n]/);
  const char = peek(reading);
  if (char === '}' || char === '#' || char === '') return undefined;
  reading.at += 1;
  return char === ';' || char === '\n' ? undefined : `${JSON.stringify(char)} behind a command`;
}

function addFile(reading: Reading, kind: 'read' | 'write'): void {
  const path = takeLine(reading).trimStart();
  if (kind === 'read' && path === '/dev/stdin') return;
  if (kind === 'write' && (path === '/dev/stdout' || path === '/dev/stderr')) return;
  reading.effects.push({ kind, path });
}

/** The rest of the line; its end is taken too. */
function takeLine(reading: Reading): string {
  const end = reading.text.indexOf('\n', reading.at);
  const line = reading.text.slice(reading.at, end === -1 ? undefined : end);
  reading.at = end === -1 ? reading.text.length : end + 1;
  return line;
}

const peek = ({ text, at }: Reading): string => text[at] ?? '';

function skip(reading: Reading, what: RegExp): void {
  while (reading.at < reading.text.length && what.test(peek(reading))) reading.at += 1;
}
