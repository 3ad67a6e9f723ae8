import { fail, isFailure } from '../../../tool/outcome.js';
import { readAnswer, readHits } from './engine-answer.js';
import type { EngineSettings, SearchEngine } from './search-engine.js';

const name = 'SearXNG';
const keys = { title: 'title', url: 'url', snippet: 'content' };

/** An instance of SearXNG, by its JSON API. */
export function searxng({ url }: EngineSettings): SearchEngine {
  return {
    name,
    request({ query }) {
      if (url === undefined)
        return fail(
          'validation_failed',
          `No address is set for ${name}. Ask the person to set webSearch.url in the config.`,
        );
      const base = url.replace(/\/+$/, '').replace(/\/search$/, '');
      return {
        url: `${base}/search?q=${encodeURIComponent(query)}&format=json`,
        headers: { accept: 'application/json' },
      };
    },
    read(response, { count }) {
      if (response.status === 403)
        return fail(
          'permission_denied',
          `This instance of ${name} gives no JSON. Ask the person to list json under search.formats in its settings.yml.`,
        );
      const answer = readAnswer(response, name);
      if (isFailure(answer)) return answer;
      return readHits(answer['results'], { keys, count, name });
    },
  };
}
