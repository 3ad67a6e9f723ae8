import { defined } from '../../base/defined.js';
import { cutEnd } from '../../base/text.js';
import type { BlobPort } from '../../tool/port.js';
import { createOutputWindow } from './output-window.js';
import { plainText } from './plain-text.js';

/** How much of each stream is told, where they are told apart. */
export interface StreamBound {
  readonly max: number;
  readonly unit: 'characters' | 'bytes';
}

/** What a command printed: as it came, or each stream by itself. */
export type Printed =
  | { readonly output: string; readonly bytes: number; readonly output_blob?: string }
  | { readonly stdout: string; readonly stderr: string; readonly bytes: number };

interface PrintedOptions {
  readonly blobs: BlobPort;
  readonly maxChars: number;
  readonly streams: StreamBound | undefined;
}

export interface PrintedOutput {
  push(chunk: Uint8Array, stream: 'stdout' | 'stderr'): void;
  end(): Promise<Printed>;
}

export function createPrinted({ blobs, maxChars, streams }: PrintedOptions): PrintedOutput {
  if (streams !== undefined) return createStreams(streams);
  const window = createOutputWindow({ blobs, maxChars });
  return {
    push: (chunk) => window.push(chunk),
    async end() {
      const { text, bytes, blob } = await window.end();
      return { output: text, bytes, ...defined({ output_blob: blob }) };
    },
  };
}

function createStreams(bound: StreamBound): PrintedOutput {
  const heads = { stdout: createHead(bound), stderr: createHead(bound) };
  return {
    push: (chunk, stream) => heads[stream].push(chunk),
    async end() {
      const { stdout, stderr } = heads;
      return { stdout: stdout.text(), stderr: stderr.text(), bytes: stdout.bytes() + stderr.bytes() };
    },
  };
}

/** The beginning of a stream, and how long it was. A character takes at most four bytes. */
function createHead({ max, unit }: StreamBound) {
  const held: Uint8Array[] = [];
  const maxHeld = unit === 'bytes' ? max : max * 4;
  let bytes = 0;
  return {
    push(chunk: Uint8Array) {
      if (bytes < maxHeld) held.push(Uint8Array.prototype.slice.call(chunk, 0, maxHeld - bytes));
      bytes += chunk.length;
    },
    bytes: () => bytes,
    text() {
      // Half a character at the end is left out.
      const all = new TextDecoder().decode(Buffer.concat(held), { stream: true });
      const isCut = bytes > maxHeld || (unit === 'characters' && all.length > max);
      const text = plainText(unit === 'bytes' ? all : cutEnd(all, max));
      return isCut ? `${text}\n[… cut here: ${bytes} bytes in all …]` : text;
    },
  };
}
