import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { resolve } from 'node:path';
import { messageOf, systemCode } from '../base/error.js';
import type { Image } from '../model/message.js';
import { maxImageBytes } from '../session/images.js';
import { safeLine } from './safe-text.js';
import { usageError } from './usage-error.js';

/** A picture from a file the person named. What it is is told by its first bytes, not by its name. */
export async function readImage(path: string, folder: string): Promise<Image> {
  const file = resolve(folder, path);
  const bytes = await readBounded(file).catch((error: unknown) => {
    const why = systemCode(error) === 'ENOENT' ? 'there is no such file' : safeLine(messageOf(error));
    throw usageError(`The picture ${safeLine(path)} cannot be read: ${why}.`);
  });
  const mediaType = signatures.find(([, test]) => test(bytes))?.[0];
  if (mediaType === undefined)
    throw usageError(`${safeLine(path)} is no picture a model reads: use PNG, JPEG, GIF or WebP.`);
  return { mediaType, data: bytes.toString('base64') };
}

// A pipe is not waited for.
const readFlags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0);

/** One byte more than is accepted, whatever size the file says it has. */
async function readBounded(file: string): Promise<Buffer> {
  const handle = await open(file, readFlags);
  try {
    const found = await handle.stat();
    if (!found.isFile()) throw new Error('it is no file');
    const chunks: Buffer[] = [];
    let length = 0;
    for (let room = found.size + 1; length <= maxImageBytes; room = 64 * 1024) {
      const chunk = Buffer.alloc(Math.min(room, maxImageBytes + 1 - length));
      const { bytesRead } = await handle.read(chunk, 0, chunk.length, null);
      if (bytesRead === 0) return Buffer.concat(chunks);
      chunks.push(chunk.subarray(0, bytesRead));
      length += bytesRead;
    }
    throw new Error('it is over 20 MB; make it smaller');
  } finally {
    await handle.close();
  }
}

const signatures: readonly (readonly [string, (bytes: Buffer) => boolean])[] = [
  ['image/png', (bytes) => bytes.subarray(0, 8).equals(Buffer.from('89504e470d0a1a0a', 'hex'))],
  ['image/jpeg', (bytes) => bytes.subarray(0, 3).equals(Buffer.from('ffd8ff', 'hex'))],
  ['image/gif', (bytes) => /^GIF8[79]a/.test(bytes.toString('latin1', 0, 6))],
  ['image/webp', (bytes) => bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP'],
];
