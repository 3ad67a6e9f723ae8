import type { CommandSpec } from '../command.js';
import {
  dialect,
  directory,
  id,
  idNote,
  json,
  policyMode,
  policyRules,
  policySituation,
  profile,
  store,
  thinking,
  toolsFile,
} from '../command-options.js';

/** What policy says of a call, and why. */
export const policyCommands: readonly CommandSpec[] = [
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
      profile,
      { ...directory, help: 'the folder the calls would work in (default: the current one)' },
      store,
    ],
    notes: [
      'The message comes from FILE, from stdin, or with --session from a session. Nothing is run and nothing is kept.',
    ],
    load: async () => (await import('../explain/explain-command.js')).explainCommand,
  },
  {
    name: 'policy explain',
    summary: 'tell the verdict on one call: what it would do, which rule or mode decides, and what would change it',
    arguments: [
      { name: 'TOOL', required: true },
      { name: 'JSON', required: false },
    ],
    options: [...policySituation, policyMode, policyRules, store, json],
    notes: [
      'JSON are the arguments of the call, {} when absent. Nothing is run. The verdict is that of the policy alone; what a missing sandbox makes of it is told beside it. It ends with 1 when the call comes to no verdict, because there is no such tool or its arguments do not fit.',
    ],
    load: async () => (await import('../policy/explain-command.js')).explainCommand,
  },
  {
    name: 'policy check',
    summary: 'decide many calls: one JSON object a line in, one verdict a line out',
    arguments: [],
    options: [
      ...policySituation,
      policyMode,
      policyRules,
      store,
      { name: 'jsonl', help: 'read one call a line (needed)' },
    ],
    notes: [
      'A line is an object with the members id, tool, arguments (an object, or the text of one), mode, rules, cwd and interactive; all but tool may be left out. The answer has the same id, and verdict, level, reasons and facts; refused says why a call comes to no verdict. Nothing is run. It ends with 1 when a line could not be read.',
      'The verdict is that of the policy alone, as if commands were sandboxed. Variables that are set for toolwright count as if commands saw them. With "interactive": false nobody is there to be asked, and ask becomes deny. Members of other names are passed over.',
    ],
    load: async () => (await import('../policy/check-command.js')).checkCommand,
  },
  {
    name: 'policy replay',
    summary: 'tell which calls of a session would now be decided differently',
    arguments: id,
    options: [...policySituation, policyRules, store, json],
    notes: [
      idNote,
      'Each call is decided again by the facts that were recorded of it, in the mode it was decided in. Nothing is run again.',
    ],
    load: async () => (await import('../policy/replay-command.js')).replayCommand,
  },
  {
    name: 'policy test',
    summary: 'check that rules match what their own examples say',
    arguments: [],
    options: [...policySituation, policyRules, store],
    notes: ['It ends with 1 when an example is not as its rule says.'],
    load: async () => (await import('../policy/test-command.js')).testCommand,
  },
];
