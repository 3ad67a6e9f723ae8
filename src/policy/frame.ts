import { judgeFloor } from './floor.js';
import { levelOf } from './level.js';
import { type Decision, type Judgement, type Places, type PolicyInput, verdicts } from './policy.js';
import { judgeProtected } from './protected.js';
import { judgeRules } from './rule/match-rules.js';
import type { Rule } from './rule/rule.js';
import { compileRules, type ReadyRules } from './rule/rule-set.js';

export interface PolicyOptions {
  readonly places: Places;
  readonly rules?: readonly Rule[];
  /** `off` is the user's own word that commands may run unconfined. */
  readonly sandbox?: 'required' | 'off';
}

/**
 * What holds whatever a policy goes by: the floor, rules that deny, ask or notify, protected paths, and that commands
 * are confined. A policy adds its own judgements; the strictest of all counts.
 */
export function createFrame({ places, rules = [], sandbox = 'required' }: PolicyOptions): Frame {
  const compiled = compileRules(rules);
  return {
    rules: compiled,
    judge: (input, own) => [
      ...judgeFloor(input.facts, places),
      ...judgeRules(compiled, input, places),
      ...judgeProtected(input.facts, places),
      ...own,
      ...(input.sandboxed || sandbox === 'off' ? [] : judgeUnconfined(input)),
    ],
  };
}

interface Frame {
  readonly rules: ReadyRules;
  judge(input: PolicyInput, own: readonly Judgement[]): readonly Judgement[];
}

/** Where nothing confines a command, none runs unasked; in `auto` nobody is there to be asked. */
function judgeUnconfined({ facts, mode }: PolicyInput): readonly Judgement[] {
  const at = facts.findIndex(({ kind }) => kind === 'exec' || kind === 'process');
  if (at === -1) return [];
  const judged = { source: 'sandbox', fact: at } as const;
  if (mode !== 'auto') return [{ ...judged, verdict: 'ask', reason: 'not sandboxed' }];
  const reason = 'auto mode runs commands only in a sandbox, and there is none here: use mode ask, or --sandbox off';
  return [{ ...judged, verdict: 'deny', reason }];
}

export function strictest(judgements: readonly Judgement[], input: PolicyInput): Decision {
  const level = levelOf(input);
  let rank = 0;
  for (const { verdict } of judgements) rank = Math.max(rank, verdicts.indexOf(verdict));
  const because = judgements.filter(({ verdict }) => verdicts.indexOf(verdict) === rank).slice(0, maxReasons);
  const denied = because.some(({ source }) => source === 'floor');
  const verdict = verdicts[rank] ?? 'deny';
  return {
    verdict,
    level: denied ? 'critical' : level,
    reasons: verdict === 'allow' ? [] : [...new Set(because.map(({ reason }) => reason))],
    ...(because.length > 0 && { because }),
  };
}

/** More are not told: the first of them say enough. */
const maxReasons = 50;
