import { objectOf } from '../../schema/object-of.js';
import { defineTool } from '../../tool/define-tool.js';
import type { PlanResult } from '../../tool/plan.js';
import { changeSet, type PlannedFile } from '../file/change-set.js';
import type { Refusal } from '../file/stale-file.js';

export const applyPatch = defineTool({
  ...changeSet,
  name: 'apply_patch',
  title: 'Apply patch',
  description:
    'Applies a unified diff to files of the workspace, all of it or nothing: edits, new and deleted files, renames. Lines of context must be exactly as in the files.',
  help: 'A hunk is applied where its @@ line says, or, when its lines are not there, at the only other place of the file that has exactly these lines; the result tells how far that is. Nothing is applied approximately. Give the patch alone, without a code fence.',
  parameters: objectOf({
    patch: { type: 'string', description: 'The diff: --- a/path, +++ b/path, @@ -1,3 +1,4 @@, lines.' },
  }),

  async plan(args, ctx): Promise<PlanResult<readonly PlannedFile[] | Refusal>> {
    // Most sessions apply none.
    const { planPatch } = await import('./plan-patch.js');
    return planPatch(args.patch, ctx);
  },
});
