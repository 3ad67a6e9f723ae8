import type { ApprovalStyle } from '../../agent/approval-style.js';

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
