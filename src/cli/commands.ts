import type { CommandEntry, CommandSpec, CommandTable, OptionSpec } from './command.js';
import { directory, json, naming, option, store, talking } from './command-options.js';
import { configCommands } from './command-table/config-commands.js';
import { modelCommands, profileCommands } from './command-table/model-commands.js';
import { policyCommands } from './command-table/policy-commands.js';
import { recordCommands } from './command-table/record-commands.js';
import { serveCommands, serverCommands } from './command-table/server-commands.js';
import { sessionCommands } from './command-table/session-commands.js';
import { shells } from './completion/shells.js';

const entries: readonly CommandEntry[] = [
  {
    name: '',
    summary: 'chat in the terminal',
    options: talking,
    load: async () => (await import('./chat/chat-command.js')).chatCommand,
  },
  {
    name: 'run',
    summary: 'answer one prompt without a terminal',
    arguments: [
      { name: 'PROMPT', required: false },
      { name: '-', required: false },
    ],
    options: [
      ...talking,
      option('--image FILE', 'a picture to send with the prompt', { kind: 'file', many: true }),
      option('--json', 'print every event of the session as one JSON line, and nothing else, on stdout'),
      option(
        '--on-ask RULE',
        'what a question becomes: deny, abort, park, or wait=5m (s, m or h), then deny (default: as the profile says, mostly deny)',
        { offers: ['deny', 'abort', 'park', 'wait=5m'] },
      ),
    ],
    notes: [
      'The prompt may also come from stdin: give - or pipe it. With - behind the prompt, what comes on stdin follows it. Without a prompt, --session ID goes on where that session stopped: it asks a parked question again.',
      'With --on-ask wait=… answers are read from stdin, one JSON object a line:\n  {"id":"q_…","choice":"once"}\n  {"id":"q_…","choice":"session","rules":["…"]} (or project, always; rules of an offer)\n  {"id":"q_…","choice":"deny","reason":"…"}\n  {"id":"q_…","choice":"text","text":"…"}',
    ],
    exits: true,
    load: async () => (await import('./run/run-command.js')).runCommand,
  },
  ...serveCommands,
  ...serverCommands,
  ...sessionCommands,
  ...recordCommands,
  ...modelCommands,
  ...profileCommands,
  ...policyCommands,
  {
    name: 'dialects',
    summary: 'list the text formats in which models write calls',
    arguments: [{ name: 'NAME', required: false, many: true }],
    options: [json],
    notes: ['With names, or aliases, only those are shown, each with a sample.'],
    load: async () => (await import('./dialects/dialects-command.js')).dialectsCommand,
  },
  {
    name: 'doctor',
    summary: 'check that everything needed works, and how to fix it',
    options: [directory, store, ...naming, json],
    notes: ['Exits 1 if something does not work.'],
    load: async () => (await import('./doctor/doctor-command.js')).doctorCommand,
  },
  ...configCommands,
  {
    name: 'completion',
    summary: 'print the completion script of a shell',
    arguments: [{ name: 'SHELL', required: true, choices: shells.map(({ name }) => name) }],
    notes: shells.map(({ name, says, lines }) => [`${name}: ${says}`, ...lines.map((line) => `  ${line}`)].join('\n')),
    load: async () => (await import('./completion/completion-command.js')).completionCommand,
  },
];

/** For completion scripts only: those of today, and those that earlier versions printed. */
const hidden: readonly CommandEntry[] = [
  {
    name: 'complete',
    summary: 'print what may stand at the cursor',
    arguments: [
      { name: 'SHELL', required: true, choices: shells.map(({ name }) => name) },
      { name: 'WORD', required: false, many: true },
    ],
    load: async () => (await import('./completion/complete-command.js')).completeCommand(commandTable),
  },
  {
    name: 'completion values',
    summary: 'print the values of a kind, one a line',
    arguments: [{ name: 'KIND', required: true }],
    options: [store],
    load: async () => (await import('./completion/complete-command.js')).valuesCommand,
  },
];

const whole = (entry: CommandEntry): CommandSpec => ({ arguments: [], options: [], ...entry });

/** Every command, in the order of the help. */
export const commands: readonly CommandSpec[] = entries.map(whole);

/** Understood by every command. */
export const everywhere: readonly OptionSpec[] = [
  option('-h, --help', 'show this help'),
  option('-V, --version', 'print the version'),
];

export const commandTable: CommandTable = { commands, hidden: hidden.map(whole), everywhere };
