import { plural } from '../../base/text.js';
import type { SentRequests } from '../../session/session-requests.js';
import { safeLine } from '../safe-text.js';

/** What the requests of a session used, in a line. */
export function renderSent({ requests, ...sent }: SentRequests): string {
  const models = [...new Set(requests.map(({ model }) => safeLine(model)))].join(', ');
  return renderUsed({ ...sent, requests: requests.length }, ` to ${models}`);
}

export function renderUsed(
  { requests, usage, cost, toldCache }: Omit<SentRequests, 'requests'> & { readonly requests: number },
  to = '',
): string {
  const asked = `${plural(requests, 'request')}${to}`;
  if (usage === undefined) return `${asked}; the server did not count tokens`;
  const { inputTokens, outputTokens, cachedInputTokens = 0, estimated } = usage;
  const about = estimated === true ? 'about ' : '';
  const share = inputTokens === 0 ? 0 : Math.floor((cachedInputTokens / inputTokens) * 100);
  const reused = toldCache ? `, ${inFigures(cachedInputTokens)} of them (${share}%) from its cache` : '';
  const paid = cost === undefined ? '' : `; ${renderCost(cost)} by the prices in the config`;
  return `${asked}: ${about}${inFigures(inputTokens)} tokens read${reused}, ${inFigures(outputTokens)} written${paid}`;
}

export const inFigures = (count: number): string => count.toLocaleString('en-US');
export const renderCost = (cost: number): string => cost.toFixed(cost < 1 ? 4 : 2);
