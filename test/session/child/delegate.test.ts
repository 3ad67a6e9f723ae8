import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { scriptedModel } from '../../../src/model/provider/scripted.js';
import { readAudit } from '../../../src/session/audit/read-audit.js';
import { deleteSession } from '../../../src/session/delete-session.js';
import { forkSession } from '../../../src/session/fork-session.js';
import { findSession, lastSessionIn, listSessions, readSession } from '../../../src/session/sessions.js';
import { transcriptOf } from '../../../src/session/transcript.js';
import { verifies } from '../../requirements.js';
import { bodies, play, results } from '../open.js';
import { agentFile, childEvents, delegate, openFamily, write } from './family.js';

it('delegates to a session of its own, linked with the one that did', async () => {
  verifies(
    'subagents.session.linked',
    'design.rooms.subagents',
    'design.events.child-started',
    'subagents.prompt.scope',
  );
  const { session, model, store, workspace } = await openFamily({
    'do it': [delegate('write the file'), { text: 'done' }],
    'write the file': [write('a.txt', 'one\n'), { text: 'a.txt is written' }],
  });
  const { events, end } = await play(session.send('do it'));
  expect(end).toMatchObject({ reason: 'answered', text: 'done', rounds: 2, calls: 1 });
  expect(readFileSync(join(workspace, 'a.txt'), 'utf8')).toBe('one\n');
  const [started] = bodies(events, 'child-started');
  const [ended] = bodies(events, 'child-ended');
  const callId = bodies(events, 'call-settled')[0]?.callId;
  expect(started).toEqual({
    childId: expect.stringMatching(/^ses_/),
    callId,
    index: 0,
    name: 'general-purpose',
    title: 'write the file',
    rounds: 20,
  });
  expect(ended).toEqual({
    childId: started?.childId,
    callId,
    name: 'general-purpose',
    status: 'done',
    rounds: 2,
    calls: 1,
  });
  expect(results(events)).toMatchObject([
    {
      success: true,
      data: { agent: 'general-purpose', status: 'done', text: 'a.txt is written' },
    },
  ]);
  const [child = []] = await childEvents(store, session.id);
  expect(bodies(child, 'session-opened')).toMatchObject([
    { sessionId: started?.childId, parent: { sessionId: session.id, callId, name: 'general-purpose', depth: 1 } },
  ]);
  const [, first, second] = model.requests;
  expect(first?.messages.map(({ role }) => role)).toEqual(['system', 'user']);
  expect(first?.messages[0]?.text).toContain('You are the subagent general-purpose');
  expect(first?.messages[1]?.text).toBe('write the file');
  expect(second?.toolNames).toContain('write_file');
});

it('shows the link in lists, transcripts and the audit', async () => {
  verifies('subagents.session.shown');
  const { session, store, workspace } = await openFamily({
    'do it': [delegate('look around'), { text: 'done' }],
    'look around': [{ text: 'nothing here' }],
  });
  await play(session.send('do it'));
  const child = (await listSessions(store)).find(({ parent }) => parent !== undefined);
  expect(child?.parent).toMatchObject({ sessionId: session.id, name: 'general-purpose' });
  const { events } = await readSession(store, session.id);
  expect(transcriptOf(events).filter(({ kind }) => kind === 'child')).toMatchObject([
    { childId: child?.id, name: 'general-purpose', title: 'look around', end: { status: 'done' } },
  ]);
  const says: string[] = [];
  for await (const row of readAudit(store, { order: 'oldest' })) if (row.says !== null) says.push(row.says);
  expect(says).toEqual(
    expect.arrayContaining([
      `started the subagent general-purpose (${child?.id}): look around`,
      expect.stringContaining(`opened as subagent general-purpose of ${session.id} in `),
      `the subagent general-purpose (${child?.id}) ended: done`,
    ]),
  );
  // It takes no room from those the person talked in.
  expect((await listSessions(store, { limit: 1 })).map(({ id }) => id).sort()).toEqual([session.id, child?.id].sort());
  // The subagent was written to while its parent waited; it is not what the person talked in.
  expect(await findSession(store, 'last')).toBe(session.id);
  expect(await lastSessionIn(store, session.workspace)).toBe(session.id);
  expect(workspace).toBe(session.workspace);
});

it('is deleted with the session, and not taken over by a fork', async () => {
  verifies('subagents.session.deleted');
  const { session, store } = await openFamily({
    'do it': [delegate('write it'), { text: 'done' }],
    'write it': [write('a.txt', 'one\n'), { text: 'written' }],
  });
  await play(session.send('do it'));
  await session.close();
  const fork = await forkSession(store, session.id);
  expect((await store.read(fork)).map(({ type }) => type)).not.toContain('child-started');
  await deleteSession(store, session.id);
  expect((await store.streams()).map(({ id }) => id).filter((id) => id.startsWith('ses_'))).toEqual([fork]);
});

it('uses the agent that is named: its prompt, tools and rounds; an unknown one is the general one', async () => {
  verifies('subagents.agent.unknown', 'subagents.rights.tools', 'subagents.result.limit');
  const { session, model } = await openFamily(
    {
      'do it': [
        delegate('look at a', { agent: 'reader', allowed_tools: ['read_file', 'write_file', 'nonsense'] }),
        delegate('look at b', { agent: 'raeder', rounds: 500 }),
        { text: 'done' },
      ],
      'look at a': [{ text: 'first', calls: [{ name: 'write_file', arguments: { path: 'x', content: 'y' } }] }],
      'look at b': [{ text: 'seen' }],
    },
    { agents: [agentFile('reader', ['tools: [read_file, grep]', 'rounds: 1'], 'Read, never write.')] },
  );
  const { events } = await play(session.send('do it'));
  expect(model.requests[0]?.toolNames).toContain('delegate');
  expect(model.requests[1]?.toolNames).toEqual(['read_file']);
  expect(model.requests[1]?.messages[0]?.text).toContain('Read, never write.');
  expect(bodies(events, 'child-started')).toMatchObject([
    { name: 'reader', rounds: 1, tools: ['read_file'] },
    { name: 'general-purpose', rounds: 20 },
  ]);
  const [read, looked] = results(events);
  expect(read).toMatchObject({ data: { agent: 'reader', status: 'limit', text: 'first' } });
  expect((looked?.data as { warnings: string[] }).warnings).toEqual([
    'There is no agent raeder: general-purpose was used. Did you mean reader?',
    'It has 20 rounds, as its caller has: 500 are more.',
  ]);
});

it('names the agents where it is told of the tools', async () => {
  verifies('subagents.agent.files');
  const { session } = await openFamily({}, { agents: [agentFile('reader'), { path: 'bad.md', text: 'no' }] });
  expect(session.tools.get('delegate')?.description).toContain('Agents: general-purpose (');
  expect(session.tools.get('create_subtasks')?.description).toContain('reader (does reader)');
});

it('asks an agent with the model it has, where that can be opened', async () => {
  verifies('subagents.agent.model');
  const other = scriptedModel([{ text: 'other words' }], { name: 'other' });
  const scripts = { 'do it': [delegate('say', { agent: 'sage' }), { text: 'done' }], say: [{ text: 'own words' }] };
  const agents = [agentFile('sage', ['model: other'])];
  const { session } = await openFamily(scripts, { agents, openModel: () => other });
  expect(results((await play(session.send('do it'))).events)).toMatchObject([{ data: { text: 'other words' } }]);
  const { session: without } = await openFamily(scripts, { agents });
  expect(results((await play(without.send('do it'))).events)).toMatchObject([
    { data: { text: 'own words', warnings: ['The model other cannot be opened here: it has that of its caller.'] } },
  ]);
});

it('hands the conversation on as it is told to', async () => {
  verifies('subagents.prompt.context');
  const { session, model } = await openFamily({
    'Sum up': [{ text: 'They like blue.' }],
    'we like blue': [
      delegate('pick a colour', { context: 'full' }),
      delegate('pick a form', { context: 'summary' }),
      { text: 'ok' },
    ],
    'pick a colour': [{ text: 'blue' }],
    'pick a form': [{ text: 'round' }],
  });
  await play(session.send('we like blue'));
  const prompts = model.requests.map(({ messages }) => messages.find(({ role }) => role === 'user')?.text ?? '');
  expect(prompts).toContain(
    'What was said before, for your information:\n<conversation>\nPerson: we like blue\n</conversation>\n\npick a colour',
  );
  expect(prompts).toContain(
    'What was said before, for your information:\n<conversation>\nThey like blue.\n</conversation>\n\npick a form',
  );
  const { session: mute } = await openFamily({
    'we like red': [delegate('pick a form', { context: 'summary' }), { text: 'ok' }],
    'pick a form': [{ text: 'round' }],
  });
  expect(results((await play(mute.send('we like red'))).events)).toMatchObject([
    { data: { warnings: [expect.stringContaining('could not be summed up, and its end was handed on')] } },
  ]);
});

it('counts what it spends, and is stopped at the limits of its caller', async () => {
  verifies('subagents.budget.counted');
  const usage = (tokens: number) => ({ usage: { inputTokens: tokens, outputTokens: 0 } });
  const { session, store } = await openFamily(
    {
      'do it': [
        { ...delegate('spend'), ...usage(10) },
        { text: 'done', ...usage(10) },
      ],
      spend: [
        { calls: [{ name: 'list_dir', arguments: { path: '.' } }], ...usage(100) },
        { calls: [{ name: 'list_dir', arguments: { path: '.' } }], ...usage(100) },
        { text: 'never said', ...usage(100) },
      ],
    },
    { limits: { sessionTokens: 150 } },
  );
  const { events } = await play(session.send('do it'));
  expect(results(events)).toMatchObject([{ data: { status: 'limit', rounds: 2 } }]);
  expect(session.spending.tokens).toBe(210);
  const own = await store.read(session.id);
  expect(own.filter(({ type }) => type === 'child-spent').map(({ body }) => body)).toEqual([
    { tokens: 100, cost: 0 },
    { tokens: 100, cost: 0 },
  ]);
});

it('nests 3 deep, and no deeper', async () => {
  verifies('subagents.rights.depth', 'seed.subtasks.depth');
  const { session, model, store } = await openFamily(
    {
      'level 0': [delegate('level 1'), { text: 'done' }],
      'level 1': [delegate('level 2'), { text: 'one' }],
      'level 2': [delegate('level 3'), { text: 'two' }],
      'level 3': [{ text: 'three' }],
    },
    { exposure: { pinned: ['delegate'] } },
  );
  const { events } = await play(session.send('level 0'));
  expect(results(events)).toMatchObject([{ data: { text: 'one' } }]);
  expect(model.requests[3]?.messages[1]?.text).toBe('level 3');
  expect(model.requests[2]?.toolNames).toContain('delegate');
  expect(model.requests[3]?.toolNames).not.toContain('delegate');
  expect(await store.streams()).toHaveLength(
    4 + (await store.streams()).filter(({ id }) => !id.startsWith('ses_')).length,
  );
});

it('is deleted wholly or not at all, and a fork of one is a session of the person', async () => {
  verifies('subagents.session.forked', 'subagents.session.deleted');
  const { session, store } = await openFamily({
    'do it': [delegate('level 1'), { text: 'done' }],
    'level 1': [delegate('level 2'), { text: 'one' }],
    'level 2': [{ text: 'two' }],
  });
  await play(session.send('do it'));
  const sessions = async () => (await store.streams()).map(({ id }) => id).filter((id) => id.startsWith('ses_'));
  // It is open: those that have ended stay with it.
  await expect(deleteSession(store, session.id)).rejects.toMatchObject({ code: 'session-leased' });
  expect(await sessions()).toHaveLength(3);
  const child = (await listSessions(store)).find(({ parent }) => parent?.depth === 1);
  const fork = await forkSession(store, child?.id ?? '');
  expect((await listSessions(store)).find(({ id }) => id === fork)?.parent).toBeUndefined();
  await session.close();
  expect(await findSession(store, 'last')).toBe(fork);
  await deleteSession(store, session.id);
  expect(await sessions()).toEqual([fork]);
});

it('can be opened by the person, and what they say to it then is not what it told its caller', async () => {
  verifies('subagents.session.opened', 'subagents.killed.listed');
  const list = { calls: [{ name: 'list_subtasks', arguments: {} }] };
  const scripts = {
    'do it': [delegate('write it'), { text: 'done' }, list, { text: 'listed' }],
    'write it': [write('a.txt', 'one\n'), { text: 'written' }, { text: 'said to the person' }],
  };
  const { session, store, workspace } = await openFamily(scripts);
  await play(session.send('do it'));
  await session.close();
  const childId = (await listSessions(store)).find(({ parent }) => parent !== undefined)?.id ?? '';
  const { session: child } = await openFamily(scripts, { store, session: childId, workspace });
  expect((await play(child.send('why?'))).end).toMatchObject({ text: 'said to the person' });
  await child.close();
  const { session: again } = await openFamily(scripts, { store, session: session.id, workspace });
  expect(results((await play(again.send('and?'))).events)).toMatchObject([
    { data: { subtasks: [{ status: 'done', text: 'written', rounds: 2 }] } },
  ]);
  // One that is gone takes what it changed along, and nothing else.
  await deleteSession(store, childId);
  expect(await again.undo()).toMatchObject({ type: 'nothing' });
  expect(await again.changes()).toEqual([]);
});
