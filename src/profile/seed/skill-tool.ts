import { defined } from '../../base/defined.js';
import { fail, isFailure, type ToolFailure } from '../../tool/outcome.js';
import type { Tool } from '../../tool/tool.js';
import { viewTool } from '../../tool/view-tool.js';
import { reworded } from './own-words.js';

interface Activated {
  readonly skill: { readonly name: string; readonly description: string; readonly location: string };
  readonly already_activated: boolean;
  readonly mount_path?: string;
  readonly folder_structure: readonly string[];
  readonly left_out: number;
  readonly instructions: string;
}

/** Loads a skill. It is only there when there is a skill to load. */
export function skillTool(tool: Tool): Tool {
  const shown = viewTool(tool, {
    name: 'activateSkill',
    description: 'Loads the instructions of a skill by its name, and mounts its files in private:/.skills.',
    parameters: {
      type: 'object',
      properties: { name: { type: 'string', maxLength: 200, description: 'The name of the skill.' } },
      required: ['name'],
    },
    toArguments: ({ name }) => ({ name }),
    toResult(result: Activated | ToolFailure) {
      if (isFailure(result)) return result;
      const { skill, already_activated, mount_path, folder_structure, left_out, instructions } = result;
      return {
        success: true,
        skill,
        alreadyActivated: already_activated,
        ...defined({ mountPath: mount_path }),
        folderStructure: folder_structure,
        ...(left_out > 0 && { leftOut: left_out }),
        instructions,
      };
    },
  });
  return reworded({ ...shown, ...(shown.plan !== undefined && { plan: namingSkills(shown.plan) }) });
}

type PlanOf = NonNullable<Tool['plan']>;

/** A skill that is not there is refused with those that are. */
const namingSkills =
  (plan: PlanOf): PlanOf =>
  async (args, ctx) => {
    const made = await plan(args, ctx);
    if (!isFailure(made) || !isListed(made.data)) return made;
    return fail(made.errorType, made.message, { availableSkills: made.data.available_skills });
  };

const isListed = (data: unknown): data is { readonly available_skills: readonly string[] } =>
  typeof data === 'object' && data !== null && 'available_skills' in data;
