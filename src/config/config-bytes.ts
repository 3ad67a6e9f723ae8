import { humanSize } from '../base/text.js';
import type { FoundText } from './config-layer.js';
import { maxConfigLength } from './config-text.js';

/** The text in the bytes of a config file. */
export function decodeConfig(bytes: Uint8Array): FoundText {
  if (bytes.length > maxConfigLength) {
    return { ok: false, line: 1, message: `it is larger than ${humanSize(maxConfigLength)}; make it shorter` };
  }
  const text = decode(bytes);
  if (text !== undefined) return { ok: true, text };
  return { ok: false, line: firstBadLine(bytes), message: 'it is not UTF-8 text; save it as UTF-8' };
}

/** The same of a file of a workspace, where a link leads to what was not looked at. */
export function contentText({ bytes, link }: { readonly bytes: Uint8Array; readonly link?: true }): FoundText {
  return link ? { ok: false, line: 1, message: 'it is a link; put a file there, or remove it' } : decodeConfig(bytes);
}

/** With a byte order mark, if there is one: it counts as a character. */
function decode(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function firstBadLine(bytes: Uint8Array): number {
  for (let line = 1, start = 0; ; line += 1) {
    const end = bytes.indexOf(0x0a, start);
    if (end === -1 || decode(bytes.subarray(start, end)) === undefined) return line;
    start = end + 1;
  }
}
