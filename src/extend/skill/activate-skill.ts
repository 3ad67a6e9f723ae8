import { sha256 } from '../../base/digest.js';
import { nearest } from '../../base/nearest.js';
import { boundText, cutEnd, humanSize, plural } from '../../base/text.js';
import type { FromSchema } from '../../schema/json-schema.js';
import { objectOf } from '../../schema/object-of.js';
import type { PlanContext } from '../../tool/context.js';
import { defineTool } from '../../tool/define-tool.js';
import type { Fact } from '../../tool/fact.js';
import { fail, isFailure, type ToolFailure } from '../../tool/outcome.js';
import { activationKey, type SkillEvent } from './event.js';
import { copySkill, mountFacts, type SkillCopy, stageMount } from './mount-skill.js';
import { readSkill, type SkillReader } from './read-skill.js';
import type { Skill } from './skill.js';
import { listSkillFolder, type SkillFolder } from './skill-folder.js';

/** The skills of a session, as its tool knows them. */
export interface SessionSkills {
  /** Those that are there now. */
  skills(): ReadonlyMap<string, Skill>;
  /** The content of each that was activated. */
  readonly activated: Map<string, string>;
  readonly vouched: SkillReader['vouched'];
  /** Where files of skills are mounted, by name; they are read where they lie when absent. */
  readonly mount: string | undefined;
  record(event: SkillEvent): void;
}

/** The files of a skill, and where they are copied to. */
interface Mount {
  readonly at: string;
  readonly copy: SkillCopy;
}

interface Activation {
  readonly skill: Skill;
  readonly content: SkillFolder;
  readonly again: boolean;
  readonly mount: Mount | undefined;
}

const maxInstructions = 40_000;
const maxShown = 4000;

/** The tool that lets the model read a skill. */
export function createActivateSkill(session: SessionSkills) {
  return defineTool({
    name: 'activate_skill',
    title: 'Activate skill',
    description: 'Loads the instructions of a skill by its name, and lists the files that belong to it.',
    parameters,
    result: resultSchema,
    category: 'Skill',
    group: 'meta',
    source: 'builtin',
    effects: session.mount === undefined ? 'none' : 'workspace',
    idempotent: true,
    limits: { resultChars: maxInstructions + 20_000 },

    async plan({ name }, ctx) {
      const known = session.skills().get(name.trim().toLowerCase());
      if (known === undefined) return unknownSkill(name, session);
      // As it is now, and not as it was when it was found: what is asked about is what will be read.
      const { skill, issues } = await readSkill(known.folder, known.place, {
        workspace: ctx.workspace,
        vouched: session.vouched,
      });
      if (skill === undefined || skill.name !== known.name)
        return staleSkill(
          known,
          skill === undefined ? (issues.at(-1)?.message ?? 'there is no SKILL.md') : 'it was renamed',
        );
      const content = await listSkillFolder(skill.folder, ctx.workspace);
      const mount = await mountOf(skill, content, session, ctx);
      const changes = mount === undefined ? [] : await stageMount(mount.copy, mount.at, ctx);
      if (isFailure(changes)) return changes;
      const again = session.activated.get(skill.name) === keyOf(skill, mount) && changes.length === 0;
      const reads = again ? [] : [readFact(skill)];
      const carry: Activation = { skill, content, again, mount };
      return {
        facts: mount === undefined ? reads : [...reads, ...mountFacts(changes, mount.at, ctx.workspace)],
        preview: { kind: 'text', text: previewOf(skill, content) },
        basis: sha256(JSON.stringify([keyOf(skill, mount), content.files])),
        ...(mount !== undefined && { undo: { possible: true } as const }),
        carry,
      };
    },

    async run(_args, ctx, { skill, content, again, mount }: Activation) {
      const changes = mount === undefined || again ? [] : await stageMount(mount.copy, mount.at, ctx);
      const applied =
        isFailure(changes) || changes.length === 0 ? changes : await ctx.change.apply(changes, ctx.signal);
      if (isFailure(applied)) return applied;
      if (!again) {
        session.activated.set(skill.name, keyOf(skill, mount));
        const { name, location } = skill;
        const { callId } = ctx.session;
        session.record({ type: 'skill-activated', body: { name, location, ...hashesOf(skill, mount), callId } });
      }
      return resultOf(skill, { content, again, mount });
    },

    show: showSkill,
    display: (result) => `${result.already_activated ? 'active already' : 'activated'}: ${result.skill.name}`,
  });
}

const parameters = objectOf({ name: { type: 'string', description: 'The name of the skill.', maxLength: 200 } });

const resultSchema = {
  type: 'object',
  properties: {
    skill: {
      type: 'object',
      properties: { name: { type: 'string' }, description: { type: 'string' }, location: { type: 'string' } },
      required: ['name', 'description', 'location'],
    },
    already_activated: { type: 'boolean' },
    mount_path: { type: 'string' },
    folder_structure: { type: 'array', items: { type: 'string' } },
    left_out: { type: 'integer' },
    instructions: { type: 'string' },
  },
  required: ['skill', 'already_activated', 'folder_structure', 'left_out', 'instructions'],
} as const;

async function mountOf(
  skill: Skill,
  content: SkillFolder,
  { mount }: SessionSkills,
  { workspace }: PlanContext,
): Promise<Mount | undefined> {
  if (mount === undefined) return undefined;
  return { at: `${mount}/${skill.name}`, copy: await copySkill(skill, content, workspace) };
}

const hashesOf = ({ sha256: text }: Skill, mount: Mount | undefined) =>
  mount === undefined ? { sha256: text } : { sha256: text, files: mount.copy.sha256 };

const keyOf = (skill: Skill, mount: Mount | undefined): string => activationKey(hashesOf(skill, mount));

function unknownSkill(name: string, { skills }: SessionSkills): ToolFailure {
  const names = [...skills().keys()];
  const near = nearest(name, names);
  const meant = near === undefined ? '' : ` Did you mean ${near}?`;
  const shown = JSON.stringify(cutEnd(name, 64));
  return fail('not_found', `There is no skill ${shown}.${meant} Skills: ${names.join(', ')}.`, {
    available_skills: names,
  });
}

const staleSkill = ({ name }: Skill, why: string): ToolFailure =>
  fail('stale', `The skill ${name} is not there any more: ${why}. Go on without it.`);

const readFact = (skill: Skill): Fact => ({
  kind: 'read',
  target: skill.location,
  where: skill.inside ? 'workspace' : 'outside',
  known: true,
  deep: true,
  instructs: true,
  ...(!skill.trusted && { untrusted: true }),
});

/** What a person is shown: what is asked for, and the text itself. */
function previewOf(skill: Skill, content: SkillFolder): string {
  const { name, description, location, trusted, allowedTools = [], instructions } = skill;
  return [
    `${name}: ${description}`,
    `from ${location}, ${plural(content.files.length, 'file')}${trusted ? '' : '; nobody vouches for it: it taints the session'}`,
    ...(allowedTools.length === 0
      ? []
      : [`It would like to use ${allowedTools.join(', ')} unasked; that is not given.`]),
    '',
    boundText(instructions, maxShown, (left) => `\n[… ${left} more characters …]\n`),
  ].join('\n');
}

function resultOf(
  { name, description, location, instructions }: Skill,
  { content, again, mount }: Pick<Activation, 'content' | 'again' | 'mount'>,
) {
  const cut = instructions.length > maxInstructions;
  return {
    skill: { name, description, location },
    already_activated: again,
    ...(mount !== undefined && { mount_path: mount.at }),
    folder_structure: content.files.map(({ path, size }) => `${path} (${humanSize(size)})`),
    left_out: mount?.copy.leftOut ?? content.leftOut,
    instructions: cut
      ? `${cutEnd(instructions, maxInstructions)}\n[cut at ${maxInstructions} characters: read the rest in ${mount?.at ?? location}/SKILL.md]`
      : instructions,
  };
}

function showSkill(result: FromSchema<typeof resultSchema>): string {
  const { skill, mount_path, folder_structure, left_out, instructions } = result;
  const where = mount_path ?? skill.location;
  const more = left_out === 0 ? '' : ` (${left_out} left out: links, or too many or too large)`;
  const files = folder_structure.map((line) => `  ${line}`);
  return [
    `The skill ${skill.name}, from ${where}. Paths in it start there.`,
    `Files${more}:`,
    ...files,
    '',
    instructions,
  ].join('\n');
}
