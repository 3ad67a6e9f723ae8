import { type PathError, type PathSign, withoutEnd } from './sign.js';

const errors: readonly (readonly [PathError, RegExp])[] = [
  ['read-only', /read-only file ?system|\bEROFS\b|\bos error 30\b|\bErrno 30\b/i],
  ['busy', /device or resource busy|\bEBUSY\b/i],
  ['denied', /permission denied|\bEACCES\b|AccessDeniedException/i],
  ['missing', /no such file or directory|\bENOENT\b|NoSuchFileException/i],
];

/**
 * Reads a line for a path that could not be used. Programs word it in a hundred ways, so everything that may be the path is
 * handed on. `before` are the lines above, for programs that name the path there.
 */
export function readPathSign(line: string, before: readonly string[] = []): PathSign | undefined {
  for (const [error, words] of errors) {
    const found = words.exec(line);
    if (found === null) continue;
    const own = namesIn(line, { start: found.index, end: found.index + found[0].length });
    const above = error === 'read-only' || error === 'denied' ? before.toReversed().map(namesOf) : [];
    const names = [...own, ...(own.length === 0 ? above : [])].filter((group) => group.length > 0);
    if (names.length === 0) return undefined;
    return {
      type: 'path',
      error,
      names,
      changes: error === 'read-only' || error === 'busy' || changing.test(line),
      temporary: /temporary|mkstemp|tempfile/i.test(line),
      strict: error === 'read-only' && own.length > 0,
    };
  }
  return undefined;
}

const changing =
  /\b(?:creat\w*|writ\w*|mkdir|mkstemp|touch|remov\w*|delet\w*|unlink\w*|renam\w*|mov\w*|chmod|chang\w*|lock|cop(?:y|ies)|install\w*)\b/i;

interface Span {
  readonly start: number;
  readonly end: number;
}

function namesIn(line: string, { start, end }: Span): readonly (readonly string[])[] {
  const ahead = line.slice(0, start);
  const behind = line.slice(end);
  return [quotedIn(line), ...segmentsOf(ahead), segmentBehind(behind), absoluteIn(line)].filter(
    (group) => group.length > 0,
  );
}

const namesOf = (line: string): readonly string[] => [...quotedIn(line), ...absoluteIn(line)];

const maxNames = 6;
const maxName = 1024;

const quotes: readonly (readonly [string, string])[] = [
  ["'", "'"],
  ['"', '"'],
  ['`', '`'],
  ['‘', '’'],
  ['“', '”'],
];

/** By the positions of the marks, so that a line full of them takes no longer. */
function quotedIn(line: string): readonly string[] {
  const found: string[] = [];
  for (const [open, close] of quotes) {
    let at = line.indexOf(open);
    while (at !== -1 && found.length < maxNames) {
      const end = line.indexOf(close, at + 1);
      if (end === -1) break;
      found.push(line.slice(at + 1, end));
      at = line.indexOf(open, end + 1);
    }
  }
  return found.filter(isName);
}

/** `tar: /a: Cannot open: …`: what stands before the error, nearest first; a name is also its last word. */
function segmentsOf(ahead: string): readonly (readonly string[])[] {
  const segments = withoutEnd(ahead, ' \t:([-–,@').split(': ').slice(-3).reverse();
  return segments.map(wholeAndLast);
}

function wholeAndLast(segment: string): readonly string[] {
  const whole = segment.trim();
  const last = whole.slice(whole.lastIndexOf(' ') + 1);
  return [...new Set([whole, last].map(trimmed))].filter(isName);
}

/** `…: /a`, `… @ rb_sysopen - /a (Errno::EROFS)`. */
function segmentBehind(behind: string): readonly string[] {
  const text = behind.replace(/^(?: \(os error \d+\))?[\s:)\]\-–,@]*/, '').trimEnd();
  const remark = text.endsWith(')') ? text.lastIndexOf('(') : -1;
  const name = remark === -1 ? text : text.slice(0, remark);
  return name === '' ? [] : wholeAndLast(name);
}

/** Every word that is a whole path. */
function absoluteIn(line: string): readonly string[] {
  const words = line.split(/[\s'"`‘’“”,;()<>=|]+/, 200).map(trimmed);
  return words.filter((word) => /^~?\/[^/]/.test(word) && isName(word)).slice(0, maxNames);
}

const trimmed = (text: string): string => withoutEnd(text.replace(/^[('"[]+/, ''), ')\'"]:.,;!');

const isName = (text: string): boolean => text !== '' && text.length <= maxName && !text.includes('\0');
