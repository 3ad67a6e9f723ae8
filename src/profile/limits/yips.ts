import type { ProfileLimits } from '../../agent/profile.js';
import { plainLimits } from './plain.js';

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
