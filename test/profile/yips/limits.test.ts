import { expect, it } from 'vitest';
import { verifies } from '../../requirements.js';
import { bodies, play } from '../../session/open.js';
import { runHere } from '../../support/run-here.js';
import { createScene } from '../../support/scene.js';
import { acts, chatOf, openYips, tool } from './scene.js';

const look = acts(tool('list_dir'));
const fails = acts(tool('read_file', { path: 'missing' }));

it('ends after six rounds with the warning max_depth, and repeats are no matter to it', async () => {
  verifies('yips.turn.rounds', 'yips.turn.round-limit', 'conflicts.loop.repeats');
  const session = await openYips(Array.from({ length: 9 }, () => look));
  const { end, events } = await play(session.send('go'));
  expect(end).toMatchObject({ reason: 'limit', limit: 'max_depth', rounds: 6, message: 'Stopped after 6 rounds.' });
  expect(bodies(events, 'guard-tripped')).toEqual([]);
  expect(session.requests).toHaveLength(6);
  const other = await openYips([look, look, look], { limits: { rounds: 2 } });
  expect((await play(other.send('go'))).end).toMatchObject({ limit: 'max_depth', rounds: 2 });
});

it('tells the model to pivot after the second failed round, once, and counts anew then', async () => {
  verifies('yips.turn.pivot', 'yips.turn.pivot-reset');
  const session = await openYips([fails, fails, fails, fails, 'I give up.']);
  const { events } = await play(session.send('go'));
  expect(bodies(events, 'guard-warned').map(({ code }) => code)).toEqual(['automatic_pivot', 'automatic_pivot']);
  const told = [2, 3, 4].map((at) => chatOf(session.requests, at).at(-1)?.content.startsWith('Repeated failures'));
  expect(told).toEqual([true, false, true]);
});

it.each([
  [
    'error and denied',
    [tool('read_file', { path: 'missing' }, 'a'), tool('run_command', { command: 'rm -rf x' }, 'b')],
    1,
  ],
  ['error and ok', [tool('read_file', { path: 'missing' }, 'a'), tool('list_dir', {}, 'b')], 0],
  ['timeout', [tool('run_command', { command: 'sleep 9', timeoutMs: 1000 })], 1],
] as const)('takes a round of %s for failed, or not', async (_, actions, pivots) => {
  verifies('yips.turn.failure-round');
  const session = await openYips([fails, acts(...actions), 'Done.'], { onQuestion: () => ({ choice: 'deny' }) });
  expect(bodies((await play(session.send('go'))).events, 'guard-warned')).toHaveLength(pivots);
});

it('counts anew after a round that did not fail', async () => {
  verifies('yips.turn.pivot-reset');
  const session = await openYips([fails, look, fails, 'Done.']);
  expect(bodies((await play(session.send('go'))).events, 'guard-warned')).toEqual([]);
});

it('is held to its limit in a replay', async () => {
  verifies('replay.same.limits');
  const { folder: cwd, flags, store } = await createScene(() => ({ text: look }));
  expect((await runHere(['run', ...flags, '--profile', 'yips', 'go'], { cwd })).code).toBe(5);
  const { stdout } = await runHere(['replay', 'last', '--store', store], { cwd });
  expect(stdout).toMatch(/events compared: no difference/);
});
