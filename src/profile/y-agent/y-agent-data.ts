import type { ApprovalStyle } from '../../agent/approval-style.js';
import type { ProfileLimits } from '../../agent/profile.js';
import { plainLimits } from '../toolwright-limits.js';

/** Approve, approve always, allow all for the session, deny; a no is told as final, and no answer in time is a no. */
export const yAgentApproval: ApprovalStyle = {
  title: '{tool} asks for permission',
  choices: [
    { words: ['y', 'approve'], label: 'approve', gives: 'once' },
    { words: ['a', 'approve always'], label: 'approve always', gives: 'always' },
    { words: ['s', 'allow all for session'], label: 'allow all for the session', gives: 'bypass' },
    { words: ['n', 'deny'], label: 'deny', gives: 'deny' },
  ],
  otherwise: 'again',
  waitMs: 120_000,
  deniedReason: 'do not retry this call; find another way or ask what is wanted.',
};

/** Ten rounds and fifty calls a turn; four kinds of loops abort the call that would complete them. */
export const yAgentLimits: ProfileLimits = {
  limits: { ...plainLimits, rounds: 10, callsPerTurn: 50 },
  loops: {
    redundant: { refuse: 3 },
    repetition: { of: 'tool', refuse: 5 },
    oscillation: { refuse: 3 },
    drift: { refuse: 10 },
    refusal: 'Loop detected ({pattern}): {tool} was not run. Try something else, or answer with what you have.',
    warning: '',
  },
};
