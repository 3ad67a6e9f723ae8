import type { Fact } from '../tool/fact.js';
import { levelOf } from './level.js';
import { type Decision, type Policy, type PolicyInput, type Verdict, verdicts } from './policy.js';

interface Judgement {
  readonly verdict: Verdict;
  readonly reason?: string;
}

const nothingTouched: Decision = { verdict: 'allow', level: 'safe', reasons: [] };

/**
 * The mode table:
 *
 * | fact                     | ask   | edit  | plan | auto                          |
 * |--------------------------|-------|-------|------|-------------------------------|
 * | read in the workspace    | allow | allow | allow| allow                         |
 * | read outside             | ask   | ask   | ask  | allow                         |
 * | change in the workspace  | ask   | allow | deny | allow                         |
 * | change outside           | ask   | ask   | deny | ask                           |
 * | change of `.git`, `AGENTS.md`, `.toolwright` | ask | ask | deny | ask          |
 * | command, process         | ask   | ask   | deny | allow sandboxed, else deny    |
 * | network, variable        | ask   | ask   | deny | allow                         |
 * | secret                   | ask   | ask   | deny | ask                           |
 * | anything not known       | ask   | ask   | deny | ask (a command as above)      |
 * | a tool marked dangerous  | ask   | ask   | deny | allow                         |
 *
 * `sandbox: 'off'` is the user's own word that commands may run unconfined unasked in `auto`.
 */
export function modePolicy(options: { readonly sandbox?: 'required' | 'off' } = {}): Policy {
  const sandboxOff = options.sandbox === 'off';
  return {
    decide(input) {
      if (input.facts.length === 0 && !input.tool.dangerous) return nothingTouched;
      const judgements = input.facts.map((fact) => judge(fact, input, sandboxOff));
      if (input.tool.dangerous) judgements.push(judgeDangerous(input));
      return strictest(judgements, input);
    },
  };
}

function judgeDangerous({ mode, tool }: PolicyInput): Judgement {
  if (mode === 'auto') return { verdict: 'allow' };
  return { verdict: mode === 'plan' ? 'deny' : 'ask', reason: `${tool.name} is marked dangerous` };
}

function judge(fact: Fact, { mode, sandboxed }: PolicyInput, sandboxOff: boolean): Judgement {
  const change = fact.kind !== 'read';
  if (mode === 'plan' && (change || !fact.known)) {
    const what = fact.known || fact.note === undefined ? phrase(fact) : fact.note;
    return { verdict: 'deny', reason: `plan mode is read-only: ${what}` };
  }
  if (fact.kind === 'exec' || fact.kind === 'process') {
    const unconfined = sandboxed ? '' : ', not sandboxed';
    if (mode !== 'auto') return { verdict: 'ask', reason: phrase(fact) + unconfined };
    if (sandboxed || sandboxOff) return { verdict: 'allow' };
    return {
      verdict: 'deny',
      reason: 'auto mode runs commands only in a sandbox, and there is none here: use mode ask, or --sandbox off',
    };
  }
  if (!fact.known) return { verdict: 'ask', reason: fact.note ?? `what it does to ${fact.target} is not known` };
  if (fact.kind === 'secret') return { verdict: 'ask', reason: phrase(fact) };
  if (change && isProtected(fact.target)) return { verdict: 'ask', reason: `${phrase(fact)}, which others act upon` };
  const inside = fact.where === 'workspace';
  if (!change) return inside || mode === 'auto' ? { verdict: 'allow' } : { verdict: 'ask', reason: phrase(fact) };
  if (fact.kind === 'net' || fact.kind === 'env')
    return mode === 'auto' ? { verdict: 'allow' } : { verdict: 'ask', reason: phrase(fact) };
  if (inside && (mode === 'edit' || mode === 'auto')) return { verdict: 'allow' };
  return { verdict: 'ask', reason: phrase(fact) };
}

function strictest(judgements: readonly Judgement[], input: PolicyInput): Decision {
  const rank = Math.max(...judgements.map(({ verdict }) => verdicts.indexOf(verdict)));
  const reasons = judgements
    .filter(({ verdict, reason }) => reason !== undefined && verdicts.indexOf(verdict) === rank)
    .map(({ reason }) => reason as string);
  return { verdict: verdicts[rank] ?? 'deny', level: levelOf(input), reasons: [...new Set(reasons)] };
}

/** What is written here is later run, or obeyed, without anybody being asked: it is asked about in every mode. */
const isProtected = (path: string): boolean =>
  path.split(/[\\/]/).some((part) => protectedNames.has(part.toLowerCase()));

const protectedNames = new Set(['.git', '.toolwright', 'agents.md']);

const verbs: Record<Fact['kind'], string> = {
  read: 'reads',
  write: 'writes',
  delete: 'deletes',
  move: 'moves',
  exec: 'runs',
  net: 'connects to',
  process: 'controls a process:',
  secret: 'uses the secret',
  env: 'uses the variable',
};

/** A fact in words. */
function phrase(fact: Fact): string {
  const place = fact.where === 'outside' && fact.kind !== 'exec' ? ', outside the workspace' : '';
  return `${verbs[fact.kind]} ${fact.target}${place}`;
}
