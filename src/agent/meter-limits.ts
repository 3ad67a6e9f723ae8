import { inWords } from '../run/guard/in-words.js';
import type { LimitName, TurnLimits } from './limits.js';
import type { MeterLimit } from './meter.js';

/** What can be done at a limit of a turn. */
export const goOn = 'Send a message to go on.';

/** The limits of one turn that are set. */
export function turnMeterLimits(
  { turnMs, turnTokens, turnCost }: TurnLimits,
  elapsed: () => number,
): readonly MeterLimit[] {
  return [
    ...whenSet(turnMs, (amount) => {
      const what = `the limit of ${inWords(amount)} a turn`;
      return { limit: 'turn-time', amount, used: elapsed, what, advice: goOn };
    }),
    ...whenSet(turnTokens, (amount) => tokenLimit('turn-tokens', amount, { of: 'turn', advice: goOn })),
    ...whenSet(turnCost, (amount) => costLimit('turn-cost', amount, { of: 'turn', advice: goOn })),
  ];
}

/** Those of a session. */
export function sessionMeterLimits({ sessionTokens, sessionCost }: TurnLimits): readonly MeterLimit[] {
  const advice = (key: string): string => `Raise limits.${key} in the config, or begin another session.`;
  return [
    ...whenSet(sessionTokens, (amount) =>
      tokenLimit('session-tokens', amount, { of: 'session', advice: advice('sessionTokens') }),
    ),
    ...whenSet(sessionCost, (amount) =>
      costLimit('session-cost', amount, { of: 'session', advice: advice('sessionCost') }),
    ),
  ];
}

interface Words {
  readonly of: 'turn' | 'session';
  readonly advice: string;
}

function tokenLimit(limit: LimitName, amount: number, { of, advice }: Words): MeterLimit {
  const what = `the limit of ${grouped(amount)} tokens a ${of}`;
  return { limit, amount, used: ({ tokens }) => tokens, what, advice };
}

function costLimit(limit: LimitName, amount: number, { of, advice }: Words): MeterLimit {
  return { limit, amount, used: ({ cost }) => cost, what: `the cost limit of ${amount} a ${of}`, advice };
}

const whenSet = (amount: number | undefined, limit: (amount: number) => MeterLimit): readonly MeterLimit[] =>
  amount === undefined ? [] : [limit(amount)];

/** `1,000,000`, without what knows all languages. */
const grouped = (amount: number): string => String(amount).replace(/\B(?=(?:\d{3})+$)/g, ',');
