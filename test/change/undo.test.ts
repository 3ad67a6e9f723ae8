import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { systemClock } from '../../src/base/clock.js';
import { sha256 } from '../../src/base/digest.js';
import { openStore } from '../../src/store/open-store.js';
import { renderBlobAddress } from '../../src/workspace/blob-address.js';
import { temporaryFolder } from '../builtin/tool-harness.js';
import { verifies } from '../requirements.js';
import { treeOf, undoScene } from './undo-scene.js';

const text = (path: string): string => readFileSync(path, 'utf8');

describe('undo', () => {
  it('takes back the last turn that changed something, then the one before', async () => {
    verifies('changes.undo.choice', 'design.events.change-undone', 'changes.undo.record');
    const scene = undoScene();
    scene.turn();
    await scene.write('a.txt', 'one\n');
    scene.turn();
    await scene.write('a.txt', 'two\n');
    await scene.write('b/c.txt', 'new\n');
    scene.turn();
    const end = await scene.undo();
    expect(end).toMatchObject({
      type: 'done',
      kind: 'undo',
      paths: expect.arrayContaining([
        expect.objectContaining({ path: 'a.txt', added: 1, removed: 1 }),
        expect.objectContaining({ path: 'b/c.txt', added: 0, removed: 1 }),
        expect.objectContaining({ path: 'b' }),
      ]),
      event: { type: 'change-undone', body: { who: 'person', from: 'terminal' } },
    });
    expect(treeOf(scene.root)).toMatchObject({ 'a.txt': expect.any(String) });
    expect(text(scene.at('a.txt'))).toBe('one\n');
    expect(existsSync(scene.at('b'))).toBe(false);
    expect((await scene.undo()).type).toBe('done');
    expect(readdirSync(scene.root)).toEqual([]);
    expect(await scene.undo()).toEqual({
      type: 'nothing',
      message: 'There is nothing to undo: everything that was changed is undone already.',
    });
  });

  it('takes back one call by its id or the start of it, and everything', async () => {
    verifies('changes.undo.choice');
    const scene = undoScene();
    scene.turn();
    const first = await scene.write('a.txt', 'one\n');
    await scene.write('b.txt', 'two\n');
    await scene.write('c.txt', 'three\n');
    await expect(scene.undo({ by: 'call', callId: 'call_' })).rejects.toMatchObject({
      code: 'bad-usage',
      message: '3 calls begin with call_: `toolwright changes` lists those that did.',
    });
    await expect(scene.undo({ by: 'call', callId: 'nobody' })).rejects.toMatchObject({ code: 'bad-usage' });
    expect((await scene.undo({ by: 'call', callId: first })).type).toBe('done');
    expect(readdirSync(scene.root)).toEqual(['b.txt', 'c.txt']);
    expect(await scene.undo({ by: 'call', callId: first })).toMatchObject({ type: 'nothing' });
    await scene.undo({ by: 'call' });
    expect(readdirSync(scene.root)).toEqual(['b.txt']);
    await scene.undo({ by: 'session' });
    expect(readdirSync(scene.root)).toEqual([]);
  });

  it('changes nothing when a file was changed since, and shows the three versions', async () => {
    verifies('changes.undo.whole', 'changes.undo.three-versions');
    const scene = undoScene();
    writeFileSync(scene.at('a.txt'), 'before\n');
    scene.turn();
    await scene.write('a.txt', 'the change\n');
    await scene.write('b.txt', 'new\n');
    writeFileSync(scene.at('a.txt'), 'the change\nand mine\n');
    const before = treeOf(scene.root);
    const end = await scene.undo();
    expect(end).toMatchObject({
      type: 'refused',
      message: 'Nothing was undone: 1 path cannot be put back.',
      obstacles: [
        {
          path: 'a.txt',
          type: 'changed',
          message:
            'a.txt was changed since (before the change: 7 B; as the change left it: 11 B; now: 20 B): put back what the change left there, or leave this path out.',
          versions: {
            change: '--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-before\n+the change\n',
            since: '--- a/a.txt\n+++ b/a.txt\n@@ -1 +1,2 @@\n the change\n+and mine\n',
          },
        },
      ],
    });
    expect(treeOf(scene.root)).toEqual(before);
    expect((await scene.journal()).changes.every(({ undone }) => !undone)).toBe(true);
  });

  it.each([
    ['deleted', (path: string) => rmSync(path)],
    ['made executable', (path: string) => chmodSync(path, 0o755)],
    [
      'replaced by a link',
      (path: string) => {
        rmSync(path);
        symlinkSync('elsewhere', path);
      },
    ],
    [
      'replaced by a folder',
      (path: string) => {
        rmSync(path);
        mkdirSync(path);
      },
    ],
  ])('notices that a file was %s since', async (_, spoil) => {
    verifies('changes.undo.three-versions');
    const scene = undoScene();
    writeFileSync(scene.at('a.txt'), 'before\n');
    scene.turn();
    await scene.write('a.txt', 'after\n');
    spoil(scene.at('a.txt'));
    const before = treeOf(scene.root);
    expect(await scene.undo()).toMatchObject({ type: 'refused', obstacles: [{ path: 'a.txt', type: 'changed' }] });
    expect(treeOf(scene.root)).toEqual(before);
  });

  it('leaves out what was changed since, when it is told so', async () => {
    verifies('changes.undo.skip-changed');
    const scene = undoScene();
    scene.turn();
    await scene.write('a.txt', 'one\n');
    const both = await scene.call(async (port) => {
      const place = (path: string) => {
        const found = scene.workspace.resolve(path);
        if (!('path' in found)) throw new Error(found.message);
        return found;
      };
      return ['b.txt', 'c.txt'].map((path) =>
        port.stage({ place: place(path), operation: 'write', base: undefined, content: Buffer.from(path) }),
      );
    });
    expect(both).toBe('call_2');
    writeFileSync(scene.at('a.txt'), 'mine\n');
    const end = await scene.undo({ by: 'turn' }, { skipChanged: true });
    expect(end).toMatchObject({ type: 'done', skipped: [{ path: 'a.txt', type: 'changed' }] });
    expect(readdirSync(scene.root)).toEqual(['a.txt']);
    expect(await scene.undo({ by: 'turn' }, { skipChanged: true })).toMatchObject({ type: 'refused' });
  });

  it('names the later change that stands in the way', async () => {
    verifies('changes.undo.later-change');
    const scene = undoScene();
    scene.turn();
    const first = await scene.write('a.txt', 'one\n');
    scene.turn();
    await scene.write('a.txt', 'two\n');
    expect(await scene.undo({ by: 'call', callId: first })).toMatchObject({
      type: 'refused',
      obstacles: [
        {
          type: 'later-change',
          message: 'a.txt was changed again by call call_2 (write_file) in turn 2: undo that first, or both together.',
        },
      ],
    });
    expect(text(scene.at('a.txt'))).toBe('two\n');
    await scene.undo();
    expect((await scene.undo({ by: 'call', callId: first })).type).toBe('done');
    expect(existsSync(scene.at('a.txt'))).toBe(false);
    expect(await scene.redo()).toMatchObject({ type: 'done' });
    expect(await scene.redo()).toMatchObject({ type: 'done' });
    expect(text(scene.at('a.txt'))).toBe('two\n');
  });

  it('does not lose what somebody changed between two calls', async () => {
    verifies('changes.undo.between');
    const scene = undoScene();
    scene.turn();
    await scene.write('a.txt', 'one\n');
    writeFileSync(scene.at('a.txt'), 'mine\n');
    await scene.write('a.txt', 'mine and two\n');
    const end = await scene.undo();
    expect(end).toMatchObject({ type: 'refused', obstacles: [{ type: 'changed', path: 'a.txt' }] });
    expect(end.type === 'refused' && end.obstacles[0]?.message).toContain('before call call_2 (write_file)');
    expect(await scene.undo({ by: 'call' })).toMatchObject({ type: 'done' });
    expect(text(scene.at('a.txt'))).toBe('mine\n');
  });

  it('leaves a folder that others use now', async () => {
    verifies('changes.undo.others-folder');
    const scene = undoScene();
    scene.turn();
    await scene.write('d/e/a.txt', 'one\n');
    writeFileSync(scene.at('d/mine.txt'), 'mine\n');
    expect(await scene.undo()).toMatchObject({ type: 'done' });
    expect(Object.keys(treeOf(scene.root))).toEqual(['d/', 'd/mine.txt']);
    await scene.redo();
    expect(Object.keys(treeOf(scene.root))).toEqual(['d/', 'd/e/', 'd/e/a.txt', 'd/mine.txt']);
    await scene.undo();
    expect(Object.keys(treeOf(scene.root))).toEqual(['d/', 'd/mine.txt']);
  });

  it('undoes a command that did much at once, links and modes included', async () => {
    verifies('y-agent.tool.journal');
    const scene = undoScene();
    mkdirSync(scene.at('d/empty'), { recursive: true });
    writeFileSync(scene.at('d/a.txt'), 'a\n', { mode: 0o640 });
    symlinkSync('a.txt', scene.at('d/link'));
    const before = treeOf(scene.root);
    scene.turn();
    await scene.command(() => {
      rmSync(scene.at('d'), { recursive: true });
      writeFileSync(scene.at('d'), 'a file now');
    });
    const after = treeOf(scene.root);
    expect(await scene.undo()).toMatchObject({ type: 'done' });
    expect(treeOf(scene.root)).toEqual(before);
    expect(await scene.redo()).toMatchObject({ type: 'done' });
    expect(treeOf(scene.root)).toEqual(after);
  });

  it('does nothing without the yes it asks for', async () => {
    verifies('changes.undo.whole');
    const scene = undoScene();
    scene.turn();
    await scene.write('a.txt', 'one\n');
    expect(await scene.undo({ by: 'turn' }, { approve: async () => false })).toEqual({ type: 'declined' });
    expect(existsSync(scene.at('a.txt'))).toBe(true);
    const approve = (): boolean => {
      writeFileSync(scene.at('a.txt'), 'changed while the question was open');
      return true;
    };
    const end = await scene.undo({ by: 'turn' }, { approve });
    expect(end).toMatchObject({ type: 'refused', obstacles: [{ path: 'a.txt', type: 'changed' }] });
    expect(text(scene.at('a.txt'))).toBe('changed while the question was open');
  });

  it('tells what cannot be taken back', async () => {
    verifies('changes.undo.lost');
    const scene = undoScene();
    scene.turn();
    const paths = [{ path: 'big', before: { kind: 'folder', mode: 0o755 }, after: { kind: 'absent' } }];
    const big = { changeId: 'chg_big', callId: 'call_big', operation: 'delete', paths, lost: 'it held 20,000 files' };
    scene.record({ type: 'change-applied', body: big });
    expect(await scene.undo()).toMatchObject({
      type: 'refused',
      obstacles: [{ message: 'What call call_big in turn 1 did to big cannot be taken back: it held 20,000 files.' }],
    });
    expect(readdirSync(scene.root)).toEqual([]);
    await scene.write('a.txt', 'one\n');
    const unknown = { changeId: 'chg_x', callId: 'call_x', operation: 'command', paths: [], lost: 'too many files' };
    scene.record({ type: 'change-applied', body: unknown });
    expect(await scene.undo({ by: 'turn' }, { skipChanged: true })).toMatchObject({
      type: 'done',
      notes: ['Not everything call call_x in turn 1 did can be taken back: too many files.'],
    });
    expect(existsSync(scene.at('a.txt'))).toBe(false);
  });

  it('refuses when the content of before is gone', async () => {
    verifies('changes.undo.lost');
    const folder = temporaryFolder();
    const store = await openStore(join(folder, 'store.db'));
    const scene = undoScene({ store });
    writeFileSync(scene.at('a.txt'), 'before\n');
    scene.turn();
    await scene.write('a.txt', 'after\n');
    await scene.write('b.txt', 'new\n');
    rmSync(join(folder, 'store.db.blobs'), { recursive: true });
    expect(await scene.undo()).toMatchObject({ type: 'refused', obstacles: [{ path: 'a.txt', type: 'lost' }] });
    expect(existsSync(scene.at('b.txt'))).toBe(true);
    await store.close();
  });

  it('finds that it was done already when its record was lost', async () => {
    verifies('changes.undo.again');
    const scene = undoScene();
    writeFileSync(scene.at('a.txt'), 'before\n');
    scene.turn();
    await scene.write('a.txt', 'after\n');
    writeFileSync(scene.at('a.txt'), 'before\n');
    expect(await scene.undo()).toMatchObject({ type: 'done', paths: [] });
    expect(await scene.redo()).toMatchObject({ type: 'done' });
    expect(text(scene.at('a.txt'))).toBe('after\n');
  });

  it('promises no redo of what is done already and is not kept', async () => {
    verifies('changes.undo.again', 'changes.undo.lost');
    const folder = temporaryFolder();
    const store = await openStore(join(folder, 'store.db'));
    const scene = undoScene({ store });
    const names = ['kept.txt', 'lost.txt'];
    for (const name of names) writeFileSync(scene.at(name), `${name} before\n`);
    scene.turn();
    for (const name of names) await scene.write(name, `${name} after\n`);
    for (const name of names) writeFileSync(scene.at(name), `${name} before\n`);
    const lost = sha256('lost.txt after\n');
    rmSync(join(folder, 'store.db.blobs', lost.slice(0, 2), lost));
    const version = (content: string) => ({
      kind: 'file',
      hash: sha256(content),
      bytes: content.length,
      mode: 0o644,
    });
    expect(await scene.undo()).toMatchObject({
      type: 'done',
      paths: [],
      event: {
        type: 'change-undone',
        body: {
          paths: [{ path: 'kept.txt', before: version('kept.txt after\n'), after: version('kept.txt before\n') }],
          kept: [renderBlobAddress(sha256('kept.txt after\n'))],
        },
      },
    });
    expect(await scene.redo()).toMatchObject({ type: 'done', paths: [{ path: 'kept.txt' }] });
    expect(names.map((name) => text(scene.at(name)))).toEqual(['kept.txt after\n', 'lost.txt before\n']);
    await store.close();
  });

  it('goes on with an undo that was killed, and removes what that left', async () => {
    verifies('changes.undo.again');
    const scene = undoScene();
    mkdirSync(scene.at('d'));
    writeFileSync(scene.at('d/a.txt'), 'before\n');
    const before = treeOf(scene.root);
    scene.turn();
    await scene.remove('d');
    const [change] = (await scene.journal()).changes;
    mkdirSync(scene.at('d'), { mode: 0o700 });
    writeFileSync(scene.at(`.toolwright-undo-${change?.changeId}-0.tmp`), 'bef');
    expect(await scene.undo()).toMatchObject({ type: 'done' });
    expect(treeOf(scene.root)).toEqual(before);
  });

  it('redoes only over what the undo left', async () => {
    verifies('changes.undo.redo');
    const scene = undoScene();
    expect(await scene.redo()).toEqual({ type: 'nothing', message: 'There is nothing to redo.' });
    scene.turn();
    await scene.write('a.txt', 'one\n');
    await scene.undo();
    writeFileSync(scene.at('a.txt'), 'mine\n');
    expect(await scene.redo()).toMatchObject({
      type: 'refused',
      message: 'Nothing was redone: 1 path cannot be put back.',
      obstacles: [{ path: 'a.txt', type: 'changed' }],
    });
    rmSync(scene.at('a.txt'));
    scene.turn();
    await scene.write('a.txt', 'another\n');
    expect(await scene.redo()).toMatchObject({ type: 'refused', obstacles: [{ type: 'later-change' }] });
    await scene.undo();
    expect(await scene.redo()).toMatchObject({ type: 'done', event: { type: 'change-redone' } });
    expect(text(scene.at('a.txt'))).toBe('another\n');
  });

  it('keeps what it needs when another session is deleted, and lets it go with its own', async () => {
    verifies('changes.undo.blobs');
    const folder = temporaryFolder();
    let later = 0;
    const clock = { ...systemClock, now: () => systemClock.now() + later };
    const store = await openStore(join(folder, 'store.db'), { clock });
    const blobs = (): number =>
      readdirSync(join(folder, 'store.db.blobs'), { recursive: true, encoding: 'utf8' }).filter((name) =>
        /[0-9a-f]{64}$/.test(name),
      ).length;
    const one = undoScene({ store, session: 'ses_one' });
    const two = undoScene({ store, session: 'ses_two' });
    for (const scene of [one, two]) {
      writeFileSync(scene.at('a.txt'), 'the same before\n');
      scene.turn();
      await scene.write('a.txt', 'the same after\n');
      await scene.undo();
    }
    // By then nothing counts as just written.
    later = 3_600_000;
    await store.delete('ses_two');
    expect(await one.redo()).toMatchObject({ type: 'done' });
    expect(await one.undo()).toMatchObject({ type: 'done' });
    expect(text(one.at('a.txt'))).toBe('the same before\n');
    expect(blobs()).toBe(2);
    later = 7_200_000;
    await store.delete('ses_one');
    expect(blobs()).toBe(0);
    await store.close();
  });
});
