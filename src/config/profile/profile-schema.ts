import { modes } from '../../policy/policy.js';
import type { FromSchema, JsonSchema } from '../../schema/json-schema.js';
import { exposureSetting } from '../exposure-setting.js';
import { limitSettings } from '../limit-settings.js';
import { printable } from '../printable.js';
import { profileName } from '../profile-setting.js';
import { approvalSettings } from './approval-settings.js';
import { loopSettings } from './loop-settings.js';

const amount = (title: string, description: string, maximum = 1_000_000_000) =>
  ({ type: 'integer', title, description, minimum: 1, maximum }) as const;

const text = (title: string, description: string) =>
  ({ type: 'string', title, description, maxLength: 50_000 }) as const;

const toolList = (title: string, description: string) =>
  ({
    type: 'array',
    title,
    description,
    maxItems: 500,
    items: {
      type: 'string',
      title: 'Tool',
      description: 'The name of a tool, as the extended profile shows it.',
      pattern: '^[A-Za-z0-9_-]+$',
      patternErrorMessage: 'the name of a tool',
      maxLength: 200,
    },
  }) as const;

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
    summary: {
      type: 'string',
      title: 'Summary',
      description: 'What it is for, on one line: toolwright profiles shows it.',
      pattern: printable,
      patternErrorMessage: 'a summary, on one line',
      maxLength: 200,
    },
    limits: {
      type: 'object',
      title: 'Limits',
      description: 'How much a turn and a session may use. What is absent is as the extended profile has it.',
      additionalProperties: false,
      properties: {
        ...limitSettings.properties,
        resultChars: amount('Characters of a result', 'How many of them the model reads at most.', 10_000_000),
        timeoutMs: amount(
          'Time of a call',
          'How many milliseconds a call may take that says nothing else.',
          86_400_000,
        ),
        maxParallel: amount('Calls at once', 'How many calls that only read run together.', 256),
        atLimit: {
          enum: ['stop', 'fail', 'ask', 'return'],
          title: 'At a limit',
          description:
            'stop: the turn ends. fail: it ends as failed. ask: a person may allow the same amount once more. return: what the model said last is the answer.',
        },
        lastRound: text('Last round', 'What the model is told in the last round, while it can still answer.'),
      },
    },
    loops: loopSettings,
    order: {
      enum: ['safe-parallel', 'sequential', 'ticked'],
      title: 'Order',
      description:
        'safe-parallel: neighbours that only read run together. sequential: one after another. ticked: so, and each waits for a tick of the host.',
    },
    exposure: exposureSetting,
    tools: {
      type: 'object',
      title: 'Tools',
      description: 'Fewer tools than the extended profile has. Those of servers and files are not concerned.',
      additionalProperties: false,
      oneOf: [{ required: ['only'] }, { required: ['without'] }],
      properties: {
        only: toolList('Only', 'No others than these.'),
        without: toolList('Without', 'All but these.'),
      },
    },
    noPerson: {
      type: 'string',
      title: 'Nobody there',
      description:
        'What a question becomes where nobody can be asked: deny, abort, park, or wait=5m (s, m or h), then deny.',
      pattern: '^(deny|abort|park|wait=[1-9][0-9]{0,5}[smh])$',
      patternErrorMessage: 'deny, abort, park or wait=TIME such as wait=30s, wait=5m or wait=1h',
    },
    usualMode: { enum: modes, title: 'Mode', description: 'The mode a session begins in.' },
    instructionFiles: {
      type: 'array',
      title: 'Instruction files',
      description: 'Names of files with standing instructions, looked for in the workspace and the folders above it.',
      maxItems: 20,
      items: {
        type: 'string',
        title: 'Name',
        description: 'The name of a file.',
        pattern: '^(?!\\.{1,2}$)[^/\\\\\\p{Cc}]+$',
        patternErrorMessage: 'the name of a file, without a folder',
        maxLength: 200,
      },
    },
    instructions: {
      enum: ['all', 'nearest'],
      title: 'Instructions',
      description: 'Of those files all count, or only the first that is found from the workspace upwards.',
    },
    notesAs: {
      enum: ['user', 'system'],
      title: 'Notes',
      description: 'The role of what the program itself tells the model meanwhile.',
    },
    unreadable: {
      enum: ['asks-again', 'ends', 'answers'],
      title: 'Unreadable calls',
      description:
        'asks-again: the model is told, and asked again. ends: it is told, and the turn is over. answers: the text is the answer.',
    },
    approval: approvalSettings,
    system: {
      type: 'object',
      title: 'System message',
      description: 'What the model is told first. {workspace} and {mode} are put in.',
      additionalProperties: false,
      oneOf: [{ required: ['add'] }, { required: ['replace'] }],
      properties: {
        add: text('Add', 'Put behind what the extended profile says.'),
        replace: text('Replace', 'In the place of it. The instruction files follow all the same.'),
      },
    },
  },
} as const satisfies JsonSchema;

/** What a profile file may hold. */
export type ProfileSettings = Omit<FromSchema<typeof profileSchema>, 'tools' | 'system'> & {
  readonly tools?: { readonly only?: readonly string[]; readonly without?: readonly string[] };
  readonly system?: { readonly add?: string; readonly replace?: string };
};
