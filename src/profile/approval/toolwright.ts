import type { ApprovalStyle } from '../../agent/approval-style.js';

/** Every way to answer; Enter alone is none. */
export const toolwrightApproval: ApprovalStyle = {
  title: 'May {tool} run?',
  choices: [
    { words: ['y', 'yes'], label: 'once', gives: 'once' },
    { words: ['s'], label: 'this session', gives: 'session' },
    { words: ['p'], label: 'this project', gives: 'project' },
    { words: ['a'], label: 'always', gives: 'always' },
    { words: ['n', 'no'], label: 'deny', gives: 'deny' },
    { words: ['r'], label: 'deny and say why', gives: 'why' },
  ],
  otherwise: 'again',
};
