import type { CommandSpec, CommandTable, OptionSpec } from './command.js';
import { shells } from './completion/shells.js';

const store: OptionSpec = {
  name: 'store',
  value: 'PATH',
  kind: 'file',
  offers: ['memory'],
  help: 'where sessions are kept (default: toolwright/store.db under the XDG data folder; memory keeps nothing)',
};
const json: OptionSpec = { name: 'json', help: 'print JSON' };

/** What says which model is meant. */
const naming: readonly OptionSpec[] = [
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
const policyScene: readonly OptionSpec[] = [
  { name: 'workspace', value: 'DIR', kind: 'folder', help: 'the workspace (default: the current folder)' },
  { name: 'home', value: 'DIR', kind: 'folder', help: 'the home folder (default: yours)' },
];
const policyMode: OptionSpec = {
  name: 'mode',
  value: 'MODE',
  choices: ['ask', 'edit', 'plan', 'auto'],
  help: 'the mode (default: that of the config, else ask)',
};
const policyRules: OptionSpec = {
  name: 'rules',
  value: 'FILE',
  kind: 'file',
  help: 'the rules of this file instead of those in force: a config file, or a list of rules',
};

/** What the commands that talk to a model have in common. */
const talking: readonly OptionSpec[] = [
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
  {
    name: 'sandbox',
    value: 'WORD',
    choices: ['required', 'off'],
    help: 'off: mode auto may run commands unconfined (default: required)',
  },
  store,
  ...naming,
];

const directory: OptionSpec = {
  name: 'directory',
  short: 'C',
  value: 'DIR',
  kind: 'folder',
  help: 'the folder whose settings are meant (default: the current one)',
};
const key = {
  name: 'KEY',
  required: true,
  offers: ['model', 'models', 'providers', 'probeLocalServers', 'mode', 'sandbox', 'store'],
} as const;
const keyNote =
  'KEY is a setting with dots between its parts, such as models.ollama/llama3.2.toolCalls, or a JSON pointer, such as /models/ollama~1llama3.2/toolCalls.';
const inWorkspace: OptionSpec = { name: 'workspace', help: 'change the file of the workspace instead of your own' };

const dialect: OptionSpec = {
  name: 'dialect',
  value: 'NAME',
  offers: ['auto'],
  help: 'the format of the calls, as toolwright dialects lists them (default: auto, which knows them all)',
};
const toolsFile: OptionSpec = {
  name: 'tools',
  value: 'FILE',
  kind: 'file',
  help: 'the tools that were offered, as JSON in the form of OpenAI: their names and schemas help to read',
};

const thinking: OptionSpec = {
  name: 'thinking',
  value: 'WORD',
  choices: ['auto', 'open'],
  help: 'open: the prompt has opened the reasoning, and the text begins within it (default: auto)',
};

const id = [{ name: 'ID', required: true, kind: 'session' }] as const;
const idNote = 'ID is the id of a session, the start of it if no other begins so, or last.';

/** Every command, in the order of the help. */
export const commands: readonly CommandSpec[] = [
  {
    name: '',
    summary: 'chat in the terminal',
    arguments: [],
    options: talking,
    load: async () => (await import('./chat/chat-command.js')).chatCommand,
  },
  {
    name: 'run',
    summary: 'do one turn without a terminal and print the answer',
    arguments: [
      { name: 'PROMPT', required: false },
      { name: '-', required: false },
    ],
    options: [
      ...talking,
      {
        name: 'image',
        value: 'FILE',
        kind: 'file',
        many: true,
        help: 'a picture to send with the prompt',
      },
      { name: 'json', help: 'print every event of the session as one JSON line, and nothing else, on stdout' },
      {
        name: 'on-ask',
        value: 'RULE',
        offers: ['deny', 'abort', 'park', 'wait=5m'],
        help: 'what a question becomes: deny (default), abort, park, or wait=5m (s, m or h), then deny',
      },
    ],
    notes: [
      'The prompt may also come from stdin: give - or pipe it. With - behind the prompt, what comes on stdin follows it. Without a prompt, --session ID goes on where that session stopped: it asks a parked question again.',
      'With --on-ask wait=… answers are read from stdin, one JSON object a line:\n  {"id":"q_…","choice":"once"}\n  {"id":"q_…","choice":"deny","reason":"…"}\n  {"id":"q_…","choice":"text","text":"…"}',
    ],
    exits: true,
    load: async () => (await import('./run/run-command.js')).runCommand,
  },
  {
    name: 'sessions',
    summary: 'list the sessions, newest first',
    arguments: [],
    options: [store, json, { name: 'limit', value: 'N', help: 'how many to list (default: 50; 0 for all)' }],
    load: async () => (await import('./sessions/list-command.js')).listCommand,
  },
  {
    name: 'sessions show',
    summary: 'print one conversation with its calls',
    arguments: id,
    options: [store],
    notes: [idNote],
    load: async () => (await import('./sessions/show-command.js')).showCommand,
  },
  {
    name: 'sessions export',
    summary: 'write a session as JSON lines (its events) or Markdown (its conversation)',
    arguments: id,
    options: [
      store,
      { name: 'format', value: 'FORMAT', choices: ['jsonl', 'markdown'], help: 'jsonl (default) or markdown' },
      {
        name: 'output',
        short: 'o',
        value: 'FILE',
        kind: 'file',
        help: 'a new file to write to (default: - for stdout)',
      },
    ],
    notes: [idNote],
    load: async () => (await import('./sessions/export-command.js')).exportCommand,
  },
  {
    name: 'sessions delete',
    summary: 'remove a session and what only it names',
    arguments: id,
    options: [store, { name: 'yes', short: 'y', help: 'do not ask; needed without a terminal' }],
    notes: [idNote],
    load: async () => (await import('./sessions/delete-command.js')).deleteCommand,
  },
  {
    name: 'tools',
    summary: 'list the tools a model is offered',
    arguments: [],
    options: [{ name: 'json', help: 'print them as OpenAI functions' }],
    load: async () => (await import('./tools-command.js')).toolsCommand,
  },
  {
    name: 'models',
    summary: 'list the models at hand, what they can do, and which one would answer',
    arguments: [],
    options: [
      directory,
      store,
      json,
      { name: 'all', help: 'list every model of a server, and the providers that are not set up' },
    ],
    load: async () => (await import('./models/models-command.js')).modelsCommand,
  },
  {
    name: 'probe',
    summary: 'send a model a handful of small prompts and tell what it really does with tools',
    arguments: [{ name: 'MODEL', required: false, kind: 'model' }],
    options: [directory, store, ...naming, json, { name: 'save', help: 'save the finding in your config, unasked' }],
    notes: [
      'It ends with 0 when a way of calling tools works, and with 6 when none does or the model cannot be reached.',
    ],
    load: async () => (await import('./probe/probe-command.js')).probeCommand,
  },
  {
    name: 'parse',
    summary: 'read the calls out of a message of a model, and print them as JSON',
    arguments: [],
    options: [
      dialect,
      toolsFile,
      { name: 'chunk', value: 'N', help: 'read the text in pieces of N characters, as a stream brings it' },
      thinking,
      { name: 'jsonl', help: 'read one request a line, and print one answer a line' },
    ],
    notes: [
      'The text comes on stdin. What is printed has the members dialect, text, reasoning, calls (id, name, arguments), problems and repairs (code, message, at).',
      'With --jsonl a line is an object with the members id, text, dialect, tools, chunk and thinking; all but text may be left out, and the options stand for what is. The answer carries the same id, or an error. It ends with 1 when a line could not be read.',
    ],
    load: async () => (await import('./dialects/parse-command.js')).parseCommand,
  },
  {
    name: 'explain',
    summary: 'tell step by step what becomes of a message of a model, and why a call in it is not run',
    arguments: [{ name: 'FILE', required: false, kind: 'file' }],
    options: [
      { name: 'session', value: 'ID', kind: 'session', help: 'explain the last answer of this session' },
      dialect,
      toolsFile,
      thinking,
      {
        name: 'mode',
        value: 'MODE',
        choices: ['ask', 'edit', 'plan', 'auto'],
        help: 'the mode whose policy is told of (default: ask)',
      },
      { ...directory, help: 'the folder the calls would work in (default: the current one)' },
      store,
    ],
    notes: [
      'The message comes from FILE, from stdin, or with --session from a session. Nothing is run and nothing is kept.',
    ],
    load: async () => (await import('./explain/explain-command.js')).explainCommand,
  },
  {
    name: 'policy explain',
    summary: 'tell the verdict on one call: what it would do, which rule or mode decides, and what would change it',
    arguments: [
      { name: 'TOOL', required: true },
      { name: 'JSON', required: false },
    ],
    options: [...policyScene, policyMode, policyRules, store, json],
    notes: [
      'JSON are the arguments of the call, {} when absent. Nothing is run. The verdict is that of the policy alone; what a missing sandbox makes of it is told beside it. It ends with 1 when the call comes to no verdict, because there is no such tool or its arguments do not fit.',
    ],
    load: async () => (await import('./policy/explain-command.js')).explainCommand,
  },
  {
    name: 'policy check',
    summary: 'decide many calls: one JSON object a line in, one verdict a line out',
    arguments: [],
    options: [...policyScene, policyMode, policyRules, store, { name: 'jsonl', help: 'read one call a line (needed)' }],
    notes: [
      'A line is an object with the members id, tool, arguments (an object, or the text of one), mode, rules, cwd and interactive; all but tool may be left out. The answer has the same id, and verdict, level, reasons and facts; refused says why a call comes to no verdict. Nothing is run. It ends with 1 when a line could not be read.',
      'The verdict is that of the policy alone, as if commands were sandboxed. Variables that are set for toolwright count as if commands saw them. With "interactive": false nobody is there to be asked, and ask becomes deny. Members of other names are passed over.',
    ],
    load: async () => (await import('./policy/check-command.js')).checkCommand,
  },
  {
    name: 'policy replay',
    summary: 'tell which calls of a session would now be decided differently',
    arguments: id,
    options: [...policyScene, policyRules, store, json],
    notes: [
      idNote,
      'Each call is decided again by the facts that were recorded of it, in the mode it was decided in. Nothing is run again.',
    ],
    load: async () => (await import('./policy/replay-command.js')).replayCommand,
  },
  {
    name: 'policy test',
    summary: 'check that rules match what their own examples say',
    arguments: [],
    options: [...policyScene, policyRules, store],
    notes: ['It ends with 1 when an example is not as its rule says.'],
    load: async () => (await import('./policy/test-command.js')).testCommand,
  },
  {
    name: 'dialects',
    summary: 'list the text formats of calls that are read and written',
    arguments: [{ name: 'NAME', required: false, many: true }],
    options: [json],
    notes: ['With names, or aliases, only those are shown, each with a sample.'],
    load: async () => (await import('./dialects/dialects-command.js')).dialectsCommand,
  },
  {
    name: 'doctor',
    summary: 'tell how everything stands that is needed, and what to do about what does not',
    arguments: [],
    options: [directory, store, ...naming, json],
    notes: ['It ends with 1 when something does not work, else with 0.'],
    load: async () => (await import('./doctor/doctor-command.js')).doctorCommand,
  },
  {
    name: 'config',
    summary: 'show every setting in force and where it comes from',
    arguments: [],
    options: [directory, store, json],
    load: async () => (await import('./config/show-command.js')).showCommand,
  },
  {
    name: 'config get',
    summary: 'print one setting',
    arguments: [key],
    options: [directory, store, { name: 'json', help: 'print JSON also for a single value' }],
    notes: [keyNote],
    load: async () => (await import('./config/get-command.js')).getCommand,
  },
  {
    name: 'config set',
    summary: 'set one setting; the rest of the file stays as it is',
    arguments: [key, { name: 'VALUE', required: true }],
    options: [directory, store, inWorkspace],
    notes: [keyNote, 'VALUE is JSON where the setting takes that, else text. After -- it may begin with a dash.'],
    load: async () => (await import('./config/set-command.js')).setCommand,
  },
  {
    name: 'config unset',
    summary: 'take one setting out of the file',
    arguments: [key],
    options: [directory, store, inWorkspace],
    notes: [keyNote],
    load: async () => (await import('./config/unset-command.js')).unsetCommand,
  },
  {
    name: 'config check',
    summary: 'tell everything that is wrong in the config files',
    arguments: [],
    options: [directory, store, json],
    load: async () => (await import('./config/check-command.js')).checkCommand,
  },
  {
    name: 'config path',
    summary: 'tell where the config files lie and which of them there are',
    arguments: [],
    options: [directory, store, json],
    load: async () => (await import('./config/path-command.js')).pathCommand,
  },
  {
    name: 'config schema',
    summary: 'print the JSON Schema of a config file, for editors',
    arguments: [],
    options: [],
    load: async () => (await import('./config/schema-command.js')).schemaCommand,
  },
  {
    name: 'trust',
    summary: 'show what a folder brings in .toolwright and ask whether it may be used',
    arguments: [],
    options: [
      directory,
      store,
      { name: 'yes', short: 'y', help: 'do not ask; needed without a terminal' },
      { name: 'revoke', help: 'take the trust in the folder back' },
      { name: 'list', help: 'list the folders that are trusted' },
      { name: 'json', help: 'print JSON, and do not ask' },
    ],
    load: async () => (await import('./trust/trust-command.js')).trustCommand,
  },
  {
    name: 'completion',
    summary: 'print the script by which a shell completes the words of toolwright',
    arguments: [{ name: 'SHELL', required: true, choices: shells.map(({ name }) => name) }],
    options: [],
    notes: shells.map(({ name, says, lines }) => [`${name}: ${says}`, ...lines.map((line) => `  ${line}`)].join('\n')),
    load: async () => (await import('./completion/completion-command.js')).completionCommand(commandTable),
  },
  {
    name: 'man',
    summary: 'print the manual page, in the form the man program reads',
    arguments: [],
    options: [],
    notes: ['To read it, where npm has not installed it for man toolwright:\n  toolwright man | man -l -'],
    load: async () => (await import('./man/man-command.js')).manCommand(commandTable),
  },
];

/** What the completion scripts ask the program for. */
const hidden: readonly CommandSpec[] = [
  {
    name: 'completion values',
    summary: 'print the values of a kind, one a line',
    arguments: [{ name: 'KIND', required: true }],
    options: [store],
    load: async () => (await import('./completion/values-command.js')).valuesCommand,
  },
];

/** Understood by every command. */
export const everywhere: readonly OptionSpec[] = [
  { name: 'help', short: 'h', help: 'show this help' },
  { name: 'version', short: 'V', help: 'print the version' },
];

export const commandTable: CommandTable = { commands, hidden, everywhere };
