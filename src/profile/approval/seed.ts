import type { ApprovalStyle } from '../../agent/approval-style.js';

/** Approve or reject; anything but approve rejects, and so does no response in time. */
export const seedApproval: ApprovalStyle = {
  title: 'Confirm the risky action {tool}',
  choices: [
    { words: ['approve'], label: 'Approve', gives: 'once' },
    { words: ['reject'], label: 'Reject', gives: 'deny' },
  ],
  otherwise: 'deny',
  waitMs: 300_000,
  deniedReason: 'User rejected the request',
};
