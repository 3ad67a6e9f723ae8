import { defineTool } from '../../tool/define-tool.js';
import { fail, isFailure } from '../../tool/outcome.js';
import type { StagedRemoval } from '../../tool/port.js';
import { placeFact } from '../place-fact.js';
import { changingTraits } from './changing-traits.js';
import { applyRemoval, checkNamed, planRemoval, refuseRemoval, resolveNamed } from './removal-plan.js';
import { displayRemoval, removalResult, showRemoval } from './removal-result.js';
import { isRefusal, type Refusal, refuse } from './stale-file.js';

export const deleteFile = defineTool({
  ...changingTraits,
  name: 'delete_file',
  title: 'Delete file',
  description: 'Deletes a file, a link (not what it leads to), or with recursive a folder.',
  parameters: {
    type: 'object',
    properties: { path: { type: 'string' }, recursive: { type: 'boolean', description: 'Default false.' } },
    required: ['path'],
    additionalProperties: false,
  },
  result: removalResult,

  /** A link is told with what it leads to: whoever is asked sees both. */
  async plan(args, ctx) {
    const named = resolveNamed(args.path, ctx);
    if (isFailure(named)) return named;
    const { place, isLink } = named;
    const recursive = args.recursive === true;
    const facts = [placeFact('delete', place, { deep: recursive || place.kind === 'directory' })];
    const refused = await checkNamed(named, ctx);
    if (refused !== undefined) return refuseRemoval([place], facts, refused);
    if (place.kind === 'directory' && !isLink && !recursive) {
      const message = `${place.shown} is a folder. Set recursive to delete it with all that is in it.`;
      return refuseRemoval([place], facts, fail('validation_failed', message));
    }
    const change = await ctx.change.stageDelete(place);
    return isFailure(change) ? refuseRemoval([place], facts, change) : planRemoval(change, facts, ctx);
  },

  run: (_args, ctx, carry: StagedRemoval | Refusal) =>
    isRefusal(carry) ? refuse(carry, ctx) : applyRemoval(carry, ctx),
  show: showRemoval,
  display: displayRemoval,
});
