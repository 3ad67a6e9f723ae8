import { describe, expect, it } from 'vitest';
import { webFetch } from '../../../src/builtin/web/web-fetch.js';
import { planRequest, type WebRequest } from '../../../src/builtin/web/web-fetch-plan.js';
import { createPolicy } from '../../../src/policy/create-policy.js';
import { classifyUrl } from '../../../src/policy/net/host.js';
import { defaultLimits } from '../../../src/policy/net/limits.js';
import { parseRuleList } from '../../../src/policy/rule/rule-list.js';
import { isFailure } from '../../../src/tool/outcome.js';
import { places } from '../places.js';
import { type FetchCase, fetchCases, ownCases } from './fetch-cases.js';
import { createGuardBench, serve } from './guard-harness.js';

const order = ['allow', 'confirm', 'deny'] as const;
type Judged = (typeof order)[number];

describe('a fetch is judged right', () => {
  it.each([...fetchCases, ...ownCases])('$id $input.url: $why', async (one) => {
    const { verdict, dialled } = await judge(one);
    const { max = one.expect, assert } = one;
    const least = order.indexOf(one.expect);
    expect(order.slice(least, order.indexOf(max) + 1)).toContain(verdict);
    if (assert?.must_not_dial) expect(dialled).toEqual([]);
    if (assert?.max_ms) expect(defaultLimits.totalMs).toBeLessThan(assert.max_ms);
  });
});

/** The strictest of what policy says to each address, and of the guard when a person has said yes to what was asked. */
async function judge({ input }: FetchCase): Promise<{ verdict: Judged; dialled: readonly string[] }> {
  const { url, method = 'GET', headers, body, allow = [], redirects = [], resolves = ['93.184.216.34'] } = input;
  const first = decide({ url, method, ...(headers && { headers }), ...(body !== undefined && { body }) }, allow);
  if (first === 'deny') return { verdict: first, dialled: [] };
  const said: Judged[] = [first];
  const { port, seen } = await serve((_, response) => {
    const location = redirects[seen.length - 1];
    if (location === undefined) response.end('text');
    else response.writeHead(302, { location }).end();
  });
  const { target } = classifyUrl(url);
  const { guard, dials } = createGuardBench({
    to: port,
    resolve: async () => resolves,
    allowPrivate: [target],
    mayGo: ({ href }) => {
      const verdict = decide({ url: href }, allow);
      said.push(verdict);
      return verdict === 'deny' ? 'deny' : 'allow';
    },
  });
  const end = await guard.request(url, { method, ...(headers && { headers }), ...(body !== undefined && { body }) });
  if (isFailure(end)) said.push('deny');
  const verdict = order[Math.max(...said.map((one) => order.indexOf(one)))] ?? 'deny';
  return { verdict, dialled: dials.map(({ address }) => address) };
}

function decide(args: object, allow: readonly string[]): Judged {
  const plan = planRequest(args as WebRequest);
  if (isFailure(plan)) return 'deny';
  const origin = { layer: 'user', file: 'config.json', line: 1 } as const;
  const { rules, problems } = parseRuleList(
    allow.map((host) => ({ effect: 'allow', host })),
    origin,
  );
  expect(problems).toEqual([]);
  const decision = createPolicy({ places, rules }).decide({
    tool: webFetch,
    facts: plan.facts,
    mode: 'ask',
    sandboxed: true,
  });
  if (decision instanceof Promise) throw new Error('the policy answers at once');
  return decision.verdict === 'ask' ? 'confirm' : decision.verdict === 'deny' ? 'deny' : 'allow';
}
