import type { JsonSchema } from '../../schema/json-schema.js';
import { printable } from '../printable.js';

const line = (title: string, description: string) =>
  ({
    type: 'string',
    title,
    description,
    pattern: printable,
    patternErrorMessage: 'text on one line',
    maxLength: 300,
  }) as const;

const choice = (title: string, description: string) =>
  ({
    type: 'object',
    title,
    description,
    additionalProperties: false,
    properties: {
      label: line('Label', 'What the choice is called.'),
      words: {
        type: 'array',
        title: 'Words',
        description: 'What may be typed for it; the first is shown.',
        maxItems: 10,
        items: line('Word', 'A word, or a few.'),
      },
    },
  }) as const;

/** The words in which a person is asked. What a choice gives stays as the extended profile has it. */
export const approvalSettings = {
  type: 'object',
  title: 'Approval',
  description: 'The words in which a person is asked for approvals. What can be answered stays the same.',
  additionalProperties: false,
  properties: {
    title: line('Title', 'The first line; {tool} and {call} stand for the tool and the id of the call.'),
    prompt: line('Prompt', 'What stands before the cursor.'),
    deniedReason: line('Reason of a no', 'What the model reads when the person says no and not why.'),
    listsArguments: { type: 'boolean', title: 'Arguments', description: 'All arguments are listed.' },
    capitalLevel: { type: 'boolean', title: 'Capitals', description: 'The level stands in capitals, with a sign.' },
    waitMs: {
      type: 'integer',
      title: 'Wait',
      description: 'How many milliseconds a person has; 0: as long as they like.',
      minimum: 0,
      maximum: 86_400_000,
    },
    choices: {
      type: 'object',
      title: 'Choices',
      description: 'Other words for choices that the extended profile has, by what they give.',
      additionalProperties: false,
      properties: {
        once: choice('Once', 'A yes to this call.'),
        session: choice('Session', 'A yes for the session.'),
        project: choice('Project', 'A yes for the folder.'),
        always: choice('Always', 'A yes that lasts.'),
        bypass: choice('Bypass', 'A yes to all that follows.'),
        deny: choice('Deny', 'A no.'),
        why: choice('Why', 'A no with a reason.'),
      },
    },
  },
} as const satisfies JsonSchema;
