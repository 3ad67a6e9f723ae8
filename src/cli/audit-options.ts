import type { OptionSpec } from './command.js';

/** What of the record is shown, and how. */
export const auditing: readonly OptionSpec[] = [
  {
    name: 'session',
    value: 'ID',
    kind: 'session',
    help: 'only of this session: its id, the start of it, or last; also of a deleted one',
  },
  { name: 'person', value: 'NAME', help: 'only of sessions for this person, or what they answered or did' },
  { name: 'tool', value: 'NAME', many: true, help: 'only calls of this tool' },
  {
    name: 'verdict',
    value: 'VERDICT',
    many: true,
    choices: ['allow', 'notify', 'ask', 'deny'],
    help: 'only decisions with this verdict',
  },
  {
    name: 'level',
    value: 'LEVEL',
    many: true,
    choices: ['safe', 'low', 'medium', 'high', 'critical'],
    help: 'only decisions of this level',
  },
  {
    name: 'kind',
    value: 'KIND',
    many: true,
    choices: ['decision', 'refusal', 'mode', 'rules', 'trust', 'grant', 'undo', 'taint', 'session'],
    help: 'only this kind of entry',
  },
  { name: 'since', value: 'TIME', help: 'from then on: a day, an instant, or how long ago (30m, 12h, 2d, 3w)' },
  { name: 'until', value: 'TIME', help: 'before then; a day counts whole' },
  { name: 'limit', value: 'N', help: 'how many to show (default: 50 in a table, else all; 0 for all)' },
  { name: 'format', value: 'FORMAT', choices: ['table', 'jsonl', 'csv'], help: 'table (default), jsonl or csv' },
];

export const auditNotes: readonly string[] = [
  'An entry tells the time, session, tool, verdict, level, mode, the rule with its file and line or the grant, the facts, the digest of what was decided about, who answered what from where, and how the call ended. A table is cut at the width of the terminal; jsonl and csv hold everything.',
  'Entries are shown as they are stored. One that is not what was written is marked with !, and the exit code is 1. That nothing was taken out is proved by toolwright audit verify.',
];

export const verifyNotes: readonly string[] = [
  'Without SESSION every stream is checked. The stream user holds grants, trust, changes of rules, and what was kept of deleted sessions. Each event holds the hash of the one before it, so a change anywhere shows. Events cut off at the end of a stream show only by a head that was noted down elsewhere: --head.',
  'It ends with 1 when something is damaged, or the head is in no chain.',
];
