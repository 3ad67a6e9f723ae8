export { createPolicy, type GrantingOptions } from './policy/create-policy.js';
export type { PolicyOptions } from './policy/fixed-judgements.js';
export type { Grant, GrantOrigin, GrantScope } from './policy/grant/grant.js';
export type { GrantSource } from './policy/grant/granted-rules.js';
export { dialDirect, systemResolve } from './policy/net/dial.js';
export { createNetGuard } from './policy/net/guard.js';
export { classifyHost, classifyUrl, type HostClass, type HostKind, type UrlClass } from './policy/net/host.js';
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
} from './policy/policy.js';
export type { Rule, RuleText } from './policy/rule/rule.js';
export { type ParsedRules, parseRuleList } from './policy/rule/rule-list.js';
export type { CommandContextOptions } from './policy/shell/create-command-context.js';
export { planCommand } from './policy/shell/plan-command.js';
export { suggestRule } from './policy/suggest-rule.js';
export type { TaintSource } from './policy/taint/taint.js';
export { type AstraAssessment, assessAstra, createAstraPolicy } from './profile/astra/astra-vocabulary.js';
export {
  type HarnessMode,
  type HarnessPolicy,
  type HarnessScope,
  harnessModes,
  harnessScopes,
  type ParsedPolicies,
  parsePolicies,
  renderPolicies,
} from './profile/local-harness/harness-policies.js';
export {
  assessLocalHarness,
  createLocalHarnessPolicy,
  type HarnessAssessment,
  type HarnessGrant,
  type HarnessPermissions,
  rememberPolicies,
} from './profile/local-harness/harness-vocabulary.js';
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
} from './profile/seed/seed-vocabulary.js';
export {
  type YAgentGuard,
  type YAgentMode,
  type YAgentPermissions,
  yAgentModes,
} from './profile/y-agent/y-agent-permissions.js';
export { capabilitiesOf, scoreRisk, type YAgentCapabilities, type YAgentRisk } from './profile/y-agent/y-agent-risk.js';
export { type YAgentRules, type YAgentSource, yAgentSources } from './profile/y-agent/y-agent-rules.js';
export { createYAgentAssessment, createYAgentPolicy } from './profile/y-agent/y-agent-vocabulary.js';
export { assessYips, createYipsPolicy, yipsLevels } from './profile/yips/yips-vocabulary.js';
