import type { Clock } from '../../../base/clock.js';
import { endedWithin } from '../../../base/ended-within.js';
import { messageOf } from '../../../base/error.js';
import type { BackgroundCommand, CommandEnd, CommandNews, CommandStart, EndedBy } from '../../../tool/background.js';
import type { Fact } from '../../../tool/fact.js';
import { fail, type ToolFailure } from '../../../tool/outcome.js';
import type { BlobPort, ProcessEnd, RunningProcess } from '../../../tool/port.js';
import { createNews } from './news.js';
import { createOutputFeed } from './output-feed.js';

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
  connected(): readonly Fact[];
  discard(): void;
}

interface Holding {
  readonly id: string;
  readonly clock: Clock;
  readonly blobs: BlobPort;
}

/** Output mostly comes in bursts: so long it is gathered before it is told. */
const gatherMs = 100;
/** How long a write waits for its reader. */
const writeMs = 1000;
const maxWaitingWrites = 8;

export function holdCommand(start: CommandStart, { id, clock, blobs }: Holding): HeldCommand {
  const { command, cwd, facts, capture, maxChars } = start;
  const feed = createOutputFeed({ blobs, maxChars });
  const news = createNews();
  const startedAt = clock.now();
  const began = clock.monotonic();
  let process: RunningProcess | undefined;
  let end: CommandEnd | undefined;
  let endedAfter: number | undefined;
  let by: EndedBy = 'itself';
  /** The call that starts it reads it first. */
  let awaited = 1;
  let wasRead = false;
  let waitingWrites = 0;

  const launching = start
    .launch((chunk, stream) => {
      feed.push(chunk, stream);
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

  const awaiting = async <T>(work: () => Promise<T>): Promise<T> => {
    awaited += 1;
    try {
      return await work();
    } finally {
      awaited -= 1;
    }
  };

  return {
    id,
    command,
    cwd,
    facts,
    startedAt,
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
      return awaited > 0;
    },
    ready: launching.then(ignore, ignore),
    ended,
    announce: () => news.tell(),
    connected: () => [...(process?.connected?.() ?? []), ...(end?.process.connected ?? [])],
    read: ({ waitMs, signal }) =>
      awaiting(async () => {
        if (feed.unread === 0 && end === undefined && waitMs > 0) {
          await news.within(waitMs, signal);
          if (feed.unread > 0 && end === undefined) await endedWithin([ended], gatherMs);
        }
        if (!wasRead) awaited -= 1;
        wasRead = true;
        return feed.take();
      }),
    async write({ text, end: last }) {
      if (end !== undefined || process === undefined) return fail('stale', `${id} has ended: nothing reads its input.`);
      if (waitingWrites >= maxWaitingWrites)
        return fail('rate_limited', `${id} has not read what was written to it before. Poll it, or stop it.`);
      waitingWrites += 1;
      let taken: boolean | undefined;
      const written = process.write(text).then((isTaken) => {
        waitingWrites -= 1;
        taken = isTaken;
      });
      if (last) process.closeInput();
      await endedWithin([written], writeMs);
      if (taken === false) return fail('stale', `${id} does not read its input any more.`);
      return taken === undefined ? 'waiting' : 'taken';
    },
    stop: (wanted) =>
      awaiting(async () => {
        if (end !== undefined) return;
        by = wanted;
        process?.stop();
        await ended;
      }),
    discard: () => feed.discard(),
  };
}

const ignore = (): void => {};
