import type { JsonSchema } from '../schema/json-schema.js';
import { printable } from './printable.js';

const amount = (title: string, description: string) =>
  ({ type: 'integer', title, description, minimum: 1, maximum: 1_000_000_000_000 }) as const;

const money = (title: string, description: string, minimum = 0) =>
  ({ type: 'number', title, description, minimum, maximum: 1_000_000_000 }) as const;

export const limitSettings = {
  type: 'object',
  title: 'Limits',
  description: 'How much a turn and a session may use, in place of what the profile says. Not in a workspace.',
  additionalProperties: false,
  properties: {
    rounds: amount('Rounds', 'How many requests a turn may make to the model.'),
    callsPerRound: amount('Calls a message', 'How many calls of one message are run.'),
    callsPerTurn: amount('Calls a turn', 'How many calls a turn may make.'),
    turnMs: amount('Time of a turn', 'In milliseconds, without the time questions wait for a person.'),
    turnTokens: amount('Tokens a turn', 'How many tokens a turn may read and write.'),
    sessionTokens: amount('Tokens a session', 'How many tokens a session may read and write.'),
    turnCost: money('Cost of a turn', 'In the money of "prices".', 0.0001),
    sessionCost: money('Cost of a session', 'In the money of "prices".', 0.0001),
    atLimit: {
      enum: ['stop', 'fail', 'ask'],
      title: 'At a limit',
      description: 'stop: the turn ends. fail: it ends as failed. ask: a person may allow the same amount once more.',
    },
  },
} as const satisfies JsonSchema;

const priceSettings = {
  type: 'object',
  title: 'Price of a model',
  additionalProperties: false,
  properties: {
    input: money('Input', 'A million tokens that are read; nothing when absent.'),
    output: money('Output', 'A million tokens that are written; nothing when absent.'),
    cachedInput: money('Cached input', 'A million tokens that a cache held; as other input when absent.'),
  },
} as const satisfies JsonSchema;

const rateSettings = {
  type: 'object',
  title: 'Rate of a tool',
  additionalProperties: false,
  properties: {
    max: amount('Calls', 'How many calls; 1 when absent.'),
    perMs: amount('Time', 'In how many milliseconds; 60,000 when absent.'),
  },
} as const satisfies JsonSchema;

export const priceListSettings = {
  type: 'object',
  title: 'Prices',
  description:
    'What a million tokens cost, by PROVIDER/NAME; a name that ends in * is for all that begin so. For limits of cost. Not in a workspace.',
  propertyNames: { pattern: printable, patternErrorMessage: 'the name of a model, on one line', maxLength: 300 },
  additionalProperties: priceSettings,
} as const satisfies JsonSchema;

export const rateLimitSettings = {
  type: 'object',
  title: 'Rates',
  description: 'How often tools may be called, by their names; * is for each tool without its own. Not in a workspace.',
  propertyNames: {
    pattern: '^(\\*|[A-Za-z0-9_.:-]+)$',
    patternErrorMessage: 'the name of a tool, or *',
    maxLength: 200,
  },
  additionalProperties: rateSettings,
} as const satisfies JsonSchema;
