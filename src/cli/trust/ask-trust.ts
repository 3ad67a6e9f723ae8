import { declineTrust, giveTrust, type TrustInspection } from '../../config/trust.js';
import type { Store } from '../../store/store.js';
import { renderTrustQuestion } from './render-trust.js';

/**
 * Asks the person about what a workspace brings, unless there is nothing to ask, and records a yes; a no too,
 * unless it was none (undefined). Answers the inspection as it is then: what was looked at is what is trusted, whatever happened to the files meanwhile.
 */
export async function askTrust(
  inspected: TrustInspection,
  { store, ask }: { readonly store: Store; readonly ask: (question: string) => Promise<boolean | undefined> },
): Promise<TrustInspection> {
  if (inspected.state !== 'untrusted' && inspected.state !== 'changed') return inspected;
  const said = await ask(renderTrustQuestion(inspected));
  if (said === undefined) return inspected;
  return said ? giveTrust(store, inspected) : declineTrust(store, inspected);
}
