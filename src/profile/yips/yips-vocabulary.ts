import { resolve } from 'node:path';
import { createPolicy } from '../../policy/create-policy.js';
import type { PolicyOptions } from '../../policy/fixed-judgements.js';
import type { Policy, PolicyInput } from '../../policy/policy.js';
import { isPathKind } from '../../policy/rule/seen-fact.js';
import { isChange, isOutside } from '../../policy/vocabulary/touched.js';
import { judgeCall, type Vocabulary } from '../../policy/vocabulary/vocabulary.js';
import { isDestructive } from './destructive-command.js';

export const yipsLevels = ['none', 'confirm', 'deny'] as const;
export type YipsLevel = (typeof yipsLevels)[number];

export type YipsReason = 'destructive' | 'outside-working-zone' | 'file-mutation';

/** What Yips thinks of an action. */
export interface ActionRiskAssessment {
  readonly riskLevel: YipsLevel;
  readonly reasons: readonly YipsReason[];
  /** Whether the person is asked first. */
  readonly requiresConfirmation: boolean;
  readonly destructive: boolean;
  readonly outOfZone: boolean;
  /** What the action is about, absolute: the path, or the folder a command runs in. */
  readonly resolvedPath: string;
}

export interface YipsOptions extends PolicyOptions {
  /** In the gateway nobody is there to be asked. */
  readonly face?: 'terminal' | 'gateway';
}

/** Tools that run commands; the original never looked at the two skills. */
const commandTools: ReadonlySet<string> = new Set(['run_command', 'build', 'virtual_terminal']);
const applyTool = 'apply_file_change';

export const createYipsPolicy = (options: YipsOptions): Policy =>
  createPolicy({ ...options, vocabulary: yipsVocabulary(options) });

export function yipsVocabulary({ places, face = 'terminal' }: Pick<YipsOptions, 'places' | 'face'>): Vocabulary {
  return {
    judge(input) {
      const marked = input.tool.dangerous ? judgeCall('ask', `${input.tool.name} is marked dangerous`) : [];
      const assessment = assessYips(input, places.root);
      if (assessment.riskLevel === 'none') return marked;
      const why = assessment.reasons.map((reason) => phrases[reason]).join(', ');
      if (assessment.riskLevel === 'deny') return judgeCall('deny', `denied by the risk policy: ${why}`);
      if (face === 'terminal') return [...marked, ...judgeCall('ask', why)];
      const applies = input.tool.name === applyTool && !assessment.outOfZone;
      return applies ? marked : judgeCall('deny', `denied by the gateway safety policy: ${why}`);
    },
  };
}

const phrases: Readonly<Record<YipsReason, string>> = {
  destructive: 'it is destructive',
  'outside-working-zone': 'it leaves the working zone',
  'file-mutation': 'it changes a file',
};

/** `root` is the working zone: the folder of the session. */
export function assessYips(input: PolicyInput, root: string): ActionRiskAssessment {
  const { facts, tool, args = {} } = input;
  const isCommand = commandTools.has(tool.name) || facts.some(({ kind }) => kind === 'exec');
  const named = resolve(root, nameIn(isCommand ? args['cwd'] : args['path']));
  // Links make the same folder go by several names: what was named counts only where no fact tells where it leads.
  const told = facts.some((fact) => isPathKind(fact) || fact.kind === 'exec');
  const outOfZone = told ? facts.some(isOutside) : !isWithin(root, named);
  const destructive = isCommand && isDestructive(facts, args['command']);
  const mutates = tool.name === applyTool || facts.some((fact) => isChange(fact) && fact.by === undefined);
  const reasons: YipsReason[] = [];
  if (destructive) reasons.push('destructive');
  if (outOfZone) reasons.push('outside-working-zone');
  if (mutates) reasons.push('file-mutation');
  const riskLevel = destructive && outOfZone ? 'deny' : reasons.length > 0 ? 'confirm' : 'none';
  const paths = facts.filter(isPathKind);
  const touched = paths.find(isOutside) ?? paths.find(({ by }) => by === undefined);
  const resolvedPath = touched === undefined ? named : resolve(root, touched.target);
  const requiresConfirmation = riskLevel === 'confirm';
  return { riskLevel, reasons, requiresConfirmation, destructive, outOfZone, resolvedPath };
}

/** Blank means the zone itself. */
const nameIn = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

const isWithin = (root: string, path: string): boolean =>
  path === root || path.startsWith(root === '/' ? '/' : `${root}/`);
