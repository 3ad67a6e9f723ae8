import type { PolicyInput, Verdict } from '../policy.js';
import { isOutside, isPlainRead } from './touched.js';
import type { YAgentMode, YAgentPermissions } from './y-agent-permissions.js';
import type { YAgentRuleAnswer } from './y-agent-rules.js';
import { isDangerous, scoreRisk } from './y-agent-tools.js';

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

export interface YAgentStep {
  readonly name:
    | 'deny-rule'
    | 'deny-doubt'
    | 'default-deny'
    | 'tool-deny'
    | 'mode'
    | 'ask-rule'
    | 'allow-rule'
    | 'override'
    | 'outside'
    | 'read-only'
    | 'dangerous'
    | 'risk';
  say(found: YAgentCase): Said | undefined;
}

/** The order of y-agent: the first that says something decides. */
export const yAgentSteps: readonly YAgentStep[] = [
  { name: 'deny-rule', say: ({ byRules: { denied } }) => denied && { permission: 'deny', why: denied.reason } },
  {
    name: 'default-deny',
    say: ({ input, permissions }) =>
      simplePermission(input, permissions) === 'deny'
        ? { permission: 'deny', why: `${input.tool.name} is denied` }
        : undefined,
  },
  {
    name: 'tool-deny',
    say({ input }) {
      const never = input.facts.find(({ forbidden }) => forbidden === true);
      return never && { permission: 'deny', why: never.note ?? `${never.target} is never allowed` };
    },
  },
  { name: 'deny-doubt', say: ({ byRules: { doubted } }) => doubted && { permission: 'ask', why: doubted.reason } },
  { name: 'mode', say: ({ input, mode, readOnly }) => sayMode(input, mode, readOnly) },
  { name: 'ask-rule', say: ({ byRules: { asked } }) => asked && { permission: 'ask', why: asked.reason } },
  {
    name: 'allow-rule',
    say: ({ byRules: { allowed } }) => (allowed ? { permission: 'allow', why: 'a rule' } : undefined),
  },
  {
    name: 'override',
    say({ input, permissions }) {
      const permission = overrideOf(input, permissions);
      return permission && { permission, why: `${input.tool.name} is set to ${permission}` };
    },
  },
  {
    name: 'outside',
    say: ({ input }) =>
      input.facts.some(isOutside) ? { permission: 'ask', why: 'it leaves the workspace' } : undefined,
  },
  { name: 'read-only', say: ({ readOnly }) => (readOnly ? { permission: 'allow', why: 'it only reads' } : undefined) },
  {
    name: 'dangerous',
    say: ({ input, permissions: { dangerousAutoAsk = true } }) =>
      dangerousAutoAsk && isDangerous(input)
        ? { permission: 'ask', why: `${input.tool.name} is dangerous` }
        : undefined,
  },
  {
    name: 'risk',
    say: ({ input }) =>
      scoreRisk(input).escalates ? { permission: 'ask', why: 'its risk is 0.7 or more' } : undefined,
  },
];

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
