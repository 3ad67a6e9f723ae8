import { hookPoints, hookTime } from '../extend/hook/hook.js';
import { defaultGrantDays } from '../policy/grant/grant.js';
import { modes, verdicts } from '../policy/policy.js';
import { maxExamples, maxPatternLength, maxRules, type RuleText } from '../policy/rule/rule.js';
import { keepHours } from '../sandbox/kept/keep-hours.js';
import { limitRanges } from '../sandbox/limits/limit-ranges.js';
import type { FromSchema, JsonSchema } from '../schema/json-schema.js';
import { exposureSetting } from './exposure-setting.js';
import { limitSettings, priceListSettings, rateLimitSettings } from './limit-settings.js';
import { printable } from './printable.js';
import { profileName } from './profile-setting.js';
import { searchSetting } from './search-setting.js';
import { serverListSettings } from './server-settings.js';
import { skillSetting } from './skill-setting.js';

const modelSettings = {
  type: 'object',
  title: 'Settings of one model',
  additionalProperties: false,
  properties: {
    provider: {
      type: 'string',
      title: 'Provider',
      description: 'The provider that serves the model: a built-in one or a name under "providers". For a short name.',
      pattern: '^[^\\s/\\p{Cc}]+$',
      patternErrorMessage: 'the name of a provider, without slash and space',
    },
    model: {
      type: 'string',
      title: 'Model',
      description: 'The name of the model at its provider. For a short name.',
      pattern: printable,
      patternErrorMessage: 'the name of a model, on one line',
      maxLength: 300,
    },
    toolCalls: {
      enum: ['auto', 'native', 'prompt'],
      title: 'How calls are made',
      description:
        'native: by the API. prompt: written as text. auto: by the API where the server can, and read from the text of an answer that has no call.',
      default: 'auto',
    },
    dialect: {
      type: 'string',
      title: 'Dialect',
      description:
        'The text format in which calls are written in prompt mode, such as hermes; by default that of the family of the model.',
      pattern: '^[^\\s\\p{Cc}]+$',
      patternErrorMessage: 'the name of a dialect, without spaces',
    },
    contextTokens: {
      type: 'integer',
      title: 'Context',
      description: 'How many tokens the model can take in, its answer included.',
      minimum: 1024,
    },
    maxOutputTokens: {
      type: 'integer',
      title: 'Longest answer',
      description: 'How many tokens an answer may have.',
      minimum: 1,
    },
    thinking: {
      enum: ['off', 'low', 'medium', 'high'],
      title: 'Thinking',
      description: 'How much a model that can think should.',
    },
    images: { type: 'boolean', title: 'Images', description: 'Whether the model understands images.' },
    keepAlive: {
      type: 'string',
      title: 'Keep loaded',
      description: 'Ollama only: how long the model stays loaded after an answer, such as 30m; -1m for ever.',
      pattern: '^(0|-?([0-9]+(\\.[0-9]+)?(ms|s|m|h))+)$',
      patternErrorMessage: 'a duration such as 30m or 1h30m, 0 for not at all, or -1m for ever',
    },
  },
} as const satisfies JsonSchema;

const providerSettings = {
  type: 'object',
  title: 'Settings of one provider',
  additionalProperties: false,
  properties: {
    api: {
      enum: ['openai-chat', 'openai-responses', 'anthropic', 'gemini', 'ollama'],
      title: 'API',
      description: 'What the server speaks.',
    },
    baseUrl: {
      type: 'string',
      title: 'Base URL',
      description: 'Where the API starts, such as http://127.0.0.1:8000/v1.',
      pattern: '^https?://(\\[[0-9A-Fa-f:.]+\\]|[^\\s/?#@\\[\\]:]+)(:[0-9]{1,5})?(/[^\\s?#]*)?(\\?[^\\s#]*)?$',
      patternErrorMessage: 'a URL that begins with http:// or https://, without a user name in it',
    },
    apiKeyEnv: {
      type: 'string',
      title: 'Variable with the API key',
      description: 'The name of the environment variable that holds the API key; never the key itself.',
      pattern: '^[A-Za-z_][A-Za-z0-9_]*$',
      patternErrorMessage: 'the name of an environment variable, never the key itself',
    },
    headers: {
      type: 'object',
      title: 'Headers',
      description: 'Headers to send with every request.',
      propertyNames: {
        pattern: "^[!#$%&'*+.^_`|~0-9A-Za-z-]+$",
        patternErrorMessage: 'the name of a header',
      },
      additionalProperties: {
        type: 'string',
        pattern: '^[\\t\\x20-\\x7e\\x80-\\xff]*$',
        patternErrorMessage: 'the value of a header, on one line and in Latin-1',
      },
    },
    toolCalls: {
      enum: ['auto', 'native', 'prompt'],
      title: 'How calls are made',
      description: 'For all models of this provider that say nothing else: see the same setting of a model.',
      default: 'auto',
    },
    idleTimeoutMs: {
      type: 'integer',
      title: 'Idle time limit',
      description: 'How many milliseconds the server may be silent before a request is given up.',
      minimum: 1,
      maximum: 86_400_000,
    },
    retries: {
      type: 'integer',
      title: 'Retries',
      description: 'How often a request that failed for a passing reason is repeated.',
      minimum: 0,
      maximum: 10,
    },
  },
} as const satisfies JsonSchema;

const rulePattern = (description: string) =>
  ({
    type: 'string',
    title: 'What it is about',
    description,
    pattern: printable,
    patternErrorMessage: 'what the rule is about, as in exec(npm test)',
    maxLength: maxPatternLength,
  }) as const satisfies JsonSchema;

const ruleExamples = (description: string) =>
  ({
    type: 'array',
    title: 'Examples',
    description,
    maxItems: maxExamples,
    items: {
      type: 'string',
      pattern: printable,
      patternErrorMessage: 'a command, path, host or name, on one line',
      maxLength: 2000,
    },
  }) as const satisfies JsonSchema;

const ruleSettings = {
  type: 'object',
  title: 'Rule',
  additionalProperties: false,
  oneOf: verdicts.map((verdict) => ({ required: [verdict] })),
  properties: {
    allow: rulePattern('Runs unasked, unless something stricter speaks against it.'),
    notify: rulePattern('Is told to the person, and runs.'),
    ask: rulePattern('Is asked about in every mode.'),
    deny: rulePattern('Never runs.'),
    when: {
      type: 'object',
      title: 'When it holds',
      description: 'All that is said here must be so.',
      additionalProperties: false,
      properties: {
        mode: { enum: modes, title: 'Mode', description: 'The mode of the session.' },
        profile: {
          type: 'string',
          title: 'Profile',
          description: 'The name of the profile.',
          pattern: printable,
          patternErrorMessage: 'the name of a profile, on one line',
          maxLength: 100,
        },
        tainted: {
          type: 'boolean',
          title: 'Tainted',
          description: 'Whether text from outside has come into the session. Not with allow in a workspace.',
        },
      },
    },
    match: ruleExamples('What the rule must match: checked when the file is loaded.'),
    miss: ruleExamples('What the rule must not match: checked when the file is loaded.'),
    why: {
      type: 'string',
      title: 'Why',
      description: 'Told to the person, and to the model when it is denied.',
      pattern: printable,
      patternErrorMessage: 'a reason, on one line',
      maxLength: 500,
    },
  },
} as const satisfies JsonSchema;

const sandboxLimit = (
  title: string,
  description: string,
  { least, most }: { readonly least: number; readonly most: number },
) => ({ type: 'integer', title, description, minimum: least, maximum: most }) as const;

const sandboxLimitSettings = {
  type: 'object',
  title: 'Limits of the sandbox',
  description: 'What a confined command and all it starts may use. Not in a workspace.',
  additionalProperties: false,
  properties: {
    processes: sandboxLimit('Processes', 'How many processes and threads at a time.', limitRanges.processes),
    memoryMb: sandboxLimit(
      'Memory',
      'How much memory, in MB; three quarters of the machine when absent.',
      limitRanges.memoryMb,
    ),
    fileMb: sandboxLimit('File size', 'How large one file may become, in MB; 8192 when absent.', limitRanges.fileMb),
    openFiles: sandboxLimit(
      'Open files',
      'How many files each process may have open; 4096 when absent.',
      limitRanges.openFiles,
    ),
  },
} as const;

/**
 * The one source of what `config.json` may hold: the types follow from it, `check-config.ts` walks it, and
 * `schema/config.schema.json` publishes it for editors. `patternErrorMessage` is what editors show, and what our messages
 * say was expected.
 */
const hookSettings = {
  type: 'object',
  title: 'Hook',
  additionalProperties: false,
  required: ['on', 'command'],
  properties: {
    on: { enum: hookPoints, title: 'When', description: 'The point of a session at which it is run.' },
    command: {
      type: 'string',
      title: 'Command',
      description:
        'A command line for the shell, run in the workspace. It reads what happened as JSON on its standard input.',
      pattern: '\\S',
      patternErrorMessage: 'a command line',
      maxLength: 10_000,
    },
    tools: {
      type: 'array',
      title: 'Tools',
      description: 'The tools it is about: names, or patterns with *. All when absent.',
      maxItems: 200,
      items: {
        type: 'string',
        title: 'Tool',
        description: 'The name of a tool, or a pattern such as preview_*.',
        pattern: '^[A-Za-z0-9_*-]+$',
        patternErrorMessage: 'the name of a tool, or a pattern such as preview_*',
        maxLength: 200,
      },
    },
    timeoutMs: {
      type: 'integer',
      title: 'Time limit',
      description: 'How many milliseconds it may take.',
      minimum: 1,
      maximum: hookTime.most,
      default: hookTime.usual,
    },
    writes: {
      type: 'array',
      title: 'What it may write',
      description:
        'Files and folders it may write: from the workspace, or with ~/ from your home. Nothing when absent. Inside the workspace only for a hook of a workspace.',
      maxItems: 50,
      items: {
        type: 'string',
        title: 'Path',
        description: 'A file, or a folder with all that is in it; . for the workspace.',
        pattern: printable,
        patternErrorMessage: 'a path, as in dist or ~/hooks.log',
        maxLength: maxPatternLength,
      },
    },
    hosts: {
      type: 'array',
      title: 'Hosts',
      description: 'Hosts it may connect to. None when absent.',
      maxItems: 50,
      items: {
        type: 'string',
        title: 'Host',
        description: 'A host, as in rules.',
        pattern: '^[^\\s\\p{Cc}*/]+$',
        patternErrorMessage: 'a host, as in hooks.example.com',
        maxLength: maxPatternLength,
      },
    },
  },
} as const satisfies JsonSchema;

export const configSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Toolwright configuration',
  description: 'config.json of Toolwright: JSON with comments and trailing commas. Every key is optional.',
  type: 'object',
  additionalProperties: false,
  properties: {
    $schema: {
      type: 'string',
      title: 'Schema',
      description: 'Where this schema lies, for editors. Not used otherwise.',
    },
    model: {
      type: 'string',
      title: 'Model',
      description: 'The model to use: PROVIDER/NAME, a name under "models", or guide.',
      pattern: printable,
      patternErrorMessage: 'the name of a model, on one line',
      maxLength: 300,
    },
    models: {
      type: 'object',
      title: 'Models',
      description: 'Settings of single models, by PROVIDER/NAME or by a short name of your own.',
      propertyNames: { pattern: printable, patternErrorMessage: 'the name of a model, on one line', maxLength: 300 },
      additionalProperties: modelSettings,
    },
    providers: {
      type: 'object',
      title: 'Providers',
      description: 'Model servers beside the built-in ones. A built-in name changes that provider.',
      propertyNames: {
        pattern: '^[A-Za-z0-9][A-Za-z0-9._-]*$',
        patternErrorMessage: 'a name of letters, digits, dots, dashes and underscores',
        maxLength: 100,
      },
      additionalProperties: providerSettings,
    },
    probeLocalServers: {
      type: 'boolean',
      title: 'Look for local servers',
      description: 'Look for model servers on this machine when no model is named. Not in a workspace.',
      default: true,
    },
    mode: {
      enum: ['ask', 'edit', 'plan', 'auto'],
      title: 'Mode',
      description: 'What runs unasked. A workspace may set ask or plan only.',
      default: 'ask',
    },
    profile: {
      ...profileName(
        'Profile',
        'How the agent behaves: a built-in profile, or one of a file in the folder profiles beside this file. Not in a workspace.',
      ),
      default: 'toolwright',
    },
    sandbox: {
      enum: ['required', 'off'],
      title: 'Sandbox',
      description: 'off: mode auto may run commands unconfined. Not in a workspace.',
      default: 'required',
    },
    sandboxLimits: sandboxLimitSettings,
    durable: {
      type: 'boolean',
      title: 'Survive power loss',
      description:
        'What was acknowledged survives a power loss: the record, and changed files with their folders. Slower. Not in a workspace.',
      default: false,
    },
    fsync: {
      enum: ['off', 'on', 'full'],
      title: 'What is put on disk of a change',
      description:
        'off: changed files survive the end of the program. on: their contents survive a power loss too. full: so do folders, and the record unless durable is false. Not in a workspace.',
      default: 'on',
    },
    readBeforeWrite: {
      type: 'boolean',
      title: 'Read before write',
      description: 'A file that is there is changed only after the model has read it. A workspace may set true only.',
      default: false,
    },
    curator: {
      enum: ['off', 'relevance', 'structure'],
      title: 'What is read of large files',
      description:
        'relevance: of a file with more than 100 lines read_file gives the lines that matter to the conversation, chosen by a request to the model. structure: an outline of it too. off: every file is read line by line.',
      default: 'off',
    },
    stagedChanges: {
      type: 'boolean',
      title: 'Staged changes',
      description: 'Offer the tools that stage a change under a token and apply it with another call.',
      default: false,
    },
    exposure: exposureSetting,
    dynamicTools: {
      type: 'boolean',
      title: 'Dynamic tools',
      description: 'Let the model make tools while a session runs: scripts, calls of web APIs, steps over other tools.',
      default: false,
    },
    webSearch: searchSetting,
    grantDays: {
      type: 'integer',
      title: 'Days a grant holds',
      description: 'How many days an approval for a project, or for always, holds. Not in a workspace.',
      minimum: 1,
      maximum: 365,
      default: defaultGrantDays,
    },
    keepHours: {
      type: 'integer',
      title: 'Hours a command is kept',
      description: 'How many hours a command may go on after its session; 0: none does. Not in a workspace.',
      minimum: 0,
      maximum: keepHours.most,
      default: keepHours.usual,
    },
    limits: limitSettings,
    prices: priceListSettings,
    rateLimits: rateLimitSettings,
    rules: {
      type: 'array',
      title: 'Rules',
      description: 'What is allowed, told, asked about and denied, whatever the mode is. Those of all files count.',
      maxItems: maxRules,
      items: ruleSettings,
    },
    secrets: {
      type: 'array',
      title: 'Secrets',
      description:
        'Variables and files that are secret, beside those whose names tell: what they hold is masked and not sent. Those of all files count.',
      maxItems: 200,
      items: {
        type: 'string',
        title: 'Variable or file',
        description: 'The name of a variable, or the path of a file: from the workspace, or with ~/ from your home.',
        pattern: printable,
        patternErrorMessage: 'a variable or a file, as in LICENCE_CODE or ~/.licence',
        maxLength: maxPatternLength,
      },
    },
    untrusted: {
      type: 'array',
      title: 'Untrusted files',
      description:
        'Files that others wrote, such as vendor/** or *.eml: reading one taints the session. Those of all files count.',
      maxItems: maxRules,
      items: {
        type: 'string',
        title: 'Pattern',
        description: 'A pattern of paths, as in rules.',
        pattern: printable,
        patternErrorMessage: 'a pattern of paths, as in vendor/**',
        maxLength: maxPatternLength,
      },
    },
    hooks: {
      type: 'array',
      title: 'Hooks',
      description: 'Commands of your own that are run around calls and at other points. Those of all files count.',
      maxItems: 100,
      items: hookSettings,
    },
    mcpServers: serverListSettings,
    skills: skillSetting,
    store: {
      type: 'string',
      title: 'Store',
      description:
        'Where sessions are kept: a path (from the folder of this file, or ~/ from home), or memory. Not in a workspace.',
      pattern: '^[^\\p{Cc}]+$',
      patternErrorMessage: 'a path, or memory',
    },
  },
} as const satisfies JsonSchema;

/** What a config file, or several merged, may hold. */
export type Config = Omit<FromSchema<typeof configSchema>, 'rules'> & { readonly rules?: readonly RuleText[] };

export type ProviderSettings = FromSchema<typeof providerSettings>;
