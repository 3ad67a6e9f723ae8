import { randomBytes } from 'node:crypto';
import { defined } from '../../../base/defined.js';
import { classifyUrl, isNever } from '../../../policy/net/host.js';
import type { RunContext } from '../../../tool/context.js';
import type { Fact } from '../../../tool/fact.js';
import { fail, isFailure, type ToolFailure } from '../../../tool/outcome.js';
import type { PlanResult } from '../../../tool/plan.js';
import { secretFacts } from '../secret-facts.js';
import { duckDuckGo } from './duckduckgo.js';
import { brave, searxng, tavily } from './json-engines.js';
import type { EngineSettings, SearchEngine, SearchHit, SearchQuery, SearchResult } from './search-engine.js';
import type { EngineName, SearchSettings } from './search-settings.js';

/** What a search would do: any of the engines may be asked. */
export function planSearch(query: SearchQuery, engines: readonly SearchEngine[]): PlanResult<undefined> {
  const requests = engines.map((engine) => engine.request(query));
  const urls = requests.flatMap((request) => (isFailure(request) ? [] : [request.url]));
  const refused = requests.find(isFailure);
  if (urls.length === 0 && refused !== undefined) return refused;
  return {
    facts: [...urls.map(netFact), ...secretFacts([query.query])],
    preview: { kind: 'text', text: `Search ${engines.map(({ name }) => name).join(', then ')} for: ${query.query}` },
    undo: { possible: false, why: 'what was sent cannot be taken back' },
  };
}

/** The words are what is sent, to whom the config says. */
function netFact(url: string): Fact {
  const { kind, target, note } = classifyUrl(url);
  const forbidden = isNever(kind);
  const sends = 'sends what is searched for';
  return {
    kind: 'net',
    target,
    where: 'nowhere',
    known: !forbidden,
    note: note === undefined ? sends : `${note}; ${sends}`,
    ...(forbidden && { forbidden }),
  };
}

/** Asks the engines one after the other, until one gives an answer; that nothing was found is one. */
export async function searchWeb(
  query: SearchQuery,
  engines: readonly SearchEngine[],
  ctx: RunContext,
): Promise<SearchResult | ToolFailure> {
  const notes: string[] = [];
  let last = fail('validation_failed', 'No engine is set. Ask the person to set webSearch in the config.');
  for (const engine of engines) {
    const found = await ask(engine, query, ctx);
    if (!isFailure(found)) {
      return { engine: engine.name, query: query.query, results: found, mark: randomBytes(6).toString('hex'), notes };
    }
    if (found.errorType === 'cancelled') return found;
    last = found;
    notes.push(found.message);
  }
  return last;
}

async function ask(
  engine: SearchEngine,
  query: SearchQuery,
  { net, signal }: RunContext,
): Promise<readonly SearchHit[] | ToolFailure> {
  const request = engine.request(query);
  if (isFailure(request)) return request;
  // Whoever searches again wants to know whether it is another answer now.
  const headers = { ...request.headers, 'cache-control': 'no-cache' };
  const response = await net.request({ ...request, headers, signal });
  return isFailure(response) ? response : engine.read(response, query);
}

const makers: Readonly<Record<EngineName, (settings: EngineSettings) => SearchEngine>> = {
  duckduckgo: duckDuckGo,
  searxng,
  brave,
  tavily,
};

/** The engines that settings name, in the order in which they are asked. */
export function openEngines(
  { fallback = [], ...first }: SearchSettings,
  env: Readonly<Record<string, string | undefined>>,
): readonly SearchEngine[] {
  return [first, ...fallback].map(({ engine, url, apiKeyEnv }) => {
    const apiKey = apiKeyEnv === undefined ? undefined : env[apiKeyEnv];
    return makers[engine]({
      ...defined({ url }),
      ...(apiKey !== undefined && apiKey !== '' && { apiKey }),
    });
  });
}
