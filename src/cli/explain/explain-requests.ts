import { plural } from '../../base/text.js';
import { type BegunAnew, type SentRequest, type SentRequests, sentRequests } from '../../session/session-requests.js';
import type { Invocation } from '../command.js';
import { readCommandConfig } from '../config/command-config.js';
import type { Host } from '../host.js';
import { pricesOf } from '../session-settings.js';
import { readMaskedSession, tellDamage } from '../sessions/read-masked-session.js';
import { inFigures, renderCost, renderSent } from '../view/sent-requests.js';

/** `toolwright explain --requests SESSION`: what each request to the model had the server read, and what of it was new. */
export async function explainRequests(wanted: string, invocation: Invocation, host: Host): Promise<number> {
  const session = await readMaskedSession(wanted, invocation, host);
  const { config } = await readCommandConfig(invocation, host);
  const sent = sentRequests(session.events, pricesOf(config.values));
  host.stdout.write(`${invocation.flag('json') ? JSON.stringify(sent, null, 2) : renderRequests(sent)}\n`);
  return tellDamage(session, host);
}

function renderRequests(sent: SentRequests): string {
  const { requests } = sent;
  if (requests.length === 0) return 'The session has sent no request yet.';
  const rows = requests.map((request) => cellsOf(request, sent));
  const widths = head.map((title, at) => Math.max(title.length, ...rows.map((row) => row[at]?.length ?? 0)));
  const lines = [head, ...rows].map((row) =>
    row
      .map((cell, at) => (at === row.length - 1 ? cell : cell.padStart(widths[at] ?? 0)))
      .join('  ')
      .trimEnd(),
  );
  return [...lines, '', renderSent(sent)].join('\n');
}

const head = ['request', 'read', 'reused', 'new', 'written', 'cost', 'begins with the one before?'];

function cellsOf({ turn, round, usage, cost, anew, added }: SentRequest, { toldCache }: SentRequests): string[] {
  const { inputTokens, outputTokens, cachedInputTokens = 0, estimated } = usage ?? {};
  const reused = inputTokens === undefined || !toldCache ? undefined : cachedInputTokens;
  const fresh = inputTokens === undefined || reused === undefined ? undefined : inputTokens - reused;
  const about = estimated === true ? '~' : '';
  const counts = [inputTokens, reused, fresh, outputTokens].map((count) =>
    count === undefined ? '–' : about + inFigures(count),
  );
  const begins = anew === undefined ? 'yes' : `no: ${whyAnew[anew]}`;
  const more = [...new Set(added)].map((what) => plural(added.filter((one) => one === what).length, what));
  return [
    `${turn}.${round}`,
    ...counts,
    cost === undefined ? '–' : renderCost(cost),
    more.length === 0 ? begins : `${begins}; new: ${more.join(', ')}`,
  ];
}

const whyAnew: Readonly<Record<BegunAnew, string>> = {
  first: 'it is the first',
  model: 'the model is another',
  compacted: 'the conversation was compacted',
  lost: 'what requests began with could not be read from the store',
  tools: 'the tools it declares are others',
  rewound: 'the conversation went back to an earlier place',
};
