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
 * Eight rounds of one call, then the last words count as the answer. A call that was made is not made again while nothing
 * has changed: the model is told to stop, with the question recalled, and three such stops in a row end the turn.
 */
export const astraLimits: ProfileLimits = {
  limits: {
    ...plainLimits,
    rounds: 8,
    callsPerRound: 1,
    atLimit: 'return',
    ends: {
      loop: {
        code: 'loop',
        message: 'I stopped here: I only asked again for what I had been given already. Please ask in other words.',
      },
      rounds: {
        code: 'rounds',
        message: 'I stopped here after {limit} steps without an answer. Please say how to go on.',
      },
    },
  },
  loops: {
    again: { tools: ['read'], argument: 'path' },
    endAfter: 3,
    refusal:
      'STOP. You have the result of this call already. The user asked: "{question}". Answer that now, in plain words, without calling a tool.',
    warning: '',
  },
};
