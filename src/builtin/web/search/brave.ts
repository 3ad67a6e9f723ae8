import { isFailure } from '../../../tool/outcome.js';
import { isObject, readAnswer, readHits } from './engine-answer.js';
import { missingKey } from './missing-key.js';
import type { EngineSettings, SearchEngine } from './search-engine.js';

const name = 'Brave Search';
const keys = { title: 'title', url: 'url', snippet: 'description' };

/** The web search of Brave's API. */
export function brave({ url = 'https://api.search.brave.com', apiKey }: EngineSettings): SearchEngine {
  return {
    name,
    request({ query, count }) {
      if (apiKey === undefined) return missingKey(name);
      return {
        url: `${url.replace(/\/+$/, '')}/res/v1/web/search?q=${encodeURIComponent(query)}&count=${count}`,
        headers: { accept: 'application/json', 'x-subscription-token': apiKey },
      };
    },
    read(response, { count }) {
      // A key that is none has a status of its own there.
      const noKey = response.status === 422 && /SUBSCRIPTION_TOKEN/.test(new TextDecoder().decode(response.body));
      const answer = readAnswer(noKey ? { ...response, status: 401 } : response, name);
      if (isFailure(answer)) return answer;
      // A search that finds no pages is answered without them.
      const { web, type } = answer;
      if (web === undefined && type === 'search') return [];
      return readHits(isObject(web) ? web['results'] : undefined, { keys, count, name });
    },
  };
}
