import { defineTool } from '../../tool/define-tool.js';
import { fail, isFailure, type ToolFailure } from '../../tool/outcome.js';
import type { Place, StagedRemoval } from '../../tool/port.js';
import { placeFact, resolvePlace } from '../place-fact.js';
import { changingTraits } from './changing-traits.js';
import { applyRemoval, checkNamed, type Named, planRemoval, refuseRemoval, resolveNamed } from './removal-plan.js';
import { displayRemoval, removalResult, showRemoval } from './removal-result.js';
import { isRefusal, type Refusal, refuse } from './stale-file.js';

export const moveFile = defineTool({
  ...changingTraits,
  name: 'move_file',
  title: 'Move file',
  description: 'Moves or renames a file, a link or a folder; overwrites nothing. Missing parent folders are made.',
  parameters: {
    type: 'object',
    properties: { from: { type: 'string' }, to: { type: 'string', description: 'The new path, name included.' } },
    required: ['from', 'to'],
    additionalProperties: false,
  },
  result: removalResult,

  async plan(args, ctx) {
    const named = resolveNamed(args.from, ctx);
    if (isFailure(named)) return named;
    const to = resolvePlace(args.to, ctx);
    if (isFailure(to)) return to;
    const { place: from } = named;
    const facts = [placeFact('move', from, { deep: from.kind === 'directory' }), placeFact('write', to)];
    const refused = (await checkNamed(named, ctx)) ?? checkTo(to, named);
    if (refused !== undefined) return refuseRemoval([from, to], facts, refused);
    const change = await ctx.change.stageMove(from, to);
    return isFailure(change) ? refuseRemoval([from, to], facts, change) : planRemoval(change, facts, ctx);
  },

  run: (_args, ctx, carry: StagedRemoval | Refusal) =>
    isRefusal(carry) ? refuse(carry, ctx) : applyRemoval(carry, ctx),
  show: showRemoval,
  display: displayRemoval,
});

function checkTo(to: Place, { place: from, isLink }: Named): ToolFailure | undefined {
  if (to.kind === 'directory') {
    return fail('validation_failed', `${to.shown} is a folder. Give the whole new path, with the name it shall have.`);
  }
  if (to.inside || isLink || from.kind !== 'directory') return undefined;
  return fail(
    'validation_failed',
    `${from.shown} is a folder, which is only moved inside the workspace. Use run_command.`,
  );
}
