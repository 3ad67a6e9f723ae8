import type { ApprovalStyle } from '../../agent/approval-style.js';
import type { ProfileLimits } from '../../agent/profile.js';
import { plainLimits } from '../toolwright-limits.js';

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

/** Six rounds, then the warning `max_depth`. No repeat is refused; after two failed rounds the model is told to pivot. */
export const yipsLimits: ProfileLimits = {
  limits: {
    ...plainLimits,
    rounds: 6,
    ends: { rounds: { code: 'max_depth', message: 'Stopped after {limit} rounds.' } },
  },
  loops: {
    refusal: '',
    warning: '',
    pivot: {
      after: 2,
      code: 'automatic_pivot',
      note: 'Repeated failures were seen. Choose another approach or other tools, or ask the user for guidance.',
    },
  },
};
