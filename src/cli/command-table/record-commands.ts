import { auditing, auditNotes, verifyNotes } from '../audit-options.js';
import type { CommandSpec } from '../command.js';
import { changing, changingNote, itsFolder, json, store, yes } from '../command-options.js';

/** What was decided and changed, and taking changes back. */
export const recordCommands: readonly CommandSpec[] = [
  {
    name: 'audit',
    summary: 'show the record: every decision, and every change of mode, rules, trust and grants, newest first',
    arguments: [],
    options: [store, ...auditing],
    notes: auditNotes,
    load: async () => (await import('../audit/audit-command.js')).auditCommand,
  },
  {
    name: 'audit verify',
    summary: 'prove that the record is what was written, and print the head of every stream',
    arguments: [{ name: 'SESSION', required: false, kind: 'session', offers: ['user'] }],
    options: [
      store,
      { name: 'head', value: 'HASH', help: 'prove that this hash, noted down earlier, is in a whole chain' },
    ],
    notes: verifyNotes,
    load: async () => (await import('../audit/verify-command.js')).verifyCommand,
  },
  {
    name: 'changes',
    summary: 'list what a session did to files, call by call',
    arguments: changing,
    options: [
      { name: 'diff', help: 'show every change line by line' },
      { name: 'turn', value: 'N', help: 'only what this turn did, counted from 1' },
      { name: 'call', value: 'ID', help: 'only what this call did: its id, or the start of it' },
      itsFolder,
      store,
      json,
    ],
    notes: [changingNote],
    load: async () => (await import('../changes/changes-command.js')).changesCommand,
  },
  {
    name: 'undo',
    summary: 'take back what a session did to files: its last turn, one call, or all of it',
    arguments: changing,
    options: [
      { name: 'turn', help: 'the last turn that changed something and is not undone (default)' },
      { name: 'call', value: 'ID', help: 'what this call did: its id, or the start of it' },
      { name: 'all', help: 'everything the session did' },
      { name: 'skip-changed', help: 'leave out the changes that cannot be taken back, instead of taking nothing back' },
      yes,
      itsFolder,
      store,
      json,
    ],
    notes: [
      changingNote,
      'Nothing is taken back when a file is not what the change left, or was changed again later: it shows what was there before, what the change left, and what is there now. It ends with 1 then, and with 3 when the answer is no.',
    ],
    load: async () => (await import('../changes/undo-command.js')).undoCommand,
  },
  {
    name: 'redo',
    summary: 'make again what was undone last',
    arguments: changing,
    options: [yes, itsFolder, store, json],
    notes: [changingNote],
    load: async () => (await import('../changes/undo-command.js')).redoCommand,
  },
];
