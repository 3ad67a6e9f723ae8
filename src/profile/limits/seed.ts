import type { ProfileLimits } from '../../agent/profile.js';
import { plainLimits } from './plain.js';

/** Fifty rounds, and a turn that needs more has failed. Repeats are let pass. */
export const seedLimits: ProfileLimits = { limits: { ...plainLimits, rounds: 50, atLimit: 'fail' } };

/** The same for the agent that only searches. */
export const seedSearchLimits: ProfileLimits = { limits: { ...seedLimits.limits, rounds: 20 } };
