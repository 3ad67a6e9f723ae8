import { mkdirSync, symlinkSync, truncateSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createListDir, listDir } from '../../../src/builtin/file/list-dir.js';
import type { JsonSchema } from '../../../src/schema/json-schema.js';
import { fail } from '../../../src/tool/outcome.js';
import { verifies } from '../../requirements.js';
import { callOk, callTool, createBench } from '../tool-harness.js';

const names = (value: { entries: { name: string }[] }): string[] => value.entries.map(({ name }) => name);

/** A folder that could be entered. */
const entryOf = (name: string) => ({ name, type: 'DIR' as const, size: 0, modifiedMs: 0 });

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

  describe('as ls', () => {
    const ls = createListDir({ limit: 'clamp' });

    /** A folder with files of several sizes and times, a hidden one, a link and a folder. */
    function makeBox() {
      const { ctx, root, write } = createBench();
      for (const [path, size, at] of [
        ['box/small', 900, 3e9],
        ['box/kilo', 2500, 2e9],
        ['box/mega', 3_000_000, 1e9],
        ['box/.hidden', 5, 4e9],
        ['box/sub/below', 1, 1e9],
      ] as const) {
        utimesSync(write(path, Buffer.alloc(size)), at, at);
      }
      symlinkSync('small', join(root, 'box/link'));
      return (more: object) => callOk(ls, { path: 'box', ...more }, ctx);
    }

    it('takes its arguments, and sorts before it cuts', async () => {
      verifies('local-harness.ls.arguments', 'local-harness.ls.sorting', 'local-harness.ls.sort-then-cut');
      expect(Object.keys((ls.parameters as JsonSchema).properties ?? {})).toEqual(
        expect.arrayContaining(['path', 'show_hidden', 'sort_by', 'reverse', 'max_entries']),
      );
      const box = makeBox();
      const files = async (more: object) =>
        names((await box(more)).value).filter((name) => name !== 'link' && name !== 'sub');
      expect(await files({ sort_by: 'name' })).toEqual(['kilo', 'mega', 'small']);
      expect(await files({ sort_by: 'name', reverse: true })).toEqual(['small', 'mega', 'kilo']);
      expect(await files({ sort_by: 'size' })).toEqual(['mega', 'kilo', 'small']);
      expect(await files({ sort_by: 'size', reverse: true })).toEqual(['small', 'kilo', 'mega']);
      expect(await files({ sort_by: 'modified' })).toEqual(['small', 'kilo', 'mega']);
      expect(await files({ sort_by: 'modified', reverse: true })).toEqual(['mega', 'kilo', 'small']);
      expect(names((await box({ sort_by: 'size', max_entries: 2 })).value)).toEqual(['mega', 'kilo']);
      expect(names((await box({ sort_by: 'modified', reverse: true, max_entries: 1 })).value)).toEqual(['mega']);
    });

    it('lists one folder, and what is hidden only when asked', async () => {
      verifies('local-harness.ls.single-folder', 'local-harness.ls.hidden');
      const box = makeBox();
      expect(names((await box({})).value)).toEqual(['kilo', 'link', 'mega', 'small', 'sub']);
      expect(names((await box({ show_hidden: true })).value)).toEqual([
        '.hidden',
        'kilo',
        'link',
        'mega',
        'small',
        'sub',
      ]);
    });

    it('gives a table of types, sizes, times and names, with a summary', async () => {
      verifies('local-harness.ls.table', 'local-harness.ls.types', 'local-harness.ls.summary');
      const { shown } = await makeBox()({});
      expect(shown).toMatch(/^TYPE +SIZE +MODIFIED +NAME\n/);
      expect(shown).toMatch(/^FILE +2\.5 KB +2033-05-18T03:33:20\.000Z +kilo$/m);
      expect(shown).toMatch(/^FILE +3\.0 MB +2001-09-09T01:46:40\.000Z +mega$/m);
      expect(shown).toMatch(/^LINK +- +\S+ +link$/m);
      expect(shown).toMatch(/^DIR +- +\S+ +sub\/$/m);
      expect(shown).toMatch(/\n3 files, 1 dir, 3\.0 MB; 1 hidden left out \(show_hidden lists them\)$/);
    });

    it.each([
      [900, '900 B'],
      [2500, '2.5 KB'],
      [3_000_000, '3.0 MB'],
      [4_200_000_000, '4.2 GB'],
    ])('shows a size of %i as %s', async (size, words) => {
      verifies('local-harness.ls.sizes');
      const { ctx, write } = createBench();
      truncateSync(write('box/file', ''), size);
      const { shown } = await callOk(ls, { path: 'box' }, ctx);
      expect(/^FILE +(\S+ \S+) +\S+ +file$/m.exec(shown)?.[1]).toBe(words);
    });

    it('lists 500 entries, or as many as asked for from 1 to 1000', async () => {
      verifies('local-harness.ls.max-entries');
      const { ctx, write } = createBench();
      for (let index = 0; index < 1002; index += 1) write(`many/${String(index).padStart(4, '0')}`, '');
      const many = async (more: object) => (await callOk(ls, { path: 'many', ...more }, ctx)).value;
      expect((await many({})).entries).toHaveLength(500);
      expect((await many({ max_entries: 5000 })).entries).toHaveLength(1000);
      expect((await many({ max_entries: -2, reverse: true })).entries).toMatchObject([{ name: '1001' }]);
      expect(listDir.parameters).toMatchObject({ properties: { max_entries: { minimum: 1, maximum: 1000 } } });
    });
  });

  it('gives the paths below that begin with a prefix', async () => {
    verifies('files.list.prefix', 'files.list.anywhere', 'files.list.bounded');
    const { ctx, root, write } = createBench();
    for (const path of ['notes/day.md', 'notes/deep/Day 2.md', 'notes.md', 'other/day.md', '.git/notes'])
      write(path, 'x');
    symlinkSync('other', join(root, 'notes/away'));
    const { shown, value, facts } = await callOk(listDir, { prefix: 'notes/' }, ctx);
    expect(names(value)).toEqual(['notes', 'notes/away', 'notes/day.md', 'notes/deep', 'notes/deep/Day 2.md']);
    expect(shown).toBe(
      'notes/\nnotes/away\nnotes/day.md\nnotes/deep/\nnotes/deep/Day 2.md\n2 files, 2 dirs, 2 B; 1 hidden left out (show_hidden lists them)',
    );
    expect(facts).toEqual([{ kind: 'read', target: '.', where: 'workspace', known: true, deep: true }]);
    expect(names((await callOk(listDir, { prefix: '' }, ctx)).value)).toHaveLength(8);
    expect(names((await callOk(listDir, { prefix: 'n', max_entries: 1 }, ctx)).value)).toEqual(['notes']);
    const none = await callOk(listDir, { prefix: 'Notes' }, ctx);
    expect(none.shown).toMatch(/^0 files, 0 dirs/);
    const anywhere = createListDir({ prefix: 'anywhere' });
    expect(names((await callOk(anywhere, { prefix: 'DAY' }, ctx)).value)).toEqual([
      'notes/day.md',
      'notes/deep/Day 2.md',
      'other/day.md',
    ]);
    // A folder of 300 folders, each of which is that folder again.
    const crowd = {
      ...ctx.workspace,
      reach: () => ctx.workspace.resolve('notes'),
      list: async () => Array.from({ length: 300 }, (_, at) => entryOf(`d${at}`)),
    };
    const wide = await callOk(listDir, { path: 'notes', prefix: '' }, { ...ctx, workspace: crowd });
    expect(wide.value).toMatchObject({ cut: true });
    expect(wide.value.entries).toHaveLength(500);
    expect(wide.shown).toMatch(/not all was looked at/);
  });

  it('shows the tree below a folder', async () => {
    verifies('files.list.tree', 'local-harness.tool.file-tree');
    const { ctx, root, write } = createBench();
    for (const path of ['src/a.ts', 'src/deep/er/b.ts', 'src/deep/c.ts', 'z.txt']) write(path, 'xx');
    symlinkSync('..', join(root, 'src/up'));
    expect((await callOk(listDir, { depth: 2 }, ctx)).shown).toBe(
      './\n  src/\n    a.ts (2 B)\n    deep/\n    up (link)\n  z.txt (2 B)\n2 files, 2 dirs, 4 B',
    );
    expect((await callOk(listDir, { path: 'src', depth: 9 }, ctx)).shown).toBe(
      'src/\n  a.ts (2 B)\n  deep/\n    c.ts (2 B)\n    er/\n      b.ts (2 B)\n  up (link)\n3 files, 2 dirs, 6 B',
    );
    expect((await callOk(listDir, { depth: 9, max_entries: 2 }, ctx)).shown).toContain('6 more left out');
  });

  it('says what is wrong', async () => {
    verifies('core.tools.list-dir-missing', 'core.tools.list-dir-file', 'local-harness.ls.errors');
    const { ctx, write } = createBench();
    const broken = { ...ctx.workspace, list: async () => fail('io_error', 'The disk does not answer.') };
    expect((await callTool(listDir, {}, { ...ctx, workspace: broken })).failure?.errorType).toBe('io_error');
    write('a.txt', '');
    expect((await callTool(listDir, { path: 'none' }, ctx)).failure?.errorType).toBe('not_found');
    expect((await callTool(listDir, { path: 'a.txt' }, ctx)).failure).toMatchObject({
      errorType: 'validation_failed',
      message: expect.stringContaining('is a file'),
    });
  });
});
