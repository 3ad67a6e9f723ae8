import type { JsonSchema } from '../../schema/json-schema.js';

const count = (title: string, description: string) =>
  ({ type: 'integer', title, description, minimum: 0, maximum: 1000 }) as const;

const warn = count('Warn', 'So many have been: the model is told. 0: never.');
const refuse = count('Refuse', 'This one is not run. 0: never.');

const threshold = (title: string, description: string) =>
  ({ type: 'object', title, description, additionalProperties: false, properties: { warn, refuse } }) as const;

const words = (title: string, description: string) =>
  ({ type: 'string', title, description, maxLength: 4000 }) as const;

/** When calls count as a loop. */
export const loopSettings = {
  type: 'object',
  title: 'Loops',
  description: 'When calls count as a loop, and what happens then. What is absent is as the extended profile has it.',
  additionalProperties: false,
  properties: {
    watched: {
      type: 'boolean',
      title: 'Watched',
      description: 'false: calls are not watched, and the rest of this says nothing.',
    },
    redundant: threshold('Redundant', 'The same call, one after another.'),
    repetition: {
      type: 'object',
      title: 'Repetition',
      description: 'The same call since the last progress, or the same tool, one call after another.',
      additionalProperties: false,
      properties: {
        of: { enum: ['call', 'tool'], title: 'Of', description: 'What is counted: calls, or the tool of them.' },
        warn,
        refuse,
      },
    },
    oscillation: threshold('Oscillation', 'Two calls in turn, counted in pairs.'),
    drift: threshold('Drift', 'Calls without progress.'),
    forgets: {
      type: 'boolean',
      title: 'Forgets',
      description: 'What a refused repeat had repeated is forgotten: the next one runs.',
    },
    endAfter: count('End after', 'So many refusals in a row end the turn. 0: they never do.'),
    refusal: words('Refusal', 'What a refused call is answered; {pattern}, {tool}, {count} and {question} are put in.'),
    warning: words('Warning', 'What the model is told first; the same may be put in.'),
    pivot: {
      type: 'object',
      title: 'Pivot',
      description: 'What the model is told after rounds in which every call failed.',
      additionalProperties: false,
      properties: {
        after: count('After', 'After so many rounds in a row. 0: never.'),
        note: words('Note', 'What it is told.'),
      },
    },
  },
} as const satisfies JsonSchema;
