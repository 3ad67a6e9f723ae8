import type { FromSchema } from '../../schema/json-schema.js';
import { objectOf } from '../../schema/object-of.js';

export const parameters = objectOf({
  subtasks: {
    type: 'array',
    minItems: 1,
    maxItems: 8,
    items: objectOf({
      title: { type: 'string', minLength: 1, maxLength: 200 },
      prompt: { type: 'string', minLength: 1, maxLength: 100_000 },
      'agent?': { type: 'string', maxLength: 200 },
      'allowed_tools?': { type: 'array', items: { type: 'string', maxLength: 128 }, maxItems: 200 },
      'rounds?': { type: 'integer', minimum: 1, maximum: 1000 },
    }),
  },
  'wait?': { type: 'string', enum: ['all', 'none'] },
});

const row = objectOf({
  title: { type: 'string' },
  'agent?': { type: 'string' },
  status: { type: 'string' },
  'rounds?': { type: 'integer' },
  'calls?': { type: 'integer' },
  'text?': { type: 'string' },
  'message?': { type: 'string' },
  'warnings?': { type: 'array', items: { type: 'string' } },
});

export const result = objectOf({
  wait: { type: 'string' },
  summary: objectOf({
    total: { type: 'integer' },
    done: { type: 'integer' },
    running: { type: 'integer' },
    other: { type: 'integer' },
  }),
  subtasks: { type: 'array', items: row },
});

export type SubtasksArguments = FromSchema<typeof parameters>;
export type SubtasksResult = FromSchema<typeof result>;
