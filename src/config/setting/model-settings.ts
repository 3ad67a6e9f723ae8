import type { FromSchema } from '../../schema/json-schema.js';
import { apiKeyVariable, choice, entry, flag, form, integer, line, table, text, webAddress } from './schema-parts.js';
import type { Settings } from './setting.js';

const modelName = line('the name of a model, on one line', 300);

const toolCalls = (description: string) =>
  choice('How calls are made', description, ['auto', 'native', 'prompt'], 'auto');

const oneModel = entry('Settings of one model', {
  provider: text(
    'Provider',
    'The provider that serves the model: a built-in one or a name under "providers". For a short name.',
    form('^[^\\s/\\p{Cc}]+$', 'the name of a provider, without slash and space'),
  ),
  model: text('Model', 'The name of the model at its provider. For a short name.', modelName),
  toolCalls: toolCalls(
    'native: by the API. prompt: written as text. auto: by the API where the server can, and read from the text of an answer that has no call.',
  ),
  dialect: text(
    'Dialect',
    'The text format in which calls are written in prompt mode, such as hermes; by default that of the family of the model.',
    form('^[^\\s\\p{Cc}]+$', 'the name of a dialect, without spaces'),
  ),
  contextTokens: integer(
    'Context',
    'How many tokens the model can take in, its answer included; a conversation that fills it is made shorter.',
    { minimum: 1024 },
  ),
  maxOutputTokens: integer('Longest answer', 'How many tokens an answer may have.', { minimum: 1 }),
  thinking: choice('Thinking', 'How much a model that can think should.', ['off', 'low', 'medium', 'high']),
  keepAlive: text(
    'Keep loaded',
    'Ollama only: how long the model stays loaded after an answer, such as 30m; -1m for ever.',
    form(
      '^(0|-?([0-9]+(\\.[0-9]+)?(ms|s|m|h))+)$',
      'a duration such as 30m or 1h30m, 0 for not at all, or -1m for ever',
    ),
  ),
});

const oneProvider = entry('Settings of one provider', {
  api: choice('API', 'What the server speaks.', ['openai-chat', 'openai-responses', 'anthropic', 'gemini', 'ollama']),
  baseUrl: text(
    'Base URL',
    'Where the API starts, such as http://127.0.0.1:8000/v1.',
    webAddress('a URL that begins with http:// or https://, without a user name in it', '(\\?[^\\s#]*)?'),
  ),
  apiKeyEnv: apiKeyVariable,
  headers: table(
    'Headers',
    'Headers to send with every request.',
    form("^[!#$%&'*+.^_`|~0-9A-Za-z-]+$", 'the name of a header'),
    {
      type: 'string',
      ...form('^[\\t\\x20-\\x7e\\x80-\\xff]*$', 'the value of a header, on one line and in Latin-1'),
    },
  ),
  toolCalls: toolCalls('For all models of this provider that say nothing else: see the same setting of a model.'),
  idleTimeoutMs: integer(
    'Idle time limit',
    'How many milliseconds the server may be silent before a request is given up.',
    { minimum: 1, maximum: 86_400_000 },
  ),
});

/** Which model is asked, and where. */
export const modelSettings = {
  model: {
    schema: text('Model', 'The model to use: PROVIDER/NAME, a name under "models", or guide.', modelName),
    reader: 'face',
    workspace: 'any',
  },
  models: {
    schema: table(
      'Models',
      'Settings of single models, by PROVIDER/NAME or by a short name of your own.',
      modelName,
      oneModel,
    ),
    reader: 'face',
    links: {
      'read from the text': 'dialects.md#how-a-model-is-asked',
      'text format': 'dialects.md#the-table',
      'made shorter': 'compaction.md',
    },
    workspace: {
      members: 'provider model toolCalls dialect contextTokens maxOutputTokens thinking keepAlive'.split(' '),
    },
  },
  providers: {
    schema: table(
      'Providers',
      'Model servers beside the built-in ones. A built-in name changes that provider.',
      form('^[A-Za-z0-9][A-Za-z0-9._-]*$', 'a name of letters, digits, dots, dashes and underscores', 100),
      oneProvider,
    ),
    reader: 'face',
    workspace: {
      members: ['api', 'baseUrl', 'apiKeyEnv', 'headers', 'toolCalls', 'idleTimeoutMs'],
      most: { count: 20, of: 'providers', verb: 'set' },
    },
  },
  probeLocalServers: {
    schema: flag('Look for local servers', 'Look for model servers on this machine when no model is named.', true),
    reader: 'face',
  },
} as const satisfies Settings;

export type ProviderSettings = FromSchema<typeof oneProvider>;
