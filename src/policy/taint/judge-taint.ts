import { defined } from '../../base/defined.js';
import { cutEnd } from '../../base/text.js';
import type { Fact } from '../../tool/fact.js';
import type { Grant } from '../grant/grant.js';
import type { Decision, Judgement, PolicyInput } from '../policy.js';

/** What lets a fact pass although the session is tainted; without a number, the call as a whole. */
export type Release = (fact?: number) => Judgement | undefined;

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
export const holdsTainted = ({ tainted, unconfined }: Grant, { kind }: Fact): boolean =>
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
