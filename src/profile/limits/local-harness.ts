import type { ProfileLimits } from '../../agent/profile.js';
import { plainLimits } from './plain.js';

/** The model reads results whole: what its largest file can take, with the numbers of its lines. */
const resultChars = 16 * 1024 * 1024;

/** Ten rounds a message of the user, each with fifteen calls. */
export const localHarnessLimits: ProfileLimits = {
  limits: { ...plainLimits, rounds: 10, callsPerRound: 15, resultChars },
};
