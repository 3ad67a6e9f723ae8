export { createPolicy, type GrantingOptions } from './create-policy.js';
export type { PolicyOptions } from './fixed-judgements.js';
export type { Grant, GrantOrigin, GrantScope } from './grant/grant.js';
export type { GrantSource } from './grant/granted-rules.js';
export { dialDirect, systemResolve } from './net/dial.js';
export { createNetGuard } from './net/guard.js';
export { classifyHost, classifyUrl, type HostClass, type HostKind, type UrlClass } from './net/host.js';
export type {
  Decision,
  Judgement,
  Level,
  Mode,
  Places,
  Policy,
  PolicyInput,
  RuleOrigin,
  Verdict,
} from './policy.js';
export type { Rule, RuleText } from './rule/rule.js';
export { type ParsedRules, parseRuleList } from './rule/rule-list.js';
export type { CommandContextOptions } from './shell/create-command-context.js';
export { planCommand } from './shell/plan-command.js';
export { suggestRule } from './suggest-rule.js';
export type { TaintSource } from './taint/taint.js';
export { type AstraAssessment, assessAstra, createAstraPolicy } from './vocabulary/astra.js';
export {
  assessLocalHarness,
  createLocalHarnessPolicy,
  type HarnessAssessment,
  type HarnessGrant,
  type HarnessPermissions,
  rememberPolicies,
} from './vocabulary/local-harness.js';
export {
  type HarnessMode,
  type HarnessPolicy,
  type HarnessScope,
  harnessModes,
  harnessScopes,
  type ParsedPolicies,
  parsePolicies,
  renderPolicies,
} from './vocabulary/local-harness-policies.js';
export {
  assessSeed,
  createSeedPolicy,
  defaultSeedMode,
  type SeedAssessment,
  type SeedMode,
  type SeedRisk,
  type SeedScope,
  type SeedServer,
  type SeedSkills,
  seedModes,
  seedScopes,
} from './vocabulary/seed.js';
export { createYAgentAssessment, createYAgentPolicy } from './vocabulary/y-agent.js';
export {
  type YAgentGuard,
  type YAgentMode,
  type YAgentPermissions,
  yAgentModes,
} from './vocabulary/y-agent-permissions.js';
export { type YAgentRules, type YAgentSource, yAgentSources } from './vocabulary/y-agent-rules.js';
export { capabilitiesOf, scoreRisk, type YAgentCapabilities, type YAgentRisk } from './vocabulary/y-agent-tools.js';
export { assessYips, createYipsPolicy, yipsLevels } from './vocabulary/yips.js';
