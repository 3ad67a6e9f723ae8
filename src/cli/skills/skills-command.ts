import { firstLine, plural } from '../../base/text.js';
import { refuseProblems } from '../../config/problem.js';
import { listSkills } from '../../extend/skill/list-skills.js';
import type { Skill, SkillIssue } from '../../extend/skill/skill.js';
import type { Invocation } from '../command.js';
import { commandFolder, readCommandConfig } from '../config/command-config.js';
import { exitCodes } from '../exit-code.js';
import type { Host } from '../host.js';
import { renderJson } from '../render-json.js';
import { safeLine } from '../safe-text.js';
import { skillOptions } from '../session-extensions.js';

/** `toolwright skills`: what skills there are here, and what is wrong with them. */
export async function skillsCommand(invocation: Invocation, host: Host): Promise<number> {
  const { config, trust } = await readCommandConfig(invocation, host);
  refuseProblems(config.problems);
  const workspace = commandFolder(invocation, host);
  const { skills, issues } = await listSkills({ workspace, env: host.env, ...skillOptions(config, trust) });
  const invalid = issues.some(({ level }) => level === 'error');
  if (invocation.flag('json')) {
    const listed = skills.map(({ instructions, place: _place, ...skill }) => ({
      ...skill,
      characters: instructions.length,
    }));
    host.stdout.write(`${renderJson({ skills: listed, issues })}\n`);
  } else {
    for (const line of renderSkills(skills)) host.stdout.write(`${line}\n`);
    for (const issue of issues) host.stderr.write(`${issueLine(issue)}\n`);
    if (skills.length === 0 && issues.length === 0) host.stderr.write(`${nothingFound}\n`);
  }
  return invalid ? exitCodes.failed : exitCodes.answered;
}

const nothingFound =
  'There are no skills: put one into .agents/skills/NAME/SKILL.md, here or in your home folder. See docs/skills.md.';

function renderSkills(skills: readonly Skill[]): readonly string[] {
  const name = Math.max(0, ...skills.map((skill) => skill.name.length));
  return skills.flatMap((skill) => [
    `${skill.name.padEnd(name)}  ${safeLine(firstLine(skill.description, 100))}`,
    `${' '.repeat(name)}  ${safeLine(skill.location)}, ${vouchedBy(skill)}, ${plural(skill.instructions.length, 'character')}`,
  ]);
}

const vouchedBy = ({ origin, trusted }: Skill): string =>
  origin === 'user' ? 'yours' : trusted ? 'of the workspace, trusted' : 'of the workspace, not trusted';

const issueLine = ({ level, path, message }: SkillIssue): string => `${level}: ${safeLine(path)}: ${safeLine(message)}`;
