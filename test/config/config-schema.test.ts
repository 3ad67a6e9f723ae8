import { readFileSync, writeFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Json } from '../../src/base/json.js';
import { checkConfig } from '../../src/config/check-config.js';
import { type Config, configSchema } from '../../src/config/config-schema.js';
import { verifies } from '../requirements.js';

const published = new URL('../../schema/config.schema.json', import.meta.url);
const ajv = new Ajv2020({ strict: true, strictRequired: false, allErrors: true });
ajv.addKeyword('patternErrorMessage');
const validate = ajv.compile(configSchema);
const ours = (value: unknown): boolean => checkConfig(value as Json, 'user').length === 0;

it('is published as it is: UPDATE_SCHEMA=1 writes it anew', () => {
  verifies('models.config.schema');
  const text = `${JSON.stringify(configSchema, null, 2)}\n`;
  if (process.env['UPDATE_SCHEMA'] === '1') writeFileSync(published, text);
  expect(readFileSync(published, 'utf8')).toBe(text);
  const { files } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
    files: string[];
  };
  expect(files).toContain('schema');
});

it('is a JSON Schema in which every setting is explained', () => {
  verifies('models.config.schema');
  expect(ajv.validateSchema(configSchema)).toBe(true);
  const unexplained: string[] = [];
  const visit = (properties: object): void => {
    for (const [key, schema] of Object.entries(properties)) {
      if (typeof schema.title !== 'string' || typeof schema.description !== 'string') unexplained.push(key);
      visit(schema.properties ?? schema.additionalProperties?.properties ?? schema.items?.properties ?? {});
    }
  };
  visit(configSchema.properties);
  expect(unexplained).toEqual([]);
});

it('uses only keywords the checker knows', () => {
  const checked =
    'type enum properties additionalProperties propertyNames pattern maxLength minimum maximum items maxItems oneOf required';
  const said = '$schema title description default patternErrorMessage';
  const known = new Set(`${checked} ${said}`.split(' '));
  const unknown: string[] = [];
  const visit = (schema: object): void => {
    for (const [keyword, value] of Object.entries(schema)) {
      if (!known.has(keyword)) unknown.push(keyword);
      if (keyword === 'properties') Object.values(value as object).forEach(visit);
      else if (typeof value === 'object' && !Array.isArray(value)) visit(value as object);
    }
  };
  visit(configSchema);
  expect(unknown).toEqual([]);
});

const accepted: readonly Config[] = [
  {},
  { model: 'ollama/qwen3', mode: 'plan', sandbox: 'off', store: '~/x.db', probeLocalServers: false },
  { models: { fast: { provider: 'ollama', model: 'qwen3:8b' }, 'a/b c': {} } },
  { models: { 'ollama/llama3.2': { toolCalls: 'auto', dialect: 'hermes', contextTokens: 1024, maxOutputTokens: 1 } } },
  { models: { x: { thinking: 'off', keepAlive: '1h30m' } } },
  { providers: { work: { api: 'gemini', baseUrl: 'https://host.example:8443/v1?x=1', apiKeyEnv: '_KEY1' } } },
  { providers: { a: { headers: { 'x-team': 'a', 'X.y': '\té' }, idleTimeoutMs: 300000 } } },
  { providers: { a: { baseUrl: 'http://[::1]:1/v1' } } },
  { rules: [] },
  { rules: [{ allow: 'exec(npm test)', match: ['npm test'], miss: [], why: 'w' }, { deny: 'read(.env*)' }] },
  {
    rules: [
      { ask: 'x', when: { mode: 'auto', profile: 'p', tainted: true } },
      { notify: 'x', when: {} },
    ],
  },
];

const refused: readonly unknown[] = [
  [],
  null,
  { modle: 1 },
  { model: '' },
  { model: 'a\nb' },
  { model: 'x'.repeat(301) },
  { model: ['a'] },
  { models: [] },
  { models: { '': {} } },
  { models: { a: { toolCalls: 'x' } } },
  { models: { a: { contextTokens: 1023 } } },
  { models: { a: { contextTokens: 2000.5 } } },
  { models: { a: { maxOutputTokens: 0 } } },
  { models: { a: { keepAlive: '30' } } },
  { models: { a: { provider: 'a/b' } } },
  { providers: { 'a/b': {} } },
  { providers: { a: { api: 'openai' } } },
  { providers: { a: { baseUrl: 'host' } } },
  { providers: { a: { baseUrl: 'https://user:pass@host' } } },
  { providers: { a: { baseUrl: 'https://ho st' } } },
  { providers: { a: { apiKeyEnv: 'sk-1' } } },
  { providers: { a: { apiKey: 'x' } } },
  { providers: { a: { headers: { 'a b': 'x' } } } },
  { providers: { a: { headers: { a: 'x\r\ny: z' } } } },
  { providers: { a: { headers: { a: 1 } } } },
  { models: { a: { images: true } } },
  { providers: { a: { retries: 1 } } },
  { providers: { a: { idleTimeoutMs: 0 } } },
  { rules: {} },
  { rules: ['x'] },
  { rules: [{}] },
  { rules: [{ why: 'x' }] },
  { rules: [{ allow: 'x', deny: 'x' }] },
  { rules: [{ allow: 1 }] },
  { rules: [{ allow: '' }] },
  { rules: [{ allow: 'x'.repeat(501) }] },
  { rules: [{ allow: 'x', other: 1 }] },
  { rules: [{ allow: 'x', when: { mode: 'x' } }] },
  { rules: [{ allow: 'x', when: { other: 1 } }] },
  { rules: [{ allow: 'x', match: 'x' }] },
  { rules: [{ allow: 'x', match: [1] }] },
  { rules: [{ allow: 'x', miss: Array(51).fill('x') }] },
  { rules: Array(1001).fill({ allow: 'x' }) },
  { mode: 'yolo' },
  { sandbox: true },
  { store: '' },
  { probeLocalServers: 'yes' },
];

it('accepts and refuses what the checker does', () => {
  verifies('models.config.schema');
  for (const value of accepted) expect([validate(value), ours(value)], JSON.stringify(value)).toEqual([true, true]);
  for (const value of refused) expect([validate(value), ours(value)], JSON.stringify(value)).toEqual([false, false]);
});

it('agrees with the checker on whatever is put together of its own words', () => {
  const scalar = fc.oneof(
    fc.constantFrom(
      'ask',
      'auto',
      'off',
      'high',
      'https://a.example',
      'A_B',
      '30m',
      '',
      'x y',
      '-1m',
      'é',
      '𝄞'.repeat(200),
    ),
    fc.constantFrom(0, 1, 10, 11, 1024, 1.5, -1, 1e300, true, false, null),
  );
  const keys = [
    'model',
    'models',
    'providers',
    'mode',
    'headers',
    'baseUrl',
    'idleTimeoutMs',
    'dialect',
    'keepAlive',
    'a',
    'a/b',
    'rules',
    'allow',
    'deny',
    'match',
    'when',
  ];
  const { tree } = fc.letrec((tie) => ({
    tree: fc.oneof(
      { depthSize: 'small' },
      scalar,
      fc.dictionary(fc.constantFrom(...keys), tie('tree'), { maxKeys: 4 }),
      fc.array(tie('tree'), { maxLength: 3 }),
    ),
  }));
  fc.assert(
    fc.property(tree, (value) => {
      expect(ours(value), JSON.stringify(value)).toBe(validate(value));
    }),
    { numRuns: 2000 },
  );
});
