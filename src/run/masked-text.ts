import { StringDecoder } from 'node:string_decoder';
import type { Mask } from '../policy/secret/mask.js';

/** Text that comes in pieces, with the secrets in it masked, also those that lie across pieces. */
export interface MaskedText {
  /** What may be told by now. */
  push(piece: string): string;
  /** The rest. */
  end(): string;
}

export function createMaskedText(mask: Mask): MaskedText {
  const stream = mask.stream();
  const decoder = new StringDecoder('utf8');
  /** Half a character, of which the other half is in the next piece. */
  let half = '';
  return {
    push(piece) {
      const text = half + piece;
      half = /[\ud800-\udbff]$/.exec(text)?.[0] ?? '';
      return decoder.write(stream.push(Buffer.from(half === '' ? text : text.slice(0, -1))));
    },
    end: () => decoder.write(stream.push(Buffer.from(half))) + decoder.write(stream.end()) + decoder.end(),
  };
}
