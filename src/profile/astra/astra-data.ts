import type { ApprovalStyle } from '../../agent/approval-style.js';
import type { ProfileLimits } from '../../agent/profile.js';
import { plainLimits } from '../toolwright-limits.js';

/** A pending edit: it is applied by an explicit yes alone. Any other message, a maybe too, discards it and is passed on. */
export const astraApproval: ApprovalStyle = {
  title: 'Pending edit: {tool}',
  choices: [
    { words: ['apply', 'yes', 'go ahead', 'confirm'], label: 'Apply', gives: 'once' },
    { words: ['reject', 'no'], label: 'Reject', gives: 'deny' },
  ],
  otherwise: 'message',
  prompt: 'apply/reject',
};

/**
 * Eight rounds of one call, then the last words count as the answer. A note is read once, and a call that only repeats the
 * one before is stopped once, with the question recalled; three stops in a row end the turn.
 */
export const astraLimits: ProfileLimits = {
  limits: { ...plainLimits, rounds: 8, callsPerRound: 1, atLimit: 'return' },
  loops: {
    redundant: { refuse: 2 },
    readAgain: { tools: ['read'], argument: 'path' },
    forgets: true,
    endAfter: 3,
    refusal:
      'STOP. You have the result of this call already. The user asked: "{question}". Answer that now, in plain words, without calling a tool.',
    warning: '',
  },
};
