import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { unwrap } from '../../../src/client/reply.js';
import { replaySession } from '../../../src/session/replay/replay-session.js';
import { readSession } from '../../../src/session/sessions.js';
import { unfinishedTurn } from '../../../src/session/transcript.js';
import { createMemoryStore } from '../../../src/store/memory.js';
import { verifies } from '../../requirements.js';
import { writer } from '../../session/open.js';
import {
  ada,
  files,
  messageId,
  portScene,
  type Reach,
  said,
  spoken,
  texts,
  turn,
  watch,
  write,
} from '../port-scene.js';

/** What is taken back over a port. */
export function rewindsSuite(reach: Reach): void {
  it('shows an undo before it is done, and does what was approved', async () => {
    verifies('client.undo.approved');
    const { port, folder } = portScene(reach, [{ calls: [write('a.txt', 'one\n')] }, { text: 'Ok.' }], files);
    const state = unwrap(await port.openSession({}));
    const { session } = state;
    await turn(port, watch(port, state), state, 'write');
    const file = join(folder, 'a.txt');
    const shown = unwrap(await port.undo({ session }));
    if (shown.type !== 'preview') throw new Error('a preview was expected');
    expect(shown.preview.paths).toMatchObject([{ path: 'a.txt', removed: 1 }]);
    expect(existsSync(file)).toBe(true);
    expect(unwrap(await port.undo({ session, approved: 'another' }))).toMatchObject({ type: 'preview' });
    expect(unwrap(await port.undo({ session, approved: shown.digest }))).toMatchObject({ type: 'done' });
    expect(existsSync(file)).toBe(false);
    expect(unwrap(await port.redo({ session, approved: true }))).toMatchObject({ type: 'done', kind: 'redo' });
    expect(unwrap(await port.listChanges({ session }))).toMatchObject([
      { tool: 'write_file', undone: false, paths: [{ path: 'a.txt', added: 1 }] },
    ]);
    expect(unwrap(await port.listChanges({ session, turn: 2 }))).toEqual([]);
  });

  it('goes back to before a message, gives it back, and can go forward again', async () => {
    verifies('client.rewind.before', 'client.rewind.back', 'client.rewind.kept');
    const store = createMemoryStore();
    const { port, model } = portScene(
      reach,
      [{ text: 'One.' }, { text: 'Two.' }, { text: 'Other two.' }, { text: 'Three.' }],
      {
        store,
      },
    );
    const state = unwrap(await port.openSession({}));
    const { session } = state;
    const watched = watch(port, state);
    await turn(port, watched, state, 'first');
    await turn(port, watched, state, 'second');
    const second = messageId(watched, 'second');
    const back = unwrap(await port.rewind({ session, to: { message: second } }));
    expect(back).toMatchObject({
      type: 'done',
      message: { text: 'second' },
      rewound: { messageId: second, origin: ada },
    });
    if (back.type !== 'done') return;
    await turn(port, watched, state, 'another second');
    expect(texts(model.requests.at(-1)?.messages)).toEqual(['first', 'One.', 'another second']);
    const events = (await readSession(store, session)).events;
    expect(spoken(events)).toEqual(['first', 'One.', 'another second', 'Other two.']);
    expect(await port.rewind({ session, to: { message: second } })).toMatchObject({
      error: { code: 'message-unknown' },
    });
    // The line that was left is there, and so is the one that is left for it.
    const forward = unwrap(await port.rewind({ session, to: { event: back.rewound.from } }));
    expect(spoken((await readSession(store, session)).events)).toEqual(['first', 'One.', 'second', 'Two.']);
    if (forward.type === 'done') unwrap(await port.rewind({ session, to: { event: forward.rewound.from } }));
    unwrap(await port.closeSession({ session }));
    unwrap(await port.openSession({ session }));
    await turn(port, watched, state, 'third');
    expect(texts(model.requests.at(-1)?.messages)).toEqual(['first', 'One.', 'another second', 'Other two.', 'third']);
    const whole = (await readSession(store, session)).events;
    expect(unfinishedTurn(whole)).toBeUndefined();
    expect((await replaySession(whole)).differences).toEqual([]);
    const fork = unwrap(await port.forkSession({ session }));
    expect(spoken((await readSession(store, fork.session)).events)).toEqual(spoken(whole));
    expect(await store.verify(session)).toMatchObject({ ok: true });
  });

  it('undoes files with a rewind, all or nothing, and makes them again on the way forward', async () => {
    verifies('client.rewind.files', 'client.rewind.back');
    const rounds = [
      { calls: [write('a.txt', 'one\n')] },
      { text: 'One.' },
      { calls: [write('a.txt', 'two\n'), write('b.txt', 'b\n')] },
      { text: 'Two.' },
    ];
    const { port, folder } = portScene(reach, rounds, files);
    const state = unwrap(await port.openSession({}));
    const { session } = state;
    const watched = watch(port, state);
    await turn(port, watched, state, 'first');
    await turn(port, watched, state, 'second');
    const read = (path: string): string | undefined =>
      existsSync(join(folder, path)) ? readFileSync(join(folder, path), 'utf8') : undefined;
    const to = { message: messageId(watched, 'second') };
    writeFileSync(join(folder, 'b.txt'), 'mine\n');
    const refused = unwrap(await port.rewind({ session, to, files: true }));
    expect(refused).toMatchObject({ type: 'refused', files: { obstacles: [{ path: 'b.txt' }] } });
    expect([read('a.txt'), read('b.txt')]).toEqual(['two\n', 'mine\n']);
    expect(said(watched.records)).not.toContain('session-rewound');
    writeFileSync(join(folder, 'b.txt'), 'b\n');
    const back = unwrap(await port.rewind({ session, to, files: true }));
    expect(back).toMatchObject({ type: 'done', files: { type: 'done' } });
    expect([read('a.txt'), read('b.txt')]).toEqual(['one\n', undefined]);
    if (back.type !== 'done') return;
    unwrap(await port.rewind({ session, to: { event: back.rewound.from }, files: true }));
    expect([read('a.txt'), read('b.txt')]).toEqual(['two\n', 'b\n']);
  });

  it('settles open calls before a rewind, and runs none for it', async () => {
    verifies('client.rewind.open-calls');
    const { tool, runs } = writer();
    const { port, model } = portScene(
      reach,
      [{ calls: [{ name: 'writer', arguments: { path: 'a' } }] }, { text: 'Ok.' }],
      {
        tools: [tool],
        onAsk: 'park',
      },
    );
    const state = unwrap(await port.openSession({}));
    const { session } = state;
    const watched = watch(port, state);
    await turn(port, watched, state, 'write');
    unwrap(await port.rewind({ session, to: { message: messageId(watched, 'write') } }));
    await watched.event('session-rewound');
    const settled = watched.records.filter((event) => event.type === 'call-settled');
    expect(settled).toMatchObject([{ body: { outcome: 'cancelled' } }]);
    expect(unwrap(await port.listQuestions({}))).toEqual([]);
    await turn(port, watched, state, 'say ok');
    expect(texts(model.requests.at(-1)?.messages)).toEqual(['say ok']);
    expect(runs).toEqual([]);
  });
}
