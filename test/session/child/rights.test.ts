import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Answer, Question } from '../../../src/run/question.js';
import type { SessionEvent } from '../../../src/session/event.js';
import { replaySession } from '../../../src/session/replay/replay-session.js';
import { readSession } from '../../../src/session/sessions.js';
import { defineTool } from '../../../src/tool/define-tool.js';
import { verifies } from '../../requirements.js';
import { bodies, play, results } from '../open.js';
import { docsTool } from '../taint-scene.js';
import { agentFile, childEvents, delegate, openFamily, write } from './family.js';

it('is never in a wider mode than its caller', async () => {
  verifies('subagents.rights.mode');
  const scripts = {
    'do it': [delegate('write it', { agent: 'bold' }), { text: 'done' }],
    'write it': [write('a.txt', 'one\n'), { text: 'tried' }],
  };
  const agents = [agentFile('bold', ['mode: auto'])];
  for (const mode of ['plan', 'ask'] as const) {
    const { session, store, workspace } = await openFamily(scripts, { agents, mode });
    await play(session.send('do it'));
    const [child = []] = await childEvents(store, session.id);
    expect(bodies(child, 'session-opened')).toMatchObject([{ mode }]);
    expect(bodies(child, 'call-settled')).toMatchObject([{ name: 'write_file', outcome: 'denied' }]);
    expect(existsSync(join(workspace, 'a.txt'))).toBe(false);
  }
  const { session, store } = await openFamily(scripts, { agents: [agentFile('bold', ['mode: plan'])], mode: 'auto' });
  await play(session.send('do it'));
  const [child = []] = await childEvents(store, session.id);
  expect(bodies(child, 'call-settled')).toMatchObject([{ outcome: 'denied' }]);
});

it('follows the mode of its caller while it works', async () => {
  verifies('subagents.rights.mode');
  let between = async (): Promise<void> => {};
  const gate = defineTool({
    name: 'gate',
    description: 'waits',
    parameters: { type: 'object' },
    effects: 'none',
    run: () => between(),
  });
  const { session, store, workspace } = await openFamily(
    {
      'do it': [delegate('write it'), { text: 'done' }],
      'write it': [
        { calls: [{ name: 'gate', arguments: {} }] },
        write('a.txt', 'one\n'),
        { calls: [{ name: 'gate', arguments: {} }] },
        write('b.txt', 'two\n'),
        { text: 'tried' },
      ],
    },
    { tools: [gate] },
  );
  let times = 0;
  between = async () => {
    times += 1;
    await session.setMode(times === 1 ? 'plan' : 'edit', { who: 'ada' });
  };
  await play(session.send('do it'));
  expect(existsSync(join(workspace, 'a.txt'))).toBe(false);
  expect(existsSync(join(workspace, 'b.txt'))).toBe(true);
  const [child = []] = await childEvents(store, session.id);
  expect(bodies(child, 'mode-changed')).toMatchObject([
    { from: 'edit', to: 'plan', origin: { who: 'ada' } },
    { from: 'plan', to: 'edit' },
  ]);
});

it('puts its questions to the person in its name, recorded in both sessions', async () => {
  verifies('subagents.question.named', 'subagents.rights.grants');
  const asked: Question[] = [];
  const { session, store, workspace } = await openFamily(
    {
      'do it': [delegate('write it', { agent: 'scribe' }), write('b.txt', 'two\n'), { text: 'done' }],
      'write it': [write('a.txt', 'one\n'), { text: 'written' }],
    },
    {
      mode: 'ask',
      agents: [agentFile('scribe')],
      onQuestion(question) {
        asked.push(question);
        const offer = question.kind === 'approval' ? question.offers.at(-1) : undefined;
        return offer === undefined ? { choice: 'once' } : { choice: 'session', rules: offer.rules };
      },
    },
  );
  const { events } = await play(session.send('do it'));
  const [started] = bodies(events, 'child-started');
  const child = { sessionId: started?.childId, name: 'scribe' };
  expect(asked[0]).toMatchObject({ kind: 'approval', tool: 'write_file', callId: started?.callId, child });
  expect(bodies(events, 'approval-requested')[0]).toMatchObject({ id: asked[0]?.id, child });
  expect(bodies(events, 'approval-answered')[0]).toMatchObject({ questionId: asked[0]?.id, child, by: 'person' });
  const [own = []] = await childEvents(store, session.id);
  expect(bodies(own, 'approval-requested')).toMatchObject([{ id: asked[0]?.id, tool: 'write_file' }]);
  expect(bodies(own, 'approval-answered')).toMatchObject([{ questionId: asked[0]?.id, by: 'person' }]);
  expect(existsSync(join(workspace, 'a.txt'))).toBe(true);
  // Neither record needs the other to be replayed.
  for (const id of [session.id, started?.childId ?? '']) {
    const { events: recorded } = await readSession(store, id);
    expect((await replaySession(recorded)).differences).toEqual([]);
  }
});

it('is held to the rule for when nobody is there', async () => {
  verifies('subagents.question.nobody');
  const scripts = {
    'do it': [delegate('write it'), { text: 'done' }],
    'write it': [write('a.txt', 'one\n'), { text: 'not allowed' }],
  };
  const { session } = await openFamily(scripts, { mode: 'ask' });
  const denied = await play(session.send('do it'));
  expect(denied.end).toMatchObject({ reason: 'answered', deniedUnasked: 1 });
  expect(results(denied.events)).toMatchObject([{ data: { text: 'not allowed' } }]);
  const { session: aborting } = await openFamily(scripts, { mode: 'ask', onAsk: 'abort' });
  expect((await play(aborting.send('do it'))).end).toMatchObject({ reason: 'aborted' });

  const { session: parking, store, workspace } = await openFamily(scripts, { mode: 'ask', onAsk: 'park' });
  expect((await play(parking.send('do it'))).end).toMatchObject({ reason: 'parked' });
  await parking.close();
  const { session: again } = await openFamily(scripts, {
    store,
    workspace,
    mode: 'ask',
    session: parking.id,
    onQuestion: () => ({ choice: 'once' }),
  });
  const gone = await play(again.resume());
  expect(gone.end).toMatchObject({ reason: 'answered', text: 'done' });
  expect(existsSync(join(workspace, 'a.txt'))).toBe(true);
  expect(await childEvents(store, parking.id)).toHaveLength(1);
});

it('shares what has come in from outside with its caller, both ways and at once', async () => {
  verifies('subagents.rights.taint');
  const search = { calls: [{ name: 'mcp__docs__search', arguments: {} }] };
  const options = { tools: [docsTool], mode: 'auto', onQuestion: (): Answer => ({ choice: 'once' }) } as const;
  const { session, store } = await openFamily(
    { 'do it': [search, delegate('look'), { text: 'done' }], look: [{ text: 'looked' }] },
    options,
  );
  await play(session.send('do it'));
  const [inherits = []] = await childEvents(store, session.id);
  expect(bodies(inherits, 'taint-raised')).toMatchObject([{ kind: 'mcp', source: 'docs' }]);

  const tainted: boolean[] = [];
  const second = await openFamily(
    { 'do it': [delegate('look'), { text: 'done' }], look: [search, { text: 'looked' }] },
    options,
  );
  second.session.on((event: SessionEvent) => {
    if (event.type === 'taint-raised' || event.type === 'child-ended') tainted.push(event.type === 'taint-raised');
  });
  const { events } = await play(second.session.send('do it'));
  expect(tainted).toEqual([true, false]);
  expect(second.session.taint.sources).toMatchObject([
    { kind: 'mcp', source: 'docs', callId: bodies(events, 'child-started')[0]?.callId },
  ]);
});

it('shares the rates of its caller', async () => {
  verifies('subagents.rights.grants');
  const list = { calls: [{ name: 'list_dir', arguments: { path: '.' } }] };
  const { session, store } = await openFamily(
    { 'do it': [list, delegate('look'), { text: 'done' }], look: [list, { text: 'looked' }] },
    { rateLimits: { list_dir: { max: 1, perMs: 60_000 } } },
  );
  await play(session.send('do it'));
  const [child = []] = await childEvents(store, session.id);
  expect(bodies(child, 'guard-tripped')).toMatchObject([{ limit: 'rate' }]);
});
