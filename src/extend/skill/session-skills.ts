import { cutEnd, plural } from '../../base/text.js';
import type { NewEvent } from '../../store/store.js';
import type { CatalogEntry } from '../../tool/catalog/catalog-entry.js';
import type { ExtensionHost } from '../extension.js';
import { createActivateSkill } from './activate-skill.js';
import { activationKey, type SkillEvent } from './event.js';
import { findSkills } from './find-skills.js';
import type { Skill, SkillOptions, SkillPlace } from './skill.js';

/** The skills of one session. */
export type SessionSkills = ReturnType<typeof createSessionSkills>;

export function createSessionSkills(host: ExtensionHost, { allow, vouched }: Pick<SkillOptions, 'allow' | 'vouched'>) {
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
    /** Looks for them again, and tells the model what there is now. */
    async refresh(places: readonly SkillPlace[]): Promise<void> {
      const { skills: found, issues } = await findSkills(places, { workspace, vouched });
      const words = issues.map(({ path, message }) => `${path}: ${message}`);
      for (const word of words) if (!told.has(word)) log.warn(word);
      told = new Set(words);
      const allowed = allowedSkills(allowedSkills(found, allow), host.profile.skills);
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

const maxChars = 6000;
const maxDescription = 400;
/** A workspace that nobody vouches for gets in less of its own words. */
const maxUntrusted = 160;

/** What the system message says of the skills: their names and descriptions, as far as there is room. */
function renderSkillPrompt(skills: readonly Skill[]): string {
  if (skills.length === 0) return '';
  const lines: string[] = [];
  let room = maxChars;
  for (const skill of skills) {
    const line = lineOf(skill);
    if (line.length > room) break;
    room -= line.length + 1;
    lines.push(line);
  }
  const left = skills.length - lines.length;
  const more =
    left === 0
      ? []
      : [`[${plural(left, 'more skill')} not listed; activate_skill with a wrong name answers all names]`];
  return [intro, ...lines, ...more].join('\n');
}

const intro =
  'Skills hold instructions for kinds of work. When one fits what is asked, call activate_skill with its name before you begin.';

const lineOf = (skill: Skill): string =>
  skill.trusted ? `- ${skill.name}: ${describeSkill(skill)}` : `- ${skill.name} ${describeSkill(skill)}`;

/** Its own words, as many as it may say; of one that nobody vouches for they are marked. */
function describeSkill({ description, trusted }: Skill): string {
  const most = trusted ? maxDescription : maxUntrusted;
  const words = description.length > most ? `${cutEnd(description, most - 1)}…` : description;
  return trusted ? words : `(of this workspace, nobody vouches for it): ${words}`;
}
