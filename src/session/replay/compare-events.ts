import { defined } from '../../base/defined.js';
import type { NewEvent } from '../../store/store.js';
import type { SessionRecord } from '../event.js';
import { keptMembers } from './kept-members.js';
import { callIdOf } from './recorded-turn.js';

/** The first thing in which an event that came out is not the one that was recorded. */
export interface Difference {
  /** Counted from 1. */
  readonly turn: number;
  /** The number of the recorded event; absent when there is none. */
  readonly seq?: number;
  readonly type: string;
  readonly callId?: string;
  /** Where in the event, with dots between its parts; empty when the event itself is another, missing or too much. */
  readonly path: string;
  readonly recorded: unknown;
  readonly replayed: unknown;
}

export interface Comparison {
  readonly turn: number;
  readonly recorded: readonly SessionRecord[];
  readonly replayed: readonly NewEvent[];
  /** The recorded id of a call, by the one it has now. */
  recordedId(callId: string): string;
  /** Calls whose words depend on what is not here. */
  isLoose(callId: string): boolean;
  /** Texts were replaced: only their form is compared. */
  readonly redacted: boolean;
}

/**
 * The differences of a turn: for each event the first one, and none after an event that is another altogether, because all
 * that follows may come from it.
 */
export function compareEvents(given: Comparison): readonly Difference[] {
  const { turn, recorded, replayed, recordedId, isLoose, redacted } = given;
  const found: Difference[] = [];
  for (let at = 0; at < Math.max(recorded.length, replayed.length); at += 1) {
    const was = recorded[at];
    const is = replayed[at];
    const callId = was === undefined ? undefined : callIdOf(was);
    const nowId = is === undefined ? undefined : callIdOf(is);
    const known = { turn, ...(was !== undefined && { seq: was.seq }), ...defined({ callId }) };
    const same = was?.type === is?.type && callId === (nowId === undefined ? undefined : recordedId(nowId));
    if (was === undefined || is === undefined || !same) {
      const type = was?.type ?? is?.type ?? '';
      return [...found, { ...known, type, path: '', recorded: headOf(was), replayed: headOf(is) }];
    }
    const loose = callId !== undefined && (isLoose(callId) || isCutOtherwise(was, is));
    const difference = firstDifference(stable(was, loose), stable(is, loose), redacted);
    if (difference !== undefined) found.push({ ...known, type: was.type, ...difference });
  }
  return found;
}

/** Of results that were cut, earlier versions left out more: the time they took stood beside them. */
function isCutOtherwise(was: SessionRecord, is: NewEvent): boolean {
  if (was.type !== 'call-settled' || is.type !== 'call-settled') return false;
  const { content } = was.body;
  return content.includes(' characters left out') && /"metadata":\{"execution_time_ms":\d+,/.test(content);
}

/** What an event is, where another one stands in its place. */
function headOf(event: NewEvent | undefined): unknown {
  if (event === undefined) return undefined;
  const callId = callIdOf(event);
  return callId === undefined ? event.type : `${event.type} ${callId}`;
}

/** An event without what is another each time: ids, times, hashes and counts of the machine. */
function stable({ type, body }: NewEvent, loose: boolean): unknown {
  return walk(body, new Set([...alwaysOther, ...(otherIn[type] ?? []), ...(loose ? words : [])]));
}

const alwaysOther = ['callId', 'turnId', 'messageId', 'questionId', 'durationMs', 'digest', 'blob', 'masked'];
const otherIn: Readonly<Record<string, readonly string[]>> = {
  'round-started': ['tools'],
  // The recorded model calls each tool by its own name.
  'call-admitted': ['through'],
  'approval-requested': ['id'],
  'message-received': ['images'],
  // Told by the answers; earlier versions did not add it up.
  'turn-ended': ['usage'],
  // Put together from the result, with the time it took.
  'call-settled': ['message'],
};
const words = ['message', 'content', 'display', 'coercions'];

function walk(value: unknown, dropped: ReadonlySet<string>): unknown {
  if (typeof value === 'string') return plain(value);
  if (Array.isArray(value)) return value.map((item) => walk(item, dropped));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(asStored(value))
      .filter(([key, item]) => item !== undefined && !dropped.has(key))
      .map(([key, item]) => [key, walk(item, dropped)]),
  );
}

/** An event that was not stored yet may still work some of its members out when it is. */
const asStored = (value: object): object =>
  'toJSON' in value && typeof value.toJSON === 'function' ? (value.toJSON() as object) : value;

const plain = (text: string): string =>
  text
    // Earlier versions told models of the default profile what their calls took.
    .replace(/,"metadata":\{"execution_time_ms":\d+,"data_size_bytes":\d+,"timestamp":\d+(?:,(?="))?/, ',"metadata":{')
    .replace(/,"metadata":\{\}(?=\}$)/, '')
    // They did not say what a tool takes where its arguments were refused.
    .replaceAll(/ [\w.:/-]+ takes \{.*?\}\.(?= Correct| Send)/g, '')
    .replaceAll(/(?<=must be a JSON object)(?: such as \{.*?\}\.|\. Correct them and call again\.)/g, '.')
    .replaceAll(/\b[a-z]{1,6}_[0-9a-hjkmnp-tv-z]{26}\b/g, '<id>')
    .replaceAll(/\b[0-9a-f]{64}\b/g, '<hash>')
    .replaceAll(/("(?:execution_time_ms|timestamp|retry_after_ms)":)\d+/g, '$10');

type Found = Pick<Difference, 'path' | 'recorded' | 'replayed'>;

function firstDifference(was: unknown, is: unknown, redacted: boolean, path = ''): Found | undefined {
  if (Object.is(was, is) || (redacted && sameForm(was, is, path))) return undefined;
  if (!isObject(was) || !isObject(is) || Array.isArray(was) !== Array.isArray(is))
    return { path, recorded: was, replayed: is };
  for (const key of new Set([...Object.keys(was), ...Object.keys(is)])) {
    const found = firstDifference(was[key], is[key], redacted, path === '' ? key : `${path}.${key}`);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Of words that were replaced the form is left. */
function sameForm(was: unknown, is: unknown, path: string): boolean {
  if (typeof was !== 'string' || typeof is !== 'string') return false;
  return !keptMembers.has(path.split('.').at(-1) ?? '') && formOf(was) === formOf(is);
}

/** Letters and figures for what they are. */
const formOf = (text: string): string =>
  text
    .replaceAll(/\p{Lu}/gu, 'A')
    .replaceAll(/\p{L}/gu, 'a')
    .replaceAll(/\p{N}/gu, '0');

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;
