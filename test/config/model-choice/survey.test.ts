import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Config } from '../../../src/config/config-schema.js';
import { surveyModels } from '../../../src/config/model-choice/survey.js';
import { type FakeModelServer, startFakeModelServer } from '../../../src/testing/fake-model-server.js';
import { verifies } from '../../requirements.js';

let server: FakeModelServer;
beforeAll(async () => {
  server = await startFakeModelServer({
    rounds: [],
    models: [
      { name: 'qwen3:8b', contextTokens: 40_960, capabilities: ['completion', 'tools', 'thinking'] },
      { name: 'gemma3:4b', contextTokens: 131_072, capabilities: ['completion', 'vision'] },
      { name: 'nomic-embed-text:latest', capabilities: ['embedding'] },
    ],
  });
});
afterAll(() => server.close());

const dead = { baseUrl: 'http://127.0.0.1:9/v1' };

async function survey(config: Config, env: Record<string, string> = {}) {
  const providers = {
    llamacpp: dead,
    lmstudio: dead,
    vllm: dead,
    ollama: { baseUrl: server.origin },
    ...config.providers,
  };
  const found = await surveyModels({ config: { ...config, providers }, env, timeoutMs: 5000 });
  return (name: string) => found.find(({ provider }) => provider.name === name);
}

describe('the survey', () => {
  it('tells what the models of an Ollama server can do, and leaves out those that do not talk', async () => {
    verifies('models.list.abilities', 'models.list.dialect');
    expect((await survey({}))('ollama')).toMatchObject({
      state: 'answers',
      models: [
        {
          name: 'qwen3:8b',
          toolCalls: 'native',
          thinking: true,
          images: false,
          contextTokens: 40_960,
          configured: false,
        },
        {
          name: 'gemma3:4b',
          toolCalls: 'prompt',
          dialect: 'hermes',
          thinking: false,
          images: true,
          contextTokens: 131_072,
        },
      ],
    });
  });

  it('lets the config say otherwise, and adds the models it names', async () => {
    verifies('models.list.configured');
    const config: Config = {
      models: {
        'ollama/qwen3:8b': { toolCalls: 'prompt', dialect: 'hermes', contextTokens: 8192 },
        'ollama/other': { thinking: 'low' },
      },
    };
    const [qwen, , other] = (await survey(config))('ollama')?.models ?? [];
    expect(qwen).toMatchObject({ toolCalls: 'prompt', dialect: 'hermes', contextTokens: 8192, configured: true });
    expect(other).toEqual({ name: 'other', toolCalls: 'native', configured: true });
  });

  it('lists a model by the name the config has for it, with or without the tag of Ollama', async () => {
    verifies('models.list.configured');
    const tags = await startFakeModelServer({
      rounds: [],
      models: [{ name: 'qwen3:latest' }, { name: 'phi4:latest' }],
    });
    try {
      const at = await survey({
        models: { 'ollama/qwen3': { contextTokens: 4096 } },
        providers: { ollama: { baseUrl: tags.origin } },
      });
      const models = at('ollama')?.models.map(({ name, configured }) => [name, configured]);
      expect(models).toEqual([
        ['qwen3', true],
        ['phi4:latest', false],
      ]);
    } finally {
      await tags.close();
    }
  });

  it('goes on when an address is none', async () => {
    verifies('models.choice.bad-address');
    const at = await survey({}, { OPENAI_API_KEY: 'k', OPENAI_BASE_URL: 'localhost:1/v1' });
    expect(at('openai')).toMatchObject({ state: 'fails', says: expect.stringContaining('correct OPENAI_BASE_URL') });
    expect(at('ollama')?.state).toBe('answers');
  });

  it('tells of each provider whether it answers, fails or is not set up', async () => {
    verifies('models.list.reachable');
    const at = await survey(
      { providers: { work: { baseUrl: server.url, apiKeyEnv: 'WORK' }, blank: {}, lost: { apiKeyEnv: 'LOST' } } },
      { WORK: 'k' },
    );
    const states = ['ollama', 'work', 'blank', 'lost', 'vllm', 'openai'].map((name) => [name, at(name)?.state]);
    expect(states).toEqual([
      ['ollama', 'answers'],
      ['work', 'answers'],
      ['blank', 'fails'],
      ['lost', 'fails'],
      ['vllm', 'fails'],
      ['openai', 'not-set-up'],
    ]);
    expect(at('blank')?.says).toContain('providers.blank.baseUrl');
    expect(at('lost')?.says).toContain('LOST is not set');
    expect(at('vllm')?.says).toContain('Nothing listens');
    expect(at('work')?.models.map(({ name }) => name)).toEqual(['qwen3:8b', 'gemma3:4b']);
  });

  it('sends each key to its own provider only', async () => {
    verifies('models.choice.key-stays');
    const from = server.requests.length;
    await survey({ providers: { work: { baseUrl: server.url, apiKeyEnv: 'WORK' } } }, { WORK: 'secret-key' });
    const keyed = server.requests.slice(from).filter(({ headers }) => JSON.stringify(headers).includes('secret-key'));
    expect(keyed.map(({ path }) => path)).toEqual(['/v1/models']);
  });
});
