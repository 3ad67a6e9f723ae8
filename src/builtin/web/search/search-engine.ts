import type { FromSchema } from '../../../schema/json-schema.js';
import { objectOf } from '../../../schema/object-of.js';
import type { NetRequest, NetResponse } from '../../../tool/net.js';
import type { ToolFailure } from '../../../tool/outcome.js';

/** What came of a search. `notes` tell why engines before this one gave nothing. */
export const searchResult = objectOf({
  engine: { type: 'string' },
  query: { type: 'string' },
  results: {
    type: 'array',
    items: objectOf({ title: { type: 'string' }, url: { type: 'string' }, snippet: { type: 'string' } }),
  },
  mark: { type: 'string', description: 'Sets the results apart from words of ours.' },
  notes: { type: 'array', items: { type: 'string' } },
});

export type SearchResult = FromSchema<typeof searchResult>;
export type SearchHit = SearchResult['results'][number];

export interface SearchQuery {
  readonly query: string;
  readonly count: number;
}

/** A service that searches the web. Both halves are pure: what lies between them is the network port. */
export interface SearchEngine {
  readonly name: string;
  /** What a search asks for; or why it cannot be asked. */
  request(query: SearchQuery): NetRequest | ToolFailure;
  /** What was found, best first and not more than was asked for; or what the answer says instead. */
  read(response: NetResponse, query: SearchQuery): readonly SearchHit[] | ToolFailure;
}

/** Where an engine is and how it is asked. */
export interface EngineSettings {
  /** Where it answers, when that is not the usual place. */
  readonly url?: string;
  readonly apiKey?: string;
}
