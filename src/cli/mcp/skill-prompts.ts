import { type ListSkillsOptions, listSkills } from '../../extend/skill/list-skills.js';
import type { Skill } from '../../extend/skill/skill.js';
import type { ServedPrompt } from '../../mcp-server/served.js';

export interface SkillPromptOptions extends ListSkillsOptions {
  /** Takes secrets out of what leaves. */
  mask(text: string): string;
}

/** The skills that the user vouches for, as prompts: the person at the client chooses one, and its model reads it. */
export async function skillPrompts(options: SkillPromptOptions): Promise<readonly ServedPrompt[]> {
  const skills = await trustedSkills(options);
  return skills.map(({ name, description }) => ({
    name,
    description,
    arguments: [{ name: 'request', description: 'What it is to be used for.' }],
    async render({ request = '' }) {
      // As it is now, and not as it was when the server began.
      const skill = (await trustedSkills(options)).find((one) => one.name === name);
      if (skill === undefined) throw new Error(`The skill ${name} is not there any more, or nobody vouches for it.`);
      return options.mask(promptText(skill, request.trim()));
    },
  }));
}

async function trustedSkills({ mask: _mask, ...options }: SkillPromptOptions): Promise<readonly Skill[]> {
  const { skills } = await listSkills(options);
  return skills.filter(({ trusted }) => trusted);
}

function promptText({ name, location, instructions }: Skill, request: string): string {
  const words = `Follow the instructions of the skill ${name}. Its files are in ${location}.\n\n${instructions.trim()}`;
  return request === '' ? words : `${words}\n\nUse it for this: ${request}`;
}
