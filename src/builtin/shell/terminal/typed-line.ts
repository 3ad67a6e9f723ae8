import { shellQuote } from '../../../base/shell-quote.js';
import type { TerminalRun } from '../../../tool/terminal.js';

/** What is typed to have a shell run a command: one line, whatever the command is, and whatever stands there already. */
export function typedLine({ command, cwd, unread }: Pick<TerminalRun, 'command' | 'cwd' | 'unread'>): string {
  const word = typedWord(command);
  const evaluated = plainWords.test(command) ? command : `eval ${word}`;
  // Of a quote that is never closed `eval` says so, and that all went well.
  const line = unread ? `bash -n -c ${word} && ${evaluated}` : evaluated;
  return `${emptyLine}${cwd === undefined ? line : `cd -- ${typedWord(cwd)} && ${line}`}\r`;
}

/** Words that mean the same as they stand. */
const plainWords = /^[\w./:@%+,-]+(?: [\w./:@%+,-]+)*$/;

/** To the end of the line, and all of it away. */
const emptyLine = '\u0005\u0015';

/** As a word of bash. A key that edits the line, or half a character where the shell knows no UTF-8, would be no text. */
function typedWord(text: string): string {
  if (/^[ -~]*$/.test(text)) return shellQuote(text);
  const bytes = Array.from(Buffer.from(text), (byte) => {
    const character = String.fromCharCode(byte);
    if (character === "'" || character === '\\') return `\\${character}`;
    return byte >= 0x20 && byte < 0x7f ? character : `\\x${byte.toString(16).padStart(2, '0')}`;
  });
  return `$'${bytes.join('')}'`;
}
