import { defineTool } from '../../tool/define-tool.js';
import { isFailure } from '../../tool/outcome.js';

export const activeFile = defineTool({
  name: 'active_file',
  title: 'Active file',
  description: 'Gives the path of the file that the user has open, or null.',
  category: 'System',
  group: 'search',
  source: 'builtin',
  capabilities: ['workspace', 'active-file'],
  effects: 'none',
  parameters: { type: 'object', properties: {}, additionalProperties: false },
  result: {
    type: 'object',
    properties: { path: { type: ['string', 'null'] } },
    required: ['path'],
    additionalProperties: false,
  },
  plan: () => ({ facts: [], preview: { kind: 'arguments' } }),
  run(_args, ctx) {
    if (ctx.activeFile === undefined) return { path: null };
    const place = ctx.workspace.reach(ctx.activeFile);
    return isFailure(place) ? place : { path: place.shown };
  },
  show: ({ path }) => path ?? 'No file is open.',
});
