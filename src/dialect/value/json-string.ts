import { maxCallLength } from '../dialect.js';
import type { Input, Reading } from '../read/input.js';
import { parseShape } from './loose-json.js';

/** Reads the JSON string that begins here; without a value when it does not end or is none. */
export function* readJsonString(input: Input): Reading<{ readonly raw: string; readonly value: string | undefined }> {
  let raw = '"';
  input.at += 1;
  while (raw.length < maxCallLength) {
    const piece = yield* input.takeWhile(isPlain, 4096);
    raw += piece;
    const mark = yield* input.peek();
    if (mark === '') return { raw, value: undefined };
    if (mark !== '"' && mark !== '\\') continue;
    const length = mark === '"' ? 1 : 2;
    if (!(yield* input.has(length))) return { raw, value: undefined };
    raw += input.text.slice(input.at, input.at + length);
    input.at += length;
    if (mark === '\\') continue;
    const parsed = parseShape(raw);
    return { raw, value: parsed.ok ? String(parsed.value) : undefined };
  }
  return { raw, value: undefined };
}

const isPlain = (code: number): boolean => code !== 0x22 && code !== 0x5c;
