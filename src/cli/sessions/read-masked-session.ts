import { findSession, readSession, type StoredSession, summarizeSession } from '../../session/sessions.js';
import type { Invocation } from '../command.js';
import { exitMask } from '../exit-mask.js';
import type { Host } from '../host.js';
import { withStore } from './with-store.js';

/** A stored session as it may be shown; `wanted` as `findSession` knows it. */
export async function readMaskedSession(wanted: string, invocation: Invocation, host: Host): Promise<StoredSession> {
  const stored = await withStore(invocation, host, async (store) =>
    readSession(store, await findSession(store, wanted)),
  );
  return exitMask(host, summarizeSession(stored).workspace).value(stored);
}
