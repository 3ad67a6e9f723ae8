import { defined } from '../../base/defined.js';
import type { createActivateSkill } from '../../extend/skill/activate-skill.js';
import { fail } from '../../tool/outcome.js';
import { openParameters } from '../../tool/parameters.js';
import type { Tool } from '../../tool/tool.js';
import { type ResultOf, viewTool } from '../../tool/view-tool.js';
import { reworded } from './own-words.js';

type Activated = ResultOf<ReturnType<typeof createActivateSkill>>;

/** Loads a skill. It is only there when there is a skill to load. */
export const skillTool = (tool: Tool): Tool =>
  reworded(
    viewTool(tool, {
      name: 'activateSkill',
      description: 'Loads the instructions of a skill by its name, and mounts its files in private:/.skills.',
      parameters: openParameters(['name'], {
        name: { type: 'string', maxLength: 200, description: 'The name of the skill.' },
      }),
      toArguments: ({ name }) => ({ name }),
      toResult: ({ skill, left_out, instructions, ...activated }: Activated) => ({
        success: true,
        skill,
        alreadyActivated: activated.already_activated,
        ...defined({ mountPath: activated.mount_path }),
        folderStructure: activated.folder_structure,
        ...(left_out > 0 && { leftOut: left_out }),
        instructions,
      }),
      // A skill that is not there is refused with those that are.
      toFailure: (failure) =>
        isListed(failure.data)
          ? fail(failure.errorType, failure.message, { availableSkills: failure.data.available_skills })
          : failure,
    }),
  );

const isListed = (data: unknown): data is { readonly available_skills: readonly string[] } =>
  typeof data === 'object' && data !== null && 'available_skills' in data;
