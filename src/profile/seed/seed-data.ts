import type { ApprovalStyle } from '../../agent/approval-style.js';
import type { ProfileLimits } from '../../agent/profile.js';
import type { Recovery } from '../../agent/recovery.js';
import { plainLimits } from '../toolwright-limits.js';

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

/** Fifty rounds, and a turn that needs more has failed. Repeats are let pass. */
export const seedLimits: ProfileLimits = { limits: { ...plainLimits, rounds: 50, atLimit: 'fail' } };

/** The same for the agent that only searches. */
export const seedSearchLimits: ProfileLimits = { limits: { ...seedLimits.limits, rounds: 20 } };

/** What is safe runs again; anything else is confirmed afresh. */
export const seedRecovery: Recovery = { restarts: true, unknownTool: 'interrupted (Unknown tool)' };
