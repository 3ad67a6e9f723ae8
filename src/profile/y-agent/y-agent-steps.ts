import type { PolicyInput, Verdict } from '../../policy/policy.js';
import { isOutside, isPlainRead } from '../../policy/vocabulary/touched.js';
import type { YAgentMode, YAgentPermissions } from './y-agent-permissions.js';
import { isDangerous, reachesPrivate, scoreRisk } from './y-agent-risk.js';
import type { YAgentRuleAnswer } from './y-agent-rules.js';

/** A call with all that is known of it. */
export interface YAgentCase {
  readonly input: PolicyInput;
  readonly permissions: YAgentPermissions;
  readonly mode: YAgentMode;
  readonly byRules: YAgentRuleAnswer;
  readonly readOnly: boolean;
}

export interface Said {
  readonly permission: Verdict;
  readonly why: string;
}

type Step = (found: YAgentCase) => Said | undefined;

/** The order of y-agent: the first that says something decides. */
export const yAgentSteps = {
  'deny-rule': ({ byRules: { denied } }) => denied && { permission: 'deny', why: denied.reason },
  'default-deny': ({ input, permissions }) =>
    simplePermission(input, permissions) === 'deny'
      ? { permission: 'deny', why: `${input.tool.name} is denied` }
      : undefined,
  'tool-deny': ({ input }) => {
    const never = input.facts.find(({ forbidden }) => forbidden === true);
    return never && { permission: 'deny', why: never.note ?? `${never.target} is never allowed` };
  },
  'deny-doubt': ({ byRules: { doubted } }) => doubted && { permission: 'ask', why: doubted.reason },
  mode: ({ input, mode, readOnly }) => sayMode(input, mode, readOnly),
  'ask-rule': ({ byRules: { asked } }) => asked && { permission: 'ask', why: asked.reason },
  'allow-rule': ({ byRules: { allowed } }) => (allowed ? { permission: 'allow', why: 'a rule' } : undefined),
  override: ({ input, permissions }) => {
    const permission = overrideOf(input, permissions);
    return permission && { permission, why: `${input.tool.name} is set to ${permission}` };
  },
  outside: ({ input }) =>
    input.facts.some(isOutside) ? { permission: 'ask', why: 'it leaves the workspace' } : undefined,
  private: ({ input }) =>
    reachesPrivate(input) ? { permission: 'ask', why: 'it connects to a private address' } : undefined,
  'read-only': ({ readOnly }) => (readOnly ? { permission: 'allow', why: 'it only reads' } : undefined),
  dangerous: ({ input, permissions: { dangerousAutoAsk = true } }) =>
    dangerousAutoAsk && isDangerous(input) ? { permission: 'ask', why: `${input.tool.name} is dangerous` } : undefined,
  risk: ({ input }) => (scoreRisk(input).escalates ? { permission: 'ask', why: 'its risk is 0.7 or more' } : undefined),
} as const satisfies Readonly<Record<string, Step>>;

export type YAgentStep = keyof typeof yAgentSteps;

function sayMode({ tool, facts }: PolicyInput, mode: YAgentMode, readOnly: boolean): Said | undefined {
  if (mode === 'BypassPermissions') return { permission: 'allow', why: 'in mode BypassPermissions' };
  if (mode === 'Plan')
    return readOnly
      ? { permission: 'allow', why: 'it only reads' }
      : { permission: 'ask', why: `${tool.name} does more than read, in mode Plan` };
  // By what is done, not by the name of the tool: a file is written, by no command, and nothing else happens.
  const edits = facts.some(({ kind }) => kind === 'write') && facts.every((fact) => isPlainRead(fact) || isEdit(fact));
  return mode === 'AcceptEdits' && edits ? { permission: 'allow', why: 'in mode AcceptEdits' } : undefined;
}

const isEdit = ({ kind, by, known, where }: PolicyInput['facts'][number]): boolean =>
  kind === 'write' && by === undefined && known && where === 'workspace';

const overrideOf = ({ tool }: PolicyInput, { overrides = {} }: YAgentPermissions): Verdict | undefined =>
  Object.hasOwn(overrides, tool.name) ? overrides[tool.name] : undefined;

/** What is set for the tool, else for all. */
export const simplePermission = (input: PolicyInput, permissions: YAgentPermissions): Verdict =>
  overrideOf(input, permissions) ?? permissions.defaultPermission ?? 'allow';
