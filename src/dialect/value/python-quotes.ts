import { PythonReader } from './python-reader.js';

/** How many readings are tried where quotes in strings were not escaped, and for texts of which length. */
const maxTries = 200;
const maxLength = 64 * 1024;

export type QuotesRead<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly why: string; readonly at: number };

/**
 * Reads a text in which a quote within a string was not escaped: from the string on behind which
 * the reading fails, each quote that could close one is tried. It counts only when exactly one way to read all of
 * it remains.
 */
export function readUnescaped<Value>(
  text: string,
  read: (reader: PythonReader) => Value | undefined,
): QuotesRead<Value> {
  let first: QuotesRead<Value> | undefined;
  let found: { readonly value: Value } | undefined;
  let skipped: readonly number[] = [];
  let broken: number | undefined;
  for (let tries = 0; tries < maxTries && text.length <= maxLength; tries += 1) {
    const choice = skipped;
    const reader = new PythonReader(text, { skip: (position) => choice[position] ?? 0 });
    const value = read(reader);
    if (value !== undefined) {
      if (found !== undefined) return { ok: false, why: 'quotes in its strings are not escaped', at: 0 };
      found = { value };
    }
    const { why, at } = reader.problem ?? { why: 'something follows it', at: reader.at };
    first ??= { ok: false, why, at };
    broken ??= why === unclosed ? reader.strings - 1 : reader.closed;
    const next = nextChoice(choice, reader.closed);
    if (next === undefined || next.length <= broken)
      return found === undefined ? first : { ok: true, value: found.value };
    skipped = next;
  }
  return first ?? { ok: false, why: 'quotes in its strings are not escaped', at: 0 };
}

const unclosed = 'a string does not end';

/** That string is closed one quote later. */
function nextChoice(choice: readonly number[], string: number): readonly number[] | undefined {
  if (string < 0) return undefined;
  const before = Array.from({ length: string }, (_, position) => choice[position] ?? 0);
  return [...before, (choice[string] ?? 0) + 1];
}
