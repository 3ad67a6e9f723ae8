import { objectOf } from '../../schema/object-of.js';
import { defineTool } from '../../tool/define-tool.js';
import { isFailure } from '../../tool/outcome.js';
import { traits } from '../traits.js';

export const getWorkingDirectory = defineTool({
  ...traits.tellOfTheSystem,
  name: 'get_working_directory',
  title: 'Working directory',
  description: 'Gives the absolute path of the workspace, which relative paths start from.',
  capabilities: ['workspace'],
  parameters: objectOf({}),
  result: objectOf({ path: { type: 'string' } }),
  run(_args, ctx) {
    const place = ctx.workspace.resolve('.');
    return isFailure(place) ? place : { path: place.real === undefined ? place.path : place.shown };
  },
  show: ({ path }) => path,
});
