import { expect, it } from 'vitest';
import type { SessionState } from '../../../src/client/client-port.js';
import { unwrap } from '../../../src/client/reply.js';
import { verifies } from '../../requirements.js';
import { gate } from '../../session/gate.js';
import { echo } from '../../session/open.js';
import { bob, gather, plain, portScene, type Reach, said, turn, watch } from '../port-scene.js';

/** What a port tells, and to whom. */
export function eventsSuite(reach: Reach): void {
  it('opens a session, runs a turn and tells of it, and the next turn can begin at once', async () => {
    verifies('client.port.json', 'client.turn.settled', 'client.events.replay');
    const { port, folder } = portScene(reach, [{ text: 'Hello.', chunks: 3 }, { text: 'Again.' }], { tools: [echo] });
    const state = unwrap(await port.openSession({}));
    expect(state).toMatchObject({ workspace: folder, seq: 0, mode: 'ask', model: { name: 'scripted' } });
    expect(JSON.parse(JSON.stringify(state))).toEqual(state);
    const watched = watch(port, state);
    await turn(port, watched, state, 'hi');
    await turn(port, watched, state, 'and again');
    expect(watched.told[0]).toMatchObject({ now: { session: state.session, seq: 0 } });
    expect(said(watched.events).filter((type) => type.endsWith('-delta'))).toHaveLength(4);
    const { events } = unwrap(await port.readEvents({ session: state.session }));
    expect(plain(watched.records)).toEqual(plain(events));
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, at) => at + 1));
    const end = watched.records.at(-1);
    expect(end).toMatchObject({ type: 'turn-ended', body: { reason: 'answered', text: 'Again.' } });
  });

  it('answers what fails as values, with codes', async () => {
    verifies('client.port.failures');
    const { port } = portScene(reach, [{ text: 'Hm.' }]);
    expect(await port.send({ session: 'ses_none', text: 'hi' })).toMatchObject({
      ok: false,
      error: { code: 'session-closed', message: expect.stringContaining('open it first') },
    });
    expect(await port.openSession({ session: 'ses_none' })).toMatchObject({ error: { code: 'session-unknown' } });
    const { session } = unwrap(await port.openSession({}));
    expect(await port.queue({ session, text: 'x' })).toMatchObject({ error: { code: 'session-idle' } });
    expect(await port.changeSettings({ session, mode: 'wild' as never })).toMatchObject({
      error: { code: 'bad-option' },
    });
    expect(await port.changeSettings({ session, activeFile: 'a.txt' })).toMatchObject({
      error: { code: 'bad-option' },
    });
    expect(await port.editQueued({ session, messageId: 'msg_0', text: 'x' })).toMatchObject({
      error: { code: 'message-unknown' },
    });
  });

  it('tells whoever joins in the middle how it stands, and then everything', async () => {
    verifies('client.events.join');
    const slow = gate();
    const { port, reach: as } = portScene(
      reach,
      [{ calls: [{ name: 'gate', arguments: {} }] }, { text: 'The whole answer.', chunks: 8, delayMs: 400 }],
      { tools: [slow.tool] },
    );
    const state = unwrap(await port.openSession({}));
    const { session } = state;
    const first = watch(port, state);
    const started = unwrap(await port.send({ session, text: 'go' }));
    await first.event('call-started');
    unwrap(await port.queue({ session, text: 'more', when: 'next' }));
    const joined = gather(as(bob), [{ session }]);
    const now = (await joined.until((told) => 'now' in told)) as { now: SessionState };
    expect(now.now).toMatchObject({
      turn: { turnId: started.turnId, text: '', calls: [{ name: 'gate', output: '', left: 0 }] },
      queued: [{ text: 'more', turn: 'next' }],
    });
    slow.open();
    await first.event('text-delta');
    const late = gather(as(bob), [{ session, after: 0 }]);
    const then = (await late.until((told) => 'now' in told)) as { now: SessionState };
    const soFar = then.now.turn?.text ?? '';
    expect(soFar).not.toBe('');
    await late.event('turn-ended', ({ body }) => body.turnId === started.turnId);
    const after = late.told.slice(late.told.findIndex((told) => 'now' in told));
    const rest = after.flatMap((told) =>
      'event' in told && told.event.type === 'text-delta' ? [told.event.text] : [],
    );
    expect(soFar + rest.join('')).toBe('The whole answer.');
    expect(late.records.map(({ seq }) => seq)).toEqual(late.records.map((_, at) => at + 1));
    await port.stop({ session });
  });

  it('loses no record to a reader that is slow, and takes bounded memory for it', async () => {
    verifies('client.events.slow');
    const rounds = Array.from({ length: 24 }, (_, round) => ({
      text: 'words '.repeat(1000),
      chunks: 100,
      calls: Array.from({ length: 20 }, (_, at) => ({ name: 'echo', arguments: { text: `${round} ${at}` } })),
    }));
    const { port } = portScene(reach, [...rounds, { text: 'Done.' }], {
      tools: [echo],
      limits: { rounds: 100, callsPerTurn: 5000 },
    });
    const state = unwrap(await port.openSession({}));
    const { session } = state;
    const watching = port.watch([{ session, after: 0 }]);
    const first = await watching.next();
    expect(first.value).toMatchObject({ now: { seq: 0 } });
    const fast = watch(port, state);
    await turn(port, fast, state, 'go');
    // Nothing was fetched meanwhile: what waited was dropped, and is read from the store.
    const seqs: number[] = [];
    let states = 0;
    let waited = 0;
    const last = fast.records.at(-1)?.seq ?? 0;
    for await (const told of watching) {
      waited += 1;
      if ('now' in told) states += 1;
      if ('event' in told && 'seq' in told.event) seqs.push(told.event.seq);
      if (seqs.at(-1) === last && states > 0) break;
    }
    expect(seqs).toEqual(Array.from({ length: last }, (_, at) => at + 1));
    expect(states).toBeGreaterThan(0);
    expect(waited - seqs.length).toBeLessThan(2500);
  });

  it('tells of several sessions at once, of one opened later, and when one is closed', async () => {
    verifies('client.events.several');
    const { port } = portScene(reach, [{ text: 'One.' }, { text: 'Two.' }, { text: 'Three.' }]);
    const a = unwrap(await port.openSession({}));
    const b = unwrap(await port.openSession({}));
    const both = gather(port, [
      { session: a.session, after: 0 },
      { session: b.session, after: 0 },
    ]);
    await turn(port, both, a, 'to a');
    await turn(port, both, b, 'to b');
    unwrap(await port.closeSession({ session: a.session }));
    await both.until((told) => 'closed' in told && told.session === a.session);
    expect(await port.readState({ session: a.session })).toMatchObject({ error: { code: 'session-closed' } });
    unwrap(await port.openSession({ session: a.session }));
    await turn(port, both, a, 'to a again');
    for (const { session } of [a, b]) {
      const own = both.told.flatMap((told) =>
        told.session === session && 'event' in told && 'seq' in told.event ? [told.event] : [],
      );
      expect(plain(own)).toEqual(plain(unwrap(await port.readEvents({ session })).events));
    }
  });
}
