import { parseJsonAt } from '../../base/json.js';
import { maxCallLength } from '../dialect.js';
import type { Input, Reading, Stops } from '../read/input.js';
import { type LooseJson, parseShape, readLooseJson } from './loose-json.js';
import type { RawMember } from './named-call.js';
import { ObjectScan, type ObjectWatcher } from './object-scan.js';
import { quotesEscaped } from './repair-json.js';

export interface JsonReadingOptions {
  /**
   * What can only stand behind the value. Where its quoting is broken, the first of them is its end: mended across one, it
   * would take in what was written as another call.
   */
  readonly stops: Stops;
  readonly watcher?: ObjectWatcher;
  /** Is told each piece of it as it comes. */
  piece?(text: string): void;
  /** What stands behind a value whose end is certain, even when the value cannot be read. */
  readonly behind?: readonly string[];
  /** It is an element of a list: where its quoting is broken, the rest of the list is read at once. */
  readonly inList?: boolean;
}

/** `cut`: the message ended, or the value was too long, before it did. `ended`: it is known where it ends. */
export type JsonRead =
  | (LooseJson & {
      readonly ok: true;
      readonly raw: string;
      /** The text of a member, where that is known without reading it again. */
      readonly rawOf?: RawMember;
      /** It is the rest of the list it stands in, as a list. */
      readonly isRest?: true;
    })
  | {
      readonly ok: false;
      readonly why: string;
      readonly broken: boolean;
      readonly cut: boolean;
      readonly ended?: true;
      /** What was read of it. */
      readonly raw: string;
    };

/** Reads the JSON object or list that begins here. Brackets and stops within its strings do not end it. */
export function* readJson(
  input: Input,
  { stops, watcher, piece, behind, inList = false }: JsonReadingOptions,
): Reading<JsonRead> {
  const quick = readWhole(input);
  if (quick !== undefined) {
    if (quick.ok) piece?.(quick.raw);
    return quick;
  }
  const scan = new ObjectScan(watcher);
  let raw = '';
  for (;;) {
    const from = input.at;
    input.at = scan.take(input.text, from, Math.min(input.text.length, from + maxCallLength - raw.length));
    raw += input.text.slice(from, input.at);
    if (input.at > from) piece?.(input.text.slice(from, input.at));
    if (scan.state !== 'reading' || raw.length >= maxCallLength) break;
    if (input.ended) break;
    yield;
  }
  if (scan.state === 'reading') {
    if (raw.length >= maxCallLength) return tooLong(raw);
    // A quote that was never closed may be one that JSON does not know.
    const last = readLooseJson(raw.trimEnd());
    return last.ok && endIsSure(last) ? { ...last, raw } : cutOff(raw);
  }
  const whole = scan.state === 'ended' ? readLooseJson(raw) : undefined;
  if (whole !== undefined && (whole.ok || !whole.broken)) {
    return whole.ok ? { ...whole, raw } : { ...whole, cut: false, raw };
  }
  if (whole !== undefined && behind !== undefined) {
    const space = yield* input.space();
    const comma = (yield* input.takes(',')) ? `,${yield* input.space()}` : '';
    const ended = (yield* input.seesOne(behind)) !== undefined;
    if (ended) return { ok: false, why: `its JSON cannot be read: ${whole.why}`, broken: true, cut: false, ended, raw };
    raw += space + comma;
  }
  return yield* readBroken(input, { stops, start: raw, why: whole?.why, inList });
}

/** At once, when all of it is there and nothing about it is odd; what a slower reading would come to as well. */
function readWhole(input: Input): JsonRead | undefined {
  const { text, at } = input;
  const spans = new Map<string, readonly [number, number]>();
  const read = parseJsonAt(text, at, (key, start, end) => spans.set(key, [start, end]));
  if (!read.ok || read.end - at > maxCallLength) return undefined;
  const json = text.slice(at, read.end);
  input.at = read.end;
  const rawOf: RawMember = (key) => {
    const span = spans.get(key);
    return span === undefined ? undefined : text.slice(span[0], span[1]);
  };
  return { ok: true, json, raw: json, value: read.value, repairs: [], rawOf };
}

interface BrokenStart {
  readonly stops: Stops;
  /** What was read of it. */
  readonly start: string;
  readonly why: string | undefined;
  readonly inList: boolean;
}

/** Up to the first stop, if what was read by then can be mended. */
function* readBroken(input: Input, { stops, start, why, inList }: BrokenStart): Reading<JsonRead> {
  const { text, stop } = yield* input.until(stops, maxCallLength - start.length);
  const raw = start + text;
  const bare = raw.trimEnd();
  const list = inList && bare.endsWith(']') ? readLooseJson(`[${bare}`) : undefined;
  if (list?.ok && (stop !== undefined || endIsSure(list))) return { ...list, raw, isRest: true };
  const read = readLooseJson(bare);
  if (read.ok) return stop !== undefined || endIsSure(read) ? { ...read, raw } : cutOff(raw);
  if (!read.broken) return { ...read, cut: false, raw };
  if (stop === undefined && raw.length >= maxCallLength) return tooLong(raw);
  return { ok: false, why: `its JSON cannot be read: ${why ?? read.why}`, broken: true, cut: false, raw };
}

/** Where quotes within a string had to be guessed, only what can stand behind the value tells that it is whole. */
const endIsSure = ({ repairs }: { readonly repairs: readonly string[] }): boolean => !repairs.includes(quotesEscaped);

const cutOff = (raw: string): JsonRead => ({
  ok: false,
  why: 'the message ended in the middle of it',
  broken: true,
  cut: true,
  raw,
});

const tooLong = (raw: string): JsonRead => ({
  ok: false,
  why: `it is longer than ${maxCallLength / 1024 / 1024} MB; split the work into smaller calls`,
  broken: true,
  cut: true,
  raw,
});

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
