import type { FromSchema } from '../../schema/json-schema.js';
import { isFailure } from '../../tool/outcome.js';
import { placeFact, resolvePlace } from '../place-fact.js';
import type { PlannedTool } from '../planned-tool.js';
import { plannedChange } from './planned-change.js';

const parameters = {
  type: 'object',
  properties: {
    from: { type: 'string', description: 'The file or folder, relative to the workspace or absolute.' },
    to: { type: 'string', description: 'Its new path.' },
  },
  required: ['from', 'to'],
  additionalProperties: false,
} as const;

export const moveFile: PlannedTool<FromSchema<typeof parameters>> = {
  ...plannedChange,
  name: 'move_file',
  title: 'Move file',
  description: 'Moves or renames a file or a folder.',
  parameters,

  plan(args, ctx) {
    const from = resolvePlace(args.from, ctx);
    if (isFailure(from)) return from;
    const to = resolvePlace(args.to, ctx);
    if (isFailure(to)) return to;
    const deep = from.kind === 'directory';
    return {
      facts: [placeFact('move', from, { deep }), placeFact('write', to)],
      preview: { kind: 'arguments' },
    };
  },
};
