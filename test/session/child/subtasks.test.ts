import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { createSubtasks } from '../../../src/builtin/subagent/create-subtasks.js';
import { listSubtasks } from '../../../src/builtin/subagent/list-subtasks.js';
import type { SessionRecord } from '../../../src/session/event.js';
import { openStore } from '../../../src/store/open-store.js';
import { verifies } from '../../requirements.js';
import { bodies, newFolder, play, results } from '../open.js';
import { childEvents, createGate, openFamily, write } from './family.js';

const subtasks = (titles: readonly string[], wait?: string) => ({
  calls: [
    {
      name: 'create_subtasks',
      arguments: { subtasks: titles.map((title) => ({ title, prompt: `${title} now` })), ...(wait && { wait }) },
    },
  ],
});
const list = (more: object = {}) => ({ calls: [{ name: 'list_subtasks', arguments: more }] });

const gated = { calls: [{ name: 'gate', arguments: {} }] };

it('has 8 subagents work side by side, with a store in a file', async () => {
  verifies('subagents.parallel.wait', 'subagents.rights.depth', 'seed.subtasks.safe');
  const folder = newFolder();
  const store = await openStore(`${folder}/store.db`);
  const gate = createGate();
  const names = Array.from({ length: 8 }, (_, at) => `part-${at}`);
  const { session, workspace } = await openFamily(
    {
      'do it': [subtasks(names), { text: 'done' }],
      ...Object.fromEntries(
        names.map((name) => [name, [gated, write(`${name}.txt`, `${name}\n`), { text: `${name} written` }]]),
      ),
    },
    { store, tools: [gate.tool], workspace: newFolder() },
  );
  const turn = play(session.send('do it'));
  // All of them are at work before any of them goes on.
  await gate.holds(8);
  gate.open();
  const { events, end } = await turn;
  expect(end).toMatchObject({ reason: 'answered', text: 'done' });
  expect(bodies(events, 'call-decided')).toMatchObject([{ tool: 'create_subtasks', verdict: 'allow', level: 'safe' }]);
  expect(results(events)).toMatchObject([
    {
      data: {
        wait: 'all',
        summary: { total: 8, done: 8, running: 0, other: 0 },
        subtasks: names.map((title) => ({ title, status: 'done', text: `${title} written` })),
      },
    },
  ]);
  expect(readdirSync(workspace)).toEqual(names.map((name) => `${name}.txt`));
  for (const child of await childEvents(store, session.id)) {
    expect(bodies(child, 'turn-ended')).toMatchObject([{ reason: 'answered' }]);
    expect(await store.verify((child[0]?.body as { sessionId: string }).sessionId)).toMatchObject({ ok: true });
  }
  await session.close();
  await store.close();
});

it('does not wait when told so, and tells the ends later; more than 8 at once are refused', async () => {
  verifies('subagents.parallel.wait', 'subagents.rights.depth');
  const gate = createGate();
  const names = Array.from({ length: 8 }, (_, at) => `part-${at}`);
  const { session } = await openFamily(
    {
      'start them': [subtasks(names, 'none'), subtasks(['one more'], 'none'), list(), { text: 'started' }],
      ...Object.fromEntries(names.map((name) => [name, [gated, { text: `${name} done` }]])),
    },
    { tools: [gate.tool] },
  );
  const { events } = await play(session.send('start them'));
  const [started, refused, listed] = results(events);
  expect(started).toMatchObject({ data: { wait: 'none', summary: { total: 8, running: 8 } } });
  expect(refused).toMatchObject({
    data: { subtasks: [{ status: 'failed', message: expect.stringContaining('8 subagents are at work') }] },
  });
  expect(listed).toMatchObject({ data: { counts: { running: 8 }, agents: [{ name: 'general-purpose' }] } });
  await gate.holds(8);
  // The turn is over, and they go on.
  const ended = new Promise<void>((resolve) => {
    let left = 8;
    session.on((event) => {
      if (event.type === 'child-ended') left -= 1;
      if (left === 0) resolve();
    });
  });
  gate.open();
  await ended;
});

it('waits for each so long and no longer; what goes on can be waited for again', async () => {
  verifies('subagents.parallel.wait', 'seed.subtasks.wait-bound');
  expect(createSubtasks().description).toContain('after 300 s');
  const gate = createGate();
  const { session } = await openFamily(
    {
      'start it': [subtasks(['slow', 'quick']), { text: 'on its way' }],
      slow: [gated, { text: 'slow done' }],
      quick: [{ text: 'quick done' }],
    },
    { builtins: false, tools: [createSubtasks({ waitMs: 50 }), listSubtasks, gate.tool], capabilities: ['subagents'] },
  );
  const { events } = await play(session.send('start it'));
  expect(results(events)).toMatchObject([
    {
      data: {
        summary: { total: 2, done: 1, running: 1 },
        subtasks: [
          {
            title: 'slow',
            status: 'running',
            message: expect.stringContaining('not ended within 0.05 s, and goes on'),
          },
          { title: 'quick', status: 'done', text: 'quick done' },
        ],
      },
    },
  ]);
  const ended = new Promise<SessionRecord['body']>((resolve) =>
    session.on((event) => event.type === 'child-ended' && resolve(event.body)),
  );
  gate.open();
  expect(await ended).toMatchObject({ status: 'done' });
});

it('cancels them with the turn, and with the session', async () => {
  verifies('subagents.stop.cancelled');
  const gate = createGate();
  const scripts = {
    'wait for them': [subtasks(['a part', 'b part']), { text: 'never' }],
    'leave them': [subtasks(['a part', 'b part'], 'none'), { text: 'left' }],
    'a part': [gated, { text: 'never said' }],
    'b part': [gated, { text: 'never said' }],
  };
  const { session, store } = await openFamily(scripts, { tools: [gate.tool] });
  const turn = play(session.send('wait for them'));
  await gate.holds(2);
  session.cancel();
  expect((await turn).end).toMatchObject({ reason: 'cancelled' });
  await session.close();
  for (const child of await childEvents(store, session.id))
    expect(bodies(child, 'turn-ended')).toMatchObject([{ reason: 'cancelled' }]);

  const other = await openFamily(scripts, { tools: [gate.tool] });
  await play(other.session.send('leave them'));
  await other.session.close();
  const events = (await other.store.read(other.session.id)) as readonly SessionRecord[];
  expect(bodies(events, 'child-ended')).toMatchObject([{ status: 'cancelled' }, { status: 'cancelled' }]);
});

it('pauses them with the turn, and goes on with the same ones', async () => {
  verifies('subagents.stop.paused');
  const gate = createGate();
  const { session, store, workspace } = await openFamily(
    {
      'wait for them': [subtasks(['a part', 'b part']), { text: 'all done' }],
      'a part': [gated, write('a.txt', 'a\n'), { text: 'a done' }],
      'b part': [gated, write('b.txt', 'b\n'), { text: 'b done' }],
    },
    { tools: [gate.tool] },
  );
  const turn = play(session.send('wait for them'));
  await gate.holds(2);
  session.pause();
  gate.open();
  expect((await turn).end).toMatchObject({ reason: 'paused' });
  expect(readdirSync(workspace)).toEqual([]);
  const { events, end } = await play(session.resume());
  expect(end).toMatchObject({ reason: 'answered', text: 'all done' });
  expect(results(events)).toMatchObject([{ data: { summary: { total: 2, done: 2 } } }]);
  expect(readdirSync(workspace)).toEqual(['a.txt', 'b.txt']);
  expect(await childEvents(store, session.id)).toHaveLength(2);
});
