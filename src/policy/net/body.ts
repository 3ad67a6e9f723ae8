import type { IncomingMessage } from 'node:http';
import { pipeline, Readable, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { humanSize } from '../../base/text.js';
import { fail, type ToolFailure } from '../../tool/outcome.js';
import type { NetLimits } from './limits.js';

interface BodyOptions {
  readonly limits: NetLimits;
  readonly url: URL;
  /** Told with each piece how many bytes have come. */
  onPiece(received: number): void;
}

/** The body, unpacked. It is counted before and after unpacking, so that a small one cannot become a huge one. */
export async function bodyOf(
  response: IncomingMessage,
  { limits, url, onPiece }: BodyOptions,
): Promise<{ readonly bytes: Uint8Array } | { readonly failure: ToolFailure }> {
  const tooLarge = fail(
    'io_error',
    `The answer of ${url.host} is larger than ${humanSize(limits.bytes)}, so it was not read. Ask for a part of it, or another address.`,
  );
  if (Number(response.headers['content-length'] ?? 0) > limits.bytes) return { failure: tooLarge };
  const packing = (response.headers['content-encoding'] ?? '').trim().toLowerCase();
  const unpack = unpackers.get(packing);
  if (unpack === undefined)
    return {
      failure: fail('io_error', `The answer of ${url.host} is packed as "${packing.slice(0, 40)}", which is not read.`),
    };

  let received = 0;
  async function* pieces(): AsyncGenerator<Buffer> {
    for await (const piece of response as AsyncIterable<Buffer>) {
      received += piece.length;
      onPiece(received);
      if (received > limits.bytes) return;
      yield piece;
    }
  }
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of unpacked(Readable.from(pieces()), unpack)) {
      size += chunk.length;
      if (size > limits.bytes) return { failure: tooLarge };
      chunks.push(chunk);
    }
  } catch (thrown) {
    if (received > limits.bytes) return { failure: tooLarge };
    throw thrown;
  }
  return received > limits.bytes ? { failure: tooLarge } : { bytes: Buffer.concat(chunks) };
}

/** By content encoding; one layer only. */
const unpackers = new Map<string, (() => Transform) | 'none'>([
  ['', 'none'],
  ['identity', 'none'],
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['deflate', createInflate],
  ['br', createBrotliDecompress],
]);

function unpacked(source: Readable, unpack: (() => Transform) | 'none'): AsyncIterable<Buffer> {
  if (unpack === 'none') return source;
  // What breaks the source reaches whoever reads the end of the line.
  return pipeline(source, unpack(), () => {});
}
