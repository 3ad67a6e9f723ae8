import type { ApprovalStyle } from '../../agent/approval-style.js';

/** Yes or no. The original takes Enter for a yes; here it is a no, as its `y/N` says. */
export const yipsApproval: ApprovalStyle = {
  title: 'Confirmation required: {tool} ({call})',
  choices: [
    { words: ['y', 'yes'], label: 'yes', gives: 'once' },
    { words: ['n', 'no', 'cancel'], label: 'no', gives: 'deny' },
  ],
  otherwise: 'deny',
  prompt: 'y/N',
  deniedReason: 'rejected by the user confirmation policy.',
};
