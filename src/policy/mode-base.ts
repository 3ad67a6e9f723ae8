import type { Fact } from '../tool/fact.js';
import { phraseFact } from './phrase-fact.js';
import type { Mode, Verdict } from './policy.js';

/** What the mode says of one fact; without a reason where nothing speaks against it. */
export interface Base {
  readonly verdict: Verdict;
  readonly reason?: string;
}

const allowed: Base = { verdict: 'allow' };

/**
 * The mode table:
 *
 * | fact                              | ask   | edit  | plan  | auto  |
 * |-----------------------------------|-------|-------|-------|-------|
 * | read in the workspace             | allow | allow | allow | allow |
 * | read outside                      | ask   | ask   | ask   | allow |
 * | read what the model shall follow: a skill | ask | ask | ask | allow |
 * | command proved to do no more than its other facts tell | allow | allow | allow | allow |
 * | any other command, process        | ask   | ask   | deny  | allow |
 * | command that cannot be read       | ask   | ask   | deny  | ask   |
 * | write, move in the workspace      | ask   | allow | deny  | allow |
 * | the same by a command             | ask   | ask   | deny  | allow |
 * | delete in the workspace           | ask   | ask   | deny  | allow |
 * | change outside                    | ask   | ask   | deny  | ask   |
 * | network, variable                 | ask   | ask   | deny  | allow |
 * | secret                            | ask   | ask   | deny  | ask   |
 * | path or host that is not known    | ask   | ask   | deny  | ask   |
 * | the same by a command, no delete  | ask   | ask   | deny  | allow |
 * | a tool marked dangerous           | ask   | ask   | deny  | allow |
 * | what the sandbox refused before   | ask   | ask   | deny  | ask   |
 *
 * Where commands are not confined they are asked about in every mode, and denied in `auto`: see `create-policy.ts`.
 */
export function judgeMode(fact: Fact, mode: Mode): Base {
  if (fact.refused === true) return judgeRefused(fact, mode);
  if (fact.kind === 'exec') return judgeExec(fact, mode);
  const byCommand = fact.by !== undefined;
  if (fact.kind === 'read' && fact.known) {
    const inside = fact.where === 'workspace' && fact.instructs !== true;
    return inside || mode === 'auto' ? allowed : ask(fact);
  }
  if (mode === 'plan') {
    const what = fact.known || fact.note === undefined ? phraseFact(fact) : fact.note;
    return { verdict: 'deny', reason: `plan mode is read-only: ${what}` };
  }
  if (!fact.known) {
    const confined =
      mode === 'auto' && byCommand && fact.kind !== 'delete' && fact.kind !== 'move' && fact.kind !== 'secret';
    return confined ? allowed : { verdict: 'ask', reason: fact.note ?? `what it does to ${fact.target} is not known` };
  }
  if (fact.kind === 'secret') return ask(fact);
  if (fact.kind === 'net' || fact.kind === 'env' || fact.kind === 'process')
    return mode === 'auto' ? allowed : ask(fact);
  if (fact.where !== 'workspace') return ask(fact);
  if (mode === 'auto') return allowed;
  return mode === 'edit' && !byCommand && fact.kind !== 'delete' ? allowed : ask(fact);
}

function judgeRefused(fact: Fact, mode: Mode): Base {
  const what = `${phraseFact(fact)}, which the sandbox refused`;
  return mode === 'plan'
    ? { verdict: 'deny', reason: `plan mode is read-only: ${what}` }
    : { verdict: 'ask', reason: what };
}

function judgeExec(fact: Fact, mode: Mode): Base {
  if (fact.proved === true) return allowed;
  const note = fact.note === undefined ? '' : `: ${fact.note}`;
  if (mode === 'plan') return { verdict: 'deny', reason: `plan mode is read-only: ${phraseFact(fact)}${note}` };
  if (mode === 'auto' && fact.unread !== true) return allowed;
  return { verdict: 'ask', reason: `${phraseFact(fact)}${note}` };
}

const ask = (fact: Fact): Base => ({ verdict: 'ask', reason: phraseFact(fact) });
