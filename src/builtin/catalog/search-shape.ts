import type { FromSchema } from '../../schema/json-schema.js';

/** What `tool_search` is called with. */
export const searchParameters = {
  type: 'object',
  properties: {
    query: { type: 'string', maxLength: 1000 },
    tool: { type: 'string', maxLength: 1000 },
    server: { type: 'string', maxLength: 200 },
    category: { type: 'string', maxLength: 200 },
  },
  additionalProperties: false,
} as const;

const names = { type: 'array', items: { type: 'string' } } as const;

export const searchResult = {
  type: 'object',
  properties: {
    hits: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          kind: { type: 'string', enum: ['tool', 'skill', 'agent'] },
          name: { type: 'string' },
          description: { type: 'string' },
          score: { type: 'integer' },
          reason: { type: 'string', enum: ['exact_name', 'server', 'category', 'bm25'] },
          /** Of what is no tool: the tool to call. */
          used_by: { type: 'string' },
          /** Whose words its description and its arguments are described in, where nobody vouches for them. */
          written_by: { type: 'string' },
          /** Of a tool that was asked for by its name. */
          help: { type: 'string' },
          parameters: { type: 'object' },
        },
        required: ['kind', 'name', 'description', 'score', 'reason'],
        additionalProperties: false,
      },
    },
    /** How many more there are. */
    more: { type: 'integer' },
    /** Names that were asked for and are not there. */
    unknown: names,
    activated: names,
    evicted: names,
    /** How to read what others wrote. */
    note: { type: 'string' },
  },
  required: ['hits', 'activated'],
  additionalProperties: false,
} as const;

export type SearchWish = FromSchema<typeof searchParameters>;
export type SearchResult = FromSchema<typeof searchResult>;
