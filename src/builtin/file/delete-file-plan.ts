import type { FromSchema } from '../../schema/json-schema.js';
import { isFailure } from '../../tool/outcome.js';
import { placeFact, resolvePlace } from '../place-fact.js';
import type { PlannedTool } from '../planned-tool.js';
import { plannedChange } from './planned-change.js';

const parameters = {
  type: 'object',
  properties: {
    path: { type: 'string', description: 'Relative to the workspace, or absolute.' },
    recursive: { type: 'boolean', description: 'A folder with all that is in it. Default false.' },
  },
  required: ['path'],
  additionalProperties: false,
} as const;

export const deleteFile: PlannedTool<FromSchema<typeof parameters>> = {
  ...plannedChange,
  name: 'delete_file',
  title: 'Delete file',
  description: 'Deletes a file, or with recursive a folder.',
  parameters,

  /** A link is told with what it leads to: whoever is asked sees both. */
  plan(args, ctx) {
    const place = resolvePlace(args.path, ctx);
    if (isFailure(place)) return place;
    const deep = args.recursive === true || place.kind === 'directory';
    return { facts: [placeFact('delete', place, { deep })], preview: { kind: 'arguments' } };
  },
};
