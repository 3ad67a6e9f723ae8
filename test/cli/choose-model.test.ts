import { expect, it } from 'vitest';
import { chooseSpec } from '../../src/cli/choose-model.js';
import { type ConfigLayer, readLayer } from '../../src/config/config-layer.js';
import { mergeLayers } from '../../src/config/merge-layers.js';
import type { ModelFlags } from '../../src/config/model-choice/model-spec.js';
import { verifies } from '../requirements.js';

const managed = (text: string): ConfigLayer => readLayer('managed', '/etc/config.json', { ok: true, text });

const config = mergeLayers([
  managed(`{
  "model": "work/m",
  "providers": { "work": {
    "baseUrl": "https://work.example/v1",
    "api": "openai-chat",
    "apiKeyEnv": "WORK_KEY"
  } }
}`),
]);
const env = { WORK_KEY: 'k', OTHER: 'o' };
const choose = (flags: ModelFlags) =>
  chooseSpec(flags, { config, env }).then(
    ({ spec }) => `${spec?.provider}/${spec?.model}`,
    (error: Error) => error.message.split('\n')[0],
  );

it('lets no flag lead to another model or key than the managed one', async () => {
  verifies('models.config.managed');
  const against = (flag: string, line: number, what: string) =>
    `${flag}: /etc/config.json:${line} sets ${what} for everyone here; leave the flag out.`;
  const model = 'model to "work/m"';
  expect([
    await choose({}),
    await choose({ model: 'work/m', api: 'openai-chat', apiKeyEnv: 'WORK_KEY' }),
    await choose({ model: 'guide' }),
    await choose({ model: 'work/m', baseUrl: 'http://127.0.0.1:9/v1' }),
    await choose({ baseUrl: 'http://127.0.0.1:9/v1' }),
    await choose({ apiKeyEnv: 'OTHER' }),
    await choose({ api: 'anthropic' }),
  ]).toEqual([
    'work/m',
    'work/m',
    against('--model', 2, model),
    against('--base-url', 2, model),
    against('--base-url', 2, model),
    against('--api-key-env', 6, 'providers.work.apiKeyEnv to "WORK_KEY"'),
    against('--api', 5, 'providers.work.api to "openai-chat"'),
  ]);
});
