import type { PolicyInput, Verdict } from '../../policy/policy.js';
import type { YAgentRules } from './y-agent-rules.js';

export const yAgentModes = ['Default', 'BypassPermissions', 'Plan', 'AcceptEdits', 'DontAsk'] as const;
export type YAgentMode = (typeof yAgentModes)[number];

export interface YAgentPermissions {
  /** Looked up at every call, because an answer can change it. */
  readonly mode?: (input: PolicyInput) => YAgentMode;
  /** The operation mode that turns ask into allow. */
  readonly fullAccess?: () => boolean;
  readonly overrides?: Readonly<Record<string, Verdict>>;
  readonly defaultPermission?: Verdict;
  readonly dangerousAutoAsk?: boolean;
  readonly rulesBySource?: YAgentRules;
  /** The tools of the agent at work. */
  readonly allowedTools?: readonly string[];
  readonly guards?: readonly YAgentGuard[];
}

/** A further opinion. The original lets the call run where a guard breaks, unless told otherwise; here it is denied. */
export interface YAgentGuard {
  readonly name: string;
  readonly onFailure?: 'open' | 'closed';
  judge(input: PolicyInput): Verdict;
}
