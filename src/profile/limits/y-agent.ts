import type { ProfileLimits } from '../../agent/profile.js';
import { plainLimits } from './plain.js';

/** Ten rounds and fifty calls a turn; four kinds of loops abort the call that would complete them. */
export const yAgentLimits: ProfileLimits = {
  limits: { ...plainLimits, rounds: 10, callsPerTurn: 50 },
  loops: {
    redundant: { refuse: 3 },
    repetition: { of: 'tool', refuse: 5 },
    oscillation: { refuse: 3 },
    drift: { refuse: 10 },
    refusal: 'Loop detected ({pattern}): {tool} was not run. Try something else, or answer with what you have.',
    warning: '',
  },
};
