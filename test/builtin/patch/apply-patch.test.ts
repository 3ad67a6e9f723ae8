import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { applyPatch } from '../../../src/builtin/patch/apply-patch.js';
import { isFailure } from '../../../src/tool/outcome.js';
import { verifies } from '../../requirements.js';
import { bodies, newFolder, open, play } from '../../session/open.js';
import { callOk, callTool, createBench } from '../tool-harness.js';

const numbers = (from: number, to: number): string =>
  Array.from({ length: to - from + 1 }, (_, at) => `line ${from + at}\n`).join('');

const plain = (path: string, ...hunks: readonly string[]): string => `--- a/${path}\n+++ b/${path}\n${hunks.join('')}`;

const inMiddle = '@@ -4,3 +4,4 @@ in main\n line 4\n-line 5\n+LINE 5\n+more\n line 6\n';

describe('apply_patch', () => {
  it('applies a plain diff where it says', async () => {
    verifies('patches.patch.exact', 'patches.patch.preview');
    const { ctx, read, write } = createBench();
    write('a.txt', numbers(1, 9));
    const { shown, facts, plan, value } = await callOk(applyPatch, { patch: plain('a.txt', inMiddle) }, ctx);
    expect(read('a.txt')).toBe(`${numbers(1, 4)}LINE 5\nmore\n${numbers(6, 9)}`);
    expect(shown).toBe('Edited a.txt: 2 lines added, 1 removed.');
    expect(facts.map(({ kind, target }) => `${kind} ${target}`)).toEqual(['read a.txt', 'write a.txt']);
    expect(plan).toMatchObject({ preview: { kind: 'diff', diff: expect.stringContaining('-line 5\n+LINE 5\n') } });
    expect(value).toMatchObject({ added: 2, removed: 1, files: [{ path: 'a.txt', operation: 'edit' }] });
  });

  it('takes what Git writes: new, deleted, renamed and executable files, in one change', async () => {
    verifies('patches.patch.git', 'patches.patch.modes', 'patches.patch.one-change');
    const { ctx, read, root, write, events } = createBench();
    write('old.txt', 'a\nb\n');
    write('gone.txt', 'bye\n');
    write('empty.txt', '');
    write('moved/x.sh', 'one\ntwo\n');
    write('ren.bin', 'same\n');
    chmodSync(join(root, 'moved/x.sh'), 0o755);
    write('tool.sh', 'run\n');
    const patch = [
      'diff --git a/old.txt b/old.txt',
      'index 422c2b7..0f7bc76 100644',
      '--- a/old.txt',
      '+++ b/old.txt',
      '@@ -1,2 +1,2 @@',
      ' a',
      '-b',
      '+c',
      'diff --git a/new dir/n.txt b/new dir/n.txt',
      'new file mode 100755',
      'index 0000000..5626abf',
      '--- /dev/null',
      '+++ b/new dir/n.txt\t2024-01-01 00:00:00',
      '@@ -0,0 +1 @@',
      '+new',
      '\\ No newline at end of file',
      'diff --git a/gone.txt b/gone.txt',
      'deleted file mode 100644',
      '--- a/gone.txt',
      '+++ /dev/null',
      '@@ -1 +0,0 @@',
      '-bye',
      'diff --git a/empty.txt b/empty.txt',
      'deleted file mode 100644',
      'index e69de29..0000000',
      'diff --git a/moved/x.sh b/moved/y.sh',
      'similarity index 50%',
      'rename from moved/x.sh',
      'rename to moved/y.sh',
      'index 1..2 100755',
      '--- a/moved/x.sh',
      '+++ b/moved/y.sh',
      '@@ -1,2 +1,2 @@',
      ' one',
      '-two',
      '+three',
      'diff --git a/ren.bin b/deep/ren.bin',
      'similarity index 100%',
      'rename from ren.bin',
      'rename to deep/ren.bin',
      'diff --git a/tool.sh b/tool.sh',
      'old mode 100644',
      'new mode 100755',
      'diff --git "a/f\\303\\244.txt" "b/f\\303\\244.txt"',
      'new file mode 100644',
      '',
    ].join('\n');
    const { shown, value } = await callOk(applyPatch, { patch }, ctx);
    expect(shown.split('\n')).toEqual([
      'Edited old.txt: 1 line added, 1 removed.',
      'Created new dir/n.txt: 1 line added, 0 removed.',
      'Deleted gone.txt: 0 lines added, 1 removed.',
      'Deleted empty.txt: 0 lines added, 0 removed.',
      'Moved moved/x.sh to moved/y.sh: 1 line added, 1 removed.',
      'Moved ren.bin to deep/ren.bin: 0 lines added, 0 removed.',
      'Edited tool.sh: 0 lines added, 0 removed. Its mode is now 755.',
      'Created fä.txt: 0 lines added, 0 removed.',
    ]);
    expect(applyPatch.display?.(value as never)).toBe('8 files changed: 3 lines added, 3 removed.');
    expect([read('old.txt'), read('new dir/n.txt'), read('moved/y.sh'), read('deep/ren.bin'), read('fä.txt')]).toEqual([
      'a\nc\n',
      'new',
      'one\nthree\n',
      'same\n',
      '',
    ]);
    for (const name of ['gone.txt', 'empty.txt', 'moved/x.sh', 'ren.bin'])
      expect(existsSync(join(root, name))).toBe(false);
    const mode = (name: string) => statSync(join(root, name)).mode & 0o777;
    expect(['new dir/n.txt', 'moved/y.sh', 'tool.sh'].map(mode)).toEqual([0o755, 0o755, 0o755]);
    expect(events.filter(({ type }) => type === 'change-applied')).toHaveLength(9);
  });

  it('finds a hunk elsewhere only when its lines are there just once, and says how far', async () => {
    verifies('patches.patch.offset', 'patches.patch.ambiguous');
    const { ctx, read, write } = createBench();
    write('a.txt', `first\n${numbers(1, 9)}`);
    const { shown } = await callOk(applyPatch, { patch: plain('a.txt', inMiddle) }, ctx);
    expect(shown).toContain('Hunk 1 was found 1 below the line it names.');
    expect(read('a.txt')).toBe(`first\n${numbers(1, 4)}LINE 5\nmore\n${numbers(6, 9)}`);
    // Where it says counts, also when the same lines stand elsewhere.
    write('b.txt', 'x\ny\nx\ny\n');
    await callOk(applyPatch, { patch: plain('b.txt', '@@ -3,2 +3,2 @@\n x\n-y\n+z\n') }, ctx);
    expect(read('b.txt')).toBe('x\ny\nx\nz\n');
    write('d.txt', '0\nx\ny\nx\ny\n');
    const { failure } = await callTool(applyPatch, { patch: plain('d.txt', '@@ -3,2 +3,2 @@\n x\n-y\n+z\n') }, ctx);
    expect(failure).toMatchObject({ errorType: 'ambiguous', message: expect.stringContaining('at lines 2, 4.') });
    // Once one was found elsewhere, the numbers of those behind it prove nothing.
    write('c.txt', `first\nk\n${numbers(1, 3)}x\ny\nx\ny\n`);
    const two = plain('c.txt', '@@ -2,1 +2,1 @@\n-line 1\n+l\n', '@@ -8,2 +8,2 @@\n x\n-y\n+z\n');
    expect((await callTool(applyPatch, { patch: two }, ctx)).failure?.errorType).toBe('ambiguous');
    expect(read('c.txt')).toContain('line 1\n');
  });

  it('names file, hunk, line, what it expected and what it found', async () => {
    verifies('patches.patch.mismatch', 'patches.patch.no-fuzz');
    const { ctx, read, write } = createBench();
    write('a.txt', numbers(1, 9).replace('line 6', 'line  6'));
    write('z.txt', 'z\n');
    const patch = `${plain('z.txt', '@@ -1 +1 @@\n-z\n+y\n')}${plain('a.txt', inMiddle)}`;
    const { failure, facts } = await callTool(applyPatch, { patch }, ctx);
    expect(failure).toMatchObject({
      errorType: 'not_found',
      message:
        'a.txt, hunk 1 (patch line 8) does not fit: at line 6 the patch has "line 6" and the file "line  6". Its lines are nowhere else in the file. Nothing was changed. Read the file and make the patch anew.',
    });
    // What the file holds is told only to those who may read it.
    expect(facts).toEqual([{ kind: 'read', target: 'a.txt', where: 'workspace', known: true }]);
    expect(read('z.txt')).toBe('z\n');
    const beyond = plain('a.txt', '@@ -20 +20 @@\n-nine\n+ten\n');
    expect((await callTool(applyPatch, { patch: beyond }, ctx)).failure?.message).toContain('the file ends at line 9');
    const added = plain('a.txt', '@@ -4,0 +5 @@\n+line\n');
    expect((await callTool(applyPatch, { patch: added }, ctx)).failure?.message).toContain('only adds lines');
    const twisted = plain('a.txt', '@@ -7 +7 @@\n-line 7\n+7\n', '@@ -1 +1 @@\n-line 1\n+1\n');
    expect((await callTool(applyPatch, { patch: twisted }, ctx)).failure?.message).toContain(
      'in the order of the file',
    );
  });

  it('keeps CRLF, a BOM and the end of the file', async () => {
    verifies('patches.patch.line-ends', 'patches.patch.final-newline');
    const { ctx, read, write } = createBench();
    write('a.txt', '\ufeffone\r\ntwo\r\nthree');
    const patch = plain(
      'a.txt',
      '@@ -1,3 +1,4 @@\n-one\n+ONE\n two\n-three\n\\ No newline at end of file\n+three\n+four\n',
    );
    expect((await callOk(applyPatch, { patch }, ctx)).shown).toContain('Line ends were kept as CRLF.');
    expect(read('a.txt')).toBe('\ufeffONE\r\ntwo\r\nthree\r\nfour\r\n');
    // A patch that was brought with CRLF throughout says nothing of the file either.
    await callOk(applyPatch, { patch: plain('a.txt', '@@ -4 +4 @@\n-four\n+4\n').replaceAll('\n', '\r\n') }, ctx);
    expect(read('a.txt')).toBe('\ufeffONE\r\ntwo\r\nthree\r\n4\r\n');
    // One that has CR in its lines does.
    await callOk(applyPatch, { patch: plain('a.txt', '@@ -2 +2 @@\n-two\r\n+two\n') }, ctx);
    expect(read('a.txt')).toBe('\ufeffONE\r\ntwo\nthree\r\n4\r\n');
    write('b.txt', 'one\ntwo');
    const without = await callTool(applyPatch, { patch: plain('b.txt', '@@ -1,2 +1,2 @@\n one\n-two\n+2\n') }, ctx);
    expect(without.failure?.message).toContain('put "\\ No newline at end of file" behind that line');
    const end = '\\ No newline at end of file\n';
    await callOk(applyPatch, { patch: plain('b.txt', `@@ -1,2 +1,2 @@\n one\n-two\n${end}+2\n${end}`) }, ctx);
    expect(read('b.txt')).toBe('one\n2');
    const early = plain('b.txt', `@@ -1 +1 @@\n-one\n+1\n${end}`);
    expect((await callTool(applyPatch, { patch: early }, ctx)).failure).toMatchObject({ errorType: 'parse_error' });
  });

  it.each([
    ['', 'The patch is empty'],
    ['```diff\n--- a/x\n+++ b/x\n', 'Patch line 1: it is a code fence'],
    ['*** Begin Patch\n*** Update File: x\n', 'another format of patches'],
    ['Here is the patch:\n--- a/x\n', 'is no part of a patch'],
    ['--- a/x\n@@ -1 +1 @@\n', 'Patch line 2: "+++ b/path" should follow'],
    ['--- a/x\n+++ b/x\n@@ ... @@\n-a\n+b\n', 'Patch line 3: hunk 1 of x has no line numbers'],
    ['--- a/x\n+++ b/x\n@@ -1,3 +1,3 @@\n a\n-b\n+c\n', 'says that it has 3 old lines and 3 new, and it has 2 and 2.'],
    ['--- a/x\n+++ b/x\n@@ -1 +1 @@\n-b\n+c\n d\n', 'says that it has 1 old line and 1 new, and it has 2 and 2.'],
    ['--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n-b\n+c\nd\n', 'Line 6 begins with neither a space'],
    ['--- a/x\n+++ b/x\n@@ -1,999999999 +1,999999999 @@\n a\n', 'and it has 1 and 1.'],
    ['--- a/x\n+++ b/x\n@@ -1,9999999999 +1 @@\n a\n', 'has no line numbers'],
    ['--- a/x\n+++ b/x\n@@ -0,0 +0,0 @@\n', 'hunk 1 of x is empty'],
    ['--- a/x\n+++ b/x\n@@ -1 +1 @@\n\\ No newline\n-a\n+b\n', 'no line stands before it'],
    ['--- a/x\n+++ b/y\n@@ -1 +1 @@\n-a\n+b\n', 'it names two files, x and y'],
    ['--- a/x\n+++ b/x\n', 'it changes nothing of x'],
    ['--- /dev/null\n+++ /dev/null\n', 'it names no file'],
    ['--- \n+++ b/x\n', 'the name of the file is missing'],
    ['diff --git a/x b/x\nBinary files a/x and b/x differ\n', 'binary content'],
    ['diff --git a/x b/x\nGIT binary patch\n', 'binary content'],
    ['diff --git a/x b/y\ncopy from x\ncopy to y\n', 'copies are not made'],
    ['diff --git a/x b/x\nnew file mode 120000\n', 'mode 120000 is a link'],
    ['diff --git a/x b/x\nnew file mode 160000\n', 'mode 160000 is a submodule'],
    ['diff --git a/x b/y\nold mode 100644\nnew mode 100755\n', 'not clear which file'],
    ['diff --git a/x b/y\nrename from x\n', 'a rename has'],
    ['diff --git a/x b/x\nrename from x\nrename to x\n', 'renames x to itself'],
    ['diff --git a/x b/y\nrename from x\nrename to y\n--- a/x\n+++ b/z\n', 'not those of its rename'],
    ['diff --git a/x b/x\nnew file mode 100644\n--- a/x\n+++ b/x\n', 'a new file has'],
    ['diff --git a/x b/x\ndeleted file mode 100644\n--- a/x\n+++ b/x\n', 'a deleted file has'],
    ['--- "a/x\n+++ "b/x"\n', 'quotes around the name'],
    ['--- "a/\\q"\n+++ "b/\\q"\n', 'is no escape'],
  ])('refuses %j as %s', async (patch, message) => {
    verifies('patches.patch.malformed');
    const { ctx } = createBench();
    const { failure } = await callTool(applyPatch, { patch }, ctx);
    expect(failure).toMatchObject({ errorType: 'parse_error', message: expect.stringContaining(message) });
  });

  it('refuses what cannot be, before anyone is asked', async () => {
    verifies('patches.patch.dry-plan', 'patches.patch.outside');
    const { ctx, root, outside, write } = createBench();
    write('a.txt', 'one\ntwo\n');
    write('bin', new Uint8Array([0, 1, 2]));
    mkdirSync(join(root, 'dir'));
    symlinkSync('a.txt', join(root, 'link'));
    symlinkSync(outside, join(root, 'out'));
    writeFileSync(join(outside, 'x'), 'x\n');
    const change = '@@ -1 +1 @@\n-x\n+y\n';
    const made = (path: string) => `--- /dev/null\n+++ b/${path}\n@@ -0,0 +1 @@\n+x\n`;
    const cases: readonly [string, string, string][] = [
      [plain('../outside/x', change), 'validation_failed', 'outside the workspace'],
      [plain('out/x', change), 'validation_failed', 'outside the workspace'],
      [made('../outside/new'), 'validation_failed', 'outside the workspace'],
      [`--- ${outside}/x\n+++ ${outside}/x\n${change}`, 'validation_failed', 'outside the workspace'],
      ['--- //host/x\n+++ //host/x\n@@ -1 +1 @@\n-x\n+y\n', 'validation_failed', 'another machine'],
      [plain('none.txt', change), 'not_found', 'none.txt does not exist'],
      [plain('dir', change), 'validation_failed', 'is a folder'],
      [plain('bin', change), 'validation_failed', 'is not UTF-8 text'],
      [made('a.txt'), 'validation_failed', 'is there already'],
      [
        plain('a.txt', '@@ -1 +1 @@\n-one\n+1\n') + plain('./a.txt', '@@ -2 +2 @@\n-two\n+2\n'),
        'validation_failed',
        'twice',
      ],
      ['--- a/a.txt\n+++ /dev/null\n@@ -1 +0,0 @@\n-one\n', 'validation_failed', 'does not tell all of its lines'],
      ['diff --git a/a.txt b/a.txt\ndeleted file mode 100644\n', 'validation_failed', 'does not tell all of its lines'],
      ['diff --git a/link b/l2\nrename from link\nrename to l2\n', 'validation_failed', 'is a link'],
      ['--- a/link\n+++ /dev/null\n@@ -1,2 +0,0 @@\n-one\n-two\n', 'validation_failed', 'is a link'],
      [made('b.txt').replace('+x', '+\ud800'), 'validation_failed', 'half a character'],
    ];
    for (const [patch, errorType, message] of cases) {
      const { failure } = await callTool(applyPatch, { patch }, ctx);
      expect(failure, patch).toMatchObject({ errorType, message: expect.stringContaining(message) });
    }
    expect(readFileSync(join(outside, 'x'), 'utf8')).toBe('x\n');
    // Through a link in the workspace the file it leads to is changed.
    await callOk(applyPatch, { patch: plain('link', '@@ -1 +1 @@\n-one\n+1\n') }, ctx);
    expect(readFileSync(join(root, 'a.txt'), 'utf8')).toBe('1\ntwo\n');
  });

  it('stays linear with a hundred thousand hunks, and bounds what it takes', async () => {
    verifies('patches.patch.hostile');
    const { ctx, read, write } = createBench();
    const many = 100_000;
    write('a.txt', numbers(1, many));
    const hunks = Array.from({ length: many }, (_, at) => `@@ -${at + 1} +${at + 1} @@\n-line ${at + 1}\n+${at}\n`);
    await callOk(applyPatch, { patch: plain('a.txt', ...hunks) }, ctx);
    expect(read('a.txt').length).toBeLessThan(700_000);
    // All hunks elsewhere, and a file that repeats itself: found to be too much, or not to be told apart.
    write('b.txt', 'same\n'.repeat(many));
    const alike = Array.from({ length: many }, (_, at) => `@@ -${at + many} +1 @@\n-same\n+other\n`);
    const same = await callTool(applyPatch, { patch: plain('b.txt', ...alike) }, ctx);
    expect(same.failure?.errorType).toBe('ambiguous');
    write('c.txt', `${'x\n'.repeat(20_000)}end\n`);
    const tail = `${' x\n'.repeat(10_000)}-end\n+END\n`;
    const near = plain('c.txt', `@@ -5,10001 +5,10001 @@\n${tail}`);
    await callOk(applyPatch, { patch: near }, ctx);
    const huge = `--- a/a.txt\n+++ b/a.txt\n${' \n'.repeat(4_000_001)}`;
    expect((await callTool(applyPatch, { patch: huge }, ctx)).failure?.message).toContain('at most');
    const files = Array.from({ length: 1001 }, (_, at) => plain(`f${at}`, '@@ -1 +1 @@\n-a\n+b\n')).join('');
    expect((await callTool(applyPatch, { patch: files }, ctx)).failure?.message).toContain('more than 1000 files');
  });

  it('gives typed errors for whatever it is given', async () => {
    verifies('patches.patch.fuzz');
    const { ctx, write } = createBench();
    write('a.txt', numbers(1, 9));
    const whole = plain('a.txt', inMiddle);
    const pieces = [
      ...whole.split(/(?<=\n)/),
      '@@',
      '\\ x\n',
      'diff --git a/a.txt b/a.txt\n',
      '\r',
      '\0',
      '"',
      '/dev/null',
    ];
    let state = 7;
    const next = (below: number): number => {
      state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
      return state % below;
    };
    for (let round = 0; round < 300; round += 1) {
      const patch = Array.from({ length: next(12) }, () => pieces[next(pieces.length)]).join('');
      const plan = await applyPatch.plan?.({ patch } as never, ctx);
      if (isFailure(plan)) expect(plan.message).not.toBe('');
    }
  });

  it('is one question and one undo in a session', async () => {
    verifies('patches.patch.one-change', 'patches.patch.undo');
    const workspace = newFolder();
    writeFileSync(join(workspace, 'a.sh'), 'one\n');
    writeFileSync(join(workspace, 'b.txt'), 'two\n');
    const patch = [
      'diff --git a/a.sh b/c/a.sh',
      'old mode 100644',
      'new mode 100755',
      'rename from a.sh',
      'rename to c/a.sh',
      '--- a/a.sh',
      '+++ b/c/a.sh',
      '@@ -1 +1 @@',
      '-one',
      '+1',
      '--- a/b.txt',
      '+++ /dev/null',
      '@@ -1 +0,0 @@',
      '-two',
    ].join('\n');
    const session = await open([{ calls: [{ name: 'apply_patch', arguments: { patch } }] }, { text: 'done' }], {
      workspace,
      builtins: true,
      onQuestion: () => ({ choice: 'once' }),
    });
    const { events } = await play(session.send('go'));
    expect(bodies(events, 'approval-requested')).toMatchObject([
      { preview: { diff: expect.stringContaining('rename from a.sh\nrename to c/a.sh\n') } },
    ]);
    expect(existsSync(join(workspace, 'b.txt'))).toBe(false);
    expect(statSync(join(workspace, 'c/a.sh')).mode & 0o111).toBe(0o111);
    expect(await session.undo()).toMatchObject({ type: 'done' });
    expect(['a.sh', 'b.txt'].map((name) => readFileSync(join(workspace, name), 'utf8'))).toEqual(['one\n', 'two\n']);
    expect(existsSync(join(workspace, 'c'))).toBe(false);
    expect(await session.redo()).toMatchObject({ type: 'done' });
    expect(readFileSync(join(workspace, 'c/a.sh'), 'utf8')).toBe('1\n');
  });
});
