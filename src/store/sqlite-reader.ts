import { setImmediate as nextTurn } from 'node:timers/promises';
import { isToolwrightError, ToolwrightError } from '../base/error.js';
import { namedBlobs } from '../workspace/blob-address.js';
import { broken, type ChainHead, type ChainRow, genesis, verifyRows } from './chain.js';
import { eventVersion } from './event.js';
import { newerError } from './sqlite-file.js';
import type { SqliteLog } from './sqlite-log.js';
import type { Store, StoredEvent, Verification, VerifyOptions } from './store.js';

/** Pages grow up to this many rows while they stay below this many characters: neither memory nor other work suffers. */
const pageRows = 512;
const pageCharacters = 1024 * 1024;

interface ReaderOptions {
  readonly log: SqliteLog;
  readonly path: string;
  readonly attempt: <T>(work: () => T) => Promise<T>;
}

export function createSqliteReader({ log, path, attempt }: ReaderOptions) {
  /** The rows after `after`, a page at a time, leaving other work its turn between pages. */
  async function* pages(id: number, after: number, limit: number): AsyncGenerator<readonly ChainRow[]> {
    let size = 16;
    let seq = after;
    for (let left = limit; left > 0; ) {
      const wanted = Math.min(size, left);
      const rows = await readable(id, seq, wanted);
      yield rows;
      const last = rows.at(-1);
      if (last === undefined) return;
      seq = last.seq;
      left -= rows.length;
      const characters = rows.reduce((sum, row) => sum + row.bodyText.length, 0);
      size = characters > pageCharacters ? Math.max(1, size >> 2) : Math.min(pageRows, size * 2);
      await nextTurn();
    }
  }

  /** A page, or where a part of the file is damaged its first row, so that every row before the damage is answered. */
  async function readable(id: number, after: number, limit: number): Promise<readonly ChainRow[]> {
    try {
      return await attempt(() => log.page(id, after, limit));
    } catch (thrown) {
      if (limit === 1 || !isDamaged(thrown)) throw thrown;
      return attempt(() => log.page(id, after, 1));
    }
  }

  async function* blobTexts(id: number): AsyncGenerator<string> {
    for (let seq = 0; ; ) {
      const rows = await attempt(() => log.blobPage(id, seq, 64));
      for (const [, text] of rows) yield text;
      const last = rows.at(-1);
      if (last === undefined) return;
      seq = last[0];
      await nextTurn();
    }
  }

  return {
    /** Checks the chain as it reads: a changed event is never answered. */
    async read(stream: string, { after = 0, limit = Number.MAX_SAFE_INTEGER }: Range): Promise<readonly StoredEvent[]> {
      const id = await attempt(() => log.idOf(stream));
      if (id === undefined) return [];
      let head = after <= 0 ? genesis(stream) : await attempt(() => log.headAt(id, after));
      if (head === undefined) {
        if ((await attempt(() => log.page(id, after, 1))).length === 0) return [];
        throw damagedStream(path, stream, { validUntil: after - 1, message: `event ${after} is missing` });
      }
      const events: StoredEvent[] = [];
      for await (const rows of pages(id, head.seq, limit)) {
        const checked = verifyRows(rows, head);
        if (!checked.ok) throw damagedStream(path, stream, checked);
        head = headOf(checked);
        for (const row of rows) events.push(eventOf(row, path));
      }
      return events;
    },

    async verify(stream: string, { hash, onProgress }: VerifyOptions = {}): Promise<Verification> {
      const id = await attempt(() => log.idOf(stream));
      let head = genesis(stream);
      if (id === undefined) return { ok: true, events: 0, head: head.hash };
      let found: { readonly found?: number } = {};
      try {
        for await (const rows of pages(id, 0, Number.MAX_SAFE_INTEGER)) {
          const checked = verifyRows(rows, head);
          const valid = checked.ok ? checked.events : checked.validUntil;
          const seq = rows.find((row) => row.hash === hash && row.seq <= valid)?.seq;
          if (seq !== undefined) found = { found: seq };
          if (!checked.ok) return { ...checked, ...found };
          head = headOf(checked);
          onProgress?.(head.seq);
        }
      } catch (thrown) {
        if (!isDamaged(thrown)) throw thrown;
        return { ...broken(head.seq, `event ${head.seq + 1} cannot be read: the file is damaged there`), ...found };
      }
      return { ok: true, events: head.seq, head: head.hash, ...found };
    },

    /** The addresses that one stream names. */
    async named(id: number): Promise<ReadonlySet<string>> {
      const named = new Set<string>();
      for await (const text of blobTexts(id)) for (const address of namedBlobs([text])) named.add(address);
      return named;
    },

    /** Those addresses that no stream names. */
    async unnamed(addresses: ReadonlySet<string>): Promise<ReadonlySet<string>> {
      const left = new Set(addresses);
      if (left.size === 0) return left;
      for (const { rowId } of await attempt(() => log.streams())) {
        for await (const text of blobTexts(rowId)) for (const address of namedBlobs([text])) left.delete(address);
        if (left.size === 0) break;
      }
      return left;
    },
  };
}

type Range = Parameters<Store['read']>[1] & object;

const headOf = (checked: Verification & { ok: true }): ChainHead => ({ seq: checked.events, hash: checked.head });

const isDamaged = (thrown: unknown): boolean => isToolwrightError(thrown) && thrown.code === 'store-damaged';

function eventOf({ v, seq, at, type, bodyText, hash }: ChainRow, path: string): StoredEvent {
  if (v !== eventVersion) throw newerError(path, { version: v, known: eventVersion });
  // Own text, its hash just checked: the guarded parser is for text from outside, and JSON.parse is five times as fast.
  return { v, seq, at, type, body: JSON.parse(bodyText), hash };
}

function damagedStream(
  path: string,
  stream: string,
  found: { readonly validUntil: number; readonly message: string },
): ToolwrightError {
  return new ToolwrightError(
    'store-damaged',
    `the session ${stream} in ${path} is damaged: ${found.message}. The ${found.validUntil} events before are whole; other sessions are not affected. To go on from there: toolwright sessions repair ${stream}`,
    { details: { path, stream, validUntil: found.validUntil } },
  );
}
