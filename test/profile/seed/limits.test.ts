import { expect, it } from 'vitest';
import { seedLimits, seedSearchLimits } from '../../../src/profile/seed/seed-data.js';
import { verifies } from '../../requirements.js';
import { open } from '../../session/open.js';
import { profileWith, read, reading } from '../limits-of.js';

it('fails after fifty rounds, the agent that searches after twenty', async () => {
  verifies('seed.conversation.loop-limit');
  for (const [limits, rounds] of [
    [seedLimits, 50],
    [seedSearchLimits, 20],
  ] as const) {
    const script = Array.from({ length: 60 }, () => reading('a'));
    const session = await open(script, { tools: [read], profile: profileWith(limits) });
    expect(await session.send('go').result).toMatchObject({ reason: 'failed', limit: 'rounds', rounds });
  }
});
