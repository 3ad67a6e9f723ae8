import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parsePointer, renderPointer } from '../../src/config/json-path.js';
import { parseSettingKey, parseSettingValue, renderSettingKey } from '../../src/config/setting-key.js';
import { verifies } from '../requirements.js';

const pathOf = (key: string, values: unknown = {}): unknown => {
  const named = parseSettingKey(key, values);
  return named.ok ? named.path : named.message;
};

it.each([
  ['model', ['model']],
  ['models', ['models']],
  ['models.fast', ['models', 'fast']],
  ['models.fast.dialect', ['models', 'fast', 'dialect']],
  ['models.ollama/llama3.2', ['models', 'ollama/llama3.2']],
  ['models.ollama/llama3.2.toolCalls', ['models', 'ollama/llama3.2', 'toolCalls']],
  ['providers.my.host.example.baseUrl', ['providers', 'my.host.example', 'baseUrl']],
  ['providers.work.headers', ['providers', 'work', 'headers']],
  ['providers.a.b.headers.x.y', ['providers', 'a.b', 'headers', 'x.y']],
  ['/models/ollama~1llama3.2/toolCalls', ['models', 'ollama/llama3.2', 'toolCalls']],
  ['/models/fast.images', ['models', 'fast.images']],
])('reads %s', (key, path) => {
  verifies('models.config.get');
  expect(pathOf(key)).toEqual(path);
});

it('takes a name that is there before any other reading, the longest first', () => {
  const values = { models: { 'fast.images': {}, 'a.b': {}, a: {} } };
  expect(pathOf('models.fast.images', values)).toEqual(['models', 'fast.images']);
  expect(pathOf('models.a.b', values)).toEqual(['models', 'a.b']);
  expect(pathOf('models.a.b.thinking', values)).toEqual(['models', 'a.b', 'thinking']);
  expect(pathOf('models.a.thinking', values)).toEqual(['models', 'a', 'thinking']);
});

it.each([
  ['modle', 'There is no setting "modle". Did you mean model?'],
  [
    '',
    'There is no setting "". Those there are: $schema, model, models, providers, probeLocalServers, mode, profile, risk, sandbox, sandboxLimits, durable, readBeforeWrite, curator, stagedChanges, exposure, dynamicTools, webSearch, grantDays, keepHours, limits, prices, rateLimits, rules, secrets, untrusted, hooks, mcpServers, skills, store.',
  ],
  ['model.x', 'There is no setting "x" in model: it holds a single value.'],
  ['fsync', 'fsync is no setting any more: durable says what survives a power loss, and fsync full counts as that.'],
  [
    '/models/fast/images',
    'models.fast.images is no setting any more: what a model understands is asked of its server.',
  ],
  ['models.fast.toolcals', 'There is no setting "toolcals" in models.fast. Did you mean toolCalls?'],
  ['/models/fast/toolcals', 'There is no setting "toolcals" in models.fast. Did you mean toolCalls?'],
  ['providers.a.headers.x', undefined],
  ['x'.repeat(1001), 'A key has at most 1000 characters.'],
])('says what is wrong with %s', (key, message) => {
  verifies('models.config.get');
  const named = parseSettingKey(key, {});
  expect(named.ok ? undefined : named.message).toBe(message);
});

it('writes keys that it reads back', () => {
  const name = fc.oneof(
    fc.string({ minLength: 1 }),
    fc.constantFrom('a.b', 'a/b', 'fast.images', 'x.headers', '~', '/', '.'),
  );
  const path = fc.oneof(
    name.map((model) => ['models', model]),
    name.map((model) => ['models', model, 'thinking']),
    fc.tuple(name, name).map(([provider, header]) => ['providers', provider, 'headers', header]),
  );
  fc.assert(fc.property(path, (one) => void expect(pathOf(renderSettingKey(one))).toEqual(one)));
  const pointed = fc.array(fc.string(), { minLength: 1 });
  fc.assert(fc.property(pointed, (one) => void expect(parsePointer(renderPointer(one))).toEqual(one)));
  expect(parsePointer('/a~2')).toBeUndefined();
});

it('takes a word for JSON where the setting wants that, else for text', () => {
  verifies('models.config.set');
  const readWord = (key: string, word: string): unknown => {
    const named = parseSettingKey(key, {});
    if (!named.ok) throw new Error(named.message);
    const parsed = parseSettingValue(word, named.schema, named.path);
    return parsed.ok ? parsed.value : parsed.issues.map(({ message }) => message);
  };
  expect(readWord('model', 'ollama/x')).toBe('ollama/x');
  expect(readWord('model', '"ollama/x"')).toBe('ollama/x');
  expect(readWord('model', '7')).toBe('7');
  expect(readWord('model', 'true')).toBe('true');
  expect(readWord('mode', 'plan')).toBe('plan');
  expect(readWord('probeLocalServers', 'false')).toBe(false);
  expect(readWord('models.a', '{"dialect": "x"}')).toEqual({ dialect: 'x' });
  expect(readWord('models.a.contextTokens', '4096')).toBe(4096);
  expect(readWord('models.a.contextTokens', '40')).toEqual([
    'models.a.contextTokens must be a whole number of at least 1024; change it',
  ]);
  expect(readWord('models.a.contextTokens', 'many')).toEqual([
    'models.a.contextTokens must be a whole number of at least 1024, not "many"; change it, or remove the key',
  ]);
  expect(readWord('models.a', '{"dialct": true}')).toEqual([
    '"dialct" is no setting in models.a; did you mean "dialect"?',
  ]);
  expect(readWord('models.a', '{images')).toEqual([
    'models.a must be an object { … }, not text; change it, or remove the key',
  ]);
});
