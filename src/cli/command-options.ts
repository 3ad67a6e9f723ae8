import { defined } from '../base/defined.js';
import { modes } from '../policy/policy.js';
import type { OptionSpec } from './command.js';

/** An option in the form the help has it: `-C, --directory DIR`. Without a value it is a switch. */
export function option(form: string, help: string, more: Partial<OptionSpec> = {}): OptionSpec {
  const [, short, name = '', value] = /^(?:-(\w), )?--([\w-]+)(?: (.+))?$/.exec(form) ?? [];
  return { name, ...defined({ short, value }), help, ...more };
}

export const store = option(
  '--store PATH',
  'where sessions are kept (default: toolwright/store.db under the XDG data folder; memory keeps nothing)',
  { kind: 'file', offers: ['memory'] },
);
export const json = option('--json', 'print JSON');

/** What says which model is meant. */
export const naming: readonly OptionSpec[] = [
  option(
    '--model NAME',
    'which model: PROVIDER/NAME, a short name of the config, or guide (default: the config, then what runs here, then what a key is set for)',
    { kind: 'model' },
  ),
  option('--base-url URL', 'where the API of the model starts, for a server of your own'),
  option('--api NAME', 'what the server at --base-url speaks (default: openai-chat)', {
    choices: ['openai-chat', 'openai-responses', 'anthropic', 'gemini', 'ollama'],
  }),
  option(
    '--api-key-env VAR',
    "the environment variable that holds the API key (default: the provider's own, such as OPENAI_API_KEY)",
    { kind: 'env' },
  ),
];

/** Where policy is asked. */
export const policySituation: readonly OptionSpec[] = [
  option('--workspace DIR', 'the workspace (default: the current folder)', { kind: 'folder' }),
  option('--home DIR', 'the home folder (default: yours)', { kind: 'folder' }),
];
export const modeOption = (help: string): OptionSpec => option('--mode MODE', help, { choices: modes });
export const policyMode = modeOption('the mode (default: that of the config, else ask)');
export const policyRules = option(
  '--rules FILE',
  'the rules of this file instead of those in force: a config file, or a list of rules',
  { kind: 'file' },
);

/** Which profile is meant. */
export const profile = option(
  '--profile NAME',
  'how the agent behaves: a profile that toolwright profiles lists (default: that of the config, else toolwright)',
  { kind: 'profile' },
);

/** In which of its risk modes. */
export const risk = option(
  '--risk NAME',
  'in a profile with risk modes of its own: which one (default: that of the config, else the usual one of the profile)',
);

/** What the commands that talk to a model have in common. */
export const talking: readonly OptionSpec[] = [
  option('-C, --directory DIR', 'the folder to work in (default: the current one)', { kind: 'folder' }),
  option('--session ID', 'continue this session: its id, a prefix, or last', { kind: 'session' }),
  modeOption('ask before changes and commands (default), edit files unasked, plan (read only), or auto'),
  profile,
  option('--active-file FILE', 'the file you have open: the tool active_file tells the model', { kind: 'file' }),
  risk,
  option('--sandbox WORD', 'off: mode auto may run commands unconfined (default: required)', {
    choices: ['required', 'off'],
  }),
  option(
    '--limit NAME=AMOUNT',
    'how much may be used: rounds=40, turnMs=600000, turnTokens=200000, turnCost=1.50 and the like; atLimit=stop, fail or ask',
    {
      many: true,
      offers: [
        'rounds=',
        'callsPerTurn=',
        'turnMs=',
        'turnTokens=',
        'turnCost=',
        'sessionTokens=',
        'sessionCost=',
        'atLimit=',
      ],
    },
  ),
  store,
  ...naming,
];

export const directory = option('-C, --directory DIR', 'the folder whose settings to use (default: the current one)', {
  kind: 'folder',
});
export const key = { name: 'KEY', required: true, kind: 'setting' } as const;
export const keyNote =
  'KEY: a setting with dots between its parts, such as models.ollama/llama3.2.toolCalls, or a JSON pointer, such as /models/ollama~1llama3.2/toolCalls.';
export const inWorkspace = option('--workspace', 'change the file of the workspace instead of your own');

export const dialect = option(
  '--dialect NAME',
  'the format of the calls, as toolwright dialects lists them (default: auto, which knows them all)',
  { offers: ['auto'] },
);
export const toolsFile = option(
  '--tools FILE',
  'the tools that were offered, as JSON in the form of OpenAI: their names and schemas help to read',
  { kind: 'file' },
);

export const thinking = option(
  '--thinking WORD',
  'open: the prompt has opened the reasoning, and the text begins within it (default: auto)',
  { choices: ['auto', 'open'] },
);

export const id = [{ name: 'ID', required: true, kind: 'session' }] as const;
export const idNote = "ID: a session's id, any unambiguous prefix, or last.";

export const keptNote =
  'ID: the id of a session, or a prefix, and of its command, such as ses_01j9/cmd_1; the second alone if it is unambiguous.';

/** Which session changed files. */
export const changing = [{ name: 'SESSION', required: false, kind: 'session' }] as const;
export const changingNote =
  "SESSION: a session's id, any unambiguous prefix, or last; default: the last session of this folder.";
export const itsFolder: OptionSpec = {
  ...directory,
  help: 'the folder whose last session to use (default: the current one)',
};
export const yes = option('-y, --yes', 'do not ask; needed without a terminal');
