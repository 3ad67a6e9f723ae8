import { expect, it } from 'vitest';
import { yAgentLimits } from '../../../src/profile/y-agent/y-agent-data.js';
import { verifies } from '../../requirements.js';
import { bodies, open, play, results } from '../../session/open.js';
import { profileWith, read, reading } from '../limits-of.js';

const options = { tools: [read], profile: profileWith(yAgentLimits) };

it('has ten iterations and fifty calls', async () => {
  verifies('y-agent.guard.iterations');
  const rounds = Array.from({ length: 12 }, (_, at) => reading(`${at}`));
  const session = await open(rounds, options);
  expect(await session.send('go').result).toMatchObject({ reason: 'limit', limit: 'rounds', rounds: 10 });
  const wide = { calls: Array.from({ length: 60 }, (_, at) => ({ name: 'read', arguments: { path: `${at}` } })) };
  const many = await open([wide, { text: 'ok' }], options);
  const { events } = await play(many.send('go'));
  expect(results(events).filter(({ success }) => success)).toHaveLength(50);
});

it('aborts the third equal call and names the pattern', async () => {
  verifies('y-agent.guard.detected', 'y-agent.guard.redundant', 'conflicts.loop.repeats');
  const session = await open([reading('a'), reading('a'), reading('a'), { text: 'done' }], options);
  const { events } = await play(session.send('go'));
  expect(results(events).map(({ error_message }) => error_message)).toEqual([
    null,
    null,
    'Loop detected (redundant): read was not run. Try something else, or answer with what you have.',
  ]);
  expect(bodies(events, 'guard-warned')).toEqual([]);
});
