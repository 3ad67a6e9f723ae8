import { fill } from '../layout.js';

/** Text as roff shows it, to the letter: no character of it is an instruction, hyphens can be copied as they were. */
export function roffText(text: string): string {
  return guard(text.replaceAll(/[\\\-'"`^~]|[^\n -~]/gu, (char) => named[char] ?? codePoint(char)));
}

/** Escaped text in lines of a handy length. */
export const paragraph = (escaped: string): string => guard(fill(escaped, { width: 78 }));

/** A dot that begins a line would be an instruction. */
const guard = (escaped: string): string => escaped.replaceAll(/^(?=\.)/gm, '\\&');

const named: Readonly<Record<string, string>> = {
  '\\': '\\e',
  '-': '\\-',
  "'": '\\(aq',
  '"': '\\(dq',
  '`': '\\(ga',
  '^': '\\(ha',
  '~': '\\(ti',
  // Many terminals and every ASCII device can show it so.
  '…': '...',
};

const codePoint = (char: string): string =>
  `\\[u${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`;

export const bold = (text: string): string => `\\fB${roffText(text)}\\fR`;
export const italic = (text: string): string => `\\fI${roffText(text)}\\fR`;

/** A term and what is said of it, which stands below it or beside it. */
export const tagged = (term: string, body: string): string => `.TP\n${term}\n${body}`;

/** Lines that stay as they are. */
export const verbatim = (lines: readonly string[]): string => `.EX\n${lines.map(roffText).join('\n')}\n.EE`;
