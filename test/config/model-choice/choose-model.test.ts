import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import type { Config } from '../../../src/config/config-schema.js';
import { chooseModel } from '../../../src/config/model-choice/choose-model.js';
import type { LocalServer } from '../../../src/config/model-choice/local-servers.js';
import type { ModelFlags } from '../../../src/config/model-choice/model-spec.js';
import { providersOf } from '../../../src/config/model-choice/provider.js';
import { verifies } from '../../requirements.js';

interface Scene {
  readonly flags?: ModelFlags;
  readonly config?: Config;
  readonly env?: Record<string, string>;
  /** Models by the provider that serves them on this machine. */
  readonly local?: Record<string, readonly string[]>;
}

async function choose({ flags = {}, config = {}, env = {}, local = {} }: Scene) {
  let asked = 0;
  const findServers = async (): Promise<readonly LocalServer[]> => {
    asked += 1;
    return [...providersOf(config, env).values()].flatMap((provider) => {
      const models = local[provider.name];
      return models === undefined ? [] : [{ provider, models, best: models[0] }];
    });
  };
  const origins = new Map([['/model', { layer: 'user' as const, file: '/home/me/config.json', line: 3 }]]);
  const choice = await chooseModel({ flags, config: { values: config, origins }, env, findServers });
  const { spec } = choice;
  return { ...choice, asked, name: spec === undefined ? 'guide' : `${spec.provider}/${spec.model}` };
}

const keys = { OPENAI_API_KEY: 'k1', ANTHROPIC_API_KEY: 'k2', GEMINI_API_KEY: 'k3', OPENROUTER_API_KEY: 'k4' };
const local = { ollama: ['qwen3:8b'], llamacpp: ['gemma'], lmstudio: ['phi'], vllm: ['llama'] };

describe('the order', () => {
  it('takes what was named first, and asks no server then', async () => {
    verifies('models.choice.named-first');
    const config = { model: 'anthropic/claude-x' };
    expect(await choose({ flags: { model: 'openai/gpt-5' }, config, env: keys, local })).toMatchObject({
      name: 'openai/gpt-5',
      how: 'flag',
      asked: 0,
    });
    expect(await choose({ config, env: keys, local })).toMatchObject({
      name: 'anthropic/claude-x',
      how: 'config',
      why: 'It is named in /home/me/config.json:3.',
      asked: 0,
    });
  });

  it('takes Ollama, then llama.cpp, LM Studio and vLLM on this machine', async () => {
    verifies('models.choice.local-servers');
    const without = (...names: string[]) =>
      Object.fromEntries(Object.entries(local).filter(([name]) => !names.includes(name)));
    const names = [
      await choose({ env: keys, local }),
      await choose({ env: keys, local: without('ollama') }),
      await choose({ env: keys, local: without('ollama', 'llamacpp') }),
      await choose({ env: keys, local: without('ollama', 'llamacpp', 'lmstudio') }),
    ].map(({ name, how }) => [name, how]);
    expect(names).toEqual([
      ['ollama/qwen3:8b', 'local-server'],
      ['llamacpp/gemma', 'local-server'],
      ['lmstudio/phi', 'local-server'],
      ['vllm/llama', 'local-server'],
    ]);
  });

  it('takes the first key that is set: OpenAI, Anthropic, Gemini, OpenRouter', async () => {
    verifies('models.choice.api-keys');
    const left = { ...keys } as Record<string, string>;
    const found: string[] = [];
    for (const variable of Object.keys(keys)) {
      const { spec, how, why } = await choose({ env: left });
      expect(how).toBe('api-key');
      expect(why).toContain(variable);
      found.push(`${spec?.provider} ${spec?.api} ${spec?.apiKey}`);
      delete left[variable];
    }
    expect(found).toEqual([
      'openai openai-responses k1',
      'anthropic anthropic k2',
      'gemini gemini k3',
      'openrouter openai-chat k4',
    ]);
  });

  it('ends with the guide, and says why', async () => {
    verifies('models.choice.guide-last', 'models.choice.says-why');
    expect(await choose({ env: { OPENAI_API_KEY: '  ' } })).toMatchObject({
      name: 'guide',
      how: 'nothing-found',
      why: 'No model was named, no model server answers on this machine, and no API key is set.',
    });
    expect(await choose({ local: { ollama: [] } })).toMatchObject({
      name: 'guide',
      why: expect.stringContaining('ollama pull'),
    });
    expect(await choose({ flags: { model: 'guide' }, env: keys, local })).toMatchObject({
      name: 'guide',
      how: 'guide-named',
    });
  });

  it('looks for no server when told not to', async () => {
    verifies('models.choice.no-probing');
    expect(await choose({ config: { probeLocalServers: false }, local })).toMatchObject({ name: 'guide', asked: 0 });
  });
});

describe('a busy Ollama', () => {
  it('is told of, and what is said to it does not go to a service instead', async () => {
    verifies('models.choice.busy-server');
    const silent = createServer(() => {}).listen(0, '127.0.0.1');
    await new Promise((resolve) => silent.once('listening', resolve));
    const { port } = silent.address() as AddressInfo;
    const choice = await chooseModel({
      flags: {},
      config: { values: { providers: { ollama: { baseUrl: `http://127.0.0.1:${port}` } } } },
      env: keys,
    });
    silent.closeAllConnections();
    silent.close();
    expect(choice).toEqual({
      spec: undefined,
      how: 'nothing-found',
      why: `Ollama on 127.0.0.1:${port} took too long to tell its models: start again, or name one, such as ollama/NAME.`,
    });
  });
});

describe('a key', () => {
  it('for OpenAI goes to the server OPENAI_BASE_URL names, which speaks chat completions', async () => {
    verifies('models.choice.openai-base-url');
    const env = { OPENAI_API_KEY: 'k', OPENAI_BASE_URL: 'http://127.0.0.1:9/v1' };
    for (const flags of [{}, { model: 'some-model' }]) {
      const { spec } = await choose({ env, flags });
      expect(spec).toMatchObject({ api: 'openai-chat', baseUrl: 'http://127.0.0.1:9/v1', apiKey: 'k' });
    }
  });

  it('never goes to a server that was named by its address, unless it was named too', async () => {
    verifies('models.choice.key-stays', 'core.run.api-key-env');
    const flags = { model: 'm', baseUrl: 'http://127.0.0.1:9/v1' };
    expect((await choose({ env: keys, flags })).spec).not.toHaveProperty('apiKey');
    expect((await choose({ env: keys, flags: { ...flags, apiKeyEnv: 'GEMINI_API_KEY' } })).spec?.apiKey).toBe('k3');
  });

  it('that is missing is asked for by the name of its variable', async () => {
    verifies('models.choice.key-missing', 'core.run.api-key-env');
    await expect(choose({ flags: { model: 'claude-sonnet-4-5' }, env: { OPENAI_API_KEY: 'k' } })).rejects.toThrow(
      'The variable ANTHROPIC_API_KEY is not set or empty: put the API key for Anthropic into it',
    );
    await expect(choose({ flags: { model: 'openai/x', apiKeyEnv: 'MINE' }, env: keys })).rejects.toThrow('MINE');
  });
});

describe('a name', () => {
  it.each([
    ['gpt-5', 'openai/gpt-5'],
    ['o3-mini', 'openai/o3-mini'],
    ['claude-opus-4', 'anthropic/claude-opus-4'],
    ['gemini-2.5-flash', 'gemini/gemini-2.5-flash'],
    ['openrouter/anthropic/claude-x', 'openrouter/anthropic/claude-x'],
    ['ollama/hf.co/some/model:Q4', 'ollama/hf.co/some/model:Q4'],
    ['qwen3:8b', 'ollama/qwen3:8b'],
    ['gpt-oss:20b', 'ollama/gpt-oss:20b'],
    ['phi', 'lmstudio/phi'],
    ['mini', 'ollama/mini'],
  ])('%s is %s', async (given, name) => {
    verifies('models.choice.names');
    const servers = { ...local, ollama: ['qwen3:8b', 'gpt-oss:20b', 'mini:latest'] };
    expect(await choose({ flags: { model: given }, env: keys, local: servers })).toMatchObject({ name, how: 'flag' });
  });

  it('of the config brings its settings, and those of the model it stands for', async () => {
    verifies('models.choice.short-names');
    const config: Config = {
      model: 'fast',
      providers: { work: { api: 'anthropic', baseUrl: 'https://models.test', apiKeyEnv: 'WORK', idleTimeoutMs: 9000 } },
      models: {
        fast: { provider: 'work', model: 'claude-x', thinking: 'low' },
        'work/claude-x': { maxOutputTokens: 99, thinking: 'high' },
      },
    };
    expect((await choose({ config, env: { WORK: 'key' } })).spec).toEqual({
      provider: 'work',
      api: 'anthropic',
      baseUrl: 'https://models.test',
      model: 'claude-x',
      apiKey: 'key',
      apiKeyName: 'WORK',
      idleTimeoutMs: 9000,
      maxOutputTokens: 99,
      thinking: 'low',
    });
  });

  it('makes calls as its provider is set to, unless the model is set otherwise', async () => {
    verifies('models.choice.tool-calls', 'y-agent.results.mode-override');
    const config: Config = {
      providers: { work: { baseUrl: 'https://models.test/v1', toolCalls: 'prompt' } },
      models: { 'work/able': { toolCalls: 'native' } },
    };
    const toolCalls = async (model: string) => (await choose({ config, flags: { model } })).spec?.toolCalls;
    expect([await toolCalls('work/any'), await toolCalls('work/able')]).toEqual(['prompt', 'native']);
  });

  it('that nobody knows is answered with what to write', async () => {
    verifies('models.choice.unknown-name');
    const unknown = (model: string, scene: Scene = {}) => choose({ ...scene, flags: { model } });
    await expect(unknown('qwen9')).rejects.toThrow(
      /Which provider has the model qwen9\? No model server.*ollama\/qwen9/,
    );
    await expect(unknown('qwen3:8', { local })).rejects.toThrow('Did you mean qwen3:8b?');
    await expect(unknown('olama/qwen3')).rejects.toThrow('there is no provider olama. Did you mean ollama?');
    await expect(unknown('openai/')).rejects.toThrow('openai/NAME');
    await expect(unknown('x', { config: { models: { x: { provider: 'nobody', model: 'm' } } } })).rejects.toThrow(
      'models.x in the config: there is no provider nobody',
    );
    await expect(unknown('x', { config: { models: { x: { model: 'm' } } } })).rejects.toThrow('"provider"');
    await expect(unknown('w/m', { config: { providers: { w: {} } } })).rejects.toThrow('providers.w.baseUrl');
    await expect(choose({ flags: { baseUrl: 'http://127.0.0.1:1/v1' } })).rejects.toThrow('--model NAME');
  });
});

describe('an address', () => {
  it.each([
    [{ baseUrl: 'http://127.0.0.1:9999/v1' }, 'custom', 'openai-chat'],
    [{ baseUrl: 'http://127.0.0.5:11434' }, 'custom', 'ollama'],
    [{ baseUrl: 'http://127.0.0.5:11434/v1' }, 'custom', 'openai-chat'],
    [{ baseUrl: 'http://127.0.0.1:1234/v1/' }, 'lmstudio', 'openai-chat'],
    [{ baseUrl: 'http://127.0.0.1:9999', api: 'anthropic' }, 'custom', 'anthropic'],
  ] as const)('%j is %s, which speaks %s', async (flags, provider, api) => {
    verifies('models.choice.address');
    expect((await choose({ flags: { ...flags, model: 'm' } })).spec).toMatchObject({ provider, api, model: 'm' });
  });

  it.each([
    ['127.0.0.5', 'http://127.0.0.5:11434'],
    ['0.0.0.0:8081', 'http://127.0.0.1:8081'],
    ['https://models.test', 'https://models.test'],
    ['models.test:80', 'http://models.test'],
  ])('OLLAMA_HOST %s is %s', (given, baseUrl) => {
    verifies('models.choice.ollama-host');
    expect(providersOf({}, { OLLAMA_HOST: given }).get('ollama')?.baseUrl).toBe(baseUrl);
  });
});

describe('what a flag is for', () => {
  it.each([
    ['--api-key-env', { apiKeyEnv: 'TOKEN' }],
    ['--api', { api: 'anthropic' as const }],
  ])('takes %s for no server that merely answers', async (flag, flags) => {
    verifies('models.choice.key-stays');
    const env = { ...keys, TOKEN: 'secret' };
    await expect(choose({ flags, env, local })).rejects.toThrow(
      `${flag} is for a model that is named; say which: --model NAME`,
    );
    // With a model in the config it is for that one.
    const config = { model: 'work/m', providers: { work: { baseUrl: 'https://work.example/v1' } } };
    expect(await choose({ flags, env, local, config })).toMatchObject({ name: 'work/m', asked: 0 });
  });
});

it('takes no word that every object knows for a variable that is set', async () => {
  verifies('models.choice.key-missing');
  for (const apiKeyEnv of ['constructor', 'toString', '__proto__']) {
    const config = { model: 'work/m', providers: { work: { baseUrl: 'https://work.example/v1', apiKeyEnv } } };
    await expect(choose({ config })).rejects.toThrow(`The variable ${apiKeyEnv} is not set or empty`);
  }
});

it('asks which model is meant when only its provider is named', async () => {
  verifies('models.choice.unknown-name');
  await expect(choose({ flags: { model: 'ollama' } })).rejects.toThrow('Say which model of Ollama: ollama/NAME.');
  // A model may be called like a provider.
  const served = { ollama: ['mistral:latest'] };
  expect((await choose({ flags: { model: 'mistral' }, local: served })).name).toBe('ollama/mistral');
});

describe('an address that is none', () => {
  it('is told with what names it, and without what is secret in it', async () => {
    verifies('models.choice.bad-address');
    const says = (scene: Scene) => choose(scene).then(undefined, (error: Error) => error.message);
    const ending = 'It begins with http:// or https://.';
    const model = 'gpt-5';
    expect([
      await says({ flags: { model }, env: { ...keys, OPENAI_BASE_URL: 'localhost:8080/v1' } }),
      await says({ env: { ...keys, OPENAI_BASE_URL: 'ftp://host' } }),
      await says({ flags: { model: 'ollama/x' }, env: { OLLAMA_HOST: 'http://[::1' } }),
      await says({ flags: { model: 'work/x' }, config: { providers: { work: {} } } }),
      await says({ flags: { model, baseUrl: 'ftp://me:password@host/v1?key=secret' } }),
    ]).toEqual([
      `The address of OpenAI cannot be used: correct OPENAI_BASE_URL. ${ending}`,
      `The address of OpenAI cannot be used: correct OPENAI_BASE_URL. ${ending}`,
      `The address of Ollama cannot be used: correct OLLAMA_HOST. ${ending}`,
      'The provider work has no address: set providers.work.baseUrl in the config.',
      `The address of ftp://host/v1?*** cannot be used: correct --base-url. ${ending}`,
    ]);
    // A config that names another place beats the variable.
    const config = { providers: { openai: { baseUrl: 'https://gate.example/v1' } } };
    const env = { ...keys, OPENAI_BASE_URL: 'ftp://host' };
    expect((await choose({ flags: { model }, env, config })).spec?.baseUrl).toBe('https://gate.example/v1');
  });
});
