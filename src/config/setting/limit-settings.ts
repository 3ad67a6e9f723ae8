import { choice, entry, form, integer, line, object, table } from './schema-parts.js';
import type { Settings } from './setting.js';

const amount = (title: string, description: string) =>
  integer(title, description, { minimum: 1, maximum: 1_000_000_000_000 });

const money = (title: string, description: string, minimum = 0) =>
  ({ type: 'number', title, description, minimum, maximum: 1_000_000_000 }) as const;

export const limitSchema = object(
  'Limits',
  'How much a turn and a session may use, in place of what the profile says.',
  {
    rounds: amount('Rounds', 'How many requests a turn may make to the model.'),
    callsPerRound: amount('Calls a message', 'How many calls of one message are run.'),
    callsPerTurn: amount('Calls a turn', 'How many calls a turn may make.'),
    turnMs: amount('Time of a turn', 'In milliseconds, without the time questions wait for a person.'),
    turnTokens: amount('Tokens a turn', 'How many tokens a turn may read and write.'),
    sessionTokens: amount('Tokens a session', 'How many tokens a session may read and write.'),
    turnCost: money('Cost of a turn', 'In the money of "prices".', 0.0001),
    sessionCost: money('Cost of a session', 'In the money of "prices".', 0.0001),
    atLimit: choice(
      'At a limit',
      'stop: the turn ends. fail: it ends as failed. ask: a person may allow the same amount once more.',
      ['stop', 'fail', 'ask'],
    ),
  },
);

const onePrice = entry('Price of a model', {
  input: money('Input', 'A million tokens that are read; nothing when absent.'),
  output: money('Output', 'A million tokens that are written; nothing when absent.'),
  cachedInput: money('Cached input', 'A million tokens that a cache held; as other input when absent.'),
});

const oneRate = entry('Rate of a tool', {
  max: amount('Calls', 'How many calls; 1 when absent.'),
  perMs: amount('Time', 'In how many milliseconds; 60,000 when absent.'),
});

const priceList = table(
  'Prices',
  'What a million tokens cost, by PROVIDER/NAME; a name that ends in * is for all that begin so. For limits of cost.',
  line('the name of a model, on one line', 300),
  onePrice,
);

const rateList = table(
  'Rates',
  'How often tools may be called, by their names; * is for each tool without its own.',
  form('^(\\*|[A-Za-z0-9_.:-]+)$', 'the name of a tool, or *', 200),
  oneRate,
);

/** How much may be used, and what it costs. */
export const limitSettings = {
  limits: { schema: limitSchema, reader: 'face', links: { 'may use': 'limits.md' } },
  prices: { schema: priceList, reader: 'face', links: { 'limits of cost': 'limits.md#cost' } },
  rateLimits: { schema: rateList, reader: 'face', links: { 'may be called': 'limits.md#rates' } },
} as const satisfies Settings;
