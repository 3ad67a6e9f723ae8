import type { Terminal } from '@xterm/headless';
import { cutEnd } from '../../../base/text.js';
import type { Mask } from '../../../policy/secret/mask.js';
import type { TerminalSize } from '../../../tool/port.js';
import type { TerminalScreen } from '../../../tool/terminal.js';
import { plainText } from '../plain-text.js';

/** Knows what a terminal shows, from what is printed on it. */
export interface ScreenEmulator {
  /** Resolves once it was read, which is when more of it may come. */
  write(bytes: Uint8Array): Promise<void>;
  resize(size: TerminalSize): void;
  /** All that was written until now counts. */
  read(options: { readonly lines: number; readonly mask: Mask }): Promise<TerminalScreen>;
  readonly size: TerminalSize;
  dispose(): void;
}

/** So many lines above the screen can be read. */
const scrollback = 1000;
const maxTitle = 200;

/** `onReply` is told what a terminal answers by itself when a program asks it something. */
export async function createScreenEmulator(
  { columns, rows }: TerminalSize,
  onReply: (text: string) => void,
): Promise<ScreenEmulator> {
  const terminal = await openEmulator({ cols: columns, rows, scrollback, allowProposedApi: true, logLevel: 'off' });
  let title = '';
  terminal.onTitleChange((given) => {
    title = cutEnd(plainText(given), maxTitle);
  });
  terminal.onData(onReply);
  const put = (bytes: Uint8Array | string): Promise<void> => new Promise((resolve) => terminal.write(bytes, resolve));
  const countMarks = createMarkCount();
  return {
    async write(bytes) {
      await put(bytes);
      if (!countMarks(bytes) || !isPiledUp(terminal)) return;
      terminal.reset();
      await put(clearedNote);
    },
    resize: (size) => terminal.resize(size.columns, size.rows),
    get size() {
      return { columns: terminal.cols, rows: terminal.rows };
    },
    async read({ lines, mask }) {
      await put('');
      const buffer = terminal.buffer.active;
      const above = Math.min(lines, buffer.baseY);
      const shown = rowsOf(terminal, buffer.baseY - above);
      return {
        text: maskRows(shown, terminal.cols, mask)
          .map((row) => row.trimEnd())
          .join('\n')
          .trimEnd(),
        cursor: { row: buffer.cursorY + 1, column: buffer.cursorX + 1 },
        title: mask.text(title).text,
        alternate: buffer.type === 'alternate',
        scrollback: buffer.baseY,
        columns: terminal.cols,
        rows: terminal.rows,
      };
    },
    dispose: () => terminal.dispose(),
  };
}

type Headless = typeof import('@xterm/headless');

/** Loaded with the first terminal. The package is CommonJS, of which all is the default. */
async function openEmulator(options: ConstructorParameters<Headless['Terminal']>[0]): Promise<Terminal> {
  const loaded = (await import('@xterm/headless')) as Headless & { readonly default?: Headless };
  return new (loaded.default ?? loaded).Terminal(options);
}

/**
 * Any number of marks may be put on one character, which costs memory for as long as it stands there. Answers now and then
 * that it is time to look, by how many have come.
 */
function createMarkCount(): (bytes: Uint8Array) => boolean {
  const decoder = new TextDecoder();
  let count = 0;
  return (bytes) => {
    if (!bytes.some((byte) => byte >= 0x80)) return false;
    count += decoder.decode(bytes, { stream: true }).match(marks)?.length ?? 0;
    if (count < marksBetween) return false;
    count = 0;
    return true;
  };
}

/** What has no width of its own. */
const marks = /[\p{M}\p{Cf}]/gu;
const marksBetween = 5000;
/** In no script a line has so many characters for each column. */
const maxPerColumn = 8;

function isPiledUp(terminal: Terminal): boolean {
  const buffer = terminal.buffer.active;
  for (let at = 0; at < buffer.length; at += 1)
    if ((buffer.getLine(at)?.translateToString(true).length ?? 0) > maxPerColumn * terminal.cols) return true;
  return false;
}

const clearedNote = '[The screen was cleared: there were more marks on a character than any text has.]\r\n';

function rowsOf(terminal: Terminal, from: number): readonly ScreenRow[] {
  const buffer = terminal.buffer.active;
  const rows: ScreenRow[] = [];
  for (let at = from; at < buffer.baseY + terminal.rows; at += 1) {
    const line = buffer.getLine(at);
    if (line === undefined) continue;
    const isContinued = buffer.getLine(at + 1)?.isWrapped === true;
    rows.push({ text: line.translateToString(!isContinued), continues: rows.length > 0 && line.isWrapped });
  }
  return rows;
}

interface ScreenRow {
  readonly text: string;
  /** It goes on with what stands in the row above. */
  readonly continues: boolean;
}

/**
 * The rows of a screen with the secrets in them masked, also those that go over from one row to the next. There are as many
 * rows as before.
 */
function maskRows(rows: readonly ScreenRow[], columns: number, mask: Mask): readonly string[] {
  return logicalLines(rows, columns).flatMap((line) => {
    const { text, count } = mask.text(line.join(''));
    if (count === 0) return line;
    return line.map((_, at) => text.slice(at * columns, at === line.length - 1 ? undefined : (at + 1) * columns));
  });
}

/** Rows that are one line of text: a program that breaks its lines itself fills them to the last column. */
function logicalLines(rows: readonly ScreenRow[], columns: number): readonly (readonly string[])[] {
  const lines: string[][] = [];
  let isFull = false;
  for (const { text, continues } of rows) {
    const last = lines.at(-1);
    if (last !== undefined && (continues || isFull)) last.push(text);
    else lines.push([text]);
    isFull = text.length >= columns;
  }
  return lines;
}
