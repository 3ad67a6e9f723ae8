import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sha256 } from '../../../src/base/digest.js';
import { applyFileChange } from '../../../src/builtin/file/apply-file-change.js';
import { previewEditFile } from '../../../src/builtin/file/preview-edit-file.js';
import { previewWriteFile } from '../../../src/builtin/file/preview-write-file.js';
import { createChanges } from '../../../src/change/changes.js';
import type { RunContext } from '../../../src/tool/context.js';
import { verifies } from '../../requirements.js';
import { asOrdinaryUser } from '../../support/ordinary-user.js';
import { type Bench, callOk, callTool, createBench } from '../tool-harness.js';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** A bench whose clocks the test sets. */
function timedBench(): Bench & { pass(minutes: number): void } {
  const bench = createBench();
  let skewMs = 0;
  const clock = { now: () => 1_000_000_000_000, monotonic: () => skewMs };
  const { workspace, blobs } = bench.ctx;
  const change = createChanges({ workspace, blobs, clock, record: () => {} }).forCall('call_test');
  const pass = (minutes: number): void => {
    skewMs += minutes * 60_000;
  };
  return { ...bench, ctx: { ...bench.ctx, clock, change }, pass };
}

const stageWrite = async (path: string, content: string, ctx: RunContext) =>
  (await callOk(previewWriteFile, { path, content }, ctx)).value;
const stageEdit = async (args: Record<string, unknown>, ctx: RunContext) =>
  (await callOk(previewEditFile, args, ctx)).value;
const apply = (token: unknown, ctx: RunContext) => callTool(applyFileChange, token === undefined ? {} : { token }, ctx);
const reasonOf = async (token: unknown, ctx: RunContext) => {
  const { failure } = await apply(token, ctx);
  return (failure?.data as { reason?: string } | undefined)?.reason;
};

describe('preview_write_file and preview_edit_file', () => {
  it('stage under a token and touch nothing', async () => {
    const { ctx, root, write, read } = timedBench();
    write('a.txt', 'one\ntwo\n');
    const { value, facts, plan } = await callOk(previewWriteFile, { path: 'a.txt', content: 'one\n2\n' }, ctx);
    expect(value).toEqual({
      token: expect.stringMatching(uuid),
      path: 'a.txt',
      operation: 'write',
      diffPreview: '--- a/a.txt\n+++ b/a.txt\n@@ -2,1 +2,1 @@\n-two\n+2',
      bytesBefore: 8,
      bytesAfter: 6,
      expiresAt: new Date(1_000_000_000_000 + 600_000).toISOString(),
    });
    expect(facts).toEqual([{ kind: 'read', target: 'a.txt', where: 'workspace', known: true }]);
    expect(plan).not.toHaveProperty('undo');
    await stageWrite('new/deep/b.txt', 'b', ctx);
    expect(readdirSync(root)).toEqual(['a.txt']);
    expect(read('a.txt')).toBe('one\ntwo\n');
    expect(await ctx.change.kept(value.token)).toMatchObject({
      token: value.token,
      operation: 'overwrite',
      given: 'a.txt',
      path: join(root, 'a.txt'),
      content: Buffer.from('one\n2\n'),
      baseHash: sha256('one\ntwo\n'),
      createdAt: 1_000_000_000_000,
      expiresAt: 1_000_000_600_000,
    });
  });

  it('record a file that is not there by the hash of the empty text', async () => {
    const { ctx, write, read } = createBench();
    const { token, bytesBefore } = await stageWrite('a.txt', 'a', ctx);
    expect(bytesBefore).toBe(0);
    expect((await ctx.change.kept(token))?.baseHash).toBe(sha256(''));
    write('a.txt', '');
    expect((await apply(token, ctx)).value).toMatchObject({ applied: true, operation: 'overwrite' });
    expect(read('a.txt')).toBe('a');
  });

  it('tell of an edit whether every match is meant, and take the first otherwise', async () => {
    const { ctx, write, read } = createBench();
    write('a.txt', 'x x x\n');
    const first = await stageEdit({ path: 'a.txt', old_text: 'x', new_text: 'y' }, ctx);
    expect(first).toMatchObject({ operation: 'edit', replaceAll: false });
    const all = await stageEdit({ path: 'a.txt', old_text: 'x', new_text: 'z', replace_all: true }, ctx);
    expect(all).toMatchObject({ operation: 'edit', replaceAll: true, diffPreview: expect.stringContaining('+z z z') });
    await callOk(applyFileChange, { token: first.token }, ctx);
    expect(read('a.txt')).toBe('y x x\n');
  });

  it('refuse what cannot be staged', async () => {
    const { ctx, root, write } = createBench();
    mkdirSync(join(root, 'd'));
    write('a.txt', 'one\n');
    write('b.bin', Buffer.from([1, 0, 2]));
    const errors = async (tool: typeof previewEditFile, args: Record<string, unknown>) =>
      (await callTool(tool as never, args, ctx)).failure?.errorType;
    const edit = (path: string, old_text: string, new_text: string) =>
      errors(previewEditFile, { path, old_text, new_text });
    expect(await edit('a.txt', 'two', 'x')).toBe('not_found');
    expect(await edit('none.txt', 'two', 'x')).toBe('not_found');
    expect(await edit('a.txt', '', 'x')).toBe('validation_failed');
    expect(await edit('a.txt', 'one', 'one')).toBe('validation_failed');
    expect(await edit('a.txt', 'one', '\ud800')).toBe('validation_failed');
    expect(await edit('b.bin', 'one', 'x')).toBe('validation_failed');
    expect(await edit('d', 'one', 'x')).toBe('validation_failed');
    expect(await edit('', 'one', 'x')).toBe('validation_failed');
    const save = (path: string, content: string) => errors(previewWriteFile as never, { path, content });
    expect(await save('d', 'x')).toBe('validation_failed');
    expect(await save('a.txt', '\ud800')).toBe('validation_failed');
    expect(await save('a\0', 'x')).toBe('validation_failed');
  });

  it('do not tell what is outside before policy has let it be read', async () => {
    const { ctx, outside } = createBench();
    const plan = await previewEditFile.plan?.({ path: join(outside, 'none'), old_text: 'a', new_text: 'b' }, ctx);
    expect(plan).toMatchObject({ facts: [{ kind: 'read', where: 'outside' }] });
  });

  it('stage over binary content without showing it', async () => {
    const { ctx, write } = createBench();
    write('a.bin', Buffer.from([1, 0, 2]));
    const { diffPreview } = await stageWrite('a.bin', 'text\n', ctx);
    expect(diffPreview).toBe('Binary content of a.bin: 3 B to 5 B\n');
  });
});

describe('the diff preview', () => {
  const lines = (count: number, word: string) => Array.from({ length: count }, (_, at) => `${word} ${at}\n`).join('');

  it('is one hunk without the common first and last lines', async () => {
    const { ctx, write } = createBench();
    write('a.txt', 'head\na\nsame\nb\ntail\n');
    const { diffPreview } = await stageWrite('a.txt', 'head\nA\nsame\nB\nmore\ntail\n', ctx);
    expect(diffPreview).toBe('--- a/a.txt\n+++ b/a.txt\n@@ -2,3 +2,4 @@\n-a\n-same\n-b\n+A\n+same\n+B\n+more');
    write('b.txt', 'a');
    expect((await stageWrite('b.txt', 'a\n', ctx)).diffPreview).toContain('-a [no line end]\n+a');
  });

  it('has at most 80 lines and says what is left out', async () => {
    const { ctx, write } = createBench();
    write('a.txt', `first\n${lines(100, 'old')}last\n`);
    const { diffPreview } = await stageWrite('a.txt', `first\n${lines(100, 'new')}last\n`, ctx);
    const body = diffPreview.split('\n').slice(3);
    expect(body).toHaveLength(81);
    expect(body[40]).toBe('[… 120 lines left out …]');
    expect([body[0], body.at(-1)]).toEqual(['-old 0', '+new 99']);
  });

  it('leaves room for the token, however long the lines are', async () => {
    const { ctx, write } = createBench();
    write('a.txt', `${'"\\'.repeat(200_000)}\n`.repeat(3));
    const { value, shown } = await callOk(
      previewWriteFile,
      { path: 'a.txt', content: `${'\t"'.repeat(9000)}\n`.repeat(200) },
      ctx,
    );
    expect(value.token).toMatch(uuid);
    expect(shown.length).toBeLessThan(ctx.resultLimit);
  });

  it('says when nothing changes', async () => {
    const { ctx, write } = createBench();
    write('a.txt', 'one\n');
    const { diffPreview, token } = await stageWrite('a.txt', 'one\n', ctx);
    expect(diffPreview).toBe('No changes: a.txt has exactly this content already.');
    expect((await apply(token, ctx)).value).toMatchObject({ applied: true, operation: 'unchanged' });
    write('b.bin', Buffer.from([0]));
    expect((await stageWrite('b.bin', '\0', ctx)).diffPreview).toContain('No changes');
  });
});

describe('apply_file_change', () => {
  it('makes exactly the staged change, which the question shows in full', async () => {
    const { ctx, root, write, read } = createBench();
    write('a.txt', `one\n${'x\n'.repeat(300)}`);
    chmodSync(join(root, 'a.txt'), 0o750);
    const inode = statSync(join(root, 'a.txt')).ino;
    const { token } = await stageWrite('a.txt', 'two\n', ctx);
    const { value, plan, facts } = await callOk(applyFileChange, { token }, ctx);
    expect(value).toEqual({
      applied: true,
      path: 'a.txt',
      operation: 'overwrite',
      bytes: 4,
      added: 1,
      removed: 301,
      content_hash: sha256('two\n'),
    });
    expect(facts).toEqual([{ kind: 'write', target: 'a.txt', where: 'workspace', known: true }]);
    expect(plan).toMatchObject({ undo: { possible: true }, preview: { kind: 'diff', removed: 301 } });
    expect(read('a.txt')).toBe('two\n');
    const now = statSync(join(root, 'a.txt'));
    expect(now.ino).not.toBe(inode);
    expect(now.mode & 0o777).toBe(0o750);
    const fresh = await stageWrite('new/deep/b.txt', 'b', ctx);
    await callOk(applyFileChange, { token: fresh.token }, ctx);
    expect(readdirSync(root).sort()).toEqual(['a.txt', 'new']);
    expect(readdirSync(join(root, 'new/deep'))).toEqual(['b.txt']);
  });

  it('binds an approval to the staged content and to what it was staged on', async () => {
    verifies('changes.staged.digest');
    const { ctx, write } = createBench();
    write('a.txt', 'one\n');
    const basis = async (token: string) => {
      const plan = await applyFileChange.plan?.({ token }, ctx);
      return plan !== undefined && 'basis' in plan ? plan.basis : undefined;
    };
    const two = await stageWrite('a.txt', 'two\n', ctx);
    const three = await stageWrite('a.txt', 'three\n', ctx);
    expect(await basis(two.token)).toBe(`${sha256('one\n')} ${sha256('two\n')}`);
    expect(await basis(three.token)).toBe(`${sha256('one\n')} ${sha256('three\n')}`);
  });

  it('uses a token up by success only', async () => {
    const { ctx, write, read } = createBench();
    write('a.txt', 'one\n');
    const { token } = await stageWrite('a.txt', 'two\n', ctx);
    write('a.txt', 'other\n');
    expect(await reasonOf(token, ctx)).toBe('stale-preview');
    write('a.txt', 'one\n');
    await callOk(applyFileChange, { token: ` ${token}\n` }, ctx);
    expect(await reasonOf(token, ctx)).toBe('invalid-or-expired-token');
    write('a.txt', 'one\n');
    expect(await reasonOf(token, ctx)).toBe('invalid-or-expired-token');
    expect(read('a.txt')).toBe('one\n');
  });

  it('does not use a token twice when two calls were planned before either ran', async () => {
    const { ctx, write } = createBench();
    write('a.txt', 'one\n');
    const { token } = await stageWrite('a.txt', 'one\n', ctx);
    const plans = [await applyFileChange.plan?.({ token }, ctx), await applyFileChange.plan?.({ token }, ctx)];
    const run = (plan: object | undefined) => applyFileChange.run({ token }, ctx, (plan as { carry: never }).carry);
    expect(await run(plans[0])).toMatchObject({ applied: true });
    expect(await run(plans[1])).toMatchObject({ data: { applied: false, reason: 'invalid-or-expired-token' } });
  });

  it('wants a token', async () => {
    const { ctx } = createBench();
    for (const token of [undefined, '', '  \n']) expect(await reasonOf(token, ctx)).toBe('missing-token');
    expect((await apply(undefined, ctx)).failure).toMatchObject({
      errorType: 'validation_failed',
      message: expect.stringContaining('preview_write_file'),
      data: { applied: false, reason: 'missing-token' },
    });
  });

  it('knows no token it did not give, nor one of another session', async () => {
    const { ctx, write } = createBench();
    const other = createBench();
    write('a.txt', 'one\n');
    other.write('a.txt', 'one\n');
    const { token } = await stageWrite('a.txt', 'two\n', other.ctx);
    for (const given of [token, '__proto__', 'constructor', '../a', 'x'.repeat(100_000)]) {
      expect(await reasonOf(given, ctx)).toBe('invalid-or-expired-token');
    }
    expect((await apply(token, ctx)).failure?.errorType).toBe('not_found');
  });

  it('knows a token for ten minutes', async () => {
    const { ctx, write, read, pass } = timedBench();
    write('a.txt', 'one\n');
    const { token } = await stageWrite('a.txt', 'two\n', ctx);
    const late = await stageWrite('a.txt', 'late\n', ctx);
    pass(9.999);
    await callOk(applyFileChange, { token }, ctx);
    write('a.txt', 'one\n');
    pass(0.001);
    expect(await reasonOf(late.token, ctx)).toBe('invalid-or-expired-token');
    expect(read('a.txt')).toBe('one\n');
  });

  it('keeps fifty changes and lets the oldest go', async () => {
    const { ctx, write } = createBench();
    write('a.txt', 'one\n');
    const tokens: string[] = [];
    for (let at = 0; at < 51; at += 1) tokens.push((await stageWrite('a.txt', `${at}\n`, ctx)).token);
    expect(new Set(tokens).size).toBe(51);
    const kept = await Promise.all(tokens.map(async (token) => (await ctx.change.kept(token)) !== undefined));
    expect(kept).toEqual([false, ...tokens.slice(1).map(() => true)]);
  });

  it('stays in the workspace', async () => {
    const { ctx, root, outside, write } = createBench();
    const { token } = await stageWrite(join(outside, 'x.txt'), 'x', ctx);
    expect(await reasonOf(token, ctx)).toBe('outside-working-zone');
    write('d/a.txt', 'one\n');
    const swapped = await stageWrite('d/a.txt', 'two\n', ctx);
    rmSync(join(root, 'd'), { recursive: true });
    writeFileSync(join(outside, 'a.txt'), 'one\n');
    symlinkSync(outside, join(root, 'd'));
    expect(await reasonOf(swapped.token, ctx)).toBe('outside-working-zone');
    expect(readdirSync(outside)).toEqual(['a.txt']);
  });

  it('refuses what is not what it was staged on, and tells what is there', async () => {
    const { ctx, root, write, read } = createBench();
    write('a.txt', 'one\n');
    const { token } = await stageWrite('a.txt', 'two\n', ctx);
    write('a.txt', 'theirs\n');
    const { failure, facts } = await apply(token, ctx);
    expect(failure).toMatchObject({
      errorType: 'stale',
      data: { applied: false, reason: 'stale-preview', path: 'a.txt', content_hash: sha256('theirs\n') },
    });
    expect((failure?.data as { now: string }).now).toContain('theirs');
    expect(facts).toEqual([{ kind: 'read', target: 'a.txt', where: 'workspace', known: true }]);
    expect(read('a.txt')).toBe('theirs\n');
    rmSync(join(root, 'a.txt'));
    expect(await reasonOf(token, ctx)).toBe('stale-preview');
    mkdirSync(join(root, 'a.txt'));
    expect(await reasonOf(token, ctx)).toBe('stale-preview');
    const late = await stageWrite('b.txt', 'b\n', ctx);
    const called = await callTool(applyFileChange, { token: late.token }, ctx, () => write('b.txt', 'theirs\n'));
    expect(called.failure?.data).toEqual({ applied: false, reason: 'stale-preview' });
    expect(read('b.txt')).toBe('theirs\n');
  });

  it('tells when the write itself failed, and leaves the file as it was', async () => {
    const { ctx, root, write, read } = createBench();
    write('a.txt', 'one\n');
    const { token } = await stageWrite('a.txt', 'two\n', ctx);
    await asOrdinaryUser(dirname(root), async () => {
      chmodSync(join(root, 'a.txt'), 0o444);
      expect(await reasonOf(token, ctx)).toBe('apply-write-failed');
    });
    expect(read('a.txt')).toBe('one\n');
    expect(await ctx.change.kept(token)).toBeDefined();
    expect(existsSync(join(root, 'a.txt'))).toBe(true);
    expect(readdirSync(root)).toEqual(['a.txt']);
  });

  it('is cancelled like any write', async () => {
    const { ctx, write, read } = createBench();
    write('a.txt', 'one\n');
    const { token } = await stageWrite('a.txt', 'two\n', ctx);
    const { failure } = await apply(token, { ...ctx, signal: AbortSignal.abort() });
    expect(failure?.errorType).toBe('cancelled');
    expect(read('a.txt')).toBe('one\n');
  });
});
