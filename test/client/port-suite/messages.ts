import { expect, it } from 'vitest';
import { unwrap } from '../../../src/client/reply.js';
import type { SessionRecord } from '../../../src/session/event.js';
import { replaySession } from '../../../src/session/replay/replay-session.js';
import { transcriptOf } from '../../../src/session/transcript.js';
import { createMemoryStore } from '../../../src/store/memory.js';
import { verifies } from '../../requirements.js';
import { gate } from '../../session/gate.js';
import { echo, writer } from '../../session/open.js';
import { ada, bob, portScene, type Reach, turn, watch } from '../port-scene.js';

/** What is said, queued and answered over a port. */
export function messagesSuite(reach: Reach): void {
  it('keeps a message for the next turn, and lets it be changed, steered in and taken back', async () => {
    verifies('client.queue.next', 'client.queue.edit', 'client.queue.recorded');
    const slow = gate();
    const store = createMemoryStore();
    const call = { calls: [{ name: 'gate', arguments: {} }] };
    const { port, model } = portScene(reach, [call, { text: 'First.' }, { text: 'Second.' }], {
      tools: [slow.tool],
      store,
    });
    const state = unwrap(await port.openSession({}));
    const { session } = state;
    const watched = watch(port, state);
    const started = unwrap(await port.send({ session, text: 'go' }));
    await watched.event('call-started');
    const queue = async (text: string, when: 'now' | 'next') =>
      unwrap(await port.queue({ session, text, when })).messageId;
    const later = await queue('latre', 'next');
    const gone = await queue('never mind', 'next');
    const steered = await queue('wait for it', 'next');
    unwrap(await port.editQueued({ session, messageId: later, text: 'later' }));
    unwrap(await port.editQueued({ session, messageId: steered, when: 'now' }));
    expect(unwrap(await port.takeBack({ session, messageId: gone }))).toEqual({ text: 'never mind' });
    expect(unwrap(await port.readState({ session })).queued).toMatchObject([
      { messageId: later, text: 'later', turn: 'next' },
      { messageId: steered, text: 'wait for it' },
    ]);
    slow.open();
    await watched.event('turn-ended', ({ body }) => body.turnId !== started.turnId);
    expect(await port.takeBack({ session, messageId: later })).toMatchObject({ error: { code: 'message-unknown' } });
    const asked = model.requests.map(({ messages }) => messages.at(-1)?.text);
    expect(asked.slice(1)).toEqual(['wait for it', 'later']);
    const record = (await store.read(session)) as readonly SessionRecord[];
    const turns = record.filter(({ type }) => /^(?:message|turn)-/.test(type)).map(({ type }) => type);
    expect(turns).toEqual([
      ...['turn-started', 'message-received', 'message-queued', 'message-queued', 'message-queued'],
      ...['message-edited', 'message-edited', 'message-withdrawn', 'message-received', 'turn-ended'],
      ...['turn-started', 'message-received', 'turn-ended'],
    ]);
    expect(record.find(({ type }) => type === 'message-withdrawn')?.body).toMatchObject({ origin: ada });
    expect(transcriptOf(record).flatMap((entry) => (entry.kind === 'person' ? [entry.text] : []))).toEqual([
      'go',
      'wait for it',
      'later',
    ]);
    expect((await replaySession(record)).differences).toEqual([]);
  });

  it('keeps what waits through a stop and a new process', async () => {
    verifies('client.queue.recorded');
    const slow = gate();
    const store = createMemoryStore();
    const scene = portScene(reach, [{ calls: [{ name: 'gate', arguments: {} }] }], { tools: [slow.tool], store });
    const state = unwrap(await scene.port.openSession({}));
    const { session } = state;
    const watched = watch(scene.port, state);
    unwrap(await scene.port.send({ session, text: 'go' }));
    await watched.event('call-started');
    const { messageId } = unwrap(await scene.port.queue({ session, text: 'a', when: 'next' }));
    unwrap(await scene.port.editQueued({ session, messageId, text: 'b' }));
    unwrap(await scene.port.stop({ session }));
    slow.open();
    await watched.event('turn-ended');
    unwrap(await scene.port.closeSession({ session }));
    const next = portScene(reach, [{ text: 'Both.' }], { tools: [slow.tool], store, folder: scene.folder });
    const again = unwrap(await next.port.openSession({ session }));
    expect(again.queued).toMatchObject([{ messageId, text: 'b', turn: 'next' }]);
    await turn(next.port, watch(next.port, again), again, 'c');
    expect(next.model.requests[0]?.messages.slice(-2).map(({ text }) => text)).toEqual(['b', 'c']);
  });

  it('takes one answer to a question, for what was shown, and tells the others who gave it', async () => {
    verifies('client.answer.once');
    const { tool, runs } = writer();
    const { port, reach: as } = portScene(
      reach,
      [{ calls: [{ name: 'writer', arguments: { path: 'a' } }] }, { text: 'Ok.' }],
      {
        tools: [tool],
      },
    );
    const state = unwrap(await port.openSession({}));
    const { session } = state;
    const watched = watch(port, state);
    unwrap(await port.send({ session, text: 'go' }));
    const { body } = await watched.event('approval-requested');
    if (body.kind !== 'approval') throw new Error('an approval was expected');
    const once = { session, question: body.id, answer: { choice: 'once' } } as const;
    expect(unwrap(await port.listQuestions({}))).toMatchObject([{ session, question: { id: body.id }, open: true }]);
    expect(await port.answer({ ...once, digest: 'f'.repeat(64) })).toMatchObject({
      error: { code: 'question-unknown' },
    });
    expect(runs).toEqual([]);
    const answers = await Promise.all([
      as(bob).answer({ ...once, digest: body.digest.slice(0, 16) }),
      port.answer({ ...once, digest: body.digest }),
    ]);
    expect(answers[0]).toEqual({ ok: true, value: null });
    expect(answers[1]).toMatchObject({ error: { code: 'question-answered', details: { origin: bob } } });
    const told = await watched.event('approval-answered');
    expect(told.body.origin).toEqual(bob);
    await watched.event('turn-ended');
    expect(runs).toEqual(['a']);
    expect(unwrap(await port.listQuestions({}))).toEqual([]);
    unwrap(await port.closeSession({ session }));
    unwrap(await port.openSession({ session }));
    expect(await port.answer(once)).toMatchObject({ error: { code: 'question-answered', details: { origin: bob } } });
  });

  it('denies what waits and what comes once nobody answers any more', async () => {
    verifies('client.answer.unattended');
    const { tool, runs } = writer();
    const write = { calls: [{ name: 'writer', arguments: { path: 'a' } }] };
    const { port } = portScene(reach, [write, write, { text: 'Ok.' }], { tools: [tool] });
    const state = unwrap(await port.openSession({}));
    const { session } = state;
    const watched = watch(port, state);
    unwrap(await port.send({ session, text: 'go' }));
    await watched.event('approval-requested');
    unwrap(await port.unattend({ session }));
    const { body } = await watched.event('turn-ended');
    expect(body).toMatchObject({ reason: 'answered', deniedUnasked: 2 });
    const answered = watched.records.filter((event) => event.type === 'approval-answered');
    expect(answered.map((event) => event.body.by)).toEqual(['no-person-rule', 'no-person-rule']);
    expect(runs).toEqual([]);
  });

  it('lists questions over all sessions, also those parked by a process that has ended', async () => {
    verifies('client.questions.store');
    const store = createMemoryStore();
    const { tool } = writer();
    const asks = [{ calls: [{ name: 'writer', arguments: { path: 'a' } }] }, { text: 'Ok.' }];
    const parked = portScene(reach, asks, { tools: [tool], store, onAsk: 'park' });
    const left = unwrap(await parked.port.openSession({}));
    await turn(parked.port, watch(parked.port, left), left, 'go');
    unwrap(await parked.port.closeSession({ session: left.session }));
    const { port, folder } = portScene(reach, asks, { tools: [tool], store });
    const state = unwrap(await port.openSession({}));
    const watched = watch(port, state);
    unwrap(await port.send({ session: state.session, text: 'go' }));
    const { body } = await watched.event('approval-requested');
    const all = unwrap(await port.listQuestions({}));
    expect(all).toMatchObject([
      {
        session: left.session,
        workspace: parked.folder,
        open: false,
        question: { tool: 'writer', kind: 'approval' },
      },
      { session: state.session, workspace: folder, open: true, question: { id: body.id } },
    ]);
    expect(unwrap(await port.listQuestions({ workspace: folder }))).toHaveLength(1);
    expect(unwrap(await port.listQuestions({ session: left.session }))).toHaveLength(1);
    unwrap(await port.stop({ session: state.session }));
    await watched.event('turn-ended');
    expect(unwrap(await port.listQuestions({ session: state.session }))).toEqual([]);
  });

  it('pauses, resumes, calls a tool and changes settings', async () => {
    verifies('client.port.json');
    const slow = gate();
    const { port } = portScene(reach, [{ calls: [{ name: 'gate', arguments: {} }] }, { text: 'Done.' }], {
      tools: [slow.tool, echo],
      activeFile: null,
    });
    const state = unwrap(await port.openSession({ mode: 'plan' }));
    const { session } = state;
    const watched = watch(port, state);
    unwrap(await port.send({ session, text: 'go' }));
    await watched.event('call-started');
    unwrap(await port.pause({ session }));
    expect((await watched.event('turn-paused')).body.origin).toEqual(ada);
    slow.open();
    await watched.event('turn-ended', ({ body }) => body.reason === 'paused');
    const { turnId } = unwrap(await port.resume({ session }));
    await watched.event('turn-ended', ({ body }) => body.turnId === turnId);
    const called = unwrap(await port.callTool({ session, name: 'echo', args: { text: 'a' } }));
    const settled = await watched.event('call-settled', ({ body }) => body.callId === called.callId);
    expect(JSON.parse(settled.body.content)).toMatchObject({ data: 'a' });
    await watched.event('turn-ended', ({ body }) => body.turnId === called.turnId);
    const changed = unwrap(
      await port.changeSettings({ session, mode: 'auto', model: { model: 'bigger' }, activeFile: 'a.txt' }),
    );
    expect(changed).toMatchObject({ mode: 'auto', model: { name: 'bigger' } });
    expect((await watched.event('mode-changed')).body).toMatchObject({ from: 'plan', to: 'auto', origin: ada });
    const tools = unwrap(await port.listTools({ session }));
    expect(tools.map(({ tool }) => tool.name)).toEqual(['gate', 'echo']);
    expect(tools[1]).toMatchObject({
      tool: { source: 'custom', effects: 'none' },
      state: 'sent',
      whole: { name: 'echo' },
    });
    expect(unwrap(await port.readState({ session })).toolsVersion).toBe(changed.toolsVersion);
  });
}
