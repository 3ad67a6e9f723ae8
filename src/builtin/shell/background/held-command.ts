import { createByteTail } from '../../../base/byte-tail.js';
import type { Clock } from '../../../base/clock.js';
import { messageOf } from '../../../base/error.js';
import { createWholeCharacters } from '../../../base/whole-characters.js';
import { createCommandInput } from '../../../sandbox/command-input.js';
import type { BackgroundCommand, CommandEnd, CommandNews, CommandStart, EndedBy } from '../../../tool/background.js';
import type { Fact } from '../../../tool/fact.js';
import type { ToolFailure } from '../../../tool/outcome.js';
import type { BlobPort, ProcessEnd, RunningProcess } from '../../../tool/port.js';
import { createOutputWindow, type OutputWindow } from '../output-window.js';
import { plainText } from '../plain-text.js';
import { createCommandReader, hasEnded, inputAnswer } from './command-reader.js';
import { createNews } from './news.js';

/** A background command with what it takes to talk to it. */
export interface HeldCommand extends BackgroundCommand {
  /** Resolves once it was started, or could not be. */
  readonly ready: Promise<void>;
  readonly ended: Promise<CommandEnd>;
  /** Tells those who wait that it has ended. */
  announce(): void;
  /** Somebody waits for it now. */
  readonly isAwaited: boolean;
  read(wait: { readonly waitMs: number; readonly signal: AbortSignal }): Promise<CommandNews>;
  write(input: { readonly text: string; readonly end: boolean }): Promise<'taken' | 'waiting' | ToolFailure>;
  stop(by: EndedBy): Promise<void>;
  /** The last it has printed, read or not. */
  printed(): Promise<string>;
  connected(): readonly Fact[];
  /** Lets it go on without this session; absent where it would not. */
  release?(): void;
  discard(): void;
}

interface Holding {
  readonly id: string;
  readonly clock: Clock;
  readonly blobs: BlobPort;
}

export function holdCommand(start: CommandStart, { id, clock, blobs }: Holding): HeldCommand {
  const { command, cwd, facts, capture, maxChars } = start;
  const feed = createOutputFeed({ blobs, maxChars });
  const tail = createByteTail(printedBytes);
  const news = createNews();
  const startedAt = clock.now();
  const began = clock.monotonic();
  let process: RunningProcess | undefined;
  let end: CommandEnd | undefined;
  let endedAfter: number | undefined;
  let by: EndedBy = 'itself';
  const input = createCommandInput();

  const launching = start
    .launch((chunk, stream) => {
      feed.push(chunk, stream);
      tail.push(chunk);
      news.tell();
    })
    .then((started) => {
      process = started;
      if (by !== 'itself') started.stop();
      return started;
    });

  async function followed(): Promise<CommandEnd> {
    const processEnd = await launching
      .then((started) => started.ended)
      .catch((error: unknown): ProcessEnd => ({ state: 'failed', message: messageOf(error) }));
    feed.end();
    const captured = await capture.end();
    endedAfter = clock.monotonic() - began;
    end = { process: processEnd, captured, by };
    return end;
  }
  const ended = followed();

  const reader = createCommandReader({
    news,
    ended,
    isOver: () => end !== undefined,
    unread: () => feed.unread,
    take: () => feed.take(),
    isNew: true,
  });

  return {
    id,
    command,
    cwd,
    facts,
    startedAt,
    get pid() {
      return process?.pid;
    },
    get ranMs() {
      return endedAfter ?? clock.monotonic() - began;
    },
    get unread() {
      return feed.unread;
    },
    get end() {
      return end;
    },
    get isAwaited() {
      return reader.isAwaited;
    },
    ready: launching.then(ignore, ignore),
    ended,
    announce: () => news.tell(),
    connected: () => [...(process?.connected?.() ?? []), ...(end?.process.connected ?? [])],
    read: reader.read,
    async write(given) {
      if (end !== undefined || process === undefined) return hasEnded(id);
      return inputAnswer(id, await input.write(process, given));
    },
    stop: (wanted) =>
      reader.awaiting(async () => {
        if (end !== undefined) return;
        by = wanted;
        process?.stop();
        await ended;
      }),
    printed: async () => plainText(Buffer.from(tail.content()).toString('utf8')),
    discard: () => feed.discard(),
  };
}

/** So much of what a command prints is there for people. */
export const printedBytes = 32 * 1024;

const ignore = (): void => {};

/** The output of a command that is read from time to time: what is new waits in bounded memory until it is taken. */
function createOutputFeed(options: { readonly blobs: BlobPort; readonly maxChars: number }) {
  let window: OutputWindow | undefined;
  let unread = 0;
  const { push, end } = createWholeCharacters((chunk) => {
    window ??= createOutputWindow(options);
    window.push(chunk);
    unread += chunk.length;
  });
  return {
    push,
    /** Nothing more comes. */
    end,
    /** Bytes that wait. */
    get unread() {
      return unread;
    },
    async take(): Promise<CommandNews> {
      const taken = window;
      window = undefined;
      unread = 0;
      return taken === undefined ? { text: '', bytes: 0 } : taken.end();
    },
    discard() {
      window?.discard();
      window = undefined;
      unread = 0;
    },
  };
}
