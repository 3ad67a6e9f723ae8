import { sha256 } from '../base/digest.js';
import type { Verification } from './store.js';

/** What the hash of an event is made of. `bodyText` is the body exactly as stored. */
interface HashedFields {
  readonly previous: string;
  readonly v: number;
  readonly seq: number;
  readonly at: number;
  readonly type: string;
  readonly bodyText: string;
}

/** A row as stored, its body still text. */
export type ChainRow = Omit<HashedFields, 'previous'> & { readonly hash: string };

/** The end of a chain: where the next event attaches. */
export interface ChainHead {
  readonly seq: number;
  readonly hash: string;
}

/**
 * sha256 over `["<previous>",<v>,<seq>,<at>,<type as JSON>]`, a line feed and the body text. The first line holds no raw
 * line feed, so no two events share a text.
 */
export const hashEvent = (fields: HashedFields): string => hashAfter(fields.previous, fields);

/** Apart from the row, which need not be copied for it: a long session has a hundred thousand. */
function hashAfter(previous: string, { v, seq, at, type, bodyText }: Omit<HashedFields, 'previous'>): string {
  return sha256(`["${previous}",${v},${seq},${at},${JSON.stringify(type)}]\n${bodyText}`);
}

/** Where a stream's chain starts. It depends on the name, so that one stream cannot be passed off as another. */
export function genesis(stream: string): ChainHead {
  return { seq: 0, hash: sha256(`toolwright stream ${JSON.stringify(stream)}`) };
}

/**
 * Checks rows that follow `head`: `genesis(stream)` for a whole stream, or where the page before ended, which is
 * `{ seq: events, hash: head }` of its verification.
 */
export function verifyRows(rows: Iterable<ChainRow>, head: ChainHead): Verification {
  let { seq, hash } = head;
  for (const row of rows) {
    if (row.seq !== seq + 1) return broken(seq, `event ${seq + 1} is missing`);
    if (hashAfter(hash, row) !== row.hash) {
      return broken(seq, `event ${row.seq} is not what was written: its hash does not match`);
    }
    seq = row.seq;
    hash = row.hash;
  }
  return { ok: true, events: seq, head: hash };
}

export function broken(validUntil: number, message: string): Verification {
  return { ok: false, validUntil, message };
}
