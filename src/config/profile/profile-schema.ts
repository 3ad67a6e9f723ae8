import { modes } from '../../policy/policy.js';
import type { FromSchema } from '../../schema/json-schema.js';
import { foundChoices, inactiveCalls, usualCeiling } from '../../tool/catalog/exposure.js';
import { exposureSetting } from '../setting/exposure-setting.js';
import { limitSchema } from '../setting/limit-settings.js';
import { choice, form, integer, line, list, object, profileName, prose, text } from '../setting/schema-parts.js';
import { approvalSettings } from './approval-settings.js';
import { loopSettings } from './loop-settings.js';

const amount = (title: string, description: string, maximum: number) =>
  integer(title, description, { minimum: 1, maximum });

const words = (title: string, description: string) => prose(title, description, 50_000);

const toolList = (title: string, description: string) =>
  list(
    title,
    description,
    500,
    text(
      'Tool',
      'The name of a tool, as the extended profile shows it.',
      form('^[A-Za-z0-9_-]+$', 'the name of a tool', 200),
    ),
  );

const scopeFolder = (title: string, description: string) =>
  text(title, description, form('^(?!/)(?!(.*/)?\\.\\.(/|$))[^\\p{Cc}]+$', 'a folder inside the workspace', 500));

/** The one source of what a profile file may hold: as `configSchema` is of `config.json`. */
export const profileSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Toolwright profile',
  description:
    'profiles/NAME.json beside config.json: a profile of your own, which extends another one. JSON with comments and trailing commas.',
  type: 'object',
  additionalProperties: false,
  required: ['extends'],
  properties: {
    $schema: {
      type: 'string',
      title: 'Schema',
      description: 'Where this schema lies, for editors. Not used otherwise.',
    },
    extends: profileName('Extends', 'The profile it begins as: a built-in one, or another of your own.'),
    summary: text(
      'Summary',
      'What it is for, on one line: toolwright profiles shows it.',
      line('a summary, on one line', 200),
    ),
    limits: object(
      'Limits',
      'How much a turn and a session may use. What is absent is as the extended profile has it.',
      {
        ...limitSchema.properties,
        resultChars: amount('Characters of a result', 'How many of them the model reads at most.', 10_000_000),
        timeoutMs: amount(
          'Time of a call',
          'How many milliseconds a call may take that says nothing else.',
          86_400_000,
        ),
        maxParallel: amount('Calls at once', 'How many calls that only read run together.', 256),
        atLimit: choice(
          'At a limit',
          'stop: the turn ends. fail: it ends as failed. ask: a person may allow the same amount once more. return: what the model said last is the answer.',
          ['stop', 'fail', 'ask', 'return'],
        ),
        lastRound: words('Last round', 'What the model is told in the last round, while it can still answer.'),
      },
    ),
    loops: loopSettings,
    order: choice(
      'Order',
      'safe-parallel: neighbours that only read run together. unasked-parallel: so do changes nobody is asked about, unless they touch the same. sequential: one after another. ticked: so, and each waits for a tick of the host.',
      ['safe-parallel', 'unasked-parallel', 'sequential', 'ticked'],
    ),
    exposure: object(exposureSetting.title, exposureSetting.description, {
      ...exposureSetting.properties,
      found: choice(
        'Found tools',
        'With lazy: described: the result of a search holds what a tool takes, and requests stay as they are. sent: requests declare it from then on.',
        foundChoices,
        'described',
      ),
      ceiling: integer(
        'Ceiling',
        'With lazy: how many definitions a request carries at most; the one that was used longest ago makes room. Pinned ones never do.',
        { minimum: 1, maximum: 200, default: usualCeiling },
      ),
      inactiveCalls: choice(
        'Calls to tools that were not sent',
        'With lazy: what becomes of a call to a tool of the index. answer: it is answered with what the tool takes, to be called again. run: it is run where its arguments fit. run-builtin: built-in tools and those that the model made are run, all others answered.',
        inactiveCalls,
        'run-builtin',
      ),
    }),
    tools: {
      ...object('Tools', 'Fewer tools than the extended profile has. Those of servers and files are not concerned.', {
        only: toolList('Only', 'No others than these.'),
        without: toolList('Without', 'All but these.'),
      }),
      oneOf: [{ required: ['only'] }, { required: ['without'] }],
    },
    scopes: object(
      'Scopes',
      'Where a profile with scopes keeps them: folders of the workspace, and . for the workspace itself.',
      {
        private: scopeFolder('Private', 'Holds a folder for each session.'),
        shared: scopeFolder('Shared', 'Holds a folder for each group of sessions that work together.'),
        public: scopeFolder('Public', 'The folder of everyone.'),
      },
    ),
    noPerson: text(
      'Nobody there',
      'What a question becomes where nobody can be asked: deny, abort, park, or wait=5m (s, m or h), then deny.',
      form(
        '^(deny|abort|park|wait=[1-9][0-9]{0,5}[smh])$',
        'deny, abort, park or wait=TIME such as wait=30s, wait=5m or wait=1h',
      ),
    ),
    usualMode: choice('Mode', 'The mode a session begins in.', modes),
    instructionFiles: list(
      'Instruction files',
      'Names of files with standing instructions, looked for in the workspace and the folders above it.',
      20,
      text(
        'Name',
        'The name of a file.',
        form('^(?!\\.{1,2}$)[^/\\\\\\p{Cc}]+$', 'the name of a file, without a folder', 200),
      ),
    ),
    instructions: choice(
      'Instructions',
      'Of those files all count, or only the first that is found from the workspace upwards.',
      ['all', 'nearest'],
    ),
    notesAs: choice('Notes', 'The role of what the program itself tells the model meanwhile.', ['user', 'system']),
    unreadable: choice(
      'Unreadable calls',
      'asks-again: the model is told, and asked again. ends: it is told, and the turn is over. answers: the text is the answer.',
      ['asks-again', 'ends', 'answers'],
    ),
    approval: approvalSettings,
    system: {
      ...object('System message', 'What the model is told first. {workspace} and {mode} are put in.', {
        add: words('Add', 'Put behind what the extended profile says.'),
        replace: words('Replace', 'In the place of it. The instruction files follow all the same.'),
      }),
      oneOf: [{ required: ['add'] }, { required: ['replace'] }],
    },
  },
} as const;

/** What a profile file may hold. */
export type ProfileSettings = Omit<FromSchema<typeof profileSchema>, 'tools' | 'system'> & {
  readonly tools?: { readonly only?: readonly string[]; readonly without?: readonly string[] };
  readonly system?: { readonly add?: string; readonly replace?: string };
};
