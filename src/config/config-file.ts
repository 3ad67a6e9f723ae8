import { closeSync, constants, fstatSync, openSync, readSync, statSync } from 'node:fs';
import { attempt } from '../base/attempt.js';
import { messageOf, systemCode } from '../base/error.js';
import { humanSize } from '../base/text.js';
import type { FoundText } from './config-layer.js';
import { maxConfigLength } from './config-text.js';

// A pipe in its place must not be waited for.
const readFlags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0);

/** The text of a config file; undefined when there is none. */
export function readConfigFile(path: string): FoundText | undefined {
  try {
    // Asked first because it is the common case, and an error costs far more than an answer.
    const found = statSync(path, { throwIfNoEntry: false });
    if (found === undefined) return undefined;
    if (found.isDirectory()) return broken('it is a folder; put a file there, or remove it');
    if (!found.isFile()) return broken('it is no regular file; put a file there, or remove it');
    return decodeConfig(readBounded(path));
  } catch (error) {
    const code = systemCode(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    if (code === 'EACCES' || code === 'EPERM') return broken('it cannot be read; change its rights, or remove it');
    return broken(`it cannot be read (${code ?? messageOf(error)}); correct that, or remove it`);
  }
}

/** One byte more than is accepted, so that a file that grew is noticed. */
function readBounded(path: string): Uint8Array {
  const fd = openSync(path, readFlags);
  try {
    const bytes = Buffer.alloc(Math.min(fstatSync(fd).size, maxConfigLength) + 1);
    let length = 0;
    while (length < bytes.length) {
      const read = readSync(fd, bytes, length, bytes.length - length, null);
      if (read === 0) break;
      length += read;
    }
    return bytes.subarray(0, length);
  } finally {
    closeSync(fd);
  }
}

const broken = (message: string): FoundText => ({ ok: false, line: 1, message });

/** The text in the bytes of a config file. */
function decodeConfig(bytes: Uint8Array): FoundText {
  if (bytes.length > maxConfigLength) {
    return { ok: false, line: 1, message: `it is larger than ${humanSize(maxConfigLength)}; make it shorter` };
  }
  const text = decodeText(bytes);
  if (text !== undefined) return { ok: true, text };
  return { ok: false, line: firstBadLine(bytes), message: 'it is not UTF-8 text; save it as UTF-8' };
}

/** The same of a file of a workspace, where a link leads to what was not looked at. */
export function contentText({ bytes, link }: { readonly bytes: Uint8Array; readonly link?: true }): FoundText {
  return link ? { ok: false, line: 1, message: 'it is a link; put a file there, or remove it' } : decodeConfig(bytes);
}

/** Text in UTF-8 with a byte order mark, if there is one: it counts as a character. Undefined for anything else. */
export const decodeText = (bytes: Uint8Array): string | undefined =>
  attempt(() => new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes), undefined);

function firstBadLine(bytes: Uint8Array): number {
  for (let line = 1, start = 0; ; line += 1) {
    const end = bytes.indexOf(0x0a, start);
    if (end === -1 || decodeText(bytes.subarray(start, end)) === undefined) return line;
    start = end + 1;
  }
}
