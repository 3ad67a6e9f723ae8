import { findSession, readSession, type StoredSession, summarizeSession } from '../../session/sessions.js';
import type { Invocation } from '../command.js';
import { exitCodes } from '../exit-code.js';
import { trustedExitMask } from '../exit-mask.js';
import type { Host } from '../host.js';
import { withStore } from '../open-user-store.js';
import { safeText } from '../safe-text.js';

/** A stored session as it may be shown; `wanted` as `findSession` knows it. */
export async function readMaskedSession(wanted: string, invocation: Invocation, host: Host): Promise<StoredSession> {
  return withStore(invocation, host, async (store) => {
    const stored = await readSession(store, await findSession(store, wanted));
    return (await trustedExitMask(store, host, summarizeSession(stored).workspace)).value(stored);
  });
}

/** What is before the damage was read all the same, but it is a failure. Answers the exit code. */
export function tellDamage({ damage }: { readonly damage?: string | undefined }, { stderr }: Host): number {
  if (damage === undefined) return exitCodes.answered;
  stderr.write(`toolwright: ${safeText(damage)}\n`);
  return exitCodes.failed;
}
