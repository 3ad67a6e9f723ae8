import type { ApprovalStyle } from '../../agent/approval-style.js';
import type { ProfileLimits } from '../../agent/profile.js';
import { plainLimits } from '../toolwright-limits.js';

/** Four numbered choices, all arguments, and the level in capitals with a warning sign. What is low is asked about once. */
export const localHarnessApproval: ApprovalStyle = {
  title: '⚠️  Permission Request',
  labels: { tool: 'Tool', arguments: 'Arguments', level: 'Risk' },
  choices: [
    { words: ['1', 'allow once'], label: 'Allow Once', gives: 'once' },
    { words: ['2', 'session'], label: 'Session', gives: 'session' },
    { words: ['3', 'remember'], label: 'Remember', gives: 'always' },
    { words: ['4', 'deny'], label: 'Deny', gives: 'deny' },
  ],
  otherwise: 'again',
  capitalLevel: true,
  asksLowOnce: true,
};

/** The model reads results whole: what its largest file can take, with the numbers of its lines. */
const resultChars = 16 * 1024 * 1024;

/** Ten rounds a message of the user, each with fifteen calls. */
export const localHarnessLimits: ProfileLimits = {
  limits: { ...plainLimits, rounds: 10, callsPerRound: 15, resultChars },
};
