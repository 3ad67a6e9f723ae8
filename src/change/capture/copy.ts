import { closeSync, constants, openSync, readSync, read as readWithCallback } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const readAt = promisify(readWithCallback);
const pieceBytes = 1024 * 1024;

/** Where the content of a file is kept: a stretch of one of the files in the folder of the copies. */
export interface Copy {
  readonly file: string;
  readonly offset: number;
  readonly bytes: number;
}

export type CopyReader = ReturnType<typeof createCopyReader>;

/** Reads copies back; the files they lie in stay open meanwhile. Throws when a copy is not all there. */
export function createCopyReader(folder: string) {
  const open = new Map<string, number>();

  function descriptorOf(file: string): number {
    const descriptor = open.get(file) ?? openSync(join(folder, file), constants.O_RDONLY | constants.O_NOFOLLOW);
    open.set(file, descriptor);
    return descriptor;
  }

  return {
    /** Of a small one. */
    whole({ file, offset, bytes }: Copy): Uint8Array {
      const content = Buffer.allocUnsafe(bytes);
      for (let done = 0; done < bytes; )
        done += requireBytes(readSync(descriptorOf(file), content, done, bytes - done, offset + done));
      return content;
    },
    async *pieces({ file, offset, bytes }: Copy): AsyncGenerator<Uint8Array> {
      for (let done = 0; done < bytes; ) {
        const piece = Buffer.allocUnsafe(Math.min(pieceBytes, bytes - done));
        const { bytesRead } = await readAt(descriptorOf(file), piece, 0, piece.length, offset + done);
        done += requireBytes(bytesRead);
        yield piece.subarray(0, bytesRead);
      }
    },
    close(): void {
      for (const descriptor of open.values()) closeSync(descriptor);
      open.clear();
    },
  };
}

function requireBytes(read: number): number {
  if (read === 0) throw new Error('a copy was cut short');
  return read;
}
