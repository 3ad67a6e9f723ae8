import { choice, flag, integer, object, prose } from '../setting/schema-parts.js';

const count = (title: string, description: string) => integer(title, description, { minimum: 0, maximum: 1000 });

const thresholds = {
  warn: count('Warn', 'So many have been: the model is told. 0: never.'),
  refuse: count('Refuse', 'This one is not run. 0: never.'),
};

const words = (title: string, description: string) => prose(title, description, 4000);

/** When calls count as a loop. */
export const loopSettings = object(
  'Loops',
  'When calls count as a loop, and what happens then. What is absent is as the extended profile has it.',
  {
    watched: flag('Watched', 'false: calls are not watched, and the rest of this says nothing.'),
    redundant: object('Redundant', 'The same call, one after another.', thresholds),
    repetition: object(
      'Repetition',
      'The same call since the last progress, or the same tool, one call after another.',
      { of: choice('Of', 'What is counted: calls, or the tool of them.', ['call', 'tool']), ...thresholds },
    ),
    oscillation: object('Oscillation', 'Two calls in turn, counted in pairs.', thresholds),
    drift: object('Drift', 'Calls without progress.', thresholds),
    endAfter: count('End after', 'So many refusals in a row end the turn. 0: they never do.'),
    refusal: words('Refusal', 'What a refused call is answered; {pattern}, {tool}, {count} and {question} are put in.'),
    warning: words('Warning', 'What the model is told first; the same may be put in.'),
    pivot: object('Pivot', 'What the model is told after rounds in which every call failed.', {
      after: count('After', 'After so many rounds in a row. 0: never.'),
      note: words('Note', 'What it is told.'),
    }),
  },
);
