/**
 * Delegating does nothing itself: all that a subagent does goes the same road, within the rights of its caller. A call that
 * runs again goes on with the subagents that it has started before.
 */
export const delegatingTraits = {
  category: 'Agent',
  group: 'subtask',
  source: 'builtin',
  capabilities: ['subagents'],
  effects: 'none',
} as const;
