import { expect, it } from 'vitest';
import { yipsLimits } from '../../../src/profile/yips/yips-data.js';
import { verifies } from '../../requirements.js';
import { bodies, open, play } from '../../session/open.js';
import { failing, profileWith, read, reading } from '../limits-of.js';

const options = { tools: [read, failing], profile: profileWith(yipsLimits) };

it('ends after six rounds with the warning max_depth, and repeats are no matter to it', async () => {
  verifies('yips.turn.rounds', 'yips.turn.round-limit', 'conflicts.loop.repeats');
  const session = await open(
    Array.from({ length: 9 }, () => reading('a')),
    options,
  );
  const { end, events } = await play(session.send('go'));
  expect(end).toMatchObject({ reason: 'limit', limit: 'max_depth', rounds: 6, message: 'Stopped after 6 rounds.' });
  expect(bodies(events, 'guard-tripped')).toEqual([]);
});

it('tells the model to pivot after the second failed round, and counts anew then and after any success', async () => {
  verifies('yips.turn.failure-round', 'yips.turn.pivot', 'yips.turn.pivot-reset');
  const fails = (path: string) => reading(path, 'failing');
  const session = await open([fails('a'), fails('b'), fails('c'), { text: 'I give up' }], options);
  const { events } = await play(session.send('go'));
  expect(bodies(events, 'guard-warned').map(({ code }) => code)).toEqual(['automatic_pivot']);
  expect(session.requests[2]?.messages.at(-1)).toMatchObject({ role: 'user', text: /Choose another approach/ });
  expect(session.requests[3]?.messages.at(-1)).toMatchObject({ role: 'tool' });
  const denied = { calls: [...fails('d').calls, ...reading('e').calls] };
  const mixed = await open([fails('a'), denied, fails('b'), { text: 'done' }], options);
  expect(bodies((await play(mixed.send('go'))).events, 'guard-warned')).toEqual([]);
});
