import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { SessionRecord } from '../../../src/session/event.js';
import { openSession } from '../../../src/session/session.js';
import { openStore } from '../../../src/store/open-store.js';
import { verifies } from '../../requirements.js';
import { runChild } from '../child-session.js';
import { markTool } from '../mark-tool.js';
import { bodies, newFolder, play, results } from '../open.js';
import { childEvents } from './family.js';
import { familyModel } from './family-model.js';
import { killedScripts } from './killed-scripts.js';

interface Killed {
  readonly point: string;
  readonly message?: string;
  /** What the person says then; the turn is gone on with when absent. */
  readonly next?: string;
}

/** Runs a family until it kills itself, then goes on with its session in this process. */
async function kill({ point, message = 'do it', next }: Killed) {
  const folder = newFolder();
  const path = join(folder, 'store.db');
  const marksFile = join(folder, 'marks');
  const { id, end: killed } = await runChild('child/killed-family-child.ts', [path, folder, marksFile, point, message]);
  expect(killed).toBe('SIGKILL');
  const before = existsSync(marksFile) ? readFileSync(marksFile, 'utf8').trim().split('\n') : [];
  const after: string[] = [];
  const mark = (name: string): void => void after.push(name);
  const store = await openStore(path);
  onTestFinished(() => store.close());
  const model = familyModel(killedScripts);
  const session = await openSession({
    model,
    store,
    session: id,
    tools: [markTool({ name: 'first', mark }), markTool({ name: 'second', mark })],
    mode: 'edit',
  });
  const { events, end } = await play(next === undefined ? session.resume() : session.send(next));
  const said = next === undefined ? await play(session.send('and now?')) : undefined;
  await session.close();
  const all = (await store.read(id)) as readonly SessionRecord[];
  return { before, after, events, end, all, model, store, said, children: await childEvents(store, id) };
}

it('goes on with the subagent it had begun when its process was killed; nothing is done twice', async () => {
  verifies('subagents.killed.resumed');
  const { before, after, events, end, children, all } = await kill({ point: 'in-effect' });
  expect(before).toEqual(['first', 'second']);
  // What had begun is never repeated: the subagent is told that nobody knows.
  expect(after).toEqual([]);
  expect(end).toMatchObject({ reason: 'answered', text: 'all done' });
  expect(bodies(events, 'history-repaired')).toMatchObject([{ calls: [{ name: 'delegate', repair: 'run-again' }] }]);
  expect(results(events)).toMatchObject([{ data: { status: 'done', text: 'marks left' } }]);
  expect(children).toHaveLength(1);
  expect(bodies(all, 'child-ended')).toHaveLength(1);
  const [child = []] = children;
  expect(bodies(child, 'session-opened').map(({ resumed, parent }) => [resumed, parent?.depth])).toEqual([
    [false, 1],
    [true, 1],
  ]);
  expect(bodies(child, 'call-settled').map(({ name, outcome }) => `${name} ${outcome}`)).toEqual([
    'first ok',
    'second unknown',
  ]);
});

it('begins with one that was on record and not yet opened', async () => {
  verifies('subagents.killed.resumed');
  const { before, after, end, children } = await kill({ point: 'started-1' });
  expect([...before, ...after]).toEqual(['first', 'second']);
  expect(end).toMatchObject({ reason: 'answered', text: 'all done' });
  expect(children).toHaveLength(1);
});

it('does not ask one again that had ended: what it said is read from its record', async () => {
  verifies('subagents.killed.ended', 'subagents.killed.listed');
  const { before, after, events, all, model, said } = await kill({ point: 'ended-1' });
  expect([before, after]).toEqual([['first', 'second'], []]);
  expect(results(events)).toMatchObject([{ data: { status: 'done', text: 'marks left', rounds: 3 } }]);
  expect(bodies(all, 'child-ended')).toHaveLength(1);
  // The one of its caller, and two for what the person says then.
  expect(model.requests).toHaveLength(3);
  expect(results(said?.events ?? [])).toMatchObject([
    { data: { counts: { done: 1 }, subtasks: [{ status: 'done', text: 'marks left', rounds: 3, calls: 2 }] } },
  ]);
});

it('tells of one that nobody waited for that nobody knows its end', async () => {
  verifies('subagents.killed.detached');
  const { events, all } = await kill({ point: 'turn-over', message: 'leave it', next: 'and now?' });
  expect(bodies(all, 'child-ended')).toMatchObject([
    { status: 'unknown', message: expect.stringContaining('Its process ended before it did') },
  ]);
  expect(results(events)).toMatchObject([{ data: { counts: { unknown: 1 } } }]);
});

it.each([
  ['as the one below asked something', 'asking', ['first', 'second'], 2],
  ['as the one below is on record', 'started-2', ['first', 'second'], 2],
  ['in what the one below does', 'in-effect', ['first', 'second'], 2],
  ['as the one below has ended', 'ended-1', ['first', 'second'], 2],
  ['as the one above it has ended', 'ended-2', ['first', 'second'], 2],
])('goes on with a whole family that was killed %s', async (_, point, marks, deep) => {
  verifies('subagents.killed.family');
  const { before, after, events, end, all, store, children } = await kill({ point, message: 'dig deep' });
  expect([...before, ...after]).toEqual(marks);
  expect(end).toMatchObject({ reason: 'answered', text: 'all done' });
  expect(results(events)).toMatchObject([{ data: { status: 'done', text: 'one above' } }]);
  expect(children).toHaveLength(deep - 1);
  expect(bodies(all, 'child-ended')).toMatchObject([{ status: 'done' }]);
  const [child = []] = children;
  const below = await childEvents(store, bodies(child, 'session-opened')[0]?.sessionId ?? '');
  expect(below).toHaveLength(1);
  expect(bodies(child, 'child-ended')).toMatchObject([{ status: 'done' }]);
  expect(bodies(child, 'call-settled').map(({ name, outcome }) => `${name} ${outcome}`)).toEqual(['delegate ok']);
});
