import { createByteTail } from '../../base/byte-tail.js';
import { cutEnd, cutStart, humanSize } from '../../base/text.js';
import type { BlobPort, BlobWriter } from '../../tool/port.js';
import { plainText } from './plain-text.js';

const minHeldBytes = 64 * 1024;
const maxBlobBytes = 64 * 1024 * 1024;
const headShare = 0.6;

export interface WindowedOutput {
  readonly text: string;
  readonly bytes: number;
  /** Where the whole is kept; only when the text is not the whole. */
  readonly blob?: string;
}

/** Takes output of any length in bounded memory: head and tail are held, the whole goes to a blob once it is too long. */
export type OutputWindow = ReturnType<typeof createOutputWindow>;

/** `maxChars` counts characters as they are written in JSON. */
export function createOutputWindow({ blobs, maxChars }: { readonly blobs: BlobPort; readonly maxChars: number }) {
  const heldBytes = Math.max(minHeldBytes, 4 * maxChars);
  const held: Uint8Array[] = [];
  const tail = createByteTail(Math.ceil(heldBytes * (1 - headShare)));
  let bytes = 0;
  let head: Uint8Array | undefined;
  let keeper: Keeper | undefined;

  return {
    push(chunk: Uint8Array) {
      bytes += chunk.length;
      if (head === undefined) held.push(chunk);
      else tail.push(chunk);
      keeper?.write(chunk);
      if (head !== undefined || bytes <= heldBytes) return;
      const all = Buffer.concat(held.splice(0));
      keeper = createKeeper(blobs);
      keeper.write(all);
      // Copies, so that what was pushed can be freed.
      head = Uint8Array.prototype.slice.call(all, 0, Math.floor(heldBytes * headShare));
      tail.push(all.subarray(head.length));
    },
    async end(): Promise<WindowedOutput> {
      if (head !== undefined && keeper !== undefined) {
        const kept = await keeper.end();
        return {
          text: joinParts(decode(head), decode(tail.content()), { maxChars, bytes, kept }),
          bytes,
          ...address(kept),
        };
      }
      const all = Buffer.concat(held);
      const text = decode(all);
      if (writtenLength(text) <= maxChars) return { text, bytes };
      const keep = createKeeper(blobs);
      keep.write(all);
      const kept = await keep.end();
      return { text: joinParts(text, text, { maxChars, bytes, kept }), bytes, ...address(kept) };
    },
    /** Nobody will read it. */
    discard: () => keeper?.discard(),
  };
}

const decode = (bytes: Uint8Array): string =>
  plainText(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8'));
const address = ({ blob }: Kept): { blob?: string } => (blob === undefined ? {} : { blob });

interface Joined {
  readonly maxChars: number;
  readonly bytes: number;
  readonly kept: Kept;
}

function joinParts(head: string, tail: string, { maxChars, bytes, kept }: Joined): string {
  const where =
    kept.blob === undefined
      ? `the rest is lost: ${kept.note}`
      : `the whole is kept: read_file with path ${kept.blob}${kept.note}`;
  const notice = `\n[… output of ${humanSize(bytes)} cut here; ${where} …]\n`;
  // What is escaped in JSON takes more room than it has characters: cut until it fits.
  for (let room = maxChars - notice.length; room > 0; room = Math.floor(room * 0.9)) {
    const headChars = Math.ceil(room * headShare);
    const text = cutEnd(head, headChars) + notice + cutStart(tail, room - headChars);
    if (writtenLength(text) <= maxChars) return text;
  }
  return notice;
}

const writtenLength = (text: string): number => JSON.stringify(text).length;

interface Kept {
  readonly blob?: string;
  readonly note: string;
}

type Keeper = ReturnType<typeof createKeeper>;

/** A blob that stops at its cap and whose failure costs the kept output, never the command. */
function createKeeper(blobs: BlobPort) {
  let writer: BlobWriter | undefined = blobs.writer();
  let left = maxBlobBytes;
  let capped = false;
  const drop = (): void => {
    try {
      writer?.discard();
    } finally {
      writer = undefined;
    }
  };
  return {
    write(chunk: Uint8Array) {
      capped ||= chunk.length > left;
      const part = chunk.subarray(0, left);
      left -= part.length;
      if (part.length === 0) return;
      try {
        writer?.write(part);
      } catch {
        drop();
      }
    },
    async end(): Promise<Kept> {
      if (writer === undefined) return { note: 'it could not be stored' };
      try {
        const { address: blob } = await writer.end();
        return { blob, note: capped ? ` (its first ${humanSize(maxBlobBytes)})` : '' };
      } catch {
        return { note: 'it could not be stored' };
      }
    },
    discard: drop,
  };
}
