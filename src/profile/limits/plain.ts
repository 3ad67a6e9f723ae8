import { toolwrightLimits } from './toolwright.js';

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
