import { plural } from '../../base/text.js';
import { columnsOf, type Host, isTerminal } from '../host.js';
import type { QuestionText } from '../view/question-text.js';
import type { Style } from '../view/style.js';
import { wrapLines } from '../view/wrap-lines.js';
import type { Entered } from './input.js';

/** Where a question is drawn. `page`: a person reads it on a terminal; everything is written at once elsewhere. */
export interface QuestionScreen {
  readonly stdout: Host['stdout'];
  readonly style: Style;
  readonly page: boolean;
}

/** `shown`: to its end, or the person said that they skip the rest. Else what they did instead. */
export type Shown = { readonly type: 'shown' } | { readonly type: 'no' } | Exclude<Entered, { type: 'line' }>;

/** Draws a question. What is longer than the screen is shown page by page, and a yes can only be given after its end. */
export async function showQuestion(
  text: QuestionText,
  screen: QuestionScreen,
  read: (prompt: string) => Promise<Entered>,
): Promise<Shown> {
  const { stdout, style, page } = screen;
  const write = (lines: readonly string[]): void => {
    if (lines.length > 0) stdout.write(`${lines.join('\n')}\n`);
  };
  const rows = page ? rowsOf(stdout) : undefined;
  const { head, body, tail } = wrapped(text, screen);
  if (rows === undefined || head.length + body.length + tail.length + spare <= rows) {
    write([...head, ...body, ...tail]);
    return { type: 'shown' };
  }
  write(head);
  const size = Math.max(5, rows - spare);
  const lines = [...body, ...tail];
  for (let at = 0; at < lines.length; at += size) {
    const end = Math.min(at + size, lines.length);
    write(lines.slice(at, end));
    if (end === lines.length) break;
    const entered = await readPage(read, `${at + 1}-${end} of ${plural(lines.length, 'line')}`);
    if (entered === 'more') continue;
    if (entered !== 'skip') return entered;
    const unseen = Math.max(0, body.length - end);
    if (unseen > 0) write([style.yellow(`  ⚠ ${unseen} of ${body.length} lines were skipped: a yes is for them too`)]);
    write(lines.slice(Math.max(end, body.length)));
    break;
  }
  return { type: 'shown' };
}

/** For the choices, the prompt and the line above them. */
const spare = 4;

async function readPage(
  read: (prompt: string) => Promise<Entered>,
  where: string,
): Promise<'more' | 'skip' | Exclude<Shown, { type: 'shown' }>> {
  for (;;) {
    const entered = await read(`  ${where} · Enter: next page, q: skip the rest, n: deny> `);
    if (entered.type !== 'line') return entered;
    const word = entered.text.trim().toLowerCase();
    if (word === '') return 'more';
    if (word === 'q') return 'skip';
    if (word === 'n') return { type: 'no' };
  }
}

function wrapped(text: QuestionText, { stdout, page }: QuestionScreen): QuestionText {
  const width = page ? columnsOf(stdout) : undefined;
  if (width === undefined) return text;
  return {
    head: wrapLines(text.head, { width, lead: '    ', words: true }),
    body: wrapLines(text.body, { width, lead: '  ┊ ' }),
    tail: wrapLines(text.tail, { width, lead: '      ', words: true }),
  };
}

function rowsOf(stream: object): number | undefined {
  const { rows } = stream as { rows?: number };
  return isTerminal(stream) && rows !== undefined && rows > 0 ? rows : undefined;
}
