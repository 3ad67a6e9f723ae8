import { readFileSync } from 'node:fs';
import type { IncomingMessage, RequestListener } from 'node:http';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SearchSettings } from '../../../src/builtin/web/search/search-settings.js';
import { createWebSearch, webSearch } from '../../../src/builtin/web/web-search.js';
import { checkerFor } from '../../../src/schema/check.js';
import { verifies } from '../../requirements.js';
import { callOk, callTool } from '../tool-harness.js';
import { createWebBench, says } from './web-bench.js';

const recorded = (name: string): string =>
  readFileSync(new URL(`../../fixtures/search/${name}`, import.meta.url), 'utf8');

type Engine = SearchSettings['engine'];

/** A search by an engine whose recorded answers a server of this machine gives. */
async function scene(engine: Engine, listener: RequestListener, settings: Partial<SearchSettings> = {}) {
  const bench = await createWebBench(listener);
  const path = engine === 'duckduckgo' ? 'html/' : '';
  const tool = createWebSearch({
    settings: { engine, url: `${bench.url}${path}`, apiKeyEnv: 'ENGINE_KEY', ...settings },
    env: { ENGINE_KEY: 'k-123' },
  });
  return { ...bench, tool, find: (args: object = {}) => callTool(tool, { query: 'green tea', ...args }, bench.ctx) };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const piece of request) text += piece;
  return text;
}

const leaves = 'Green tea is made from leaves that were not oxidised.';
const both = [
  { title: 'Green tea', url: 'https://en.example.org/wiki/Green_tea', snippet: leaves },
  { title: 'Is it healthy?', url: 'https://health.example.com/tea/', snippet: '' },
];

describe('an engine', () => {
  it('duckduckgo: its page is read, its redirects are undone, and advertisements are left out', async () => {
    verifies('web.search.engines', 'web.search.no-key', 'y-agent.tool.web-search');
    const { find, seen, host } = await scene('duckduckgo', says(recorded('duckduckgo.html')), {});
    const { value, shown, facts } = await find();
    expect(value).toMatchObject({
      engine: 'DuckDuckGo',
      query: 'green tea',
      results: [
        {
          title: 'Green tea - Encyclopedia',
          url: 'https://en.example.org/wiki/Green_tea?a=1&b=2',
          snippet: 'Green tea is made from leaves that were not withered & oxidised.',
        },
        { title: 'Is it healthy? Café talk', url: 'https://health.example.com/tea/', snippet: 'What is known of it.' },
        { title: 'https://tea.example.net/', url: 'https://tea.example.net/', snippet: '' },
      ],
    });
    expect(seen.map(({ method, url }) => `${method} ${url}`)).toEqual(['GET /html/?q=green%20tea']);
    expect(facts).toEqual([
      {
        kind: 'net',
        target: host,
        where: 'nowhere',
        known: true,
        note: '127.0.0.1 is an address of this machine; sends what is searched for',
      },
    ]);
    expect(shown.split('\n').slice(1, 6)).toEqual([
      '1. Green tea - Encyclopedia',
      '   https://en.example.org/wiki/Green_tea?a=1&b=2',
      '   Green tea is made from leaves that were not withered & oxidised.',
      '2. Is it healthy? Café talk',
      '   https://health.example.com/tea/',
    ]);
  });

  it('searxng: its JSON is read', async () => {
    verifies('web.search.engines', 'web.search.no-key');
    const { find, seen } = await scene('searxng', says(recorded('searxng.json'), 'application/json'));
    expect((await find()).value).toMatchObject({ engine: 'SearXNG', results: both });
    expect(seen[0]?.url).toBe('/search?q=green%20tea&format=json');
  });

  it('brave: its JSON is read, and its key is sent', async () => {
    verifies('web.search.engines', 'web.search.secrets');
    const { find, seen } = await scene('brave', says(recorded('brave.json'), 'application/json'));
    const { value, facts, shown, plan } = await find({ max_results: 7 });
    expect(value).toMatchObject({ engine: 'Brave Search', results: both });
    expect(seen[0]).toMatchObject({
      url: '/res/v1/web/search?q=green%20tea&count=7',
      headers: { 'x-subscription-token': 'k-123' },
    });
    expect(JSON.stringify([value, facts, shown, plan])).not.toContain('k-123');
  });

  it('tavily: it is asked by POST', async () => {
    verifies('web.search.engines');
    const bodies: string[] = [];
    const { find, seen } = await scene('tavily', async (request, response) => {
      bodies.push(await bodyOf(request));
      says(recorded('tavily.json'), 'application/json')(request, response);
    });
    expect((await find()).value).toMatchObject({ engine: 'Tavily', results: both });
    expect(seen[0]).toMatchObject({ method: 'POST', url: '/search', headers: { authorization: 'Bearer k-123' } });
    expect(bodies).toEqual(['{"query":"green tea","max_results":5}']);
  });
});

describe('a search', () => {
  it('gives 5 results when the call does not say it, and 10 at most, in numbered lines', async () => {
    verifies('local-harness.tool.web');
    const results = Array.from({ length: 30 }, (_, at) => ({
      title: `T${at}`,
      url: `https://example.com/${at}`,
      content: 's',
    }));
    const { find } = await scene('searxng', says(JSON.stringify({ results }), 'application/json'));
    expect((await find()).value.results).toHaveLength(5);
    const { value, shown } = await find({ max_results: 10 });
    expect(value.results).toHaveLength(10);
    expect(shown).toContain('10. T9\n   https://example.com/9\n   s\n<<<end ');
    const check = await checkerFor(webSearch.parameters);
    for (const wrong of [
      {},
      { query: '' },
      { query: 'a', max_results: 11 },
      { query: 'a', max_results: 0 },
      { query: 'x'.repeat(401) },
    ])
      expect(check(wrong), JSON.stringify(wrong)).not.toEqual([]);
  });

  it('that finds nothing says so, and is no failure', async () => {
    for (const [engine, body] of [
      ['duckduckgo', recorded('duckduckgo-empty.html')],
      ['searxng', '{"results":[]}'],
      ['brave', '{"type":"search","query":{}}'],
      ['tavily', '{"results":[]}'],
    ] as const) {
      const { find } = await scene(engine, says(body));
      const { value, shown } = await find();
      expect(value.results, engine).toEqual([]);
      expect(shown).toMatch(/found nothing for "green tea"\. Use other or fewer words\.$/);
    }
  });

  it.each<[string, Engine, RequestListener, string, RegExp]>([
    [
      'a captcha',
      'duckduckgo',
      says(recorded('duckduckgo-blocked.html'), 'text/html', 202),
      'rate_limited',
      /wants to see a person first/,
    ],
    [
      'a captcha with another status',
      'duckduckgo',
      says(recorded('duckduckgo-blocked.html')),
      'rate_limited',
      /Wait some minutes/,
    ],
    ['being kept out', 'duckduckgo', says('', 'text/html', 403), 'rate_limited', /name another engine as webSearch/],
    [
      'another form of page',
      'duckduckgo',
      says('<html><body>hello</body></html>'),
      'parse_error',
      /another form than is known/,
    ],
    [
      'too many requests',
      'brave',
      says('{}', 'application/json', 429),
      'rate_limited',
      /asked too often: wait a while/,
    ],
    [
      'a bad key',
      'brave',
      says(recorded('brave-bad-key.json'), 'application/json', 422),
      'permission_denied',
      /does not accept the key/,
    ],
    ['another mistake', 'brave', says('{"error":{}}', 'application/json', 422), 'io_error', /status 422/],
    [
      'a bad key of Tavily',
      'tavily',
      says('{"detail":{"error":"Unauthorized: missing or invalid API key."}}', 'application/json', 401),
      'permission_denied',
      /check the variable/,
    ],
    ['a plan that is used up', 'tavily', says('{}', 'application/json', 432), 'rate_limited', /used up/],
    ['an instance without JSON', 'searxng', says('', 'text/html', 403), 'permission_denied', /search\.formats/],
    ['no instance at all', 'searxng', says('<html>hello'), 'parse_error', /Check webSearch\.url/],
    ['a server that failed', 'searxng', says('', 'text/html', 500), 'io_error', /status 500/],
    ...(['searxng', 'tavily', 'brave'] as const).flatMap((engine) =>
      ['{}', '{"results":{}}', '{"web":[]}', '{"results":[{"link":"https://a.test/"}],"web":{"results":[1]}}'].map(
        (body): [string, Engine, RequestListener, string, RegExp] => [
          `another form of ${engine}: ${body}`,
          engine,
          says(body, 'application/json'),
          'parse_error',
          /another form than is known/,
        ],
      ),
    ),
  ])('tells of %s', async (_, engine, listener, errorType, message) => {
    verifies('web.search.failures');
    const { failure } = await (await scene(engine, listener)).find();
    expect(failure).toMatchObject({ errorType, message: expect.stringMatching(message) });
  });

  it('that lacks a key or an address says what to set, before anybody is asked', async () => {
    verifies('web.search.failures');
    const { ctx } = await createWebBench(says(''));
    for (const [engine, message] of [
      ['brave', /webSearch\.apiKeyEnv/],
      ['tavily', /webSearch\.apiKeyEnv/],
      ['searxng', /webSearch\.url/],
    ] as const) {
      const { plan } = await callTool(
        createWebSearch({ settings: { engine, apiKeyEnv: 'NOT_SET' } }),
        { query: 'a' },
        ctx,
      );
      expect(plan).toMatchObject({ message: expect.stringMatching(message) });
    }
  });

  it('asks another engine only where that is set, and says why', async () => {
    verifies('web.search.fallback');
    const listener: RequestListener = (request, response) =>
      request.url?.startsWith('/search')
        ? says(recorded('searxng.json'), 'application/json')(request, response)
        : says(recorded('duckduckgo-blocked.html'), 'text/html', 202)(request, response);
    const alone = await scene('duckduckgo', listener);
    expect((await alone.find()).failure?.errorType).toBe('rate_limited');
    expect(alone.seen).toHaveLength(1);
    const settings: SearchSettings = {
      engine: 'duckduckgo',
      url: `${alone.url}html/`,
      fallback: [{ engine: 'tavily' }, { engine: 'searxng', url: alone.url }],
    };
    const { value, shown, facts } = await callOk(createWebSearch({ settings }), { query: 'tea' }, alone.ctx);
    expect(value).toMatchObject({
      engine: 'SearXNG',
      results: both,
      notes: [expect.stringMatching(/wants to see a person/), expect.stringMatching(/Tavily needs a key/)],
    });
    expect(shown).toMatch(/^DuckDuckGo wants to see a person first/);
    expect(facts).toHaveLength(2);
  });

  it('tells policy of what looks like a secret among its words', async () => {
    verifies('web.search.secrets');
    const { find } = await scene('searxng', says('{"results":[]}'));
    const { facts } = await find({ query: `who has gh${'p_'}${'a1B2'.repeat(9)}` });
    expect(facts.slice(1)).toMatchObject([{ kind: 'secret', target: 'a token of GitHub' }]);
  });

  it('takes words and answers of any kind', async () => {
    verifies('web.args.fuzz');
    let answer = '';
    const engines: readonly Engine[] = ['duckduckgo', 'searxng', 'brave', 'tavily'];
    const all = await Promise.all(engines.map((engine) => scene(engine, (_, response) => void response.end(answer))));
    const json = fc.json({ maxDepth: 3 });
    const html = fc.array(
      fc.constantFrom(
        '<a class="result__a" href="',
        '//duckduckgo.com/l/?uddg=',
        '%E0',
        '">',
        '</a>',
        '<div class="result__snippet">',
        'x',
        '&#0;',
      ),
      { maxLength: 12 },
    );
    await fc.assert(
      fc.asyncProperty(
        fc.string({ minLength: 1, maxLength: 40 }),
        fc.oneof(
          json,
          html.map((parts) => parts.join('')),
        ),
        fc.nat(3),
        async (query, given, at) => {
          answer = given;
          const { failure, value } = (await all[at]?.find({ query })) ?? {};
          if (failure === undefined) expect(Array.isArray(value.results)).toBe(true);
          else expect(failure.errorType).not.toBe('internal_error');
        },
      ),
      { numRuns: 120 },
    );
  });
});
