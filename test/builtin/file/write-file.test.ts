import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sha256 } from '../../../src/base/digest.js';
import { createWriteFile, writeFile } from '../../../src/builtin/file/write-file.js';
import { fail } from '../../../src/tool/outcome.js';
import { verifies } from '../../requirements.js';
import { callOk, callTool, createBench } from '../tool-harness.js';

describe('write_file', () => {
  it('creates a file and its folders', async () => {
    verifies('core.tools.write-file-create', 'core.workspace.new-file');
    const { ctx, read } = createBench();
    const { shown, value, facts } = await callOk(writeFile, { path: 'x/y/a.txt', content: 'one\ntwo\n' }, ctx);
    expect(read('x/y/a.txt')).toBe('one\ntwo\n');
    expect(shown).toBe('Created x/y/a.txt (2 lines, 8 B).');
    expect(value).toMatchObject({ operation: 'create', bytes: 8, added: 2, removed: 0 });
    expect(facts).toEqual([{ kind: 'write', target: 'x/y/a.txt', where: 'workspace', known: true }]);
  });

  it('replaces a file, and previews the difference without making it', async () => {
    verifies('core.tools.write-file-overwrite', 'core.tools.write-file-preview', 'design.tool.plan-read-only');
    const { ctx, read, write } = createBench();
    write('a.txt', 'one\n');
    const plan = await writeFile.plan?.({ path: 'a.txt', content: 'two\n' }, ctx);
    expect(plan).toMatchObject({
      preview: {
        kind: 'diff',
        path: 'a.txt',
        operation: 'overwrite',
        diff: '--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-one\n+two\n',
        added: 1,
        removed: 1,
      },
      basis: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect(read('a.txt')).toBe('one\n');
    await callOk(writeFile, { path: 'a.txt', content: 'two\n' }, ctx);
    expect(read('a.txt')).toBe('two\n');
  });

  it('answers that nothing changes', async () => {
    const { ctx, write } = createBench();
    write('a.txt', 'same');
    const { value, facts } = await callOk(writeFile, { path: 'a.txt', content: 'same' }, ctx);
    expect(value.operation).toBe('unchanged');
    expect(facts).toMatchObject([{ kind: 'read' }]);
  });

  it('does not overwrite what changed since it was planned', async () => {
    const { ctx, read, write } = createBench();
    write('a.txt', 'one');
    const called = await callTool(writeFile, { path: 'a.txt', content: 'two' }, ctx, () => write('a.txt', 'theirs'));
    expect(called.failure?.errorType).toBe('stale');
    expect(read('a.txt')).toBe('theirs');
  });

  it('creates and overwrites, makes parents and tells the size', async () => {
    verifies(
      'local-harness.write-file.overwrite',
      'local-harness.write-file.size',
      'local-harness.write-file.parents',
      'local-harness.write-file.errors',
      'y-agent.tool.file-write',
    );
    const { ctx, read } = createBench();
    const path = 'a/b/c.txt';
    expect((await callOk(writeFile, { path, content: 'x'.repeat(1500) }, ctx)).shown).toContain('1.5 KB');
    expect((await callOk(writeFile, { path, content: 'y'.repeat(2500) }, ctx)).shown).toBe(
      'Overwrote a/b/c.txt (2.5 KB): 1 line added, 1 removed.',
    );
    expect(read(path)).toBe('y'.repeat(2500));
    expect((await callTool(writeFile, { path: 'a', content: '' }, ctx)).failure?.errorType).toBe('validation_failed');
    const full = { ...ctx, change: { ...ctx.change, apply: async () => fail('io_error', 'The disk is full.') } };
    expect((await callTool(writeFile, { path, content: 'z' }, full)).failure?.errorType).toBe('io_error');
  });

  it('wants a file to be read first where an option says so', async () => {
    verifies('local-harness.write-file.read-first', 'y-agent.guard.read-before-write');
    const { ctx, read, write } = createBench();
    const careful = { ...ctx, change: { ...ctx.change, readBeforeWrite: true } };
    write('a.txt', 'one');
    expect((await callTool(writeFile, { path: 'a.txt', content: 'two' }, careful)).failure).toMatchObject({
      errorType: 'validation_failed',
      message: expect.stringContaining('read_file'),
    });
    expect(read('a.txt')).toBe('one');
    await callOk(writeFile, { path: 'new.txt', content: 'two' }, careful);
    ctx.change.saw({ shown: 'a.txt' }, sha256('one'));
    await callOk(writeFile, { path: 'a.txt', content: 'two' }, careful);
    expect(read('a.txt')).toBe('two');
  });

  it('makes a new file only when told where an option says so', async () => {
    verifies('files.write.says-new');
    const { ctx, read, write } = createBench();
    const saying = createWriteFile({ saysNew: true });
    write('old.txt', 'old');
    for (const [path, create_new] of [
      ['new.txt', false],
      ['old.txt', true],
    ] as const) {
      const { failure } = await callTool(saying, { path, content: 'x', create_new }, ctx);
      expect(failure).toMatchObject({ errorType: 'validation_failed', message: expect.stringContaining('create_new') });
    }
    await callOk(saying, { path: 'new.txt', content: 'x', create_new: true }, ctx);
    await callOk(saying, { path: 'old.txt', content: 'y' }, ctx);
    expect([read('new.txt'), read('old.txt')]).toEqual(['x', 'y']);
  });

  it('refuses what cannot be a file', async () => {
    const { ctx, root } = createBench();
    mkdirSync(join(root, 'dir'));
    for (const path of ['dir', 'dir/', 'new/', '.', '']) {
      expect((await callTool(writeFile, { path, content: '' }, ctx)).failure?.errorType).toBe('validation_failed');
    }
    expect((await callTool(writeFile, { path: 'a', content: 'half \ud83d' }, ctx)).failure?.errorType).toBe(
      'validation_failed',
    );
    expect(readdirSync(root)).toEqual(['dir']);
  });

  it('tells policy when a write leads outside', async () => {
    verifies('core.workspace.outside-fact', 'core.workspace.link-outside');
    const { ctx, root, outside } = createBench();
    symlinkSync(join(outside, 'new.txt'), join(root, 'link'));
    writeFileSync(join(outside, 'old.txt'), 'old');
    const expected = [{ kind: 'write', target: join(outside, 'new.txt'), where: 'outside', known: true }];
    expect(await writeFile.plan?.({ path: 'link', content: 'x' }, ctx)).toMatchObject({ facts: expected });
    expect(await writeFile.plan?.({ path: '../outside/new.txt', content: 'x' }, ctx)).toMatchObject({
      facts: expected,
    });
    expect(await writeFile.plan?.({ path: outside, content: 'x' }, ctx)).toMatchObject({
      facts: [{ where: 'outside' }],
    });
    expect(readdirSync(outside)).toEqual(['old.txt']);
    await callOk(writeFile, { path: 'link', content: 'x' }, ctx);
    expect(readFileSync(join(outside, 'new.txt'), 'utf8')).toBe('x');
  });
});
