import { objectOf } from '../../schema/object-of.js';
import { defineTool } from '../../tool/define-tool.js';
import { fail, isFailure, type ToolFailure } from '../../tool/outcome.js';
import type { Place } from '../../tool/port.js';
import { placeFact, resolvePlace } from '../place-fact.js';
import { checkNamed, type Named, planRemoval, refuseRemoval, removal, resolveNamed } from './removal-plan.js';

export const moveFile = defineTool({
  ...removal,
  name: 'move_file',
  title: 'Move file',
  description: 'Moves or renames a file, a link or a folder; overwrites nothing. Missing parent folders are made.',
  parameters: objectOf({
    from: { type: 'string' },
    to: { type: 'string', description: 'The new path, name included.' },
  }),

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
