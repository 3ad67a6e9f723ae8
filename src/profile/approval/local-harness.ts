import type { ApprovalStyle } from '../../agent/approval-style.js';

/** Four numbered choices, all arguments, and the level in capitals with a warning sign. What is low is asked about once. */
export const localHarnessApproval: ApprovalStyle = {
  title: '{tool} needs your permission',
  choices: [
    { words: ['1', 'allow once'], label: 'Allow Once', gives: 'once' },
    { words: ['2', 'session'], label: 'Session', gives: 'session' },
    { words: ['3', 'remember'], label: 'Remember', gives: 'always' },
    { words: ['4', 'deny'], label: 'Deny', gives: 'deny' },
  ],
  otherwise: 'again',
  listsArguments: true,
  capitalLevel: true,
  asksLowOnce: true,
};
