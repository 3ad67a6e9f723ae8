import { cutEnd, plural } from '../../base/text.js';
import type { Skill } from './skill.js';

const maxChars = 6000;
const maxDescription = 400;
/** A workspace that nobody vouches for gets in less of its own words. */
const maxUntrusted = 160;

/** What the system message says of the skills: their names and descriptions, as far as there is room. */
export function renderSkillPrompt(skills: readonly Skill[]): string {
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
export function describeSkill({ description, trusted }: Skill): string {
  const most = trusted ? maxDescription : maxUntrusted;
  const words = description.length > most ? `${cutEnd(description, most - 1)}…` : description;
  return trusted ? words : `(of this workspace, nobody vouches for it): ${words}`;
}
