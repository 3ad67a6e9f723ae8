import { describe, expect, it } from 'vitest';
import type { Invocation } from '../../src/cli/command.js';
import { givenLimits, limitFlags } from '../../src/cli/limit-flags.js';
import { flagsAgainstLocks } from '../../src/config/managed-lock.js';
import { verifies } from '../requirements.js';

const given = (...texts: readonly string[]) => givenLimits({ texts: () => texts } as unknown as Invocation);

describe('--limit', () => {
  it('sets limits by their names, the last of each counting', () => {
    verifies('limits.config.flag');
    expect(given('rounds=3', 'turnCost=1.50', 'atLimit=ask', 'rounds=4')).toEqual({
      rounds: 4,
      turnCost: 1.5,
      atLimit: 'ask',
    });
    expect(given()).toEqual({});
  });

  it.each([
    ['round=3', /use NAME=AMOUNT, as in rounds=40.* Did you mean rounds\?/],
    ['rounds', /use NAME=AMOUNT/],
    ['rounds=0', /rounds must be a whole number from 1/],
    ['rounds=many', /rounds must be a whole number/],
    ['turnCost=-1', /turnCost must be a number from 0/],
    ['atLimit=return', /atLimit must be one of stop, fail, ask/],
  ])('refuses %s', (text, message) => {
    expect(() => given(text)).toThrow(message);
  });

  it('does not go past what is managed', () => {
    verifies('limits.config.flag');
    const origin = { layer: 'managed', file: '/etc/toolwright/config.json', line: 3 } as const;
    const config = { values: { limits: { turnCost: 1 } }, origins: new Map([['/limits/turnCost', origin]]) };
    expect(flagsAgainstLocks(config, limitFlags({ turnCost: 9 }))).toEqual([
      '--limit turnCost: /etc/toolwright/config.json:3 sets limits.turnCost to 1 for everyone here; leave the flag out.',
    ]);
    expect(flagsAgainstLocks(config, limitFlags({ rounds: 9 }))).toEqual([]);
  });
});
