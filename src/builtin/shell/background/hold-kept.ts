import type { Clock } from '../../../base/clock.js';
import { followKept, type KeptProcess } from '../../../sandbox/kept/follow-kept.js';
import { readPosition, removeKept, writePosition } from '../../../sandbox/kept/kept-files.js';
import { readLog } from '../../../sandbox/kept/output-log.js';
import type { CommandEnd } from '../../../tool/background.js';
import type { BlobPort, Captured } from '../../../tool/port.js';
import { createOutputWindow } from '../output-window.js';
import { plainText } from '../plain-text.js';
import { createCommandReader, hasEnded, inputAnswer } from './command-reader.js';
import { type HeldCommand, printedBytes } from './held-command.js';
import { createNews } from './news.js';

interface Holding {
  readonly clock: Clock;
  readonly blobs: BlobPort;
  /** It was started just now, by a call that reads it first. */
  readonly isNew: boolean;
}

/** A kept command, seen from a session; undefined when nothing is left of it. */
export async function holdKept(folder: string, { clock, blobs, isNew }: Holding): Promise<HeldCommand | undefined> {
  const news = createNews();
  const kept = await followKept(folder, () => news.tell());
  if (kept === undefined) return undefined;
  const { commandId: id, command, cwd, facts, startedAt, until, maxChars } = kept.record;
  let position = readPosition(folder);
  let end: CommandEnd | undefined;
  const ended = kept.ended.then((found) => {
    end = { process: found.process, by: found.by, captured: nothingCaptured };
    return end;
  });
  const reader = createCommandReader({
    news,
    ended,
    isOver: () => end !== undefined,
    unread: () => unreadOf(kept, position),
    isNew,
    async take() {
      const [from, to] = [position, kept.bytes];
      if (to <= from) return { text: '', bytes: 0 };
      const window = createOutputWindow({ blobs, maxChars });
      await readLog(folder, { from, to }, (chunk) => window.push(chunk));
      position = to;
      writePosition(folder, position);
      return { ...(await window.end()), bytes: to - from };
    },
  });
  if (kept.end !== undefined) await ended;
  return {
    id,
    command,
    cwd,
    facts,
    startedAt,
    keptUntil: until,
    get ranMs() {
      return kept.end?.ranMs ?? Math.max(0, clock.now() - startedAt);
    },
    get unread() {
      return unreadOf(kept, position);
    },
    get end() {
      return end;
    },
    get isAwaited() {
      return reader.isAwaited;
    },
    ready: Promise.resolve(),
    ended,
    announce: () => news.tell(),
    connected: () => kept.connected,
    read: reader.read,
    write: async (input) => (end === undefined ? inputAnswer(id, await kept.write(input)) : hasEnded(id)),
    stop: (by) =>
      reader.awaiting(async () => {
        if (end === undefined) await kept.stop(by === 'person' ? 'person' : 'call');
      }),
    async printed() {
      const chunks: Uint8Array[] = [];
      const from = Math.max(0, kept.bytes - printedBytes);
      await readLog(folder, { from, to: kept.bytes }, (chunk) => void chunks.push(chunk));
      return plainText(Buffer.concat(chunks).toString('utf8'));
    },
    release: () => kept.release(),
    discard: () => removeKept(folder),
  };
}

const unreadOf = ({ bytes }: KeptProcess, position: number): number => Math.max(0, bytes - position);

/** The workspace is read-only to it but for what its facts name: there is nothing to look after. */
const nothingCaptured: Captured = { paths: [], lost: [] };
