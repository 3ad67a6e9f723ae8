import type { FromSchema } from '../../schema/json-schema.js';
import { objectOf } from '../../schema/object-of.js';

/** What `tool_search` is called with. */
export const searchParameters = objectOf({
  'query?': { type: 'string', maxLength: 1000 },
  'tool?': { type: 'string', maxLength: 1000 },
  'server?': { type: 'string', maxLength: 200 },
  'category?': { type: 'string', maxLength: 200 },
});

const names = { type: 'array', items: { type: 'string' } } as const;

export const searchResult = objectOf({
  hits: {
    type: 'array',
    items: objectOf({
      kind: { type: 'string', enum: ['tool', 'skill', 'agent'] },
      name: { type: 'string' },
      description: { type: 'string' },
      score: { type: 'integer' },
      reason: { type: 'string', enum: ['exact_name', 'server', 'category', 'bm25'] },
      /** Of what is no tool: the tool to call. */
      'used_by?': { type: 'string' },
      /** Whose words its description and its arguments are described in, where nobody vouches for them. */
      'written_by?': { type: 'string' },
      /** Of a tool that was asked for by its name. */
      'help?': { type: 'string' },
      /** What a call takes; absent of hits that there was no room for. */
      'parameters?': { type: 'object' },
    }),
  },
  /** How many more there are. */
  'more?': { type: 'integer' },
  /** Names that were asked for and are not there. */
  'unknown?': names,
  'activated?': names,
  'evicted?': names,
  /** How to use what was found, and to read what others wrote. */
  'note?': { type: 'string' },
});

export type SearchWish = FromSchema<typeof searchParameters>;
export type SearchResult = FromSchema<typeof searchResult>;
