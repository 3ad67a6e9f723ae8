import type { Store } from '../store/store.js';
import { configName } from './config-paths.js';
import { giveTrust, inspectTrust, type TrustInspection } from './trust.js';

/**
 * Keeps the trust in a workspace whose config file the user has just written: what was trusted, or was not there, plus
 * exactly this text is trusted. Anything else that changed meanwhile is left to be asked about.
 */
export async function carryTrust(
  store: Store,
  before: TrustInspection,
  written: { readonly text: string },
): Promise<TrustInspection> {
  const after = await inspectTrust(store, before.workspace);
  if (after.state !== 'untrusted' && after.state !== 'changed') return after;
  if (before.state !== 'nothing' && before.state !== 'trusted') return after;
  const config = after.files.find(({ path }) => path === configName);
  const asWritten = config !== undefined && !config.link && Buffer.from(written.text).equals(config.bytes);
  return asWritten && othersOf(before) === othersOf(after) ? giveTrust(store, after) : after;
}

/** Everything but the config file, in a form that can be compared. */
function othersOf(trust: TrustInspection): string {
  if (trust.state === 'nothing' || trust.state === 'unreadable') return '[]';
  const others = trust.files.filter(({ path }) => path !== configName);
  return JSON.stringify(others.map(({ path, sha256, link }) => [path, sha256, link ?? false]));
}
