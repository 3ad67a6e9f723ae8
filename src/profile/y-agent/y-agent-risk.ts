import { parseUrl } from '../../base/parse-url.js';
import { classifyHost } from '../../policy/net/host.js';
import type { PolicyInput } from '../../policy/policy.js';
import type { Fact } from '../../tool/fact.js';
import type { ToolCategory } from './taxonomy.js';

/** What a call needs of the machine, in the words of y-agent. */
export interface YAgentCapabilities {
  readonly network: 'none' | 'internal' | 'external' | 'full';
  readonly filesystem: readonly { readonly mutation: YAgentMutation; readonly path: string }[];
  readonly container: boolean;
  readonly process: { readonly shell: boolean; readonly background: boolean };
}

export type YAgentMutation = 'create_or_modify' | 'delete' | 'move';

/** By the document: only these two are dangerous. */
const dangerousTools: ReadonlySet<string> = new Set(['FileDelete', 'ShellExec']);

const byCategory: readonly (readonly [ToolCategory, names: string])[] = [
  ['FileSystem', 'FileRead FileWrite FileEdit FileDelete FileMove'],
  ['Network', 'WebSearch WebFetch BrowserTool'],
  ['Shell', 'ShellExec'],
  ['Search', 'ToolSearch CodeSearch Glob Grep'],
  ['Memory', 'MemoryStore MemoryRecall'],
  ['Knowledge', 'KnowledgeSearch KnowledgeIngest'],
  ['Agent', 'Task Plan'],
  ['Workflow', 'WorkflowCreate WorkflowRun'],
  ['Schedule', 'ScheduleCreate ScheduleList'],
  ['Interaction', 'AskUser'],
];

const categories: ReadonlyMap<string, ToolCategory> = new Map(
  byCategory.flatMap(([category, names]) => names.split(' ').map((name) => [name, category] as const)),
);

/** By its name, by what its author says, or because it deletes or runs something, whatever it is called. */
export const isDangerous = (input: PolicyInput): boolean =>
  !isLook(input) &&
  (input.tool.dangerous ||
    dangerousTools.has(input.tool.name) ||
    input.facts.some(({ kind }) => dangerousKinds.has(kind)));

/** A look at what runs: the built-in shell tells all that a call does, and of this one there is nothing to tell. */
export const isLook = ({ tool, facts }: PolicyInput): boolean =>
  tool.name === 'ShellExec' && tool.source === 'builtin' && facts.length === 0;

const dangerousKinds: ReadonlySet<Fact['kind']> = new Set(['delete', 'exec', 'process']);

export function capabilitiesOf({ facts, args }: PolicyInput): YAgentCapabilities {
  return {
    network: reachOf(facts),
    filesystem: facts.flatMap(({ kind, target }) => {
      const mutation = mutations[kind];
      return mutation === undefined ? [] : [{ mutation, path: target }];
    }),
    container: facts.some(({ words }) => words?.[0] === 'docker' || words?.[0] === 'podman'),
    process: {
      shell: facts.some(({ kind }) => kind === 'exec'),
      background: args?.['action'] === 'start' || facts.some(({ kind }) => kind === 'process'),
    },
  };
}

const mutations: Readonly<Partial<Record<Fact['kind'], YAgentMutation>>> = {
  write: 'create_or_modify',
  delete: 'delete',
  move: 'move',
};

function reachOf(facts: readonly Fact[]): YAgentCapabilities['network'] {
  const reached = facts.filter(({ kind }) => kind === 'net');
  if (reached.length === 0) return 'none';
  if (reached.some(({ known }) => !known)) return 'full';
  return reached.every(({ target }) => isInternal(target)) ? 'internal' : 'external';
}

/** Whether the call names an address of this machine or of a private network. What the person's config names is theirs. */
export const reachesPrivate = ({ facts, args }: PolicyInput): boolean =>
  typeof args?.['url'] === 'string' && facts.some(({ kind, target }) => kind === 'net' && isInternal(target));

/** The target of a fact is a host, perhaps with a port, or an address in full. */
function isInternal(target: string): boolean {
  const { kind } = classifyHost(parseUrl(target.includes('://') ? target : `http://${target}`)?.hostname ?? target);
  return kind === 'private' || kind === 'loopback';
}

export interface YAgentRisk {
  /** From 0 to 1. */
  readonly score: number;
  readonly escalates: boolean;
}

/** In hundredths, so that sums are exact. */
const weights: Readonly<Partial<Record<ToolCategory, number>>> = {
  Shell: 30,
  Network: 20,
  Agent: 15,
  FileSystem: 10,
  Workflow: 10,
  Search: 0,
  Memory: 0,
  Knowledge: 0,
};
const otherWeight = 5;
const dangerWeight = 40;
const capabilityWeight = 10;
const escalation = 70;

/** Danger, the heaviest category, the network and changes of files, summed. */
export function scoreRisk(input: PolicyInput): YAgentRisk {
  const { network, filesystem } = capabilitiesOf(input);
  const category = Math.max(...categoriesOf(input).map((one) => weights[one] ?? otherWeight));
  const sum =
    category +
    (isDangerous(input) ? dangerWeight : 0) +
    (network === 'none' ? 0 : capabilityWeight) +
    (filesystem.length === 0 ? 0 : capabilityWeight);
  return { score: Math.min(sum, 100) / 100, escalates: sum >= escalation };
}

/** What it is called, and what it does. */
function categoriesOf({ tool, facts }: PolicyInput): readonly ToolCategory[] {
  const done = facts.flatMap(({ kind }) => {
    if (kind === 'exec' || kind === 'process') return ['Shell' as const];
    return kind === 'net' ? ['Network' as const] : [];
  });
  return [categories.get(tool.name) ?? 'Custom', ...done];
}
