import { expect, it } from 'vitest';
import { verifies } from '../../requirements.js';
import { bodies, play } from '../../session/open.js';
import { call, harnessResults, openHarness } from './open-harness.js';

it('runs fifteen calls of an iteration and ten iterations of a message, each counted anew', async () => {
  verifies('local-harness.limits.depth', 'local-harness.limits.depth-reset');
  verifies('local-harness.limits.iterations', 'local-harness.limits.iterations-reset');
  const wide = { calls: Array.from({ length: 17 }, (_, at) => call('ls', { path: `${at}` })) };
  const files = Object.fromEntries(Array.from({ length: 17 }, (_, at) => [`${at}/x`, '']));
  const session = await openHarness(
    Array.from({ length: 25 }, () => wide),
    { files },
  );
  for (const message of ['first', 'second']) {
    const { end, events } = await play(session.send(message));
    expect(end).toMatchObject({ reason: 'limit', limit: 'rounds', rounds: 10 });
    const ran = harnessResults(events).map(({ success }) => success);
    expect(ran.filter((success) => success)).toHaveLength(150);
    expect(ran.slice(15, 19)).toEqual([false, false, true, true]);
    expect(bodies(events, 'guard-tripped').every(({ limit }) => limit === 'calls-per-round')).toBe(true);
  }
});
