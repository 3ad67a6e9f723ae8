import { closeSync, openSync, rmSync, statSync, writeSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { namesIn } from '../look.js';

const headBytes = 2 ** 20;
const pieceBytes = 2 ** 19;
/** Behind the first one. */
const maxPieces = 4;

const nameOf = (start: number): string => `output-${String(start).padStart(16, '0')}`;
const nameForm = /^output-(\d{16})$/;

/**
 * The output of a kept command on disk: its beginning and its end, in pieces that are named after where they begin. What
 * cannot be written, as the disk is full, counts as output that is not kept.
 */
export function createOutputLog(folder: string) {
  const starts: number[] = [];
  let piece: { readonly fd: number; left: number } | undefined;

  const close = (): void => {
    if (piece !== undefined) closeSync(piece.fd);
    piece = undefined;
  };
  const open = (): NonNullable<typeof piece> => {
    const fd = openSync(join(folder, nameOf(log.total)), 'wx', 0o600);
    piece = { fd, left: starts.length === 0 ? headBytes : pieceBytes };
    starts.push(log.total);
    for (const old of starts.splice(1, Math.max(0, starts.length - 1 - maxPieces)))
      rmSync(join(folder, nameOf(old)), { force: true });
    return piece;
  };
  const log = {
    /** Bytes in all, also those that are not kept. */
    total: 0,
    push(chunk: Uint8Array): void {
      let at = 0;
      try {
        while (at < chunk.length) {
          const { fd, left } = piece ?? open();
          const written = writeSync(fd, chunk, at, Math.min(chunk.length - at, left));
          at += written;
          log.total += written;
          if (piece !== undefined) piece.left -= written;
          if (piece?.left === 0) close();
        }
      } catch {
        log.total += chunk.length - at;
        close();
      }
    },
    close,
  };
  return log;
}

interface Piece {
  readonly start: number;
  readonly path: string;
}

function piecesIn(folder: string): readonly Piece[] {
  return namesIn(folder)
    .flatMap((name) => {
      const start = nameForm.exec(name)?.[1];
      return start === undefined ? [] : [{ start: Number(start), path: join(folder, name) }];
    })
    .sort((a, b) => a.start - b.start);
}

/** Where the output ends, as far as it is on disk. */
export function logEnd(folder: string): number {
  const last = piecesIn(folder).at(-1);
  return last === undefined ? 0 : last.start + (statSync(last.path, { throwIfNoEntry: false })?.size ?? 0);
}

/** Hands over the output between two places; of what was not kept, a note. */
export async function readLog(
  folder: string,
  { from, to }: { readonly from: number; readonly to: number },
  take: (chunk: Uint8Array) => void,
): Promise<void> {
  let at = from;
  const skipTo = (place: number): void => {
    if (place > at) take(Buffer.from(`\n[… ${place - at} bytes of output were not kept …]\n`));
    at = Math.max(at, place);
  };
  for (const { start, path } of piecesIn(folder)) {
    if (start >= to) break;
    // It may have been removed a moment ago.
    const content = await readFile(path).catch(() => undefined);
    if (content === undefined || start + content.length <= at) continue;
    skipTo(start);
    const end = Math.min(to, start + content.length);
    if (end <= at) continue;
    take(content.subarray(at - start, end - start));
    at = end;
  }
  skipTo(to);
}
