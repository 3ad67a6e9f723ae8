/** What tools that change files have in common. */
export const changingTraits = {
  category: 'FileSystem',
  group: 'edit',
  source: 'builtin',
  capabilities: ['workspace'],
  effects: 'workspace',
  idempotent: false,
  concurrency: 'exclusive',
} as const;
