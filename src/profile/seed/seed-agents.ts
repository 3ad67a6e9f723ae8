/** The groups that tools are in. */
export const seedGroups = ['search', 'edit', 'exec', 'subtask', 'meta'] as const;
export type SeedGroup = (typeof seedGroups)[number];

export interface SeedAgent {
  readonly displayName: string;
  readonly description: string;
  readonly toolGroups: readonly string[];
  /** What it is told about itself. */
  readonly prompt: string;
}

export const seedAgents = {
  coordinator: {
    displayName: 'Coordinator',
    description: 'plans and does a task with all tools, and hands parts of it to other agents',
    toolGroups: seedGroups,
    prompt: 'You are the coordinator: you do the task of the user with your tools, from its plan to its end.',
  },
  research: {
    displayName: 'Research',
    description: 'finds things out in files, without changing any',
    toolGroups: ['search', 'meta'],
    prompt: 'You are the research agent: you find out what is asked in the files, and change nothing.',
  },
  chat: {
    displayName: 'Chat',
    description: 'answers from what it knows, without tools',
    toolGroups: [],
    prompt: 'You are the chat agent: you answer from what you know, without tools.',
  },
} as const satisfies Readonly<Record<string, SeedAgent>>;

export type SeedAgentId = keyof typeof seedAgents;

export const defaultSeedAgent: SeedAgentId = 'coordinator';

export const findSeedAgent = (id: string): SeedAgent | undefined =>
  Object.hasOwn(seedAgents, id) ? seedAgents[id as SeedAgentId] : undefined;

/** The group of each tool. */
const seedToolGroups = {
  readFile: 'search',
  listFiles: 'search',
  glob: 'search',
  grep: 'search',
  web_search: 'search',
  web_fetch: 'search',
  editFile: 'edit',
  todoUpdate: 'edit',
  runCommand: 'exec',
  createSubtasks: 'subtask',
  listSubtask: 'subtask',
  activateSkill: 'meta',
} as const satisfies Readonly<Record<string, SeedGroup>>;

/** The agents as the files that would define them. One that has every group has all that its caller may hand on. */
export const seedAgentFiles = Object.entries<SeedAgent>(seedAgents).map(([id, agent]) => ({
  path: `seed/${id}.md`,
  text: [
    '---',
    `name: ${id}`,
    `description: ${agent.description}`,
    ...(agent.toolGroups.length === seedGroups.length ? [] : [`tools: [${toolsOf(agent).join(', ')}]`]),
    ...(id === 'research' ? ['rounds: 20'] : []),
    '---',
    agent.prompt,
  ].join('\n'),
}));

function toolsOf({ toolGroups }: SeedAgent): readonly string[] {
  return Object.entries(seedToolGroups).flatMap(([name, group]) => (toolGroups.includes(group) ? [name] : []));
}
