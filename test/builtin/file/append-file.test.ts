import { chmodSync, mkdirSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { appendFile } from '../../../src/builtin/file/append-file.js';
import { verifies } from '../../requirements.js';
import { callOk, callTool, createBench } from '../tool-harness.js';

describe('append_file', () => {
  it('adds at the end exactly what is given, and makes a file and its folders', async () => {
    verifies('core.tools.append-file');
    const { ctx, root, write, read } = createBench();
    write('a.txt', 'one');
    chmodSync(join(root, 'a.txt'), 0o640);
    const { shown, plan, facts } = await callOk(appendFile, { path: 'a.txt', content: ' more\ntwo\n' }, ctx);
    expect(read('a.txt')).toBe('one more\ntwo\n');
    expect(shown).toBe('Edited a.txt: 2 lines added, 1 removed.');
    expect(facts).toEqual([{ kind: 'write', target: 'a.txt', where: 'workspace', known: true }]);
    expect(plan).toMatchObject({ undo: { possible: true }, preview: { kind: 'diff', operation: 'edit' } });
    expect(statSync(join(root, 'a.txt')).mode & 0o777).toBe(0o640);
    expect((await callOk(appendFile, { path: 'new/b.txt', content: 'b\n' }, ctx)).shown).toContain('Created new/b.txt');
    expect(read('new/b.txt')).toBe('b\n');
    expect((await callOk(appendFile, { path: 'a.txt', content: '' }, ctx)).value.operation).toBe('unchanged');
  });

  it('keeps line ends, a BOM and a link', async () => {
    const { ctx, root, write, read } = createBench();
    write('dos.txt', '\ufeffone\r\n');
    expect((await callOk(appendFile, { path: 'dos.txt', content: 'two\nthree\r\n' }, ctx)).shown).toContain('CRLF');
    expect(read('dos.txt')).toBe('\ufeffone\r\ntwo\r\nthree\r\n');
    write('mixed.txt', 'one\r\ntwo\n');
    await callOk(appendFile, { path: 'mixed.txt', content: 'three\n' }, ctx);
    expect(read('mixed.txt')).toBe('one\r\ntwo\nthree\n');
    symlinkSync('mixed.txt', join(root, 'link'));
    await callOk(appendFile, { path: 'link', content: 'four\n' }, ctx);
    expect(read('mixed.txt')).toBe('one\r\ntwo\nthree\nfour\n');
  });

  it('refuses what is no text file', async () => {
    const { ctx, root, outside, write } = createBench();
    mkdirSync(join(root, 'd'));
    write('a.bin', Buffer.from([1, 0, 2]));
    write('b.bin', Buffer.from([0xff, 0xfe, 65, 0]));
    for (const path of ['d', 'd/', '', 'a.bin', 'b.bin']) {
      expect((await callTool(appendFile, { path, content: 'x' }, ctx)).failure?.errorType).toBe('validation_failed');
    }
    expect((await callTool(appendFile, { path: 'a', content: '\ud800' }, ctx)).failure?.errorType).toBe(
      'validation_failed',
    );
    expect(await appendFile.plan?.({ path: outside, content: 'x' }, ctx)).toMatchObject({
      facts: [{ kind: 'write', where: 'outside' }],
    });
  });

  it('does not append to what changed since it was planned', async () => {
    const { ctx, write, read } = createBench();
    write('a.txt', 'one\n');
    const called = await callTool(appendFile, { path: 'a.txt', content: 'x' }, ctx, () => write('a.txt', 'theirs\n'));
    expect(called.failure?.errorType).toBe('stale');
    expect(read('a.txt')).toBe('theirs\n');
  });
});
