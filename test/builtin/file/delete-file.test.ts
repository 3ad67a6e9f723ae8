import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { deleteFile } from '../../../src/builtin/file/delete-file.js';
import { isFailure } from '../../../src/tool/outcome.js';
import { verifies } from '../../requirements.js';
import { callOk, callTool, createBench } from '../tool-harness.js';

describe('delete_file', () => {
  it('deletes a file, shows what goes, and can be undone', async () => {
    verifies('core.tools.delete-file', 'y-agent.tool.file-delete');
    const { ctx, root, write } = createBench();
    write('a.txt', 'one\ntwo\n');
    const { value, shown, plan, facts } = await callOk(deleteFile, { path: 'a.txt' }, ctx);
    expect(value).toEqual({ path: 'a.txt', operation: 'delete', kind: 'file', files: 1 });
    expect(shown).toBe('Deleted a.txt.');
    expect(facts).toEqual([{ kind: 'delete', target: 'a.txt', where: 'workspace', known: true }]);
    expect(plan).toMatchObject({
      undo: { possible: true },
      preview: { kind: 'diff', path: 'a.txt', operation: 'delete', removed: 2, diff: expect.stringContaining('-one') },
      basis: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect(readdirSync(root)).toEqual([]);
  });

  it('deletes a folder with all in it when told to', async () => {
    const { ctx, root, write } = createBench();
    write('d/a.txt', 'a');
    write('d/e/b.txt', 'b');
    symlinkSync('a.txt', join(root, 'd/link'));
    mkdirSync(join(root, 'd/empty'));
    const { failure } = await callTool(deleteFile, { path: 'd' }, ctx);
    expect(failure).toMatchObject({ errorType: 'validation_failed', message: expect.stringContaining('recursive') });
    const { shown, facts } = await callOk(deleteFile, { path: 'd/', recursive: true }, ctx);
    expect(shown).toBe('Deleted the folder d with 3 files.');
    expect(facts).toMatchObject([{ kind: 'delete', target: 'd', deep: true }]);
    expect(existsSync(join(root, 'd'))).toBe(false);
  });

  it('deletes a link itself, never what it leads to', async () => {
    verifies('core.tools.delete-file-link');
    const { ctx, root, outside, write, read } = createBench();
    write('d/a.txt', 'a');
    writeFileSync(join(outside, 'x'), 'x');
    const links = { file: 'd/a.txt', folder: 'd', slash: 'd', out: join(outside, 'x'), away: outside, broken: 'none' };
    for (const [name, target] of Object.entries(links)) symlinkSync(target, join(root, name));
    for (const name of Object.keys(links)) {
      const path = name === 'slash' ? 'slash/' : name;
      const { shown, value } = await callOk(deleteFile, { path, recursive: true }, ctx);
      expect(value).toEqual({ path: name, operation: 'delete', kind: 'link', files: 1 });
      expect(shown).toBe(`Deleted ${name} (the link, not what it leads to).`);
    }
    expect(readdirSync(root)).toEqual(['d']);
    expect(read('d/a.txt')).toBe('a');
    expect(readFileSync(join(outside, 'x'), 'utf8')).toBe('x');
  });

  it('tells policy what a link leads to', async () => {
    const { ctx, root, outside } = createBench();
    symlinkSync(outside, join(root, 'l'));
    expect(await deleteFile.plan?.({ path: 'l' }, ctx)).toMatchObject({
      facts: [{ kind: 'delete', target: outside, where: 'outside', via: 'l' }],
    });
  });

  it('refuses what is not there, and what must not go', async () => {
    verifies('core.tools.delete-file-refused');
    const { ctx, root, outside, write } = createBench();
    write('d/notes.txt', 'a');
    symlinkSync('d', join(root, 'l'));
    const type = async (path: string) => {
      const plan = await deleteFile.plan?.({ path, recursive: true }, ctx);
      return isFailure(plan) ? plan.errorType : plan?.facts;
    };
    expect(await type('d/note.txt')).toBe('not_found');
    for (const path of ['.', './', 'd/..', 'd/.', 'l/.', root, '', 'a\0b']) {
      expect(await type(path), path).toBe('validation_failed');
    }
    for (const path of ['..', '/', outside, join(outside, 'none'), '../outside/.']) {
      expect(await type(path), path).toMatchObject([{ kind: 'delete', where: 'outside' }]);
      const { failure } = await callTool(deleteFile, { path, recursive: true }, ctx);
      expect(failure?.errorType, path).toMatch(/validation_failed|not_found/);
    }
    expect(readdirSync(join(root, 'd'))).toEqual(['notes.txt']);
    expect(lstatSync(join(root, 'l')).isSymbolicLink()).toBe(true);
  });

  it('deletes nothing of what changed since it was planned', async () => {
    const { ctx, write, read } = createBench();
    write('d/a.txt', 'a');
    write('d/b.txt', 'b');
    const called = await callTool(deleteFile, { path: 'd', recursive: true }, ctx, () => write('d/b.txt', 'theirs'));
    expect(called.failure?.errorType).toBe('stale');
    expect([read('d/a.txt'), read('d/b.txt')]).toEqual(['a', 'theirs']);
    const file = await callTool(deleteFile, { path: 'd/a.txt' }, ctx, () => write('d/a.txt', 'theirs'));
    expect(file.failure?.errorType).toBe('stale');
    expect(read('d/a.txt')).toBe('theirs');
  });
});
