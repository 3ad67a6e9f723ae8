import { PythonReader } from './python-reader.js';

export type LiteralRead =
  /** `end`: the index behind it. `repairs`: what Python itself would not have read. */
  | { readonly ok: true; readonly json: string; readonly end: number; readonly repairs: readonly string[] }
  | { readonly ok: false; readonly why: string; readonly at: number };

/** Reads one Python literal, the whole text, as JSON. Digits are kept as they were written. Nothing is evaluated. */
export function readPythonLiteral(text: string): LiteralRead {
  const reader = new PythonReader(text);
  const json = reader.value(0);
  reader.space();
  if (json === undefined || reader.at < text.length) {
    const { why, at } = reader.problem ?? { why: 'something follows the value', at: reader.at };
    return { ok: false, why, at };
  }
  return { ok: true, json, end: reader.at, repairs: [...reader.repairs] };
}
