import type { CommandEntry, OptionSpec } from '../command.js';
import { changing, changingNote, itsFolder, json, option, store, yes } from '../command-options.js';

/** What of the record is shown, and how. */
const auditing: readonly OptionSpec[] = [
  option('--session ID', 'only this session: its id, a prefix, or last; also a deleted one', { kind: 'session' }),
  option('--person NAME', 'only of sessions for this person, or what they answered or did'),
  option('--tool NAME', 'only calls of this tool', { many: true }),
  option('--verdict VERDICT', 'only decisions with this verdict', {
    many: true,
    choices: ['allow', 'notify', 'ask', 'deny'],
  }),
  option('--level LEVEL', 'only decisions of this level', {
    many: true,
    choices: ['safe', 'low', 'medium', 'high', 'critical'],
  }),
  option('--kind KIND', 'only this kind of entry', {
    many: true,
    choices: ['decision', 'refusal', 'mode', 'rules', 'trust', 'grant', 'undo', 'taint', 'session'],
  }),
  option('--since TIME', 'from then on: a day, an instant, or how long ago (30m, 12h, 2d, 3w)'),
  option('--until TIME', 'before then; a day counts whole'),
  option('--limit N', 'how many to show (default: 50 in a table, else all; 0 for all)'),
  option('--format FORMAT', 'table (default), jsonl or csv', { choices: ['table', 'jsonl', 'csv'] }),
];

const auditNotes: readonly string[] = [
  'An entry tells the time, session, tool, verdict, level, mode, the rule with its file and line or the grant, the facts, the digest of what was decided about, who answered what from where, and how the call ended. A table is cut at the width of the terminal; jsonl and csv hold everything.',
  'Entries are shown as they are stored. One that is not what was written is marked with !, and the exit code is 1. That nothing was taken out is proved by toolwright audit verify.',
];

const verifyNotes: readonly string[] = [
  'Without SESSION every stream is checked. The stream user holds grants, trust, changes of rules, and what was kept of deleted sessions. Each event holds the hash of the one before it, so a change anywhere shows. Events cut off at the end of a stream show only by a head that was noted down elsewhere: --head.',
  'Exits 1 if something is damaged, or the head is in no chain.',
];

/** What was decided and changed, and taking changes back. */
export const recordCommands: readonly CommandEntry[] = [
  {
    name: 'audit',
    summary: 'show every decision and policy change, newest first',
    options: [store, ...auditing],
    notes: auditNotes,
    load: async () => (await import('../audit/audit-command.js')).auditCommand,
  },
  {
    name: 'audit verify',
    summary: 'verify that the record is as written, and print the head of every stream',
    arguments: [{ name: 'SESSION', required: false, kind: 'session', offers: ['user'] }],
    options: [store, option('--head HASH', 'prove that this hash, noted down earlier, is in a whole chain')],
    notes: verifyNotes,
    load: async () => (await import('../audit/verify-command.js')).verifyCommand,
  },
  {
    name: 'changes',
    summary: 'list the file changes of a session, call by call',
    arguments: changing,
    options: [
      option('--diff', 'show every change line by line'),
      option('--turn N', 'only the changes of this turn, counted from 1'),
      option('--call ID', 'only the changes of this call: its id, or a prefix'),
      itsFolder,
      store,
      json,
    ],
    notes: [changingNote],
    load: async () => (await import('../changes/changes-command.js')).changesCommand,
  },
  {
    name: 'undo',
    summary: 'undo file changes: the last turn, one call, or all',
    arguments: changing,
    options: [
      option('--turn', 'the last turn with changes that are not undone (default)'),
      option('--call ID', 'the changes of this call: its id, or a prefix'),
      option('--all', 'every change of the session'),
      option('--skip-changed', 'skip changes that cannot be undone, instead of undoing nothing'),
      yes,
      itsFolder,
      store,
      json,
    ],
    notes: [
      changingNote,
      'Undoes nothing if a file was changed again since: shows what was there before, what the change left, and what is there now, and exits 1. Exits 3 if you answer no.',
    ],
    load: async () => (await import('../changes/undo-command.js')).undoCommand,
  },
  {
    name: 'redo',
    summary: 'redo what was undone last',
    arguments: changing,
    options: [yes, itsFolder, store, json],
    notes: [changingNote],
    load: async () => (await import('../changes/undo-command.js')).redoCommand,
  },
];
