import type { CommandSpec } from '../command.js';
import { id, idNote, json, keptNote, store } from '../command-options.js';

/** What is done with sessions that are stored, and with what they left running. */
export const sessionCommands: readonly CommandSpec[] = [
  {
    name: 'sessions',
    summary: 'list the sessions, newest first',
    arguments: [],
    options: [store, json, { name: 'limit', value: 'N', help: 'how many to list (default: 50; 0 for all)' }],
    load: async () => (await import('../sessions/list-command.js')).listCommand,
  },
  {
    name: 'sessions show',
    summary: 'print one conversation with its calls',
    arguments: id,
    options: [store],
    notes: [idNote],
    load: async () => (await import('../sessions/show-command.js')).showCommand,
  },
  {
    name: 'sessions export',
    summary:
      'write a session as JSON lines (its events), Markdown (its conversation) or a log of its calls as Seed keeps it',
    arguments: id,
    options: [
      store,
      {
        name: 'format',
        value: 'FORMAT',
        choices: ['jsonl', 'markdown', 'seed', 'local-harness', 'set-aside'],
        help: 'jsonl (default), markdown, seed, local-harness, or set-aside: what repairs took out of it',
      },
      {
        name: 'output',
        short: 'o',
        value: 'FILE',
        kind: 'file',
        help: 'a new file to write to (default: - for stdout)',
      },
    ],
    notes: [idNote],
    load: async () => (await import('../sessions/export-command.js')).exportCommand,
  },
  {
    name: 'sessions delete',
    summary: 'remove a session and what only it names; its decisions stay in the record',
    arguments: id,
    options: [store, { name: 'yes', short: 'y', help: 'do not ask; needed without a terminal' }],
    notes: [idNote],
    load: async () => (await import('../sessions/delete-command.js')).deleteCommand,
  },
  {
    name: 'sessions repair',
    summary: 'cut a damaged session back to what is whole, so that it can go on; the rest is set aside',
    arguments: [{ name: 'ID', required: true, kind: 'session', offers: ['user'] }],
    options: [store],
    notes: [idNote, 'user is the stream of grants, trust and rules.'],
    load: async () => (await import('../sessions/repair-command.js')).repairCommand,
  },
  {
    name: 'sessions rescue',
    summary: 'copy what can be read of a damaged store into a new file',
    arguments: [{ name: 'FILE', required: true, kind: 'file' }],
    options: [store],
    notes: ['The damaged store is only read. It ends with 1 when something could not be copied.'],
    load: async () => (await import('../sessions/rescue-command.js')).rescueCommand,
  },
  {
    name: 'sessions fork',
    summary: 'make a new session that goes on from the end of a turn of this one, and print its id',
    arguments: id,
    options: [store, { name: 'turn', value: 'N', help: 'the turn to go on from, counted from 1 (default: the last)' }],
    notes: [idNote],
    load: async () => (await import('../sessions/fork-command.js')).forkCommand,
  },
  {
    name: 'commands',
    summary: 'list the commands that go on after their session, of all sessions',
    arguments: [],
    options: [store, json],
    notes: ['Those that have ended are listed until their session is gone on with, or deleted.'],
    load: async () => (await import('../kept/list-command.js')).listCommand,
  },
  {
    name: 'commands show',
    summary: 'print the output of a command that goes on after its session',
    arguments: [{ name: 'ID', required: true }],
    options: [store, json],
    notes: [keptNote, 'Of a long output the beginning and the end are kept.'],
    load: async () => (await import('../kept/show-command.js')).showCommand,
  },
  {
    name: 'commands stop',
    summary: 'end commands that go on after their session, with all they started',
    arguments: [{ name: 'ID', required: true, many: true }],
    options: [store],
    notes: [keptNote],
    load: async () => (await import('../kept/stop-command.js')).stopCommand,
  },
  {
    name: 'replay',
    summary: 'run a recorded session again against its own record, without running anything, and tell every difference',
    arguments: [{ name: 'SESSION', required: false, kind: 'session', offers: ['last'] }],
    options: [
      store,
      json,
      { name: 'file', value: 'FILE', kind: 'file', help: 'replay the session of this file, as --redact writes it' },
      {
        name: 'redact',
        help: 'replay nothing: print the events as JSON lines, with other words in place of paths, contents and arguments',
      },
    ],
    notes: [
      'SESSION is the id of a session, the start of it if no other begins so, or last. The model, the tools and the people do what was recorded of them; what comes out is compared with the record, apart from ids, times and hashes.',
      'It ends with 0 when nothing differs, with 1 when something does, and with 2 when there is no such session or file.',
    ],
    load: async () => (await import('../replay/replay-command.js')).replayCommand,
  },
];
