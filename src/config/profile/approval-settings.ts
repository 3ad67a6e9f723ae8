import { flag, integer, line, list, object, text } from '../setting/schema-parts.js';

const words = (title: string, description: string) => text(title, description, line('text on one line', 300));

const choice = (title: string, description: string) =>
  object(title, description, {
    label: words('Label', 'What the choice is called.'),
    words: list('Words', 'What may be typed for it; the first is shown.', 10, words('Word', 'A word, or a few.')),
  });

/** The words in which a person is asked. What a choice gives stays as the extended profile has it. */
export const approvalSettings = object(
  'Approval',
  'The words in which a person is asked for approvals. What can be answered stays the same.',
  {
    title: words('Title', 'The first line; {tool} and {call} stand for the tool and the id of the call.'),
    prompt: words('Prompt', 'What stands before the cursor.'),
    deniedReason: words('Reason of a no', 'What the model reads when the person says no and not why.'),
    listsArguments: flag('Arguments', 'All arguments are listed.'),
    capitalLevel: flag('Capitals', 'The level stands in capitals, with a sign.'),
    waitMs: integer('Wait', 'How many milliseconds a person has; 0: as long as they like.', {
      minimum: 0,
      maximum: 86_400_000,
    }),
    choices: object('Choices', 'Other words for choices that the extended profile has, by what they give.', {
      once: choice('Once', 'A yes to this call.'),
      session: choice('Session', 'A yes for the session.'),
      project: choice('Project', 'A yes for the folder.'),
      always: choice('Always', 'A yes that lasts.'),
      bypass: choice('Bypass', 'A yes to all that follows.'),
      deny: choice('Deny', 'A no.'),
      why: choice('Why', 'A no with a reason.'),
    }),
  },
);
