import type { FromSchema } from '../../schema/json-schema.js';
import { objectOf } from '../../schema/object-of.js';

export const parameters = objectOf({
  prompt: { type: 'string', minLength: 1, maxLength: 100_000 },
  'agent?': { type: 'string', maxLength: 200 },
  'allowed_tools?': { type: 'array', items: { type: 'string', maxLength: 128 }, maxItems: 200 },
  'rounds?': { type: 'integer', minimum: 1, maximum: 1000 },
  'context?': { type: 'string', enum: ['none', 'summary', 'full'] },
  'result_schema?': { type: 'object' },
});

export const result = objectOf({
  agent: { type: 'string' },
  status: { type: 'string', enum: ['done', 'limit'] },
  rounds: { type: 'integer' },
  calls: { type: 'integer' },
  'text?': { type: 'string' },
  /** In the place of the text, with a result_schema. */
  'data?': {},
  'warnings?': { type: 'array', items: { type: 'string' } },
});

export type DelegateArguments = FromSchema<typeof parameters>;
export type DelegateResult = FromSchema<typeof result>;
