import { describe, expect, it } from 'vitest';
import { forkSession } from '../../src/session/fork-session.js';
import { openSession } from '../../src/session/session.js';
import { listSessions, readSession } from '../../src/session/sessions.js';
import { transcriptOf } from '../../src/session/transcript.js';
import { scriptedModel } from '../../src/testing/index.js';
import { verifies } from '../requirements.js';
import { auditScene, list, write } from './audit/audit-scene.js';

/** A session of two turns. */
async function twoTurns() {
  const scene = auditScene();
  const { store, folder: workspace } = scene;
  const model = scriptedModel([{ calls: [write('a.txt')] }, { text: 'First.' }, { text: 'Second.' }]);
  const session = await openSession({ store, workspace, model, mode: 'edit', actor: 'ann' });
  await session.send('one').result;
  await session.send('two').result;
  await session.close();
  const { events } = await readSession(store, session.id);
  const ends = events.filter(({ type }) => type === 'turn-ended').map(({ seq }) => seq);
  return { scene, id: session.id, ends, events };
}

const words = (entries: ReturnType<typeof transcriptOf>) =>
  entries.map((entry) => ('text' in entry ? entry.text : entry.kind));

describe('a forked session', () => {
  it('goes on from the end of an earlier turn, and the other stays as it is', async () => {
    verifies('design.rooms.fork');
    const { scene, id, ends, events } = await twoTurns();
    const { store } = scene;
    const forked = await forkSession(store, id, { at: ends[0] ?? 0, origin: { who: 'bob', from: 'terminal' } });
    const model = scriptedModel([{ text: 'Other.' }]);
    const session = await openSession({ store, session: forked, model });
    expect(session).toMatchObject({ id: forked, workspace: scene.folder, mode: 'edit' });
    await session.send('two, otherwise').result;
    await session.close();

    const [request] = model.requests;
    const texts = request?.messages.flatMap(({ role, ...rest }) => (role === 'user' ? [JSON.stringify(rest)] : []));
    expect(texts?.join()).toContain('one');
    expect(texts?.join()).not.toContain('"two"');
    const { events: own } = await readSession(store, forked);
    expect(words(transcriptOf(own))).toEqual(['one', 'call', 'First.', 'two, otherwise', 'Other.']);
    expect(own[0]).toMatchObject({
      type: 'session-forked',
      body: {
        sessionId: forked,
        workspace: scene.folder,
        from: { sessionId: id, seq: ends[0], head: events[(ends[0] ?? 0) - 1]?.hash },
        origin: { who: 'bob', from: 'terminal' },
      },
    });
    expect((await readSession(store, id)).events).toEqual(events);
    expect(await store.verify(forked)).toMatchObject({ ok: true });
    expect((await listSessions(store)).map((one) => one.firstMessage)).toEqual(['one', 'one']);
  });

  it('takes over no changes of files, and its copies are not told of twice', async () => {
    verifies('design.rooms.fork');
    const { scene, id } = await twoTurns();
    const forked = await forkSession(scene.store, id);
    const types = (await scene.store.read(forked)).map(({ type }) => type);
    expect(types.filter((type) => type.startsWith('change-'))).toEqual([]);
    expect(await scene.rows({ tools: ['write_file'] })).toMatchObject([{ session: id }]);
    expect(await scene.rows({ session: forked })).toMatchObject([
      { kind: 'session', says: expect.stringContaining(`forked from ${id}`), who: 'ann', from: 'program' },
    ]);
    const again = await forkSession(scene.store, forked);
    expect((await scene.store.read(again)).filter(({ type }) => type === 'session-forked')).toHaveLength(1);
  });

  it('needs a turn that ended', async () => {
    const { scene, id, ends } = await twoTurns();
    await expect(forkSession(scene.store, id, { at: 3 })).rejects.toMatchObject({
      code: 'bad-usage',
      message: `No turn ends at event 3: use one of ${ends.join(', ')}.`,
    });
    await expect(forkSession(scene.store, 'ses_never')).rejects.toMatchObject({ code: 'session-unknown' });
    const parked = await scene.turn([write('b.txt'), list], { onAsk: 'park' });
    await expect(forkSession(scene.store, parked)).rejects.toMatchObject({
      code: 'bad-usage',
      message: expect.stringContaining('No turn of this session has ended yet'),
    });
  });
});
