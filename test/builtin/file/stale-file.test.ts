import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sha256 } from '../../../src/base/digest.js';
import { appendFile } from '../../../src/builtin/file/append-file.js';
import { deleteFile } from '../../../src/builtin/file/delete-file.js';
import { editFile } from '../../../src/builtin/file/edit-file.js';
import { moveFile } from '../../../src/builtin/file/move-file.js';
import { readFile } from '../../../src/builtin/file/read-file.js';
import { writeFile } from '../../../src/builtin/file/write-file.js';
import { createChanges } from '../../../src/change/changes.js';
import { parseRuleList } from '../../../src/policy/rule/rule-list.js';
import { openStore } from '../../../src/store/open-store.js';
import type { Tool } from '../../../src/tool/tool.js';
import { verifies } from '../../requirements.js';
import { bodies, newFolder, open, play, results } from '../../session/open.js';
import { callOk, callTool, createBench } from '../tool-harness.js';

type Case = readonly [Tool, Record<string, unknown>];

const calls: readonly Case[] = [
  [writeFile, { path: 'a.txt', content: 'mine\n' }],
  [editFile, { path: 'a.txt', old_text: 'one', new_text: 'mine' }],
  [appendFile, { path: 'a.txt', content: 'mine\n' }],
  [deleteFile, { path: 'a.txt' }],
  [moveFile, { from: 'a.txt', to: 'b.txt' }],
];

describe('a file that changed since the model read it', () => {
  it.each(calls)(
    'is not changed by $name; the answer tells what is there, and the next attempt passes',
    async (...given) => {
      verifies('changes.stale.compared', 'changes.stale.answer', 'changes.stale.next-attempt');
      const [tool, args] = given;
      const { ctx, write, read } = createBench();
      write('a.txt', 'one\n');
      await callOk(readFile, { path: 'a.txt' }, ctx);
      write('a.txt', 'one\ntheirs\n');
      const { failure, facts, shown } = await callTool(tool, args, ctx);
      expect(failure).toMatchObject({
        errorType: 'stale',
        message: expect.stringContaining('call again'),
        data: { path: 'a.txt', content_hash: sha256('one\ntheirs\n'), now: 'one\ntheirs\n' },
      });
      expect(facts).toEqual([{ kind: 'read', target: 'a.txt', where: 'workspace', known: true }]);
      expect(shown).toBe(`a.txt now (content_hash ${sha256('one\ntheirs\n')}):\none\ntheirs\n`);
      expect(read('a.txt')).toBe('one\ntheirs\n');
      await callOk(tool, args, ctx);
    },
  );

  it('is told as a difference where what the model knew is still kept', async () => {
    const { ctx, write, read } = createBench();
    write('a.txt', 'zero\n');
    await callOk(writeFile, { path: 'a.txt', content: 'one\ntwo\nthree\n' }, ctx);
    write('a.txt', 'one\n2\nthree\n');
    const { shown } = await callTool(writeFile, { path: 'a.txt', content: 'mine\n' }, ctx);
    expect(shown).toContain('--- a/a.txt\n+++ b/a.txt\n@@ -1,3 +1,3 @@\n one\n-two\n+2\n three\n');
    expect(read('a.txt')).toBe('one\n2\nthree\n');
  });

  it('is told within the bound of a result, and binary content not at all', async () => {
    const { ctx, write } = createBench();
    write('a.txt', 'one\n');
    await callOk(readFile, { path: 'a.txt' }, ctx);
    write('a.txt', '"\\\t'.repeat(100_000));
    const { failure } = await callTool(writeFile, { path: 'a.txt', content: 'mine\n' }, ctx);
    expect(JSON.stringify(failure?.data).length).toBeLessThan(ctx.resultLimit);
    expect(JSON.stringify(failure?.data)).toContain('characters left out');
    write('a.txt', Buffer.from([1, 0, 2, 255]));
    const { shown } = await callTool(deleteFile, { path: 'a.txt' }, ctx);
    expect(shown).toContain('[4 B that are not UTF-8 text]');
  });

  it('may be the same as the model wrote itself, and nothing is in its way', async () => {
    const { ctx, write, read } = createBench();
    write('a.txt', 'one\n');
    await callOk(readFile, { path: 'a.txt' }, ctx);
    await callOk(editFile, { path: 'a.txt', old_text: 'one', new_text: 'two' }, ctx);
    await callOk(appendFile, { path: 'a.txt', content: 'three\n' }, ctx);
    await callOk(writeFile, { path: 'a.txt', content: 'two\nthree\n' }, ctx);
    await callOk(moveFile, { from: 'a.txt', to: 'd/b.txt' }, ctx);
    await callOk(editFile, { path: 'd/b.txt', old_text: 'two', new_text: '2' }, ctx);
    expect(read('d/b.txt')).toBe('2\nthree\n');
  });

  it('is known by its new path after a move, with all that was in a folder', async () => {
    verifies('changes.stale.moves-along');
    const { ctx, write } = createBench();
    write('d/a.txt', 'one\n');
    write('d/e/b.txt', 'one\n');
    await callOk(readFile, { path: 'd/e/b.txt' }, ctx);
    await callOk(moveFile, { from: 'd', to: 'x/y' }, ctx);
    expect(ctx.change.seen({ shown: 'x/y/e/b.txt' })).toBe(sha256('one\n'));
    expect(ctx.change.seen({ shown: 'd/e/b.txt' })).toBeUndefined();
    write('x/y/e/b.txt', 'theirs\n');
    const { failure } = await callTool(writeFile, { path: 'x/y/e/b.txt', content: 'mine\n' }, ctx);
    expect(failure?.errorType).toBe('stale');
  });

  it('keeps the folder it lies in from being deleted or moved', async () => {
    const { ctx, write, read } = createBench();
    write('d/a.txt', 'one\n');
    write('d/e/b.txt', 'one\n');
    await callOk(readFile, { path: 'd/e/b.txt' }, ctx);
    write('d/e/b.txt', 'theirs\n');
    expect((await callTool(deleteFile, { path: 'd', recursive: true }, ctx)).failure?.data).toMatchObject({
      path: 'd/e/b.txt',
      now: 'theirs\n',
    });
    expect(read('d/a.txt')).toBe('one\n');
    await callOk(deleteFile, { path: 'd', recursive: true }, ctx);
  });

  it('was deleted: writing it loses nothing', async () => {
    const { ctx, root, write, read } = createBench();
    write('a.txt', 'one\n');
    await callOk(readFile, { path: 'a.txt' }, ctx);
    rmSync(join(root, 'a.txt'));
    await callOk(writeFile, { path: 'a.txt', content: 'mine\n' }, ctx);
    expect(read('a.txt')).toBe('mine\n');
  });
});

describe('read before write', () => {
  it('refuses an existing file that was never read, and says what to do', async () => {
    verifies('changes.stale.read-first');
    const { ctx: plain, write, read } = createBench();
    const { workspace, blobs, clock } = plain;
    const change = createChanges({ workspace, blobs, clock, record: () => {}, readBeforeWrite: true }).forCall('c');
    const ctx = { ...plain, change };
    write('a.txt', 'one\n');
    for (const [tool, args] of calls.slice(0, 3)) {
      const { failure } = await callTool(tool, args, ctx);
      expect(failure).toMatchObject({ errorType: 'validation_failed', message: expect.stringContaining('read_file') });
      expect(failure?.data).toBeUndefined();
    }
    expect(read('a.txt')).toBe('one\n');
    await callOk(writeFile, { path: 'new.txt', content: 'x' }, ctx);
    await callOk(editFile, { path: 'new.txt', old_text: 'x', new_text: 'y' }, ctx);
    await callOk(readFile, { path: 'a.txt', line_start: 1, line_end: 1 }, ctx);
    await callOk(writeFile, { path: 'a.txt', content: 'mine\n' }, ctx);
    expect(read('a.txt')).toBe('mine\n');
  });
});

describe('what a session knows of files', () => {
  const call = (name: string, args: object) => ({ calls: [{ name, arguments: args }] });
  const yes = { builtins: true, onQuestion: () => ({ choice: 'once' }) as const };

  it('outlives the process', async () => {
    verifies('changes.stale.remembered');
    const workspace = newFolder();
    const store = await openStore('memory');
    writeFileSync(join(workspace, 'a.txt'), 'one\n');
    const first = await open([call('read_file', { path: 'a.txt' }), { text: 'ok' }], { ...yes, workspace, store });
    const { events } = await play(first.send('go'));
    expect(bodies(events, 'call-settled')[0]?.seen).toEqual([{ path: 'a.txt', hash: sha256('one\n') }]);
    await first.close();
    writeFileSync(join(workspace, 'a.txt'), 'theirs\n');
    const write = call('write_file', { path: 'a.txt', content: 'mine\n' });
    const second = await open([write, write, { text: 'ok' }], { ...yes, workspace, store, session: first.id });
    const { events: later } = await play(second.send('go on'));
    expect(results(later).map(({ error_type }) => error_type)).toEqual(['stale', 'none']);
    expect(results(later)[0]?.data).toContain('theirs');
  });

  it('is not told past a rule that denies reading', async () => {
    verifies('changes.stale.no-leak');
    const workspace = newFolder();
    const origin = { layer: 'user', file: 'x', line: 1 } as const;
    const { rules } = parseRuleList([{ deny: 'read(a.txt)' }], origin);
    const write = call('write_file', { path: 'a.txt', content: 'mine\n' });
    let asked = 0;
    const session = await open([write, write, { text: 'ok' }], {
      ...yes,
      workspace,
      rules,
      onQuestion: () => {
        asked += 1;
        return { choice: 'once' };
      },
    });
    const watching = session.on((event) => {
      if (event.type === 'call-settled') writeFileSync(join(workspace, 'a.txt'), 'hidden\n');
    });
    const { events } = await play(session.send('go'));
    watching();
    expect(results(events).map(({ error_type }) => error_type)).toEqual(['none', 'permission_denied']);
    expect(JSON.stringify(results(events))).not.toContain('hidden');
    expect(asked).toBe(1);
  });

  it('offers the staging tools only where they were asked for', async () => {
    verifies('changes.staged.offered');
    const usual = await open([{ text: 'ok' }], { builtins: true });
    expect([...usual.tools.offer().tools.keys()].filter((name) => /preview|apply_file/.test(name))).toEqual([]);
    const staging = await open([{ text: 'ok' }], { builtins: true, capabilities: ['workspace', 'staging'] });
    expect([...staging.tools.offer().tools.keys()].filter((name) => /preview|apply_file/.test(name))).toEqual([
      'preview_write_file',
      'preview_edit_file',
      'apply_file_change',
    ]);
  });
});
