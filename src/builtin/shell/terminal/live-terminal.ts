import type { Clock } from '../../../base/clock.js';
import type { Mask } from '../../../policy/secret/mask.js';
import type { Fact } from '../../../tool/fact.js';
import type { ProcessEnd, RunningProcess, TerminalSize } from '../../../tool/port.js';
import type { ScreenWait, Terminal, TerminalRun, TerminalRunEnd, TerminalScreen } from '../../../tool/terminal.js';
import { createNews } from '../background/news.js';
import { exitCodeOf } from '../command-end.js';
import { createScreenEmulator } from './screen-emulator.js';
import { createShellMarks } from './shell-marks.js';
import { typedLine } from './typed-line.js';

/** A terminal with what it takes to work with it. Its id is that of the command that runs in it. */
export interface LiveTerminal extends Omit<Terminal, 'id' | 'command' | 'facts'> {
  /** The words of its shell, where one is to run in it. */
  readonly words: readonly [string, ...string[]] | undefined;
  /** Takes what its process prints; resolves when more may come. */
  take(chunk: Uint8Array): Promise<void>;
  attach(process: RunningProcess): void;
  /** Only when its shell is ready, or about to be. */
  run(run: TerminalRun): Promise<TerminalRunEnd>;
  /** What is typed may make a command mean something else. */
  typed(): void;
  resize(size: TerminalSize): void;
  settled(wait: ScreenWait): Promise<void>;
  screen(options: { readonly lines: number }): Promise<TerminalScreen>;
  connected(): readonly Fact[];
  dispose(): void;
}

interface LiveOptions {
  readonly size: TerminalSize;
  readonly shell: boolean;
  readonly mask: Mask;
  readonly clock: Clock;
}

/** A command that is waited for. */
interface Awaited {
  begun: boolean;
  onOutput(bytes: Uint8Array): void;
  end(end: TerminalRunEnd): void;
}

/** When nothing comes for so long, a screen counts as drawn. */
const quietMs = 200;

export async function createLiveTerminal({ size, shell, mask, clock }: LiveOptions): Promise<LiveTerminal> {
  const marks = shell ? createShellMarks() : undefined;
  const news = createNews();
  const pace = createPace(clock);
  let process: RunningProcess | undefined;
  let state: Terminal['state'] = shell ? 'starting' : 'running';
  let isClean = true;
  let cwd: string | undefined;
  let exitCode: number | null = null;
  let awaited: Awaited | undefined;
  /** How often something came, and how often it had when the screen was last read. */
  let came = 0;
  let seen = 0;
  const emulator = await createScreenEmulator(size, (reply) => {
    // Nobody asked at a prompt: it would stand there as if it had been typed.
    if (state === 'running') void process?.write(reply);
  });

  const toldWaiting = (code: number, where: string): void => {
    cwd = where;
    // The prompt may be drawn again before the shell has read its line.
    if (awaited?.begun === false) return;
    if (state !== 'ended') state = 'ready';
    awaited?.end({ state: 'done', exitCode: code });
  };

  const ended = (end?: ProcessEnd): void => {
    state = 'ended';
    exitCode = end === undefined ? null : exitCodeOf(end);
    awaited?.end({ state: 'ended', exitCode });
    news.tell();
  };

  return {
    words: marks?.words,
    isShell: shell,
    get state() {
      return state;
    },
    get isClean() {
      return isClean;
    },
    get cwd() {
      return cwd;
    },
    get size() {
      return emulator.size;
    },
    async take(chunk) {
      const pieces = marks?.push(chunk) ?? [{ bytes: chunk }];
      const written: Promise<void>[] = [];
      for (const piece of pieces) {
        if ('bytes' in piece) {
          if (awaited?.begun === true) awaited.onOutput(piece.bytes);
          written.push(emulator.write(piece.bytes));
        } else if (piece.mark.type === 'waits') toldWaiting(piece.mark.exitCode, piece.mark.cwd);
        else if (awaited !== undefined) awaited.begun = true;
      }
      came += 1;
      news.tell();
      await Promise.all(written);
      await pace(chunk.length);
    },
    attach(started) {
      process = started;
      void started.ended.then(ended, () => ended());
    },
    async run({ command, cwd: folder, unread, keepsClean, timeoutMs, signal, onOutput }) {
      const until = clock.monotonic() + timeoutMs;
      while (state === 'starting' && clock.monotonic() < until && !signal.aborted)
        await news.within(until - clock.monotonic(), signal);
      if (state === 'ended') return { state: 'ended', exitCode };
      if (state !== 'ready') return { state: signal.aborted ? 'cancelled' : 'timed-out' };
      state = 'running';
      isClean &&= keepsClean;
      return new Promise((resolve) => {
        const end = (how: TerminalRunEnd): void => {
          clearTimeout(timer);
          signal.removeEventListener('abort', cancel);
          awaited = undefined;
          resolve(how);
        };
        const cancel = (): void => {
          void process?.write(interrupt);
          end({ state: 'cancelled' });
        };
        const timer = setTimeout(() => end({ state: 'timed-out' }), Math.max(1, until - clock.monotonic()));
        signal.addEventListener('abort', cancel, { once: true });
        awaited = { begun: false, onOutput, end };
        void process?.write(typedLine({ command, cwd: folder, unread }));
      });
    },
    typed() {
      isClean = false;
    },
    resize(wanted) {
      emulator.resize(wanted);
      process?.resize?.(wanted);
    },
    async settled({ waitMs, signal }) {
      const until = clock.monotonic() + waitMs;
      const left = (): number => until - clock.monotonic();
      if (came === seen && state !== 'ended' && waitMs > 0) await news.within(waitMs, signal);
      for (let before = -1; before !== came && left() > 0 && state !== 'ended' && !signal.aborted; ) {
        before = came;
        await news.within(Math.min(quietMs, left()), signal);
      }
    },
    screen({ lines }) {
      seen = came;
      return emulator.read({ lines, mask });
    },
    connected: () => process?.connected?.() ?? [],
    dispose: () => emulator.dispose(),
  };
}

const interrupt = '\u0003';

const windowMs = 100;
const maxBytesPerWindow = 1024 * 1024;

/** Holds up what floods a terminal: nobody could read it, and drawing it would take all of a processor. */
function createPace(clock: Pick<Clock, 'monotonic'>): (bytes: number) => Promise<void> {
  let windowStart = Number.NEGATIVE_INFINITY;
  let passed = 0;
  return async (bytes) => {
    const now = clock.monotonic();
    if (now - windowStart >= windowMs) {
      windowStart = now;
      passed = 0;
    }
    passed += bytes;
    if (passed < maxBytesPerWindow) return;
    await new Promise((resolve) => setTimeout(resolve, windowStart + windowMs - now).unref());
  };
}
