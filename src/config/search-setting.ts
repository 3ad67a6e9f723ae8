import { engineNames } from '../builtin/web/search/search-settings.js';
import type { JsonSchema } from '../schema/json-schema.js';

const engine = {
  engine: {
    enum: engineNames,
    title: 'Engine',
    description: 'What is asked. brave and tavily need a key, searxng an address; duckduckgo needs neither.',
    default: 'duckduckgo',
  },
  url: {
    type: 'string',
    title: 'Address',
    description: 'Where the engine answers, such as http://127.0.0.1:8888 for an instance of SearXNG.',
    pattern: '^https?://(\\[[0-9A-Fa-f:.]+\\]|[^\\s/?#@\\[\\]:]+)(:[0-9]{1,5})?(/[^\\s?#]*)?$',
    patternErrorMessage: 'a URL that begins with http:// or https://, without a user name and a query in it',
  },
  apiKeyEnv: {
    type: 'string',
    title: 'Variable with the API key',
    description: 'The name of the environment variable that holds the API key; never the key itself.',
    pattern: '^[A-Za-z_][A-Za-z0-9_]*$',
    patternErrorMessage: 'the name of an environment variable, never the key itself',
  },
} as const satisfies Readonly<Record<string, JsonSchema>>;

/** The setting `webSearch`. */
export const searchSetting = {
  type: 'object',
  title: 'Search of the web',
  description: 'What web_search asks. Not in a workspace.',
  additionalProperties: false,
  properties: {
    ...engine,
    fallback: {
      type: 'array',
      title: 'Fallback',
      description: 'Engines that are asked, in order, when those before them gave no answer. None when absent.',
      maxItems: 3,
      items: {
        type: 'object',
        title: 'Engine',
        additionalProperties: false,
        required: ['engine'],
        properties: engine,
      },
    },
  },
} as const satisfies JsonSchema;
