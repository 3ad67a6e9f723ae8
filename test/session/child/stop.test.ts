import { readdirSync } from 'node:fs';
import { expect, it, vi } from 'vitest';
import type { Question } from '../../../src/run/question.js';
import type { SessionEvent } from '../../../src/session/event.js';
import type { SessionOptions } from '../../../src/session/options.js';
import { verifies } from '../../requirements.js';
import { gate } from '../gate.js';
import { bodies, play, results } from '../open.js';
import { unconfined } from '../taint-scene.js';
import { childEvents, delegate, type Opened, openFamily, write } from './family.js';
import type { Scripts } from './family-model.js';

interface State {
  readonly scripts: Scripts;
  readonly options?: Partial<SessionOptions>;
  /** Whether it is reached. */
  at(opened: Opened): boolean | Promise<boolean>;
  /** How many subagents there are then, one below the other. */
  readonly deep: number;
}

const subtask = (prompt: string, wait: 'all' | 'none') => ({
  calls: [{ name: 'create_subtasks', arguments: { subtasks: [{ title: prompt, prompt }], wait } }],
});
const asks = ({ session }: Opened): boolean => session.questions.length === 1;
const requests =
  (count: number) =>
  ({ model }: Opened): boolean =>
    model.requests.length === count;

/** None of these ends by itself. */
const states: Readonly<Record<string, State>> = {
  'while it is asked': {
    scripts: { 'do it': [delegate('part')], part: [{ text: 'never', delayMs: 60_000 }] },
    at: requests(2),
    deep: 1,
  },
  'while it has a question': {
    scripts: { 'do it': [delegate('part')], part: [write('a.txt', 'a\n')] },
    options: { mode: 'ask', onAsk: 'person' },
    at: asks,
    deep: 1,
  },
  'in a command that does not want to end': {
    scripts: {
      'do it': [delegate('part')],
      part: [{ calls: [{ name: 'run_command', arguments: { command: "trap '' TERM; sleep 60; sleep 60" } }] }],
    },
    options: { ...unconfined, mode: 'auto', onQuestion: () => ({ choice: 'once' }) },
    at: async ({ session, store }) =>
      (await childEvents(store, session.id)).flat().some(({ type }) => type === 'call-started'),
    deep: 1,
  },
  'while one below it has a question': {
    scripts: { 'do it': [delegate('upper')], upper: [delegate('lower')], lower: [write('a.txt', 'a\n')] },
    options: { mode: 'ask', onAsk: 'person' },
    at: asks,
    deep: 2,
  },
  'while one below it is not waited for': {
    scripts: {
      'do it': [delegate('upper')],
      upper: [subtask('lower', 'none'), { text: 'never', delayMs: 60_000 }],
      lower: [{ text: 'never', delayMs: 60_000 }],
    },
    at: requests(4),
    deep: 2,
  },
};

it.each(Object.entries(states))('is cancelled with the turn %s, and so is all below it', async (_, state) => {
  verifies('subagents.stop.cancelled', 'subagents.stop.family');
  const opened = await openFamily(state.scripts, state.options);
  const { session, store, workspace } = opened;
  const turn = play(session.send('do it'));
  await reached(() => state.at(opened));
  session.cancel();
  const { events, end } = await turn;
  expect(end).toMatchObject({ reason: 'cancelled' });
  expect(bodies(events, 'call-settled')).toMatchObject([{ outcome: 'cancelled' }]);
  expect(session.questions).toEqual([]);
  await session.close();
  let id = session.id;
  for (let depth = 0; depth < state.deep; depth += 1) {
    const own = (await store.read(id)) as readonly SessionEvent[];
    expect(bodies(own, 'child-ended')).toMatchObject([{ status: 'cancelled' }]);
    const [child = []] = await childEvents(store, id);
    expect(bodies(child, 'turn-ended')).toMatchObject([{ reason: 'cancelled' }]);
    id = bodies(child, 'session-opened')[0]?.sessionId ?? '';
  }
  expect(readdirSync(workspace)).toEqual([]);
});

it('does not keep a cancelled turn waiting for a tool of one below that hears nothing', async () => {
  verifies('subagents.stop.family');
  const deaf = gate();
  const { session, store } = await openFamily(
    {
      'do it': [delegate('upper')],
      upper: [delegate('lower')],
      lower: [{ calls: [{ name: 'gate', arguments: {} }] }],
    },
    { tools: [deaf.tool] },
  );
  const turn = play(session.send('do it'));
  await reached(() => deaf.ran === 1);
  session.cancel();
  expect((await turn).end).toMatchObject({ reason: 'cancelled' });
  deaf.open();
  await session.close();
  const [child = []] = await childEvents(store, session.id);
  expect(bodies(child, 'child-ended')).toMatchObject([{ status: 'cancelled' }]);
});

it('goes on between turns, is told of by list_subtasks and waited for by it', async () => {
  verifies('subagents.parallel.between');
  const slow = gate();
  const list = (more: object = {}) => ({ calls: [{ name: 'list_subtasks', arguments: more }] });
  const { session, model } = await openFamily(
    {
      'start it': [
        subtask('part', 'none'),
        { text: 'started' },
        list(),
        { text: 'on its way' },
        list({ wait: true }),
        { text: 'over' },
      ],
      part: [{ calls: [{ name: 'gate', arguments: {} }] }, { text: 'part done' }],
    },
    { tools: [slow.tool] },
  );
  expect((await play(session.send('start it'))).end).toMatchObject({ text: 'started' });
  const second = await play(session.send('and?'));
  expect(results(second.events)).toMatchObject([{ data: { counts: { running: 1 } } }]);
  const third = play(session.send('wait for it'));
  await reached(() => model.requests.length === 6);
  slow.open();
  expect(results((await third).events)).toMatchObject([
    { data: { counts: { done: 1 }, subtasks: [{ status: 'done', text: 'part done' }] } },
  ]);
});

const reached = (look: () => boolean | Promise<boolean>): Promise<void> =>
  vi.waitFor(async () => expect(await look()).toBe(true), { timeout: 20_000, interval: 10 });

it('waits with its whole family for a person who is not there, and goes on with it when they are', async () => {
  verifies('subagents.question.nobody', 'subagents.stop.family');
  const scripts = {
    'do it': [delegate('upper'), { text: 'all done' }],
    upper: [delegate('lower'), { text: 'upper done' }],
    lower: [write('a.txt', 'a\n'), { text: 'lower done' }],
  };
  const { session, store, workspace } = await openFamily(scripts, { mode: 'ask', onAsk: 'park' });
  expect((await play(session.send('do it'))).end).toMatchObject({ reason: 'parked' });
  await session.close();
  const asked: Question[] = [];
  const again = await openFamily(scripts, {
    store,
    workspace,
    mode: 'ask',
    session: session.id,
    onQuestion(question) {
      asked.push(question);
      return { choice: 'once' };
    },
  });
  const { events, end } = await play(again.session.resume());
  expect(end).toMatchObject({ reason: 'answered', text: 'all done' });
  expect(results(events)).toMatchObject([{ data: { text: 'upper done', rounds: 2, calls: 1 } }]);
  expect(readdirSync(workspace)).toEqual(['a.txt']);
  const [upper = []] = await childEvents(store, session.id);
  const below = await childEvents(store, bodies(upper, 'session-opened')[0]?.sessionId ?? '');
  expect(below).toHaveLength(1);
  // The person is told who asks, however deep that is.
  expect(asked).toMatchObject([
    { tool: 'write_file', child: { sessionId: bodies(below[0] ?? [], 'session-opened')[0]?.sessionId } },
  ]);
});

it('is paused with its whole family, and goes on with it', async () => {
  verifies('subagents.stop.paused', 'subagents.stop.family');
  const slow = gate();
  const { session, store, workspace } = await openFamily(
    {
      'do it': [delegate('upper'), { text: 'all done' }],
      upper: [delegate('lower'), { text: 'upper done' }],
      lower: [{ calls: [{ name: 'gate', arguments: {} }] }, write('a.txt', 'a\n'), { text: 'lower done' }],
    },
    { tools: [slow.tool] },
  );
  const turn = play(session.send('do it'));
  await reached(() => slow.ran === 1);
  session.pause();
  slow.open();
  expect((await turn).end).toMatchObject({ reason: 'paused' });
  expect(readdirSync(workspace)).toEqual([]);
  expect((await play(session.resume())).end).toMatchObject({ reason: 'answered', text: 'all done' });
  expect(readdirSync(workspace)).toEqual(['a.txt']);
  expect(slow.ran).toBe(1);
  const [upper = []] = await childEvents(store, session.id);
  expect(bodies(upper, 'child-started')).toHaveLength(1);
  expect(bodies(upper, 'child-ended')).toMatchObject([{ status: 'done', rounds: 3, calls: 2 }]);
});
