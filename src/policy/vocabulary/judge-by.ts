import { allowedByGrant } from '../allowed-by.js';
import type { Grant } from '../grant/grant.js';
import type { Granted } from '../grant/granted-rules.js';
import { judgeMode } from '../mode-base.js';
import type { Judgement, PolicyInput } from '../policy.js';
import { isOutside, isPlainRead } from './touched.js';
import type { Vocabulary } from './vocabulary.js';

/**
 * What a vocabulary says of a call, and the least that every vocabulary asks about; lowered from ask to allow only by
 * grants that cover it. Rules that allow have no say: a system that keeps approvals does it in its own words.
 */
export function judgeBy({ judge }: Vocabulary, input: PolicyInput, granted: Granted): readonly Judgement[] {
  const whole = grantOfAll(input, granted);
  const own = judge(input).map((judgement) =>
    judgement.verdict === 'ask' && whole !== undefined ? allowedByGrant(whole) : judgement,
  );
  return [...judgeLeast(input, granted), ...own];
}

/** A grant of all that the call would do, or of its tool; undefined where something of it is not granted. */
function grantOfAll({ facts, tool: { source } }: PolicyInput, { facts: granted, tool }: Granted): Grant | undefined {
  // A built-in tool is granted for the workspace: what a link leads to elsewhere is asked about.
  const leaves = source === 'builtin' && facts.some(isOutside);
  if (tool !== undefined) return leaves ? undefined : tool;
  let found: Grant | undefined;
  for (const [at, fact] of facts.entries()) {
    if (granted[at] === undefined && !isPlainRead(fact)) return undefined;
    found ??= granted[at];
  }
  return found;
}

/**
 * No vocabulary is milder than mode `auto`: changes outside the workspace, secrets, and what cannot be read or known are
 * asked about. In mode `plan` nothing is changed, whatever a vocabulary would allow.
 */
function judgeLeast({ facts, mode }: PolicyInput, granted: Granted): readonly Judgement[] {
  return facts.flatMap((fact, at): readonly Judgement[] => {
    const { verdict, reason } = judgeMode(fact, mode === 'plan' ? 'plan' : 'auto');
    if (reason === undefined) return [];
    const grant = verdict === 'ask' && fact.unread !== true && fact.forbidden !== true ? granted.facts[at] : undefined;
    return [grant === undefined ? { verdict, source: 'mode', reason, fact: at } : allowedByGrant(grant, at)];
  });
}
