import type { FromSchema } from '../../schema/json-schema.js';

export const parameters = {
  type: 'object',
  properties: {
    subtasks: {
      type: 'array',
      minItems: 1,
      maxItems: 8,
      items: {
        type: 'object',
        properties: {
          title: { type: 'string', minLength: 1, maxLength: 200 },
          prompt: { type: 'string', minLength: 1, maxLength: 100_000 },
          agent: { type: 'string', maxLength: 200 },
          allowed_tools: { type: 'array', items: { type: 'string', maxLength: 128 }, maxItems: 200 },
          rounds: { type: 'integer', minimum: 1, maximum: 1000 },
        },
        required: ['title', 'prompt'],
        additionalProperties: false,
      },
    },
    wait: { type: 'string', enum: ['all', 'none'] },
  },
  required: ['subtasks'],
  additionalProperties: false,
} as const;

const row = {
  type: 'object',
  properties: {
    title: { type: 'string' },
    agent: { type: 'string' },
    status: { type: 'string' },
    rounds: { type: 'integer' },
    calls: { type: 'integer' },
    text: { type: 'string' },
    message: { type: 'string' },
    warnings: { type: 'array', items: { type: 'string' } },
  },
  required: ['title', 'status'],
  additionalProperties: false,
} as const;

export const result = {
  type: 'object',
  properties: {
    wait: { type: 'string' },
    summary: {
      type: 'object',
      properties: {
        total: { type: 'integer' },
        done: { type: 'integer' },
        running: { type: 'integer' },
        other: { type: 'integer' },
      },
      required: ['total', 'done', 'running', 'other'],
      additionalProperties: false,
    },
    subtasks: { type: 'array', items: row },
  },
  required: ['wait', 'summary', 'subtasks'],
  additionalProperties: false,
} as const;

export type SubtasksArguments = FromSchema<typeof parameters>;
export type SubtasksResult = FromSchema<typeof result>;
