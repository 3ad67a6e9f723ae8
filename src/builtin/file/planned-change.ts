/** What tools that change files have in common. */
export const plannedChange = {
  help: undefined,
  result: undefined,
  category: 'FileSystem',
  group: 'edit',
  source: 'builtin',
  capabilities: ['workspace'],
  dangerous: false,
  effects: 'workspace',
  idempotent: false,
  concurrency: 'exclusive',
  limits: {},
} as const;
