import type { ApprovalStyle } from '../../src/agent/approval-style.js';
import { parseApproval } from '../../src/agent/parse-approval.js';
import { toolwrightProfile } from '../../src/profile/toolwright.js';
import type { Answer, Question } from '../../src/run/question.js';
import type { SessionOptions } from '../../src/session/options.js';

/** A program that answers approvals with these lines, in turn, by the words of a profile; the first offer when one lasts. */
export function answerByStyle(
  style: ApprovalStyle,
  lines: readonly string[],
  onBypass: () => void = () => {},
): Pick<SessionOptions, 'onQuestion' | 'profile'> & { readonly asked: Question[] } {
  const asked: Question[] = [];
  const rest = [...lines];
  return {
    asked,
    profile: { ...toolwrightProfile, approval: style },
    onQuestion(question): Answer {
      asked.push(question);
      if (question.kind !== 'approval') return { choice: 'deny' };
      const parsed = parseApproval(rest.shift() ?? '', style, question);
      if (parsed.type === 'choose') return { choice: parsed.scope, rules: question.offers[0]?.rules ?? [] };
      if (parsed.type !== 'answer') throw new Error(`that is no answer: ${parsed.type}`);
      if (parsed.bypass === true) onBypass();
      return parsed.answer;
    },
  };
}
