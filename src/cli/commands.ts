import type { CommandSpec, OptionSpec } from './command.js';
import { exitMeanings } from './exit-code.js';

const store: OptionSpec = {
  name: 'store',
  value: 'PATH',
  help: 'where sessions are kept (default: toolwright/store.db under the XDG data folder; memory keeps nothing)',
};
const json: OptionSpec = { name: 'json', help: 'print JSON' };

/** What the commands that talk to a model have in common. */
const talking: readonly OptionSpec[] = [
  { name: 'directory', short: 'C', value: 'DIR', help: 'the folder to work in (default: the current one)' },
  { name: 'session', value: 'ID', help: 'go on with this session: its id, the start of it, or last' },
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
  { name: 'api', value: 'NAME', choices: ['openai'], help: 'what the model server speaks (default: openai)' },
  {
    name: 'base-url',
    value: 'URL',
    help: 'where the API starts (default: https://api.openai.com/v1)',
  },
  { name: 'model', value: 'NAME', help: 'which model to use' },
  {
    name: 'api-key-env',
    value: 'VAR',
    help: 'the environment variable that holds the API key (default: OPENAI_API_KEY, sent to api.openai.com only)',
  },
];

const id = [{ name: 'ID', required: true }] as const;
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
    arguments: [{ name: 'PROMPT', required: false }],
    options: [
      ...talking,
      { name: 'json', help: 'print every event of the session as one JSON line, and nothing else, on stdout' },
      {
        name: 'on-ask',
        value: 'RULE',
        help: 'what a question becomes: deny (default), abort, park, or wait=5m (s, m or h), then deny',
      },
    ],
    notes: [
      'The prompt may also come from stdin: give - or pipe it. Without a prompt, --session ID goes on where that session\nstopped: it asks a parked question again.',
      'With --on-ask wait=… answers are read from stdin, one JSON object a line:\n  {"id":"q_…","choice":"once"}   {"id":"q_…","choice":"deny","reason":"…"}   {"id":"q_…","choice":"text","text":"…"}',
      `Exit codes:\n${exitMeanings.map(([code, meaning]) => `  ${String(code).padEnd(4)} ${meaning}`).join('\n')}`,
    ],
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
      { name: 'output', short: 'o', value: 'FILE', help: 'a new file to write to (default: - for stdout)' },
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
];

/** Understood by every command. */
export const everywhere: readonly OptionSpec[] = [
  { name: 'help', short: 'h', help: 'show this help' },
  { name: 'version', short: 'V', help: 'print the version' },
];
