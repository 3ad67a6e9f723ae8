import { expect, it } from 'vitest';
import { checkSearch } from '../../src/cli/doctor/check-settings.js';
import { secretNames } from '../../src/cli/secret-names.js';
import { readLayer } from '../../src/config/config-layer.js';
import type { Config } from '../../src/config/config-schema.js';
import type { LoadedConfig } from '../../src/config/open-config.js';
import { codeBlocks, readPage } from '../docs/markdown.js';
import { verifies } from '../requirements.js';

const webSearch = {
  engine: 'brave',
  apiKeyEnv: 'BRAVE_API_KEY',
  fallback: [
    { engine: 'tavily', apiKeyEnv: 'TAVILY_API_KEY' },
    { engine: 'searxng', url: 'http://127.0.0.1:8888' },
  ],
} as const;

const problemsOf = (layer: 'user' | 'workspace', value: object) =>
  readLayer(layer, 'config.json', { ok: true, text: JSON.stringify(value) }).problems.map(({ message }) => message);

it('is set by the user, and never by a workspace', () => {
  verifies('web.search.config');
  expect(problemsOf('user', { webSearch })).toEqual([]);
  expect(problemsOf('workspace', { webSearch })).toEqual([
    'webSearch cannot be set by a workspace; set it in your own config.json',
  ]);
  for (const wrong of [
    { engine: 'altavista' },
    { url: 'ftp://example.com' },
    { url: 'https://me:pw@example.com' },
    { apiKey: 'x' },
    { apiKeyEnv: 'a b' },
    { fallback: [{}] },
    { fallback: Array(4).fill({ engine: 'brave' }) },
  ])
    expect(problemsOf('user', { webSearch: wrong }), JSON.stringify(wrong)).not.toEqual([]);
});

it('names the variables with keys, which are secret', () => {
  verifies('web.search.secrets');
  expect(secretNames({ webSearch, secrets: ['A'] })).toEqual(['A', 'BRAVE_API_KEY', 'TAVILY_API_KEY']);
});

it('is shown as it may be written', () => {
  verifies('standing.docs.output-true');
  const blocks = codeBlocks(readPage('docs/tools/web.md')).filter(({ language }) => language === 'json');
  expect(blocks).toHaveLength(1);
  for (const { text } of blocks) expect(readLayer('user', 'x', { ok: true, text }).problems).toEqual([]);
});

it('is looked at by the doctor', () => {
  verifies('web.search.config');
  const look = (values: Config, env = {}) => checkSearch({ values } as LoadedConfig, env);
  expect(look({})).toEqual([]);
  expect(look({ webSearch: { engine: 'searxng', url: 'http://127.0.0.1:8888' } })).toEqual([
    { part: 'web search', state: 'ok', says: 'searxng' },
  ]);
  expect(look({ webSearch }, { BRAVE_API_KEY: 'x' })).toMatchObject([
    { state: 'warn', says: 'tavily needs a key, and TAVILY_API_KEY is not set' },
  ]);
  expect(look({ webSearch: { engine: 'searxng', fallback: [{ engine: 'brave' }] } })).toHaveLength(2);
});
