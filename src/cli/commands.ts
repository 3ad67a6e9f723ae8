import type { CommandSpec, CommandTable, OptionSpec } from './command.js';
import { directory, json, naming, store, talking } from './command-options.js';
import { configCommands } from './command-table/config-commands.js';
import { modelCommands } from './command-table/model-commands.js';
import { policyCommands } from './command-table/policy-commands.js';
import { profileCommands } from './command-table/profile-commands.js';
import { recordCommands } from './command-table/record-commands.js';
import { serveCommands } from './command-table/serve-commands.js';
import { serverCommands } from './command-table/server-commands.js';
import { sessionCommands } from './command-table/session-commands.js';
import { shells } from './completion/shells.js';

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
        help: 'what a question becomes: deny, abort, park, or wait=5m (s, m or h), then deny (default: as the profile says, mostly deny)',
      },
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
  ...configCommands,
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
