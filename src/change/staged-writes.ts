import { randomUUID } from 'node:crypto';
import type { Clock } from '../base/clock.js';
import { defined } from '../base/defined.js';
import { sha256 } from '../base/digest.js';
import type { StoredEvent } from '../store/store.js';
import type { BlobPort, KeptChange, StagedWrite } from '../tool/port.js';
import type { KeptBody, KeptEvent } from './event.js';
import type { Fsync } from './path-write.js';

const lifeMs = 10 * 60 * 1000;
const capacity = 50;

interface StagedWritesOptions {
  readonly clock: Clock;
  readonly blobs: Pick<BlobPort, 'read' | 'write'>;
  readonly fsync: Fsync;
  record(event: KeptEvent): void;
  /** What earlier processes recorded of the session. */
  readonly past: readonly Pick<StoredEvent, 'type' | 'body' | 'at'>[];
}

interface Entry extends KeptBody {
  /** On the clock that nobody sets. */
  readonly until: number;
}

/** Staged writes that wait under tokens: recorded with their session, each for ten minutes, at most fifty. */
export function createStagedWrites({ clock, blobs, fsync, record, past }: StagedWritesOptions) {
  const kept = keptBefore(past, clock);
  return {
    /** The oldest make room. */
    async keep(change: StagedWrite, callId: string): Promise<KeptChange> {
      const blob = await blobs.write(change.content, { fsync });
      const createdAt = clock.now();
      const { place, operation, mode, baseHash = emptyHash } = change;
      const body: KeptBody = {
        token: randomUUID(),
        callId,
        operation,
        given: place.given,
        path: place.path,
        baseHash,
        blob,
        createdAt,
        expiresAt: createdAt + lifeMs,
        ...defined({ mode }),
      };
      record({ type: 'change-kept', body });
      kept.set(body.token, { ...body, until: clock.monotonic() + lifeMs });
      evict(kept);
      return { ...body, content: change.content };
    },
    async find(token: string): Promise<KeptChange | undefined> {
      const one = kept.get(token);
      if (one === undefined || clock.monotonic() >= one.until) {
        kept.delete(token);
        return undefined;
      }
      const content = await blobs.read(one.blob);
      return content && { ...one, content };
    },
    spend(token: string, callId: string): void {
      if (kept.delete(token)) record({ type: 'change-spent', body: { token, callId } });
    },
  };
}

const emptyHash = sha256('');

/**
 * What still waits of an earlier process. Its age can only be told by the clock that people set: where that was set back
 * since anything was recorded, nobody knows how old it is.
 */
function keptBefore(past: StagedWritesOptions['past'], clock: Clock): Map<string, Entry> {
  const kept = new Map<string, Entry>();
  const now = clock.now();
  const sinceStart = now - clock.monotonic();
  let latest = Number.NEGATIVE_INFINITY;
  for (const { type, body, at } of past) {
    latest = Math.max(latest, at);
    if (type === 'change-kept') {
      const one = body as KeptBody;
      latest = Math.max(latest, one.createdAt);
      kept.set(one.token, { ...one, until: one.expiresAt - sinceStart });
    } else if (type === 'change-spent') kept.delete((body as { readonly token: string }).token);
  }
  if (latest > now) kept.clear();
  evict(kept);
  return kept;
}

function evict(kept: Map<string, Entry>): void {
  for (const token of kept.keys()) {
    if (kept.size <= capacity) return;
    kept.delete(token);
  }
}
