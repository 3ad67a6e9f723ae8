import { rawElements, rawMember } from '../../../base/raw-json.js';
import { parseTrusted } from '../../../base/trusted-json.js';
import type { WritableCall } from '../write-json-calls.js';

/** `call:NAME{KEY:VALUE, …}` with this text around strings. */
export const writeGemmaCall = ({ name, arguments: args }: WritableCall, quote: string): string =>
  `call:${name}${gemmaValue(args, quote)}`;

function gemmaValue(json: string, quote: string): string {
  const text = json.trim();
  if (text.startsWith('"')) return `${quote}${parseTrusted(text)}${quote}`;
  if (text.startsWith('['))
    return `[${rawElements(text)
      .map((item) => gemmaValue(item, quote))
      .join(',')}]`;
  if (!text.startsWith('{')) return text;
  const members = Object.keys(parseTrusted(text) as object).map((key) => {
    const name = /^[\p{L}\p{N}_-]+$/u.test(key) ? key : `${quote}${key}${quote}`;
    return `${name}:${gemmaValue(rawMember(text, [key]) ?? 'null', quote)}`;
  });
  return `{${members.join(',')}}`;
}
