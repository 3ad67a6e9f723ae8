import type { FromSchema } from '../../schema/json-schema.js';
import { objectOf } from '../../schema/object-of.js';

export const parameters = objectOf({
  'wait?': { type: 'boolean' },
});

export const result = objectOf({
  counts: { type: 'object', additionalProperties: { type: 'integer' } },
  'left_out?': { type: 'integer' },
  subtasks: {
    type: 'array',
    items: objectOf({
      session: { type: 'string' },
      agent: { type: 'string' },
      title: { type: 'string' },
      status: { type: 'string' },
      'rounds?': { type: 'integer' },
      'calls?': { type: 'integer' },
      'text?': { type: 'string' },
      'message?': { type: 'string' },
    }),
  },
  agents: {
    type: 'array',
    items: objectOf({ name: { type: 'string' }, description: { type: 'string' } }),
  },
});

export type SubtaskList = FromSchema<typeof result>;
