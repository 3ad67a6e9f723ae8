import type { FromSchema } from '../../schema/json-schema.js';

export const parameters = {
  type: 'object',
  properties: {
    prompt: { type: 'string', minLength: 1, maxLength: 100_000 },
    agent: { type: 'string', maxLength: 200 },
    allowed_tools: { type: 'array', items: { type: 'string', maxLength: 128 }, maxItems: 200 },
    rounds: { type: 'integer', minimum: 1, maximum: 1000 },
    context: { type: 'string', enum: ['none', 'summary', 'full'] },
    result_schema: { type: 'object' },
  },
  required: ['prompt'],
  additionalProperties: false,
} as const;

export const result = {
  type: 'object',
  properties: {
    agent: { type: 'string' },
    status: { type: 'string', enum: ['done', 'limit'] },
    rounds: { type: 'integer' },
    calls: { type: 'integer' },
    text: { type: 'string' },
    /** In the place of the text, with a result_schema. */
    data: {},
    warnings: { type: 'array', items: { type: 'string' } },
  },
  required: ['agent', 'status', 'rounds', 'calls'],
  additionalProperties: false,
} as const;

export type DelegateArguments = FromSchema<typeof parameters>;
export type DelegateResult = FromSchema<typeof result>;
