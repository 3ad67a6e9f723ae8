import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { moveFile } from '../../../src/builtin/file/move-file.js';
import { isFailure } from '../../../src/tool/outcome.js';
import { verifies } from '../../requirements.js';
import { callOk, callTool, createBench } from '../tool-harness.js';

describe('move_file', () => {
  it('moves a file with its mode, and makes missing folders', async () => {
    verifies('core.tools.move-file', 'y-agent.tool.file-move');
    const { ctx, root, write, read } = createBench();
    write('a.sh', 'one\r\n');
    chmodSync(join(root, 'a.sh'), 0o755);
    const { value, shown, plan, facts } = await callOk(moveFile, { from: 'a.sh', to: 'x/y/b.sh' }, ctx);
    expect(value).toEqual({ path: 'x/y/b.sh', from: 'a.sh', operation: 'move', kind: 'file', files: 1 });
    expect(shown).toBe('Moved a.sh to x/y/b.sh.');
    expect(facts).toEqual([
      { kind: 'move', target: 'a.sh', where: 'workspace', known: true },
      { kind: 'write', target: 'x/y/b.sh', where: 'workspace', known: true },
    ]);
    expect(plan).toMatchObject({
      undo: { possible: true },
      preview: { kind: 'diff', operation: 'move', diff: expect.stringContaining('a.sh') },
    });
    expect(readdirSync(root)).toEqual(['x']);
    expect(read('x/y/b.sh')).toBe('one\r\n');
    expect(statSync(join(root, 'x/y/b.sh')).mode & 0o777).toBe(0o755);
  });

  it('moves a folder with all in it', async () => {
    const { ctx, root, write, read } = createBench();
    write('d/a.txt', 'a');
    write('d/e/b.txt', 'b');
    mkdirSync(join(root, 'd/empty'));
    expect((await callOk(moveFile, { from: 'd', to: 'new/d2' }, ctx)).shown).toBe(
      'Moved the folder d with 2 files to new/d2.',
    );
    expect(readdirSync(root)).toEqual(['new']);
    expect(readdirSync(join(root, 'new/d2')).sort()).toEqual(['a.txt', 'e', 'empty']);
    expect(read('new/d2/e/b.txt')).toBe('b');
  });

  it('moves a link itself, never what it leads to', async () => {
    verifies('core.tools.delete-file-link');
    const { ctx, root, outside, write } = createBench();
    write('d/a.txt', 'a');
    symlinkSync('d', join(root, 'in'));
    symlinkSync(outside, join(root, 'out'));
    await callOk(moveFile, { from: 'in/', to: 'in2' }, ctx);
    await callOk(moveFile, { from: 'out', to: 'out2' }, ctx);
    expect(readdirSync(root).sort()).toEqual(['d', 'in2', 'out2']);
    expect([readlinkSync(join(root, 'in2')), readlinkSync(join(root, 'out2'))]).toEqual(['d', outside]);
    expect(lstatSync(join(root, 'd')).isDirectory()).toBe(true);
  });

  it('overwrites nothing, and moves nothing into itself', async () => {
    verifies('core.tools.move-file-refused');
    const { ctx, root, outside, write, read } = createBench();
    write('a.txt', 'a');
    write('b.txt', 'b');
    write('d/c.txt', 'c');
    symlinkSync('none', join(root, 'broken'));
    writeFileSync(join(outside, 'x'), 'x');
    const type = async (from: string, to: string) => {
      const plan = await moveFile.plan?.({ from, to }, ctx);
      return isFailure(plan) ? plan.errorType : plan?.facts;
    };
    for (const [from, to] of [
      ['a.txt', 'b.txt'],
      ['a.txt', 'd'],
      ['a.txt', 'a.txt'],
      ['a.txt', 'broken'],
      ['d', 'd/in/it'],
      ['.', 'x'],
      ['d/.', 'x'],
      ['a.txt', ''],
      ['', 'x'],
      ['a.txt', 'x\0'],
    ] as const) {
      expect(await type(from, to), `${from} ${to}`).toBe('validation_failed');
    }
    expect(await type('none.txt', 'x')).toBe('not_found');
    expect(await type('a.txt', 'b.txt/x')).toBe('not_found');
    for (const [from, to] of [
      ['a.txt', join(outside, 'x')],
      ['d', join(outside, 'd')],
      [outside, 'x'],
      [join(outside, 'none'), 'x'],
    ] as const) {
      expect(await type(from, to), `${from} ${to}`).toMatchObject([{ kind: 'move' }, { kind: 'write' }]);
      expect((await callTool(moveFile, { from, to }, ctx)).failure?.errorType).toMatch(/validation_failed|not_found/);
    }
    expect([read('a.txt'), read('b.txt'), read('d/c.txt')]).toEqual(['a', 'b', 'c']);
    expect(readdirSync(outside)).toEqual(['x']);
  });

  it('does not move onto what came since it was planned, nor what changed', async () => {
    const { ctx, write, read } = createBench();
    write('a.txt', 'a');
    const onto = await callTool(moveFile, { from: 'a.txt', to: 'b.txt' }, ctx, () => write('b.txt', 'theirs'));
    expect(onto.failure?.errorType).toBe('stale');
    const changed = await callTool(moveFile, { from: 'a.txt', to: 'c.txt' }, ctx, () => write('a.txt', 'theirs'));
    expect(changed.failure?.errorType).toBe('stale');
    expect([read('a.txt'), read('b.txt')]).toEqual(['theirs', 'theirs']);
  });
});
