import type { Fact } from '../tool/fact.js';
import { allowedByGrant, grantReason } from './allowed-by.js';
import { judgeFloor } from './floor.js';
import type { Granted } from './grant/granted-rules.js';
import { levelOf } from './level.js';
import { phraseFact } from './phrase-fact.js';
import { type Decision, type Judgement, type Places, type PolicyInput, verdicts } from './policy.js';
import { judgeProtected } from './protected.js';
import { judgeRules } from './rule/match-rules.js';
import type { Rule } from './rule/rule.js';
import { compileRules, type ReadyRules } from './rule/rule-set.js';
import { judgeSecrets, type SecretFinder } from './secret/judge-secrets.js';
import { createReleases, judgeTaint } from './taint/judge-taint.js';
import type { Vocabulary } from './vocabulary/vocabulary.js';

export interface PolicyOptions {
  readonly places: Places;
  readonly rules?: readonly Rule[];
  /** `off` is the user's own word that commands may run unconfined. */
  readonly sandbox?: 'required' | 'off';
  /** Known secrets, which no call may hand over. */
  readonly secrets?: SecretFinder;
  /** What judges in the place of the mode. */
  readonly vocabulary?: Vocabulary;
}

/**
 * What holds whatever a policy goes by: the floor, that no secret is handed over, rules that deny, ask or notify,
 * protected paths, what outlives the session, that commands are confined, and taint. A policy adds its own judgements; the strictest of all counts.
 */
export function createFixedJudgements({
  places,
  rules = [],
  sandbox = 'required',
  secrets,
}: PolicyOptions): FixedJudgements {
  const compiled = compileRules(rules);
  const releases = createReleases(rules, places);
  return {
    rules: compiled,
    judge: (input, own, { granted, whileTainted } = {}) => [
      ...judgeFloor(input.facts, places),
      ...(secrets === undefined ? [] : judgeSecrets(input, secrets)),
      ...judgeRules(compiled, input, places),
      ...judgeProtected(input.facts, places),
      ...judgeLasting(input.facts),
      ...own,
      ...(input.sandboxed || sandbox === 'off' ? [] : judgeUnconfined(input, granted)),
      ...(input.tainted === true ? judgeTaint(input, releases(input, whileTainted)) : []),
    ],
  };
}

/** What outlives the session outlives the eyes of the person too: no mode, rule or grant answers for them. */
function judgeLasting(facts: readonly Fact[]): readonly Judgement[] {
  const at = facts.findIndex(({ lasting }) => lasting === true);
  const fact = facts[at];
  return fact === undefined ? [] : [{ verdict: 'ask', source: 'protected', reason: phraseFact(fact), fact: at }];
}

interface FixedJudgements {
  readonly rules: ReadyRules;
  judge(input: PolicyInput, own: readonly Judgement[], grants?: HeldGrants): readonly Judgement[];
}

interface HeldGrants {
  readonly granted?: Granted;
  /** The same of those that were given for a tainted session. */
  readonly whileTainted?: Granted;
}

/**
 * Where nothing confines a command, none runs unasked, unless a grant that was given knowing this covers every command
 * of the call; in `auto` nobody is there to be asked.
 */
function judgeUnconfined({ facts, mode }: PolicyInput, granted: Granted = { facts: [] }): readonly Judgement[] {
  const at = facts.findIndex(isProcess);
  if (at === -1) return [];
  const judged = { source: 'sandbox', fact: at } as const;
  if (mode === 'auto') return [{ ...judged, verdict: 'deny', reason: noneInAuto }];
  const grant = granted.facts[at];
  const covered = facts.every((fact, index) => !isProcess(fact) || granted.facts[index]?.unconfined === true);
  if (grant === undefined || !covered) return [{ ...judged, verdict: 'ask', reason: 'not sandboxed' }];
  return [{ ...allowedByGrant(grant, at), reason: `may run without a sandbox: ${grantReason(grant)}` }];
}

const isProcess = ({ kind }: Fact): boolean => kind === 'exec' || kind === 'process';

const noneInAuto = 'auto mode runs commands only in a sandbox, and there is none here: use mode ask, or --sandbox off';

export function strictest(judgements: readonly Judgement[], input: PolicyInput): Decision {
  const level = levelOf(input);
  let rank = 0;
  for (const { verdict } of judgements) rank = Math.max(rank, verdicts.indexOf(verdict));
  const strict = judgements.filter(({ verdict }) => verdicts.indexOf(verdict) === rank).slice(0, maxReasons);
  // A grant is told of wherever a call passes by it.
  const because = rank === notified ? [...strict, ...judgements.filter(({ source }) => source === 'grant')] : strict;
  const denied = because.some(({ source }) => source === 'floor' || source === 'secret');
  const verdict = verdicts[rank] ?? 'deny';
  return {
    verdict,
    level: denied ? 'critical' : level,
    reasons: verdict === 'allow' ? [] : [...new Set(strict.map(({ reason }) => reason))],
    ...(because.length > 0 && { because }),
  };
}

const notified = verdicts.indexOf('notify');

/** More are not told: the first of them say enough. */
const maxReasons = 50;
