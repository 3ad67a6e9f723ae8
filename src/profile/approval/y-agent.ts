import type { ApprovalStyle } from '../../agent/approval-style.js';

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
