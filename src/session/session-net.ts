import type { Clock } from '../base/clock.js';
import { classifyUrl, isNever, type UrlClass } from '../policy/net/host.js';
import { createHostGate, type HostRule } from '../policy/net/host-gate.js';
import { createKeptAnswers } from '../policy/net/kept-answers.js';
import type { Fact } from '../tool/fact.js';
import type { NetCall, NetHost, NetRequest, NetResponse } from '../tool/net.js';
import { fail, isFailure, type ToolFailure } from '../tool/outcome.js';

export interface SessionNetContext {
  readonly clock: Clock;
  /** What a call with these facts may connect to. */
  hosts(facts: readonly Fact[]): Promise<readonly HostRule[]>;
  /** Near hosts that the person's own config names, each as `host` or `host:port`. */
  readonly configured: readonly string[];
}

/** The network of a session: a call reaches the hosts its facts name, and what is near only where somebody opened it. */
export function sessionNet(context: SessionNetContext): NetHost {
  const kept = createKeptAnswers(context.clock);
  const ask = async (request: NetRequest, call: NetCall): Promise<NetResponse | ToolFailure> => {
    const at = classifyUrl(request.url);
    const known = kept.find(request);
    if (known !== undefined) {
      call.heard([netFact(at)]);
      return { ...known, kept: true };
    }
    const refusal = await refusalOf(at, call, context);
    if (refusal !== undefined) return refusal;
    const { sendRequest } = await import('./send-request.js');
    const response = await sendRequest(request, at);
    if (!isFailure(response)) kept.keep(request, response);
    return response;
  };
  return {
    forCall: (call) => ({
      keeps: (request) => kept.find(request) !== undefined,
      request: (request) => ask(request, call),
    }),
  };
}

const netFact = ({ target }: UrlClass): Fact => ({ kind: 'net', target, where: 'nowhere', known: true });

/** Why the call may not connect there; undefined when it may. What such a host leads to is checked later. */
async function refusalOf(at: UrlClass, call: NetCall, context: SessionNetContext): Promise<ToolFailure | undefined> {
  const { kind, target, note } = at;
  if (at.url === undefined) return fail('validation_failed', `${note}.`);
  if (isNever(kind))
    return fail('permission_denied', `${note}: this is never connected to. Do not try other spellings.`);
  const named = call.facts.find((fact) => fact.kind === 'net' && fact.target === target && fact.forbidden !== true);
  if (named === undefined)
    return fail(
      'permission_denied',
      `This call was not allowed to connect to ${target}: nothing was sent. Call again.`,
    );
  if (kind === 'public' || context.configured.includes(target)) return undefined;
  // What is not known is asked about in every mode.
  if (!named.known || (await isOpen(at.url, at.canonical, call.facts, context))) return undefined;
  call.refused([{ ...netFact(at), refused: true }]);
  return fail('permission_denied', `${note}: nobody was asked about ${target}, so it was not connected to.`);
}

async function isOpen(
  { port, protocol }: URL,
  host: string,
  facts: readonly Fact[],
  { hosts }: SessionNetContext,
): Promise<boolean> {
  const usual = protocol === 'https:' ? 443 : 80;
  return createHostGate(await hosts(facts))(host, port === '' ? usual : Number(port)) === 'open';
}
