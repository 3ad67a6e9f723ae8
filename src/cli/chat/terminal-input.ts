import { createInterface, type Interface } from 'node:readline';
import { Readable } from 'node:stream';
import type { ReadStream, WriteStream } from 'node:tty';
import type { ChatInput, Entered, ReadOptions } from './input.js';
import { createPasteParser, type Segment } from './paste-parser.js';
import { createPastedText } from './pasted-text.js';

const pasteOn = '\u001b[?2004h';
const pasteOff = '\u001b[?2004l';

interface Reading {
  readonly lines: Interface;
  finish(entered: Entered): void;
}

/**
 * Lines from a terminal, edited with readline. What is typed while nothing is read waits for the next message, of which
 * `onTyped` tells, and never reaches a question: Ctrl+C alone counts at once.
 */
export function createTerminalInput({
  stdin,
  stdout,
}: {
  readonly stdin: ReadStream;
  readonly stdout: WriteStream;
}): ChatInput {
  const keys = new Readable({ read() {} });
  const parser = createPasteParser();
  const pastes = createPastedText();
  let pending: Segment[] = [];
  let history: string[] = [];
  let reading: Reading | undefined;
  let ended = false;
  let closed = false;
  let interrupted: () => void = () => {};
  let typed: () => void = () => {};

  const setTerminal = (on: boolean): void => {
    stdout.write(on ? pasteOn : pasteOff);
    stdin.setRawMode(on);
  };
  const restore = (): void => setTerminal(false);

  /** Hands what waits to the line that is read, up to where the line ends. */
  const pump = (): void => {
    for (let segment = pending.shift(); segment !== undefined; segment = pending.shift()) {
      if (reading === undefined) {
        pending.unshift(segment);
        return;
      }
      if (segment.kind === 'paste') {
        reading.lines.write(pastes.show(segment.text));
        continue;
      }
      const [now, later] = splitAfterEnd(segment.text);
      if (later !== '') pending.unshift({ kind: 'keys', text: later });
      // Emitted here and now, so that keys and pastes stay in order.
      keys.emit('data', now);
    }
  };
  const take = (chunk: string): void => {
    pending.push(...parser.push(chunk));
    if (reading !== undefined) {
      pump();
      return;
    }
    const presses = pending.flatMap(({ kind, text }) => (kind === 'keys' ? text.split(ctrlC).slice(1) : [])).length;
    if (presses > 0) pending = [];
    for (let press = 0; press < presses; press += 1) interrupted();
    if (pending.length > 0) typed();
  };
  const stop = (): void => {
    ended = true;
    reading?.finish({ type: 'end' });
  };

  const read = ({ prompt, kind, signal }: ReadOptions): Promise<Entered> =>
    new Promise((resolve) => {
      if (ended) return resolve({ type: 'end' });
      const earlier = kind === 'answer' ? pending.splice(0) : [];
      const lines = createInterface({
        input: keys,
        output: stdout,
        terminal: true,
        prompt,
        history: kind === 'answer' ? [] : [...history],
        historySize: 500,
        removeHistoryDuplicates: true,
      });
      const withdraw = (): void => finish({ type: 'withdrawn' });
      const finish = (entered: Entered): void => {
        if (reading?.lines !== lines) return;
        reading = undefined;
        signal?.removeEventListener('abort', withdraw);
        if (entered.type !== 'line') stdout.write('\n');
        if (entered.type === 'withdrawn' && kind === 'steering' && lines.line !== '')
          pending.unshift({ kind: 'keys', text: lines.line });
        lines.close();
        pending.unshift(...earlier);
        resolve(entered);
      };
      reading = { lines, finish };
      lines.on('history', (kept) => {
        if (kind !== 'answer') history = kept;
      });
      lines.on('line', (line) => finish({ type: 'line', text: pastes.restore(line) }));
      lines.on('close', () => finish({ type: 'end' }));
      lines.on('SIGINT', () =>
        lines.line === '' || kind === 'steering' ? finish({ type: 'interrupt' }) : clear(lines),
      );
      lines.on('SIGTSTP', () => suspend(setTerminal, () => lines.prompt(true)));
      signal?.addEventListener('abort', withdraw);
      lines.prompt();
      if (signal?.aborted === true) withdraw();
      pump();
    });

  setTerminal(true);
  stdin.setEncoding('utf8');
  stdin.on('data', take);
  stdin.on('end', stop);
  stdin.on('error', stop);
  process.once('exit', restore);
  return {
    interactive: true,
    read,
    onTyped(listener) {
      typed = listener;
      if (reading === undefined && pending.length > 0) typed();
    },
    onInterrupt(listener) {
      interrupted = listener;
    },
    interrupt: () => (reading === undefined ? interrupted() : reading.finish({ type: 'interrupt' })),
    close() {
      if (closed) return;
      closed = true;
      process.off('exit', restore);
      stop();
      stdin.off('data', take);
      stdin.pause();
      restore();
    },
  };
}

const ctrlC = '\u0003';
const ctrlD = '\u0004';
const endKeys = new Set(['\r', '\n', ctrlC, ctrlD]);

/** Up to and with the first key that can end a line: return, Ctrl+C, Ctrl+D. */
function splitAfterEnd(text: string): readonly [string, string] {
  const keys = [...text];
  const at = keys.findIndex((key) => endKeys.has(key));
  return at === -1 ? [text, ''] : [keys.slice(0, at + 1).join(''), keys.slice(at + 1).join('')];
}

function clear(lines: Interface): void {
  lines.write(null, { ctrl: true, name: 'e' });
  lines.write(null, { ctrl: true, name: 'u' });
}

/** Ctrl+Z: gives the terminal back as it was, and takes it again when the shell brings the program to the front. */
function suspend(setTerminal: (on: boolean) => void, redraw: () => void): void {
  setTerminal(false);
  process.once('SIGCONT', () => {
    setTerminal(true);
    redraw();
  });
  process.kill(process.pid, 'SIGTSTP');
}
