import type { ProfileLimits } from '../../agent/profile.js';
import { plainLimits } from './plain.js';

/** Ten rounds a message of the user, each with fifteen calls. */
export const localHarnessLimits: ProfileLimits = {
  limits: { ...plainLimits, rounds: 10, callsPerRound: 15 },
};
