import type { Question } from '../../../src/run/question.js';

export type Approval = Extract<Question, { kind: 'approval' }>;

/** A question for tests, with what matters changed. */
export function approvalQuestion(over: Partial<Approval> = {}): Approval {
  return {
    kind: 'approval',
    id: 'q_1',
    callId: 'c1',
    tool: 'edit_file',
    arguments: { path: 'a.txt', options: { deep: true } },
    preview: { kind: 'arguments' },
    facts: [{ kind: 'write', target: 'a.txt', where: 'workspace', known: true }],
    level: 'medium',
    reasons: ['writes a.txt'],
    digest: 'abcdef0123456789',
    sandboxed: false,
    offers: [],
    ...over,
  };
}
