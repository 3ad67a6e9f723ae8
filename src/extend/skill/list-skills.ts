import { createWorkspace } from '../../workspace/workspace.js';
import { type FoundSkills, findSkills } from './find-skills.js';
import { allowedSkills } from './session-skills.js';
import type { SkillOptions } from './skill.js';
import { homeIn, skillPlaces } from './skill-places.js';

export interface ListSkillsOptions extends SkillOptions {
  readonly workspace: string;
  /** Where the home folder is looked for. */
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/** The skills a session in a workspace would have, and what is wrong with others. */
export async function listSkills({ env = {}, trusted, vouched, ...options }: ListSkillsOptions): Promise<FoundSkills> {
  const workspace = createWorkspace({ root: options.workspace });
  const places = options.places ?? skillPlaces({ root: workspace.root, home: homeIn(env), trusted });
  const { skills, issues } = await findSkills(places, { workspace, vouched });
  return { skills: allowedSkills(skills, options.allow), issues };
}
