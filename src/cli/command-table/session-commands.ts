import { exportFormats } from '../../systems/export-formats.js';
import type { CommandEntry } from '../command.js';
import { id, idNote, json, keptNote, option, store, yes } from '../command-options.js';

const ofSystems = Object.keys(exportFormats);

/** What is done with sessions that are stored, and with what they left running. */
export const sessionCommands: readonly CommandEntry[] = [
  {
    name: 'sessions',
    summary: 'list the sessions, newest first',
    options: [store, json, option('--limit N', 'how many to list (default: 50; 0: all)')],
    load: async () => (await import('../sessions/sessions-commands.js')).listCommand,
  },
  {
    name: 'sessions show',
    summary: 'print a conversation with its calls',
    arguments: id,
    options: [store],
    notes: [idNote],
    load: async () => (await import('../sessions/sessions-commands.js')).showCommand,
  },
  {
    name: 'sessions export',
    summary: 'export a session as JSON lines, Markdown or a log of calls',
    arguments: id,
    options: [
      store,
      option(
        '--format FORMAT',
        `jsonl (default), markdown, ${ofSystems.join(', ')}, or set-aside: what repairs took out of it`,
        { choices: ['jsonl', 'markdown', ...ofSystems, 'set-aside'] },
      ),
      option('-o, --output FILE', 'a new file to write to (default: - for stdout)', { kind: 'file' }),
    ],
    notes: [idNote],
    load: async () => (await import('../sessions/export-command.js')).exportCommand,
  },
  {
    name: 'sessions delete',
    summary: 'delete a session; its decisions stay in the record',
    arguments: id,
    options: [store, yes],
    notes: [idNote],
    load: async () => (await import('../sessions/sessions-commands.js')).deleteCommand,
  },
  {
    name: 'sessions repair',
    summary: 'cut a damaged session back to its intact part and set the rest aside',
    arguments: [{ name: 'ID', required: true, kind: 'session', offers: ['user'] }],
    options: [
      store,
      option('--rescue', 'copy what is readable in a damaged store to a new file, named in place of ID'),
    ],
    notes: [
      idNote,
      'user: the stream of grants, trust and rules.',
      'With --rescue the damaged store is not changed. Exits 1 if something could not be copied.',
    ],
    load: async () => (await import('../sessions/repair-commands.js')).repairCommand,
  },
  {
    name: 'sessions fork',
    summary: 'start a new session from the end of a turn of this one, and print its id',
    arguments: id,
    options: [store, option('--turn N', 'the turn to continue from, counted from 1 (default: the last)')],
    notes: [idNote],
    load: async () => (await import('../sessions/sessions-commands.js')).forkCommand,
  },
  {
    name: 'commands',
    summary: 'list commands kept running after their session',
    options: [store, json],
    notes: ['Finished commands stay listed until you resume or delete their session.'],
    load: async () => (await import('../kept/kept-commands.js')).listCommand,
  },
  {
    name: 'commands show',
    summary: 'print the output of a kept command',
    arguments: [{ name: 'ID', required: true }],
    options: [store, json],
    notes: [keptNote, 'Only the beginning and the end of a long output are kept.'],
    load: async () => (await import('../kept/kept-commands.js')).showCommand,
  },
  {
    name: 'commands stop',
    summary: 'stop kept commands and every process they started',
    arguments: [{ name: 'ID', required: true, many: true }],
    options: [store],
    notes: [keptNote],
    load: async () => (await import('../kept/kept-commands.js')).stopCommand,
  },
  {
    name: 'replay',
    summary: 'replay a session against its own record and list every difference',
    arguments: [{ name: 'SESSION', required: false, kind: 'session', offers: ['last'] }],
    options: [
      store,
      json,
      option('--file FILE', 'replay the session in this file, as written by --redact', { kind: 'file' }),
      option(
        '--redact',
        'print the events as JSON lines, with paths, contents and arguments replaced, instead of replaying them',
      ),
    ],
    notes: [
      "SESSION: a session's id, any unambiguous prefix, or last. Nothing is run: model, tools and people do what was recorded, and the outcome is compared with the record, apart from ids, times and hashes.",
      'Exits 1 if something differs, 2 if there is no such session or file.',
    ],
    load: async () => (await import('../replay/replay-command.js')).replayCommand,
  },
];
