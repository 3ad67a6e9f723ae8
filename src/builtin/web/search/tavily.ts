import { fail, isFailure } from '../../../tool/outcome.js';
import { readAnswer, readHits } from './engine-answer.js';
import { missingKey } from './missing-key.js';
import type { EngineSettings, SearchEngine } from './search-engine.js';

const name = 'Tavily';
const keys = { title: 'title', url: 'url', snippet: 'content' };

/** The search of Tavily's API. */
export function tavily({ url = 'https://api.tavily.com', apiKey }: EngineSettings): SearchEngine {
  return {
    name,
    request({ query, count }) {
      if (apiKey === undefined) return missingKey(name);
      return {
        url: `${url.replace(/\/+$/, '')}/search`,
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'application/json', authorization: `Bearer ${apiKey}` },
        body: JSON.stringify({ query, max_results: count }),
      };
    },
    read(response, { count }) {
      // What a plan includes is used up.
      if (response.status === 432 || response.status === 433)
        return fail(
          'rate_limited',
          `The searches of this key of ${name} are used up. Ask the person for another engine.`,
        );
      const answer = readAnswer(response, name);
      if (isFailure(answer)) return answer;
      return readHits(answer['results'], { keys, count, name });
    },
  };
}
