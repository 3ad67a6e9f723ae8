import { type Cursor, fail, failed, type Heredoc, type HeredocBody } from './cursor.js';

/** Reads the bodies that begin at the cursor, in the order of their operators. */
export function readHeredocs(cursor: Cursor): void {
  const waiting = cursor.heredocs;
  if (waiting.length === 0) return;
  cursor.heredocs = [];
  for (const heredoc of waiting) {
    const body = readBody(cursor, heredoc);
    if (body === undefined) return;
    heredoc.fill(body);
  }
}

function readBody(cursor: Cursor, heredoc: Heredoc): HeredocBody | undefined {
  const start = cursor.at;
  const lines: string[] = [];
  while (!failed(cursor)) {
    const end = cursor.at;
    if (end >= cursor.end) {
      fail(cursor, `the here-document is not ended by \`${heredoc.closing}\``, start);
      break;
    }
    const line = readLine(cursor, heredoc.quoted);
    const kept = heredoc.stripTabs ? line.replace(/^\t+/, '') : line;
    if (line === heredoc.closing || kept === heredoc.closing) return { start, end, text: lines.join('') };
    // Within $( … ) bash also ends it at a line such as `EOF)`.
    if (cursor.place.substitution && kept.startsWith(heredoc.closing) && kept.includes(')', heredoc.closing.length)) {
      fail(cursor, 'a here-document ends on the line of a parenthesis');
    }
    lines.push(`${kept}\n`);
  }
  return undefined;
}

/** A line without its end. Where the body is expanded, a backslash joins lines before anything is looked for. */
function readLine(cursor: Cursor, quoted: boolean): string {
  const pieces: string[] = [];
  let carried = 0;
  for (;;) {
    const newline = cursor.text.indexOf('\n', cursor.at);
    const end = newline < 0 || newline >= cursor.end ? cursor.end : newline;
    const piece = cursor.text.slice(cursor.at, end);
    cursor.at = Math.min(end + 1, cursor.end);
    const backslashes = countBackslashes(piece) + (/^\\*$/.test(piece) ? carried : 0);
    if (quoted || end === cursor.end || backslashes % 2 === 0) return pieces.join('') + piece;
    pieces.push(piece.slice(0, -1));
    carried = backslashes - 1;
  }
}

/** How many a line ends with: of two, one escapes the other. */
function countBackslashes(line: string): number {
  let count = 0;
  while (line[line.length - 1 - count] === '\\') count += 1;
  return count;
}
