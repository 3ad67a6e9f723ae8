import type { NewEvent } from '../../store/store.js';
import type { CatalogEntry } from '../../tool/catalog/catalog-entry.js';
import type { ExtensionHost } from '../extension.js';
import { createActivateSkill } from './activate-skill.js';
import { activationKey, type SkillEvent } from './event.js';
import { findSkills } from './find-skills.js';
import type { Skill, SkillPlace } from './skill.js';
import type { SkillOptions } from './skill-options.js';
import { describeSkill, renderSkillPrompt } from './skill-prompt.js';

/** The skills of one session. */
export interface SessionSkills {
  /** Looks for them again, and tells the model what there is now. */
  refresh(places: readonly SkillPlace[]): Promise<void>;
}

export function createSessionSkills(
  host: ExtensionHost,
  { allow, vouched }: Pick<SkillOptions, 'allow' | 'vouched'>,
): SessionSkills {
  const { registry, workspace, log } = host;
  let skills: ReadonlyMap<string, Skill> = new Map();
  let told: ReadonlySet<string> = new Set();
  let prompt = '';
  const own = createActivateSkill({
    skills: () => skills,
    activated: activatedBefore(host.past),
    vouched,
    mount: host.profile.skillMount,
    record: host.record,
  });
  const tool = host.profile.skillTool?.(own) ?? own;
  return {
    async refresh(places) {
      const { skills: found, issues } = await findSkills(places, { workspace, vouched });
      const words = issues.map(({ path, message }) => `${path}: ${message}`);
      for (const word of words) if (!told.has(word)) log.warn(word);
      told = new Set(words);
      const allowed = allowedSkills(found, allow);
      skills = new Map(allowed.map((skill) => [skill.name, skill]));
      const isOffered = registry.get(tool.name) === tool;
      if (skills.size > 0 && !isOffered) registry.register(tool);
      if (skills.size === 0 && isOffered) registry.unregister(tool.name);
      const now = renderSkillPrompt(allowed);
      // A request that begins as the one before did costs less.
      if (now !== prompt) host.setPrompt(now);
      prompt = now;
      host.setEntries(allowed.map((skill) => entryOf(skill, tool.name)));
    },
  };
}

export function allowedSkills(skills: readonly Skill[], allow: SkillOptions['allow']): readonly Skill[] {
  if (allow === undefined || allow.includes('*')) return skills;
  const names = new Set(allow.map((name) => name.toLowerCase()));
  return skills.filter(({ name }) => names.has(name));
}

const entryOf = (skill: Skill, usedBy: string): CatalogEntry => ({
  kind: 'skill',
  name: skill.name,
  description: describeSkill(skill),
  usedBy,
  told: true,
  ...(!skill.trusted && { writtenBy: `the skill in ${skill.location}` }),
});

/** The last activation of each counts. */
function activatedBefore(past: readonly NewEvent[]): Map<string, string> {
  const activated = new Map<string, string>();
  for (const event of past) {
    if (event.type !== 'skill-activated') continue;
    const { body } = event as SkillEvent;
    activated.set(body.name, activationKey(body));
  }
  return activated;
}
