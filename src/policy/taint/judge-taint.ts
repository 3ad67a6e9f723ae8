import { defined } from '../../base/defined.js';
import { cutEnd } from '../../base/text.js';
import type { Fact } from '../../tool/fact.js';
import { allowedByGrant, allowedByRule } from '../allowed-by.js';
import type { Grant } from '../grant/grant.js';
import type { Granted } from '../grant/granted-rules.js';
import type { Decision, Judgement, Places, PolicyInput } from '../policy.js';
import { allowOfTool, coveredByAllow } from '../rule/match-rules.js';
import type { Rule } from '../rule/rule.js';
import { compileRules } from '../rule/rule-set.js';

/** What lets a fact pass although the session is tainted; without a number, the call as a whole. */
type Release = (fact?: number) => Judgement | undefined;

/**
 * While text from outside could steer the model, nothing that sends data out or runs code outside the sandbox passes
 * unasked, whatever mode, rules and grants say that were not made for this.
 */
export function judgeTaint(input: PolicyInput, release: Release): readonly Judgement[] {
  const judgements: Judgement[] = [];
  for (const [at, fact] of input.facts.entries()) {
    const way = wayOut(fact, input);
    if (way !== undefined) judgements.push(release(at) ?? asked(way, input, at));
  }
  if (toolSendsOut(input)) judgements.push(release() ?? asked('sends out', input));
  return judgements;
}

/** Whether a question is about taint: it names what came in, and a grant it is answered with holds for that too. */
export const asksForTaint = ({ because = [] }: Pick<Decision, 'because'>): boolean =>
  because.some(({ source }) => source === 'taint');

/** Whether a fact is one of those that are asked about while tainted. */
export const isWayOut = (fact: Fact, input: Pick<PolicyInput, 'sandboxed' | 'tainted'>): boolean =>
  input.tainted === true && wayOut(fact, input) !== undefined;

/** Whether a grant was given for this: at a question that named the taint and, for what is not confined, said so too. */
const holdsTainted = ({ tainted, unconfined }: Grant, { kind }: Fact): boolean =>
  tainted === true && (kind === 'net' || unconfined);

type WayOut = 'sends out' | 'runs without a sandbox';

function wayOut({ kind, proved }: Fact, { sandboxed }: Pick<PolicyInput, 'sandboxed'>): WayOut | undefined {
  if (kind === 'net') return 'sends out';
  if (sandboxed || proved === true) return undefined;
  return kind === 'exec' || kind === 'process' ? 'runs without a sandbox' : undefined;
}

/** A server reads all that it is given; and a tool of others that does not tell what it does may send it anywhere. */
function toolSendsOut({ tool, facts }: PolicyInput): boolean {
  if (tool.source === 'builtin' || tool.effects !== 'outside') return false;
  return tool.source === 'mcp' || facts.some(({ known, by }) => !known && by === undefined);
}

function asked(way: WayOut, { taint = [] }: PolicyInput, fact?: number): Judgement {
  const last = taint.at(-1);
  const from = last === undefined ? 'outside' : cutEnd(last.source, maxShown);
  const more = taint.length < 2 ? '' : ` and ${taint.length - 1} more`;
  return {
    verdict: 'ask',
    source: 'taint',
    reason: `text from ${from}${more} could steer what it ${way}`,
    ...defined({ fact }),
  };
}

const maxShown = 80;

/** What lets a fact pass although the session is tainted: rules and grants that say so themselves. */
export function createReleases(
  rules: readonly Rule[],
  places: Places,
): (input: PolicyInput, granted?: Granted) => Release {
  const said = compileRules(rules.filter(saysTainted));
  return (input, granted = { facts: [] }) => {
    const covers = coveredByAllow(said, input, places);
    return (at) => {
      if (at === undefined)
        return granted.tool === undefined ? ruled(allowOfTool(said, input)) : allowedByGrant(granted.tool);
      const [fact, grant] = [input.facts[at], granted.facts[at]];
      if (grant !== undefined && fact !== undefined && holdsTainted(grant, fact)) return allowedByGrant(grant, at);
      return ruled(covers[at], at);
    };
  };
}

/** A folder does not say of itself that it may be steered. */
const saysTainted = ({ verdict, when, origin }: Rule): boolean =>
  verdict === 'allow' && when.tainted === true && origin.layer !== 'workspace';

const ruled = (rule: Rule | undefined, at?: number) => (rule === undefined ? undefined : allowedByRule(rule, at));
