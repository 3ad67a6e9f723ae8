import { defineTool } from '../../tool/define-tool.js';
import { isFailure } from '../../tool/outcome.js';

export const getWorkingDirectory = defineTool({
  name: 'get_working_directory',
  title: 'Working directory',
  description: 'Gives the absolute path of the workspace, which relative paths start from.',
  category: 'System',
  group: 'meta',
  source: 'builtin',
  capabilities: ['workspace'],
  effects: 'none',
  parameters: { type: 'object', properties: {}, additionalProperties: false },
  result: { type: 'object', properties: { path: { type: 'string' } }, required: ['path'], additionalProperties: false },
  plan: () => ({ facts: [], preview: { kind: 'arguments' } }),
  run(_args, ctx) {
    const place = ctx.workspace.resolve('.');
    return isFailure(place) ? place : { path: place.real === undefined ? place.path : place.shown };
  },
  show: ({ path }) => path,
});
