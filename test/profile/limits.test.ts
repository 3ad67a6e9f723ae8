import { expect, it } from 'vitest';
import { astraLimits } from '../../src/profile/astra/astra-data.js';
import { localHarnessLimits } from '../../src/profile/local-harness/local-harness-data.js';
import { seedLimits } from '../../src/profile/seed/seed-data.js';
import { toolwrightLimits } from '../../src/profile/toolwright-limits.js';
import { yAgentLimits } from '../../src/profile/y-agent/y-agent-data.js';
import { yipsLimits } from '../../src/profile/yips/yips-data.js';
import { verifies } from '../requirements.js';
import { open } from '../session/open.js';
import { profileWith, read, reading } from './limits-of.js';

it.each([
  ['toolwright', toolwrightLimits, 20, { reason: 'limit', limit: 'rounds' }],
  ['yips', yipsLimits, 6, { reason: 'limit', limit: 'max_depth' }],
  ['seed', seedLimits, 50, { reason: 'failed', limit: 'rounds' }],
  ['astra', astraLimits, 8, { reason: 'answered', limit: 'rounds' }],
  ['y-agent', yAgentLimits, 10, { reason: 'limit', limit: 'rounds' }],
  ['local-harness', localHarnessLimits, 10, { reason: 'limit', limit: 'rounds' }],
] as const)(
  '%s has its own limit of rounds and its own end, and counts anew with each message',
  async (_, limits, rounds, end) => {
    verifies('conflicts.loop.limit', 'conflicts.loop.limit-reset');
    const script = Array.from({ length: 120 }, (_one, at) => ({ text: `round ${at}`, ...reading(`${at}`) }));
    const session = await open(script, { tools: [read], profile: profileWith(limits) });
    expect(await session.send('go').result).toMatchObject({ ...end, rounds });
    expect(await session.send('go on').result).toMatchObject({ ...end, rounds });
  },
);
