import type { FromSchema } from '../../schema/json-schema.js';
import { isFailure } from '../../tool/outcome.js';
import { placeFact, refusePlace, resolvePlace } from '../place-fact.js';
import type { PlannedTool } from '../planned-tool.js';
import { checkContent, checkTarget } from './file-change.js';
import { plannedChange } from './planned-change.js';

const parameters = {
  type: 'object',
  properties: {
    path: { type: 'string', description: 'Relative to the workspace, or absolute.' },
    content: { type: 'string', description: 'What to add at the end.' },
  },
  required: ['path', 'content'],
  additionalProperties: false,
} as const;

export const appendFile: PlannedTool<FromSchema<typeof parameters>> = {
  ...plannedChange,
  name: 'append_file',
  title: 'Append to file',
  description: 'Adds content at the end of a file; makes the file when it is missing.',
  parameters,

  plan(args, ctx) {
    const place = resolvePlace(args.path, ctx);
    if (isFailure(place)) return place;
    const bad = checkContent('content', args.content);
    if (bad !== undefined) return bad;
    const refused = checkTarget(place);
    if (refused !== undefined) return refusePlace(place, 'write', refused);
    return { facts: [placeFact('write', place)], preview: { kind: 'arguments' } };
  },
};
