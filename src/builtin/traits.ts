const looking = { source: 'builtin', effects: 'none' } as const;
const doing = { source: 'builtin', effects: 'outside' } as const;
const files = { source: 'builtin', category: 'FileSystem', capabilities: ['workspace'] } as const;

/** What built-in tools have in common with others of their kind; what is not said is as `defineTool` has it. */
export const traits = {
  lookAtFiles: { ...files, group: 'search', effects: 'none' },
  changeFiles: { ...files, group: 'edit', effects: 'workspace' },
  stageChanges: { ...files, group: 'edit', effects: 'none', capabilities: ['workspace', 'staging'] },
  search: { ...looking, category: 'Search', group: 'search', capabilities: ['workspace', 'process', 'ripgrep'] },
  runCommands: { ...doing, category: 'Shell', group: 'exec', capabilities: ['workspace', 'process'] },
  watchCommands: { ...looking, category: 'Shell', group: 'exec', capabilities: ['process'] },
  useTheWeb: { ...doing, category: 'Network', group: 'web', capabilities: ['network'], concurrency: 'parallel' },
  tellOfTheSystem: { ...looking, category: 'System', group: 'meta' },
  /** Their time is the person's. */
  askThePerson: {
    ...looking,
    group: 'meta',
    concurrency: 'exclusive',
    limits: { timeoutMs: Number.POSITIVE_INFINITY },
  },
  /** One call follows the other. */
  keepTodos: { ...looking, category: 'Planning', group: 'edit', concurrency: 'exclusive' },
  /**
   * Delegating does nothing itself: all that a subagent does goes the same road, within the rights of its caller. A call
   * that runs again goes on with the subagents that it has started before.
   */
  delegate: { ...looking, category: 'Agent', group: 'subtask', capabilities: ['subagents'] },
} as const;
