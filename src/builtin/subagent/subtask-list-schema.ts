import type { FromSchema } from '../../schema/json-schema.js';

export const parameters = {
  type: 'object',
  properties: {
    wait: { type: 'boolean' },
  },
  additionalProperties: false,
} as const;

export const result = {
  type: 'object',
  properties: {
    counts: { type: 'object', additionalProperties: { type: 'integer' } },
    left_out: { type: 'integer' },
    subtasks: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          session: { type: 'string' },
          agent: { type: 'string' },
          title: { type: 'string' },
          status: { type: 'string' },
          rounds: { type: 'integer' },
          calls: { type: 'integer' },
          text: { type: 'string' },
          message: { type: 'string' },
        },
        required: ['session', 'agent', 'title', 'status'],
        additionalProperties: false,
      },
    },
    agents: {
      type: 'array',
      items: {
        type: 'object',
        properties: { name: { type: 'string' }, description: { type: 'string' } },
        required: ['name', 'description'],
        additionalProperties: false,
      },
    },
  },
  required: ['counts', 'subtasks', 'agents'],
  additionalProperties: false,
} as const;

export type SubtaskList = FromSchema<typeof result>;
