import { objectOf } from '../../schema/object-of.js';
import { defineTool } from '../../tool/define-tool.js';
import { isFailure } from '../../tool/outcome.js';
import { traits } from '../traits.js';

export const activeFile = defineTool({
  ...traits.tellOfTheSystem,
  name: 'active_file',
  title: 'Active file',
  description: 'Gives the path of the file that the user has open, or null.',
  group: 'search',
  capabilities: ['workspace', 'active-file'],
  parameters: objectOf({}),
  result: objectOf({ path: { type: ['string', 'null'] } }),
  run(_args, ctx) {
    if (ctx.activeFile === undefined) return { path: null };
    const place = ctx.workspace.reach(ctx.activeFile);
    return isFailure(place) ? place : { path: place.shown };
  },
  show: ({ path }) => path ?? 'No file is open.',
});
