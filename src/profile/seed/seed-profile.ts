import type { Profile } from '../../agent/profile.js';
import { defined } from '../../base/defined.js';
import { toolwrightProfile } from '../toolwright.js';
import { type SeedAgent, type SeedAgentId, seedAgentFiles, seedAgents } from './seed-agents.js';
import { seedApproval, seedLimits, seedRecovery, seedSearchLimits } from './seed-data.js';
import { seedSurface } from './seed-surface.js';
import {
  defaultSeedMode,
  type SeedMode,
  type SeedServer,
  seedFolders,
  seedModeOf,
  seedModeWords,
  seedVocabulary,
} from './seed-vocabulary.js';
import { renderSeedResult, renderSeedSystem } from './seed-words.js';
import { skillTool } from './skill-tool.js';

export interface SeedProfileOptions {
  /** Asked for at every call, so that one mode can count for a whole program and change while it runs. Absent, each session has its own. */
  readonly riskMode?: () => SeedMode;
  /** The agent that sessions are; it has the tools of its groups. Default: coordinator, which has all. */
  readonly agent?: SeedAgentId;
  /** The skills that the agent sees, by name; all of them when absent or with `*`, none when empty. */
  readonly skills?: readonly string[];
  /** What is said of MCP servers, by name: their tools are risky otherwise. */
  readonly servers?: Readonly<Record<string, SeedServer>>;
}

/** The task runtime of Seed. A task is a session, and its group the session with its subagents. */
export function createSeedProfile(options: SeedProfileOptions = {}): Profile {
  const { riskMode, agent = 'coordinator', skills, servers } = options;
  const { toolGroups, prompt }: SeedAgent = seedAgents[agent];
  const { exposure: _, loops: __, ...usual } = toolwrightProfile;
  return {
    ...usual,
    name: 'seed',
    order: 'unasked-parallel',
    ...(agent === 'research' ? seedSearchLimits : seedLimits),
    answerTokens: 4096,
    surface: (builtin, context) => seedSurface(builtin, context).filter(({ group }) => toolGroups.includes(group)),
    vocabulary: (context) =>
      seedVocabulary({
        mode: () => seedModeOf(context.riskMode()),
        ...defined({ servers, folders: context.scopes }),
        skills: skillsByFacts,
      }),
    riskModes: { modes: seedModeWords, usual: defaultSeedMode, ...defined({ now: riskMode }) },
    noPerson: 'park',
    scopes: seedFolders,
    skillMount: 'private:/.skills',
    skillTool,
    ...defined({ skills }),
    subagents: { agents: seedAgentFiles, without: ['subtask'] },
    stopEndsWork: true,
    approval: seedApproval,
    recovery: seedRecovery,
    renderResult: renderSeedResult,
    renderSystem: (context) => renderSeedSystem(context, prompt),
  };
}

export const seedProfile: Profile = createSeedProfile();

/** A skill that is not there is refused before it is judged, and one that was activated is not read again. */
const skillsByFacts = {
  isVisible: () => true,
  isActivated: (_name: string, facts: readonly { readonly instructs?: boolean }[]) =>
    facts.every(({ instructs }) => instructs !== true),
};
