import type { ProfileLimits } from '../agent/profile.js';

/** Warns before it refuses, and refuses only what gave the same again and again; for a drift it only warns. */
export const toolwrightLimits = {
  limits: {
    rounds: 20,
    callsPerRound: 50,
    callsPerTurn: 200,
    resultChars: 10_000,
    timeoutMs: 120_000,
    maxParallel: 16,
    atLimit: 'stop',
    lastRound:
      'This is the last round of this turn: no result of a call would reach you. Answer now with what you have, and say what is left to do.',
  },
  loops: {
    redundant: { warn: 3, refuse: 5 },
    repetition: { of: 'call', warn: 5, refuse: 7 },
    oscillation: { warn: 3, refuse: 4 },
    drift: { warn: 10 },
    endAfter: 3,
    refusal:
      'Not run: loop detected ({pattern}). {tool} was called like this before and gave the same result. Use that result, do something else, or answer with what you have.',
    warning:
      'You repeat yourself ({pattern}, {count}): the last calls brought nothing new. Use what you have, try another way, or answer.',
    pivot: {
      after: 2,
      code: 'automatic_pivot',
      note: 'Every call of the last rounds failed. Do not go on like this: choose another approach or other tools, or ask the person.',
    },
  },
} as const satisfies ProfileLimits;

const { resultChars, timeoutMs, maxParallel } = toolwrightLimits.limits;

/** For systems that limit rounds alone: what bounds a single message and a single call stays. */
export const plainLimits = {
  resultChars,
  timeoutMs,
  maxParallel,
  callsPerRound: 1000,
  callsPerTurn: 10_000,
  atLimit: 'stop',
} as const;
