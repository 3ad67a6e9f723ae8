import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { describe, expect, it, onTestFinished } from 'vitest';
import { scriptedModel } from '../../src/model/provider/scripted.js';
import { openStore } from '../../src/session/open-store.js';
import { repairSession } from '../../src/session/repair-session.js';
import { openSession } from '../../src/session/session.js';
import { verifies } from '../requirements.js';
import { echo, newFolder } from './open.js';

/** A stored session of two turns with a call each, its event `at` changed. */
async function damagedAt(find: (types: readonly string[]) => number) {
  const path = join(newFolder(), 'store.db');
  const workspace = newFolder();
  const store = await openStore(path);
  onTestFinished(() => store.close());
  const call = { calls: [{ name: 'echo', arguments: { text: 'x' } }] };
  const options = { store, workspace, tools: [echo], builtins: false };
  const session = await openSession({
    ...options,
    model: scriptedModel([call, { text: 'one' }, call, { text: 'two' }]),
  });
  await session.send('first').result;
  await session.send('second').result;
  await session.close();
  const events = await store.read(session.id);
  const at = find(events.map(({ type }) => type)) + 1;
  const rows = new DatabaseSync(path);
  const id = rows.prepare('SELECT id FROM streams WHERE name = ?').get(session.id) as { id: number };
  rows.prepare(`UPDATE events SET body = '{"callId":"forged"}' WHERE stream = ? AND seq = ?`).run(id.id, at);
  rows.close();
  return { store, options, id: session.id, at, events };
}

describe('a damaged session', () => {
  it('opens with what is whole, can be read, and refuses whatever would write it', async () => {
    verifies('durability.damage.read-only', 'durability.damage.nothing-done');
    const { store, options, id, at, events } = await damagedAt((types) => types.lastIndexOf('call-started'));
    const streams = await store.streams();
    const model = scriptedModel([{ text: 'never' }]);
    const session = await openSession({ ...options, model, session: id });
    const words = new RegExp(`is damaged: event ${at} .*toolwright sessions repair ${id}`, 's');
    const refusal = { code: 'session-damaged', message: expect.stringMatching(words) };
    expect(session.damage).toMatch(new RegExp(`event ${at} is not what was written`));
    expect(session.workspace).toBe(options.workspace);
    expect(await session.changes()).toEqual([]);
    expect(() => session.send('go')).toThrow(expect.objectContaining(refusal));
    expect(() => session.resume()).toThrow(expect.objectContaining(refusal));
    await expect(session.setMode('auto')).rejects.toMatchObject(refusal);
    await expect(session.setModel(model)).rejects.toMatchObject(refusal);
    await expect(session.steer('x')).rejects.toMatchObject(refusal);
    await expect(session.undo()).rejects.toMatchObject(refusal);
    await expect(session.clearTaint()).rejects.toMatchObject(refusal);
    await session.close();
    expect(model.requests).toEqual([]);
    expect(await store.streams()).toEqual(streams);
    expect(await store.read(id, { limit: at - 1 })).toEqual(events.slice(0, at - 1));
    expect(readdirSync(options.workspace)).toEqual([]);
  });

  it('tells what it changed as far as it is whole', async () => {
    verifies('durability.damage.read-only');
    const path = join(newFolder(), 'store.db');
    const store = await openStore(path);
    onTestFinished(() => store.close());
    const write = (name: string) => ({ calls: [{ name: 'write_file', arguments: { path: name, content: 'x\n' } }] });
    const options = { store, workspace: newFolder(), mode: 'edit' as const };
    const model = scriptedModel([write('a.txt'), write('b.txt'), { text: 'done' }]);
    const first = await openSession({ ...options, model });
    await first.send('go').result;
    expect((await first.changes()).flatMap(({ paths }) => paths.map((one) => one.path))).toEqual(['a.txt', 'b.txt']);
    await first.close();
    const applied = (await store.read(first.id)).findLast(({ type }) => type === 'change-applied')?.seq ?? 0;
    const rows = new DatabaseSync(path);
    rows.prepare(`UPDATE events SET body = '{}' WHERE seq = ? AND type = 'change-applied'`).run(applied);
    rows.close();
    const damaged = await openSession({ ...options, model, session: first.id });
    expect(damaged.damage).toContain(`event ${applied}`);
    expect((await damaged.changes()).flatMap(({ paths }) => paths.map((one) => one.path))).toEqual(['a.txt']);
    await damaged.close();
  });

  it('goes on from what is whole once it was repaired, its open call settled exactly once', async () => {
    verifies('durability.damage.repair', 'durability.damage.set-aside', 'design.durability.others-go-on');
    const { store, options, id, at, events } = await damagedAt((types) => types.lastIndexOf('call-settled'));
    const other = await openSession({ ...options, model: scriptedModel([{ text: 'fine' }]) });
    expect(await other.send('go').result).toMatchObject({ reason: 'answered' });
    await other.close();

    const repair = await repairSession(store, id, { from: 'command' });
    expect(repair).toMatchObject({ validUntil: at - 1, setAside: events.length - at + 1 });
    expect(await repairSession(store, id)).toBeUndefined();
    expect((await store.setAside(id)).map(({ seq }) => seq)).toEqual(events.slice(at - 1).map(({ seq }) => seq));

    const model = scriptedModel([{ text: 'gone on' }]);
    const session = await openSession({ ...options, model, session: id });
    expect(session.damage).toBeUndefined();
    expect(await session.resume().result).toMatchObject({ reason: 'answered', text: 'gone on' });
    await session.close();
    const after = await store.read(id);
    expect(after.slice(0, at - 1)).toEqual(events.slice(0, at - 1));
    expect(after[at - 1]).toMatchObject({
      type: 'session-repaired',
      body: { validUntil: at - 1, damage: expect.stringContaining(`event ${at} `), origin: { from: 'command' } },
    });
    expect(after.filter(({ type }) => type === 'call-settled')).toHaveLength(2);
    expect(await store.verify(id)).toMatchObject({ ok: true });
  });

  it('of which nothing is whole is refused, and can be repaired', async () => {
    const { store, options, id } = await damagedAt(() => 0);
    const model = scriptedModel([{ text: 'new' }]);
    await expect(openSession({ ...options, model, session: id })).rejects.toMatchObject({ code: 'session-damaged' });
    expect(await repairSession(store, id)).toMatchObject({ validUntil: 0 });
    const session = await openSession({ ...options, model, session: id });
    expect(await session.send('go').result).toMatchObject({ text: 'new' });
    await session.close();
  });
});
