import { statSync } from 'node:fs';
import { ToolwrightError } from '../base/error.js';
import { namedBlobs } from '../workspace/blob-address.js';
import { openSqliteStore } from './sqlite.js';
import type { BlobStore, Store, StoredEvent } from './store.js';

/** What could be saved of one stream. */
export interface RescuedStream {
  readonly stream: string;
  /** The events of its whole prefix, which are in the new store. */
  readonly events: number;
  /** What is wrong with the event after them; absent when the stream is whole as far as can be read. */
  readonly damage?: string;
  /** How many blobs it names that are gone or damaged. */
  readonly lostBlobs: number;
}

const pageEvents = 500;

/**
 * Copies what is whole of every stream of a damaged store into a new one, events with their times and hashes, and the blobs
 * they name. The damaged file is only read.
 */
export async function rescueStore(from: string, to: string): Promise<readonly RescuedStream[]> {
  if (statSync(to, { throwIfNoEntry: false }) !== undefined) {
    throw new ToolwrightError('bad-usage', `${to} exists already; name a new file`);
  }
  const source = await openSqliteStore({ path: from, readOnly: true });
  /** The chain is made of what is in an event alone, so that the same events at the same times have the same hashes. */
  let at = 0;
  const target = await openSqliteStore({ path: to, clock: { now: () => at, monotonic: () => performance.now() } });
  const copyEvents = async (stream: string, events: readonly StoredEvent[]): Promise<void> => {
    for (const moment of byMoment(events)) {
      at = moment[0]?.at ?? 0;
      await target.append(stream, moment);
    }
  };
  try {
    const rescued: RescuedStream[] = [];
    for (const { id: stream } of await source.streams()) {
      const found = await source.verify(stream);
      const events = found.ok ? found.events : found.validUntil;
      let lostBlobs = 0;
      for (let after = 0; after < events; after += pageEvents) {
        const page = await source.read(stream, { after, limit: Math.min(pageEvents, events - after) });
        lostBlobs += await copyBlobs(page, { from: source.blobs, to: target.blobs });
        await copyEvents(stream, page);
      }
      rescued.push({ stream, events, ...(!found.ok && { damage: found.message }), lostBlobs });
    }
    return rescued;
  } finally {
    await source.close();
    await target.close();
  }
}

function* byMoment(events: readonly StoredEvent[]): Generator<readonly StoredEvent[]> {
  for (let from = 0; from < events.length; ) {
    const next = events.findIndex((event, index) => index > from && event.at !== events[from]?.at);
    const until = next === -1 ? events.length : next;
    yield events.slice(from, until);
    from = until;
  }
}

/** Answers how many could not be copied. */
async function copyBlobs(
  events: readonly StoredEvent[],
  { from, to }: { readonly from: BlobStore; readonly to: Store['blobs'] },
): Promise<number> {
  let lost = 0;
  for (const address of namedBlobs(events.map(({ body }) => JSON.stringify(body)))) {
    const content = await from.read(address).catch(() => undefined);
    if (content === undefined) lost += 1;
    else await to.write(content);
  }
  return lost;
}
