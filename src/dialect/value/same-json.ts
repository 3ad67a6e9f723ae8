import { isDeepStrictEqual } from 'node:util';
import { parseTrusted } from '../../base/trusted-json.js';

/** Whether two JSON texts are the same value, digit for digit where a number could lose some. */
export function sameJson(one: string, other: string): boolean {
  if (one === other) return true;
  return isDeepStrictEqual(parseTrusted(one), parseTrusted(other)) && longNumbers(one) === longNumbers(other);
}

const longNumbers = (json: string): string =>
  (json.replace(/"(?:[^"\\]|\\.)*"/gs, '').match(/-?\d[\d.eE+-]{15,}/g) ?? []).sort().join();
