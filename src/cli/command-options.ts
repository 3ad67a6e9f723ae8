import type { OptionSpec } from './command.js';

export const store: OptionSpec = {
  name: 'store',
  value: 'PATH',
  kind: 'file',
  offers: ['memory'],
  help: 'where sessions are kept (default: toolwright/store.db under the XDG data folder; memory keeps nothing)',
};
export const json: OptionSpec = { name: 'json', help: 'print JSON' };

/** What says which model is meant. */
export const naming: readonly OptionSpec[] = [
  {
    name: 'model',
    value: 'NAME',
    kind: 'model',
    help: 'which model: PROVIDER/NAME, a short name of the config, or guide (default: the config, then what runs here, then what a key is set for)',
  },
  { name: 'base-url', value: 'URL', help: 'where the API of the model starts, for a server of your own' },
  {
    name: 'api',
    value: 'NAME',
    choices: ['openai-chat', 'openai-responses', 'anthropic', 'gemini', 'ollama'],
    help: 'what the server at --base-url speaks (default: openai-chat)',
  },
  {
    name: 'api-key-env',
    value: 'VAR',
    kind: 'env',
    help: "the environment variable that holds the API key (default: the provider's own, such as OPENAI_API_KEY)",
  },
];

/** Where policy is asked. */
export const policySituation: readonly OptionSpec[] = [
  { name: 'workspace', value: 'DIR', kind: 'folder', help: 'the workspace (default: the current folder)' },
  { name: 'home', value: 'DIR', kind: 'folder', help: 'the home folder (default: yours)' },
];
export const policyMode: OptionSpec = {
  name: 'mode',
  value: 'MODE',
  choices: ['ask', 'edit', 'plan', 'auto'],
  help: 'the mode (default: that of the config, else ask)',
};
export const policyRules: OptionSpec = {
  name: 'rules',
  value: 'FILE',
  kind: 'file',
  help: 'the rules of this file instead of those in force: a config file, or a list of rules',
};

/** Which profile is meant. */
export const profile: OptionSpec = {
  name: 'profile',
  value: 'NAME',
  kind: 'profile',
  help: 'how the agent behaves: a profile that toolwright profiles lists (default: that of the config, else toolwright)',
};

/** What the commands that talk to a model have in common. */
export const talking: readonly OptionSpec[] = [
  {
    name: 'directory',
    short: 'C',
    value: 'DIR',
    kind: 'folder',
    help: 'the folder to work in (default: the current one)',
  },
  { name: 'session', value: 'ID', kind: 'session', help: 'go on with this session: its id, the start of it, or last' },
  {
    name: 'mode',
    value: 'MODE',
    choices: ['ask', 'edit', 'plan', 'auto'],
    help: 'ask before changes and commands (default), edit files unasked, plan (read only), or auto',
  },
  profile,
  {
    name: 'sandbox',
    value: 'WORD',
    choices: ['required', 'off'],
    help: 'off: mode auto may run commands unconfined (default: required)',
  },
  {
    name: 'limit',
    value: 'NAME=AMOUNT',
    many: true,
    offers: [
      'rounds=',
      'callsPerTurn=',
      'turnMs=',
      'turnTokens=',
      'turnCost=',
      'sessionTokens=',
      'sessionCost=',
      'atLimit=',
    ],
    help: 'how much may be used: rounds=40, turnMs=600000, turnTokens=200000, turnCost=1.50 and the like; atLimit=stop, fail or ask',
  },
  store,
  ...naming,
];

export const directory: OptionSpec = {
  name: 'directory',
  short: 'C',
  value: 'DIR',
  kind: 'folder',
  help: 'the folder whose settings are meant (default: the current one)',
};
export const key = {
  name: 'KEY',
  required: true,
  offers: [
    'model',
    'models',
    'providers',
    'probeLocalServers',
    'mode',
    'profile',
    'sandbox',
    'durable',
    'fsync',
    'readBeforeWrite',
    'curator',
    'stagedChanges',
    'dynamicTools',
    'grantDays',
    'keepHours',
    'limits',
    'prices',
    'rateLimits',
    'webSearch',
    'store',
  ],
} as const;
export const keyNote =
  'KEY is a setting with dots between its parts, such as models.ollama/llama3.2.toolCalls, or a JSON pointer, such as /models/ollama~1llama3.2/toolCalls.';
export const inWorkspace: OptionSpec = {
  name: 'workspace',
  help: 'change the file of the workspace instead of your own',
};

export const dialect: OptionSpec = {
  name: 'dialect',
  value: 'NAME',
  offers: ['auto'],
  help: 'the format of the calls, as toolwright dialects lists them (default: auto, which knows them all)',
};
export const toolsFile: OptionSpec = {
  name: 'tools',
  value: 'FILE',
  kind: 'file',
  help: 'the tools that were offered, as JSON in the form of OpenAI: their names and schemas help to read',
};

export const thinking: OptionSpec = {
  name: 'thinking',
  value: 'WORD',
  choices: ['auto', 'open'],
  help: 'open: the prompt has opened the reasoning, and the text begins within it (default: auto)',
};

export const id = [{ name: 'ID', required: true, kind: 'session' }] as const;
export const idNote = 'ID is the id of a session, the start of it if no other begins so, or last.';

export const keptNote =
  'ID is the id of a session, or the start of it, and of a command of it, such as ses_01j9/cmd_1; the second alone where no other has it.';

/** Which session changed files. */
export const changing = [{ name: 'SESSION', required: false, kind: 'session' }] as const;
export const changingNote =
  'SESSION is the id of a session, the start of it if no other begins so, or last; without it, the last session of this folder is meant.';
export const itsFolder: OptionSpec = {
  ...directory,
  help: 'the folder whose last session is meant (default: the current one)',
};
export const yes: OptionSpec = { name: 'yes', short: 'y', help: 'do not ask; needed without a terminal' };
