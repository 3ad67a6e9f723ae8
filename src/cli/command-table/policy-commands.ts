import type { CommandEntry } from '../command.js';
import {
  dialect,
  directory,
  id,
  idNote,
  json,
  modeOption,
  option,
  policyMode,
  policyRules,
  policySituation,
  profile,
  risk,
  store,
  thinking,
  toolsFile,
} from '../command-options.js';

/** What policy says of a call, and why. */
export const policyCommands: readonly CommandEntry[] = [
  {
    name: 'explain',
    summary: "show step by step what happens to a model's message",
    arguments: [{ name: 'FILE', required: false, kind: 'file' }],
    options: [
      option('--session ID', 'explain the last answer of this session', { kind: 'session' }),
      option('--requests ID', 'show what each request of this session had the model read, and what was new', {
        kind: 'session',
      }),
      dialect,
      toolsFile,
      thinking,
      modeOption('the mode to explain (default: ask)'),
      profile,
      risk,
      { ...directory, help: 'the folder the calls would work in (default: the current one)' },
      store,
      { ...json, help: 'with --requests: print JSON' },
    ],
    notes: ['The message comes from FILE, from stdin, or with --session from a session. Nothing is run or stored.'],
    load: async () => (await import('../explain/explain-command.js')).explainCommand,
  },
  {
    name: 'policy explain',
    summary: 'explain the verdict on one call, and what would change it',
    arguments: [
      { name: 'TOOL', required: true },
      { name: 'JSON', required: false },
    ],
    options: [...policySituation, policyMode, policyRules, store, json],
    notes: [
      "JSON: the arguments of the call; default: {}. Nothing is run. The verdict is the policy's alone; the effect of a missing sandbox is shown beside it. Exits 1 if there is no such tool or the arguments do not fit.",
    ],
    load: async () => (await import('../policy/explain-command.js')).explainCommand,
  },
  {
    name: 'policy check',
    summary: 'decide many calls: one JSON object a line in, one verdict a line out',
    options: [
      ...policySituation,
      policyMode,
      policyRules,
      store,
      option('--jsonl', 'read one call a line'),
      option('--examples', 'check the rules against their own examples instead'),
    ],
    notes: [
      'A line is an object with the members id, tool, arguments (an object, or the text of one), mode, rules, cwd and interactive; all but tool may be left out. The answer has the same id, and verdict, level, reasons and facts; refused says why a call comes to no verdict. Nothing is run. Exits 1 if a line could not be read, or an example contradicts its rule.',
      'The verdict is that of the policy alone, as if commands were sandboxed. Variables that are set for toolwright count as if commands saw them. With "interactive": false nobody is there to be asked, and ask becomes deny. Members of other names are passed over.',
    ],
    load: async () => (await import('../policy/check-command.js')).checkCommand,
  },
  {
    name: 'policy replay',
    summary: 'list the calls of a session that would be decided differently now',
    arguments: id,
    options: [...policySituation, policyRules, store, json],
    notes: [
      idNote,
      'Each call is decided again by the facts that were recorded of it, in the mode it was decided in. Nothing is run again.',
    ],
    load: async () => (await import('../policy/replay-command.js')).replayCommand,
  },
];
