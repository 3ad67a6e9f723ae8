import { setImmediate as nextTurn } from 'node:timers/promises';
import { attempt } from '../base/attempt.js';
import { genesis, hashEvent } from './chain.js';
import { eventVersion } from './event.js';
import { matchesFields, wantedFields } from './event-query.js';
import type { Database, Statement } from './sqlite-driver.js';
import { newerError } from './sqlite-file.js';
import { fieldTerm, indexColumn, indexTable, type SqliteIndexes, typesTerm } from './sqlite-index.js';
import type { SqliteLog } from './sqlite-log.js';
import type { EventIndex, EventQuery, FoundEvent } from './store.js';
import { storeError } from './store-error.js';

/** Pages grow up to this many rows while they stay below this many characters. */
const pageRows = 256;
const pageCharacters = 1024 * 1024;
/** A stream that is not longer is searched itself, whether its events are indexed or not. */
const shortStream = 20_000;

interface FinderOptions {
  readonly database: Database;
  readonly log: SqliteLog;
  readonly path: string;
  readonly indexes: SqliteIndexes;
  readonly attempt: <T>(work: () => T) => Promise<T>;
}

/** Where an event stands among those that are found. */
type Key = readonly [at: number, stream: number, seq: number];

interface Found {
  readonly event: FoundEvent;
  readonly characters: number;
}

/** Finds events page by page: first where they are, by an index where there is one, then each in the table. */
export function createSqliteFinder({ database, log, path, indexes, attempt }: FinderOptions) {
  async function selectFor(query: EventQuery): Promise<KeySelect> {
    const [only, ...others] = query.streams ?? [];
    if (only !== undefined && others.length === 0) {
      const events = await attempt(() => log.lengthOf(only));
      if (events <= shortStream) return selectKeys(query, undefined);
    }
    try {
      return selectKeys(query, await indexes.prepare(query));
    } catch (thrown) {
      throw storeError(thrown, path);
    }
  }

  function eventAt([, id, seq]: Key): Found | undefined {
    const row = log.rowAt(id, seq);
    const stream = log.nameOf(id);
    // Removed since its place was read.
    if (row === undefined || stream === undefined) return undefined;
    const { v, at, type, bodyText, hash } = row;
    const previous = seq === 1 ? genesis(stream).hash : log.headAt(id, seq - 1)?.hash;
    const intact = previous !== undefined && hashEvent({ ...row, previous }) === hash;
    if (intact && v !== eventVersion) throw newerError(path, { version: v, known: eventVersion });
    const body = intact ? JSON.parse(bodyText) : bodyOfDamaged(bodyText);
    return { event: { v, seq, at, type, body, hash, stream, intact }, characters: bodyText.length };
  }

  function pagesOf({ first, next, values }: KeySelect): (after: Key | undefined, limit: number) => readonly Key[] {
    const statements = new Map<string, Statement>();
    return (after, limit) => {
      const sql = after === undefined ? first : next;
      const statement = statements.get(sql) ?? database.prepare(sql);
      statements.set(sql, statement);
      statement.setReturnArrays(true);
      return statement.all(...values, ...(after ?? []), limit) as unknown as Key[];
    };
  }

  async function* find(query: EventQuery): AsyncGenerator<FoundEvent> {
    if (query.types.length === 0) return;
    const page = pagesOf(await selectFor(query));
    let size = 16;
    let after: Key | undefined;
    for (let left = query.limit ?? Number.POSITIVE_INFINITY; left > 0; ) {
      const wanted = Math.min(size, left);
      const keys = await attempt(() => page(after, wanted));
      let characters = 0;
      for (const key of keys) {
        const found = await attempt(() => eventAt(key));
        if (found === undefined || !isWanted(found.event, query)) continue;
        characters += found.characters;
        left -= 1;
        yield found.event;
      }
      after = keys.at(-1);
      if (keys.length < wanted) return;
      size = characters > pageCharacters ? Math.max(1, size >> 2) : Math.min(pageRows, size * 2);
      await nextTurn();
    }
  }

  async function streamsWith(query: EventQuery): Promise<readonly string[]> {
    if (query.types.length === 0) return [];
    const { streams, values } = await selectFor(query);
    const rows = await attempt(() => database.prepare(streams).all(...values));
    return (rows as { readonly name: string }[]).map(({ name }) => name);
  }

  return { find, streamsWith };
}

/** One that was tampered with is told, whatever it says now. */
const isWanted = ({ body, intact }: FoundEvent, query: EventQuery): boolean => !intact || matchesFields(body, query);

/** The statements for the first page, for those after it and for the streams, and the values all begin with. */
interface KeySelect {
  readonly first: string;
  readonly next: string;
  readonly streams: string;
  readonly values: readonly (string | number)[];
}

function selectKeys(query: EventQuery, found: EventIndex | undefined): KeySelect {
  const { types, streams, since, until, order = 'newest' } = query;
  const fields = wantedFields(query);
  const index = found && fields.every(([field]) => found.fields.includes(field)) ? found : undefined;
  const terms: string[] = [];
  const values: (string | number)[] = [];
  const also = (term: (value: string) => string, value: string | number): void => {
    values.push(value);
    terms.push(term(`?${values.length}`));
  };
  if (since !== undefined) also((value) => `at >= ${value}`, since);
  if (until !== undefined) also((value) => `at < ${value}`, until);
  if (streams !== undefined) {
    const named = (names: string): string =>
      `SELECT id FROM streams WHERE name IN (SELECT value FROM json_each(${names}))`;
    also((names) => `stream IN (${named(names)})`, JSON.stringify(streams));
  }
  for (const [field, texts] of fields) {
    const column = (index && indexColumn(index, field)) ?? fieldTerm(field);
    also((wanted) => `${column} IN (SELECT value FROM json_each(${wanted}))`, JSON.stringify(texts));
  }
  const [behind, direction] = order === 'newest' ? ['<', 'DESC'] : ['>', 'ASC'];
  const next = values.length;
  const isBehind = `(at, stream, seq) ${behind} (?${next + 1}, ?${next + 2}, ?${next + 3})`;
  const ordered = `ORDER BY at ${direction}, stream ${direction}, seq ${direction} LIMIT`;
  // The index is ordered within each type: those of several types are merged as they are read.
  const tables =
    index === undefined
      ? [`events WHERE ${typesTerm(types)}`]
      : [...new Set(types)].map((type) => `${indexTable(index)} WHERE ${typesTerm([type])}`);
  const select = (columns: string, more: readonly string[]): string =>
    tables.map((table) => [`SELECT ${columns} FROM ${table}`, ...terms, ...more].join(' AND ')).join(' UNION ALL ');
  return {
    first: `${select('at, stream, seq', [])} ${ordered} ?${next + 1}`,
    next: `${select('at, stream, seq', [isBehind])} ${ordered} ?${next + 4}`,
    streams: `SELECT name FROM streams WHERE id IN (${select('stream', [])}) ORDER BY id`,
    values,
  };
}

/** What is left of a body that was tampered with; null when it is no JSON any more. */
const bodyOfDamaged = (text: string): unknown => attempt((): unknown => JSON.parse(text), null);
