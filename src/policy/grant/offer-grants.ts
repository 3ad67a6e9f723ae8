import type { GrantingOptions } from '../create-policy.js';
import type { Decision, PolicyInput } from '../policy.js';
import { asksForTaint } from '../taint/judge-taint.js';
import { alsoAllows, alsoOfTool } from './also-allows.js';
import { exactRules, type MadeRule } from './exact-rules.js';
import type { GrantOffer, GrantOffers } from './grant.js';
import { isTooBroad } from './grant-breadth.js';
import { createGrantTrial, type GrantTrial, passes } from './grant-trial.js';
import { type PastCall, showPastCall } from './past-call.js';
import { widerRules } from './wider-rules.js';
import { whyWithheld } from './withheld.js';

export interface OfferContext {
  /** As the policy that decided has them. */
  readonly policy: GrantingOptions;
  /** Earlier calls of this project that were asked about, newest first. */
  readonly past: readonly PastCall[];
}

/** What of a call that is asked about may be made lasting: every offer was tried out on the policy. */
export async function offerGrants(
  input: PolicyInput,
  decision: Decision,
  { policy, past }: OfferContext,
): Promise<GrantOffers> {
  const withheld = whyWithheld(input, decision);
  if (withheld !== undefined) return { offers: [], withheld };
  const asked = { tainted: asksForTaint(decision) };
  const trial = createGrantTrial(policy, asked);
  const { tool } = input;
  if (tool.pinned !== undefined) {
    const rules = [tool.name];
    const tooBroad = isTooBroad(rules, tool.source === 'builtin' ? tool.pinned : undefined);
    if (tooBroad || !passes(await trial(rules, input))) return { offers: [], withheld: whyImpossible(input) };
    return { offers: [{ rules, breadth: 'wider', also: [...alsoOfTool(input), ...alsoIn(asked)], examples: [] }] };
  }
  const without = createGrantTrial(policy);
  const exact = await exactRules(input, decision, trial);
  if (exact === undefined) return { offers: [], withheld: whyImpossible(input) };
  const wider = widerRules(exact);
  const offers: GrantOffer[] = [];
  for (const rules of wider === undefined ? [exact] : [exact, wider]) {
    const offering = { trial, without, past, ...asked, isExact: rules === exact && isExact(exact) };
    const offer = await offerOf(rules, input, offering);
    if (offer !== undefined) offers.push(offer);
  }
  return { offers };
}

interface Offering {
  readonly trial: GrantTrial;
  /** For what would be decided without the offer. */
  readonly without: GrantTrial;
  readonly past: readonly PastCall[];
  /** It would hold while the session is tainted too. */
  readonly tainted: boolean;
  readonly isExact: boolean;
}

async function offerOf(
  made: readonly MadeRule[],
  input: PolicyInput,
  { isExact: exact, ...offering }: Offering,
): Promise<GrantOffer | undefined> {
  const rules = made.map(({ rule }) => rule);
  if (!exact && isTooBroad(rules)) return undefined;
  if (!passes(await offering.trial(rules, input))) return undefined;
  const examples = await examplesOf(rules, input, offering);
  const also = [...alsoAllows(made, input), ...alsoIn(offering)];
  return { rules, breadth: exact ? 'exact' : 'wider', also, examples };
}

const alsoIn = ({ tainted }: Pick<Offering, 'tainted'>): readonly string[] =>
  tainted ? ['all this while text from outside could steer it'] : [];

/** A host is all that is on it. */
const isExact = (rules: readonly MadeRule[]): boolean => rules.every(({ fact }) => fact.kind !== 'net');

const maxExamples = 5;
/** A call that does more is no example anybody could read, and the question must not wait for it. */
const maxPastFacts = 50;
const nothing: readonly string[] = [];

/** Earlier calls that were asked about and would not have been; none that reads as the call itself. */
async function examplesOf(
  rules: readonly string[],
  input: PolicyInput,
  { trial, without, past }: Pick<Offering, 'trial' | 'without' | 'past'>,
): Promise<readonly string[]> {
  const looked = new Set<string>([showPastCall({ tool: input.tool.name, facts: input.facts })]);
  const examples: string[] = [];
  for (const call of past) {
    if (examples.length >= maxExamples) break;
    const { facts, mode } = call;
    const text = showPastCall(call);
    if (looked.has(text) || facts.length > maxPastFacts) continue;
    const again = { ...input, tool: { ...input.tool, name: call.tool }, facts, mode };
    if (!passes(await trial(rules, again)) || passes(await without(nothing, again))) continue;
    looked.add(text);
    examples.push(text);
  }
  return examples;
}

function whyImpossible({ facts }: PolicyInput): string {
  const relative = facts.find(({ kind, words }) => kind === 'exec' && /^[^/].*\/|^\.\.?$/.test(words?.[0] ?? ''));
  if (relative?.words?.[0] !== undefined)
    return `${relative.words[0]} is another program in every folder, and its file can change`;
  return 'no rule that is narrow enough would cover it';
}
