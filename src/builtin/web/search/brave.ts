import { isFailure } from '../../../tool/outcome.js';
import { listOf, readAnswer } from './engine-answer.js';
import { missingKey } from './missing-key.js';
import type { EngineSettings, SearchEngine } from './search-engine.js';
import { distinctHits, readHit } from './search-hit.js';

const name = 'Brave Search';

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
      return distinctHits(
        listOf(answer['web'], 'results').map((hit) => readHit(hit['title'], hit['url'], hit['description'])),
        count,
      );
    },
  };
}
