import { messageOf } from '../../base/error.js';
import { createPolicy } from '../../policy/create-policy.js';
import type { PolicyOptions } from '../../policy/fixed-judgements.js';
import {
  type Judgement,
  type Places,
  type Policy,
  type PolicyInput,
  type Verdict,
  verdicts,
} from '../../policy/policy.js';
import { isPlainRead } from '../../policy/vocabulary/touched.js';
import type { Vocabulary } from '../../policy/vocabulary/vocabulary.js';
import type { YAgentGuard, YAgentPermissions } from './y-agent-permissions.js';
import { isDangerous, isLook, scoreRisk } from './y-agent-risk.js';
import { createYAgentRules } from './y-agent-rules.js';
import { type Said, simplePermission, type YAgentCase, type YAgentStep, yAgentSteps } from './y-agent-steps.js';

export interface YAgentAssessment {
  readonly permission: Verdict;
  /** What decided. */
  readonly step: YAgentStep | 'notify-rule' | 'default' | 'full-access' | 'trust' | 'dont-ask' | 'guard';
  readonly why: string;
  readonly dangerous: boolean;
  readonly score: number;
  readonly escalates: boolean;
}

export const createYAgentPolicy = (options: PolicyOptions & YAgentPermissions): Policy =>
  createPolicy({ ...options, vocabulary: yAgentVocabulary(options) });

export function yAgentVocabulary(permissions: YAgentPermissions & Pick<PolicyOptions, 'places'>): Vocabulary {
  const assess = createYAgentAssessment(permissions, permissions.places);
  return {
    judge(input) {
      const { permission, why, step } = assess(input);
      if (permission === 'allow') return [];
      const own = permission === 'ask' && asksByItself.has(step) ? askedFacts(input, why) : [];
      return own.length > 0
        ? own
        : [{ verdict: permission, source: step.endsWith('rule') ? 'rule' : 'tool', reason: why }];
    },
    settle: (judgement, input) =>
      judgement.verdict === 'ask' && permissions.mode?.(input) === 'DontAsk' ? withoutAsking(judgement) : judgement,
  };
}

/** What nobody wrote down or chose: it is asked as a mode asks, by what would be done, so that an answer may be lasting. */
const asksByItself: ReadonlySet<YAgentAssessment['step']> = new Set(['private', 'dangerous', 'risk', 'default']);

const askedFacts = ({ facts }: PolicyInput, reason: string): readonly Judgement[] =>
  facts.flatMap((fact, at): readonly Judgement[] =>
    isPlainRead(fact) && fact.kind !== 'exec' ? [] : [{ verdict: 'ask', source: 'mode', reason, fact: at }],
  );

const withoutAsking = (judgement: Judgement): Judgement => ({
  ...judgement,
  verdict: 'deny',
  reason: `${judgement.reason}: in mode DontAsk nobody is asked`,
});

export function createYAgentAssessment(
  permissions: YAgentPermissions,
  places: Places,
): (input: PolicyInput) => YAgentAssessment {
  const rules = createYAgentRules(permissions.rulesBySource ?? {}, places);
  return (input) => {
    const mode = permissions.mode?.(input) ?? 'Default';
    const readOnly = (!input.tool.dangerous || isLook(input)) && input.facts.every(isPlainRead);
    const found = { input, permissions, mode, byRules: rules(input), readOnly };
    const guarded = withGuards(noticed(eased(firstStep(found), found), found), found);
    const asked = guarded.permission === 'ask' && mode === 'DontAsk';
    const last: Decided = asked ? { permission: 'deny', step: 'dont-ask', why: guarded.why } : guarded;
    return { ...last, dangerous: isDangerous(input), ...scoreRisk(input) };
  };
}

type Decided = Pick<YAgentAssessment, 'permission' | 'step' | 'why'>;

function firstStep(found: YAgentCase): Decided {
  for (const [name, say] of Object.entries(yAgentSteps)) {
    const said = say(found);
    if (said !== undefined) return { ...said, step: name as YAgentStep };
  }
  const permission = simplePermission(found.input, found.permissions);
  return { permission, step: 'default', why: `${permission} is the default` };
}

/** The roads past a question. Trust in a tool lifts no ask that somebody wrote down or chose by a mode. */
function eased(decided: Decided, { input: { tool }, permissions }: YAgentCase): Decided {
  if (decided.permission !== 'ask' || decided.step === 'deny-doubt') return decided;
  if (permissions.fullAccess?.() === true) return { permission: 'allow', step: 'full-access', why: 'in FullAccess' };
  const trusted = tool.source === 'builtin' && permissions.allowedTools?.includes(tool.name) === true;
  const lifts = trusted && ['dangerous', 'risk', 'default'].includes(decided.step);
  return lifts ? { permission: 'allow', step: 'trust', why: `${tool.name} is a tool of the agent` } : decided;
}

/** A rule that notifies is found by a search, so it only ever adds to what runs anyway. */
function noticed(decided: Decided, { byRules: { notified } }: YAgentCase): Decided {
  if (decided.permission !== 'allow' || notified === undefined) return decided;
  return { permission: 'notify', step: 'notify-rule', why: notified.reason };
}

/** The most restrictive counts. */
function withGuards(decided: Decided, { input, permissions: { guards = [] } }: YAgentCase): Decided {
  let worst = decided;
  for (const guard of guards) {
    const { permission, why } = askGuard(guard, input);
    if (verdicts.indexOf(permission) > verdicts.indexOf(worst.permission)) worst = { permission, step: 'guard', why };
  }
  return worst;
}

function askGuard(guard: YAgentGuard, input: PolicyInput): Said {
  const { name, onFailure = 'closed' } = guard;
  try {
    const permission = guard.judge(input);
    if (!verdicts.includes(permission)) throw new Error('it gave no permission');
    return { permission, why: `${name} says ${permission}` };
  } catch (error) {
    return { permission: onFailure === 'open' ? 'allow' : 'deny', why: `${name} failed: ${messageOf(error)}` };
  }
}
