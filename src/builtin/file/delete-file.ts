import { objectOf } from '../../schema/object-of.js';
import { defineTool } from '../../tool/define-tool.js';
import { fail, isFailure } from '../../tool/outcome.js';
import { placeFact } from '../place-fact.js';
import { checkNamed, planRemoval, refuseRemoval, removal, resolveNamed } from './removal-plan.js';

export const deleteFile = defineTool({
  ...removal,
  name: 'delete_file',
  title: 'Delete file',
  description: 'Deletes a file, a link (not what it leads to), or with recursive a folder.',
  parameters: objectOf({ path: { type: 'string' }, 'recursive?': { type: 'boolean', description: 'Default false.' } }),

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
});
