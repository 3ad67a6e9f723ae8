import { mkdirSync, symlinkSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { listDir } from '../../../src/builtin/file/list-dir.js';
import { verifies } from '../../requirements.js';
import { callOk, callTool, createBench } from '../tool-harness.js';

const names = (value: { entries: { name: string }[] }): string[] => value.entries.map(({ name }) => name);

describe('list_dir', () => {
  it('lists the workspace as a table', async () => {
    verifies('core.tools.list-dir', 'core.tools.list-dir-default');
    const { ctx, root, write } = createBench();
    for (const [path, size] of [
      ['b.txt', 1500],
      ['a.txt', 3],
      ['.hidden', 1],
    ] as const)
      utimesSync(write(path, 'x'.repeat(size)), 1e9, 1e9);
    mkdirSync(join(root, 'sub'));
    utimesSync(join(root, 'sub'), 1e9, 1e9);
    const { shown, facts } = await callOk(listDir, {}, ctx);
    expect(shown).toBe(
      [
        'TYPE  SIZE    MODIFIED                  NAME',
        'FILE  3 B     2001-09-09T01:46:40.000Z  a.txt',
        'FILE  1.5 KB  2001-09-09T01:46:40.000Z  b.txt',
        'DIR   -       2001-09-09T01:46:40.000Z  sub/',
        '2 files, 1 dir, 1.5 KB; 1 hidden left out (show_hidden lists them)',
      ].join('\n'),
    );
    expect(facts).toEqual([{ kind: 'read', target: '.', where: 'workspace', known: true }]);
    symlinkSync('nowhere', join(root, 'link'));
    write('two\nlines', '');
    const all = await callOk(listDir, { show_hidden: true }, ctx);
    expect(names(all.value)).toEqual(['.hidden', 'a.txt', 'b.txt', 'link', 'sub', 'two\nlines']);
    expect(all.shown).toContain('two\\u000alines');
    expect(all.shown).toMatch(/^LINK .* link$/m);
  });

  it('sorts before it cuts', async () => {
    verifies('core.tools.list-dir-bounded');
    const { ctx, write } = createBench();
    for (let index = 0; index < 30; index += 1) {
      utimesSync(
        write(`f${String(index).padStart(2, '0')}`, 'x'.repeat((index * 7) % 30)),
        1e9,
        1e9 + ((index * 11) % 30),
      );
    }
    const list = async (args: Record<string, unknown>) =>
      (await callOk(listDir, { max_entries: 2, ...args }, ctx)).value;
    expect(names(await list({}))).toEqual(['f00', 'f01']);
    expect(names(await list({ reverse: true }))).toEqual(['f29', 'f28']);
    expect((await list({ sort_by: 'size' })).entries.map(({ size }: { size: number }) => size)).toEqual([29, 28]);
    expect((await list({ sort_by: 'size', reverse: true })).entries.map(({ size }: { size: number }) => size)).toEqual([
      0, 1,
    ]);
    const newest = await list({ sort_by: 'modified' });
    expect(newest.entries[0].modified > newest.entries[1].modified).toBe(true);
    expect(await list({})).toMatchObject({ files: 30, left_out: 28 });
    expect((await callOk(listDir, { max_entries: 2 }, ctx)).shown).toContain('28 more left out');
  });

  it('says what is wrong', async () => {
    verifies('core.tools.list-dir-missing', 'core.tools.list-dir-file');
    const { ctx, write } = createBench();
    write('a.txt', '');
    expect((await callTool(listDir, { path: 'none' }, ctx)).failure?.errorType).toBe('not_found');
    expect((await callTool(listDir, { path: 'a.txt' }, ctx)).failure).toMatchObject({
      message: expect.stringContaining('is a file'),
    });
  });
});
