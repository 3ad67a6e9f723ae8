import { defined } from '../../base/defined.js';
import { createPolicy } from '../../policy/create-policy.js';
import type { PolicyOptions } from '../../policy/fixed-judgements.js';
import { levelOf } from '../../policy/level.js';
import type { Level, Policy, PolicyInput, Verdict } from '../../policy/policy.js';
import { isOutside } from '../../policy/vocabulary/touched.js';
import { heaviest, judgeCall, type Vocabulary } from '../../policy/vocabulary/vocabulary.js';
import type { Fact } from '../../tool/fact.js';
import type { HarnessPolicy, HarnessScope } from './harness-policies.js';
import { isSure, matchesPolicy } from './matches-policy.js';
import { type HarnessTool, harnessFacts, harnessTools } from './tool-weights.js';

/** An answer that holds until the program ends. */
export interface HarnessGrant {
  readonly tool: string;
  readonly scope: HarnessScope;
}

export interface HarnessPermissions {
  /** Those of `policies.json`. The functions are called at every call, because answers change what they give. */
  readonly policies?: () => readonly HarnessPolicy[];
  readonly grants?: () => readonly HarnessGrant[];
}

export interface HarnessAssessment {
  readonly level: Level;
  readonly scopes: readonly HarnessScope[];
  readonly verdict: Exclude<Verdict, 'notify'>;
  /** The question shows what would be done, and warns. */
  readonly preview: boolean;
  readonly warns: boolean;
  readonly why: string;
}

export const createLocalHarnessPolicy = ({
  policies,
  grants,
  ...options
}: PolicyOptions & HarnessPermissions): Policy =>
  createPolicy({ ...options, vocabulary: localHarnessVocabulary(defined({ policies, grants })) });

export const localHarnessVocabulary = (permissions: HarnessPermissions = {}): Vocabulary => ({
  judge(input) {
    const { verdict, why } = assessLocalHarness(input, permissions);
    return judgeCall(verdict, why);
  },
  level: (input) => assessLocalHarness(input, permissions).level,
});

/** Safe runs, critical always asks, and of the rest the first policy about each fact decides; without one it asks. */
export function assessLocalHarness(input: PolicyInput, permissions: HarnessPermissions = {}): HarnessAssessment {
  const { tool } = input;
  const facts = factsOf(input);
  const level = heaviest([levelOf(input), ...facts.map((fact) => weigh(fact, input).level)]);
  const scopes = [...new Set(facts.map((fact) => weigh(fact, input).scope))];
  const policies = permissions.policies?.() ?? [];
  const found = facts.map((fact) => policies.find((policy) => isAbout(policy, fact, input)));
  const denied = found.some((policy) => policy?.mode === 'deny');
  const allowed = isGranted(facts, input, permissions.grants?.()) || isAllowed(found);
  // In the original a safe tool passes whatever the policies say, and an answer for the session beats the level.
  const verdict = denied ? 'deny' : level === 'safe' || (level !== 'critical' && allowed) ? 'allow' : 'ask';
  return {
    level,
    scopes,
    verdict,
    preview: verdict === 'ask' && level !== 'low',
    warns: verdict === 'ask' && (level === 'high' || level === 'critical'),
    why: denied ? 'a policy denies it' : `${tool.name} is ${level}`,
  };
}

/**
 * The policies that Remember adds for a call: none where it would ask all the same. For files it means the whole scope, as in the
 * original; for a command or a host only that very one, because all commands would be anything.
 */
export function rememberPolicies(input: PolicyInput): readonly HarnessPolicy[] {
  const { level, scopes } = assessLocalHarness(input);
  if (level === 'safe' || level === 'critical' || !factsOf(input).every(isSure)) return [];
  return scopes.map((scope) => {
    const wide = scope === 'read_files' || scope === 'write_files' || scope === 'todo_management';
    const those = factsOf(input).filter((fact) => weigh(fact, input).scope === scope && fact.target !== '*');
    const path_patterns = wide ? ['*'] : [...new Set(those.map(({ target }) => target))];
    return { scope, mode: 'always_allow', path_patterns, deny_patterns: [] };
  });
}

/** What a proved command does is told by its other facts. A tool that tells none still has its scope. */
function factsOf({ facts, tool }: PolicyInput): readonly Fact[] {
  const telling = facts.filter(({ proved }) => proved !== true);
  if (facts.length > 0 || (tool.effects === 'none' && !harnessTools.has(tool.name))) return telling;
  return [{ kind: 'process', target: tool.name, where: 'nowhere', known: true }];
}

function weigh(fact: Fact, { tool, facts }: PolicyInput): HarnessTool {
  const known = harnessTools.get(tool.name);
  const general = harnessFacts[fact.kind];
  if (known === undefined) return general;
  if (facts.length === 0) return known;
  // An edit that would change nothing only reads, and is an edit all the same.
  const isEdit = known.scope === 'write_files' && facts.every(({ kind }) => kind === 'read');
  return (isEdit || known.scope === general.scope) && !isOutside(fact) ? known : general;
}

const isAbout = (policy: HarnessPolicy, fact: Fact, input: PolicyInput): boolean =>
  policy.scope === weigh(fact, input).scope && matchesPolicy(policy, fact);

/** For the tool and every scope of the call: the original looked at the first. */
function isGranted(facts: readonly Fact[], input: PolicyInput, grants: readonly HarnessGrant[] = []): boolean {
  const hasGrant = (scope: HarnessScope): boolean =>
    grants.some((grant) => grant.tool === input.tool.name && grant.scope === scope);
  return facts.length > 0 && facts.every((fact) => isSure(fact) && hasGrant(weigh(fact, input).scope));
}

const isAllowed = (found: readonly (HarnessPolicy | undefined)[]): boolean =>
  found.length > 0 && found.every((policy) => policy?.mode === 'always_allow');
