import type { Fact } from '../../tool/fact.js';
import { judgeMode } from '../mode-base.js';
import { phraseFact } from '../phrase-fact.js';
import type { Decision, Judgement, PolicyInput } from '../policy.js';
import { isWayOut } from '../taint/judge-taint.js';
import { whyNotLasting } from './lasting-command.js';

/** Why nothing of a call may be made lasting; undefined when something may. */
export function whyWithheld(input: PolicyInput, { because = [] }: Decision): string | undefined {
  for (const judgement of because) {
    const why = whyJudged(judgement, input);
    if (why !== undefined) return why;
  }
  // Of a tool that was seen, the whole is granted; that its server is started so was seen as well.
  if (input.tool.pinned !== undefined) return undefined;
  for (const fact of input.facts) {
    const why = whyFact(fact, input);
    if (why !== undefined) return why;
  }
  return undefined;
}

/** A grant lowers what the mode, the missing sandbox and taint say, and nothing else. */
function whyJudged({ source, reason, rule, fact }: Judgement, { tool }: PolicyInput): string | undefined {
  if (source === 'mode' || source === 'sandbox' || (source === 'taint' && fact !== undefined)) return undefined;
  if ((source === 'tool' || source === 'taint') && tool.pinned !== undefined) return undefined;
  if (source === 'taint') return `${tool.name} is asked about each time: ${reason}`;
  if (rule !== undefined)
    return `a configured rule asks each time: ${rule.text} (${rule.origin.file}:${rule.origin.line})`;
  if (source === 'protected') return `it is asked about each time: ${reason}`;
  return source === 'tool' ? `${tool.name} is asked about each time: ${reason}` : reason;
}

function whyFact(fact: Fact, input: PolicyInput): string | undefined {
  const { mode, sandboxed } = input;
  if (fact.kind === 'delete' || fact.kind === 'move') return `what is deleted or moved is asked about each time`;
  const asks = judgeMode(fact, mode).verdict === 'ask' || isWayOut(fact, input);
  const isExec = fact.kind === 'exec';
  if (!asks && (sandboxed || !isExec)) return undefined;
  if (fact.unread === true || (!fact.known && !isExec))
    return `not all of what it does is known${fact.note === undefined ? '' : `: ${fact.note}`}`;
  if (isExec) return whyExec(fact);
  if (fact.kind === 'secret') return 'the use of secrets is asked about each time';
  if (fact.kind === 'process' || fact.kind === 'env') return `it is asked about each time: it ${phraseFact(fact)}`;
  if (fact.where !== 'outside') return undefined;
  if (fact.kind !== 'read') return 'changes outside the workspace are asked about each time';
  return fact.deep === true ? 'whole folders outside the workspace are asked about each time' : undefined;
}

function whyExec({ plain, words = [], where, target, note }: Fact): string | undefined {
  const known = words.filter((word) => word !== null);
  const why = known.length === words.length ? whyNotLasting(known) : undefined;
  if (why !== undefined) return why;
  if (where === 'outside') return `\`${target}\` runs outside the workspace`;
  if (plain === true) return undefined;
  return `only a command that is nothing but known words can be made lasting${note === undefined ? '' : `: ${note}`}`;
}
