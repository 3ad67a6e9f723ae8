import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sha256 } from '../../../src/base/digest.js';
import type { SessionEvent } from '../../../src/session/event.js';
import type { SessionOptions } from '../../../src/session/options.js';
import type { ActionResult } from '../../../src/systems/yips/index.js';
import { verifies } from '../../requirements.js';
import { bodies, newFolder } from '../../session/open.js';
import { asOrdinaryUser } from '../../support/ordinary-user.js';
import { openYips } from './scene.js';

/** A session whose tools a test calls, in a folder with these files. */
async function zone(files: Readonly<Record<string, string>> = {}, options: Partial<SessionOptions> = {}) {
  const workspace = join(newFolder(), 'zone');
  mkdirSync(workspace);
  for (const [name, text] of Object.entries(files)) writeFileSync(join(workspace, name), text);
  const session = await openYips([], { workspace, ...options });
  const events: SessionEvent[] = [];
  session.on((event) => events.push(event));
  const call = async (name: string, args: object) =>
    JSON.parse((await session.call(name, args).settlement)?.content ?? '') as Required<ActionResult>;
  const stage = async (path: string, content: string) => (await call('preview_write_file', { path, content })).metadata;
  const apply = (token: unknown) => call('apply_file_change', token === undefined ? {} : { token });
  const reasonOf = async (token: unknown) => (await apply(token)).metadata?.['reason'];
  const read = (path: string) => readFileSync(join(workspace, path), 'utf8');
  return { workspace, events, call, stage, apply, reasonOf, read };
}

describe('a staged change', () => {
  it('is told with its token, its difference, its sizes and how long it waits', async () => {
    verifies('yips.change.metadata', 'yips.change.recorded', 'yips.change.token', 'yips.change.diff-hunk');
    const { stage, events } = await zone({ 'a.txt': 'one\ntwo\n' });
    const metadata = await stage('a.txt', 'one\n2\n');
    expect(metadata).toEqual({
      token: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/),
      path: 'a.txt',
      operation: 'write',
      diffPreview: '--- a/a.txt\n+++ b/a.txt\n@@ -2,1 +2,1 @@\n-two\n+2',
      bytesBefore: 8,
      bytesAfter: 6,
      expiresAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    });
    const [kept] = bodies(events, 'change-kept');
    expect(kept).toMatchObject({
      token: metadata['token'],
      operation: 'overwrite',
      given: 'a.txt',
      baseHash: sha256('one\ntwo\n'),
      blob: `blob:${sha256('one\n2\n')}`,
    });
    expect([(kept?.expiresAt ?? 0) - (kept?.createdAt ?? 0), metadata['expiresAt']]).toEqual([
      600_000,
      new Date(kept?.expiresAt ?? 0).toISOString(),
    ]);
  });

  it('of a new file is staged on the empty text', async () => {
    verifies('yips.change.missing-hash');
    const { stage, apply, workspace, read } = await zone();
    const { token, bytesBefore } = await stage('a.txt', 'a');
    expect(bytesBefore).toBe(0);
    writeFileSync(join(workspace, 'a.txt'), '');
    expect(await apply(token)).toMatchObject({ status: 'ok', metadata: { applied: true } });
    expect(read('a.txt')).toBe('a');
  });

  it('of an edit says whether every match is meant', async () => {
    verifies('yips.change.metadata-edit');
    const { call } = await zone({ 'a.txt': 'x x\n' });
    const edit = (more: object) => call('preview_edit_file', { path: 'a.txt', oldText: 'x', newText: 'y', ...more });
    expect((await edit({})).metadata).toMatchObject({ operation: 'edit', replaceAll: false });
    expect((await edit({ replaceAll: true })).metadata).toMatchObject({ operation: 'edit', replaceAll: true });
  });

  it('shows at most 80 lines of its difference, and says when there is none', async () => {
    verifies('yips.change.diff-bound', 'yips.change.diff-same');
    const lines = (word: string) => Array.from({ length: 100 }, (_, at) => `${word} ${at}\n`).join('');
    const { stage } = await zone({ 'a.txt': lines('old') });
    const body = String((await stage('a.txt', lines('new')))['diffPreview'])
      .split('\n')
      .slice(3);
    expect([body.length, body[40]]).toEqual([81, '[… 120 lines left out …]']);
    expect((await stage('a.txt', lines('old')))['diffPreview']).toBe(
      'No changes: a.txt has exactly this content already.',
    );
  });

  it('makes room for others when fifty wait', async () => {
    verifies('yips.change.capacity');
    const { stage, reasonOf, apply } = await zone({ 'a.txt': 'one\n' });
    const tokens: unknown[] = [];
    for (let at = 0; at < 51; at += 1) tokens.push((await stage('a.txt', `${at}\n`))['token']);
    expect(await reasonOf(tokens[0])).toBe('invalid-or-expired-token');
    expect(await apply(tokens[1])).toMatchObject({ status: 'ok' });
  });
});

describe('apply_file_change', () => {
  it('writes a file anew, wholly, with the folders on its way', async () => {
    verifies('yips.change.apply-atomic', 'yips.change.apply-applied', 'yips.change.apply-single-use');
    const { stage, apply, reasonOf, workspace, read } = await zone({ 'a.txt': 'one\n' });
    const { ino } = statSync(join(workspace, 'a.txt'));
    const { token } = await stage('a.txt', 'two\n');
    expect(await apply(token)).toMatchObject({ status: 'ok', metadata: { applied: true, path: 'a.txt' } });
    expect([read('a.txt'), statSync(join(workspace, 'a.txt')).ino === ino]).toEqual(['two\n', false]);
    expect(await reasonOf(token)).toBe('invalid-or-expired-token');
    await apply((await stage('new/deep/b.txt', 'b'))['token']);
    expect([read('new/deep/b.txt'), readdirSync(join(workspace, 'new/deep'))]).toEqual(['b', ['b.txt']]);
  });

  it.each([
    ['yips.change.apply-missing-token', 'missing-token', async () => undefined],
    ['yips.change.apply-bad-token', 'invalid-or-expired-token', async () => 'made-up'],
    [
      'yips.change.apply-outside',
      'outside-working-zone',
      async ({ stage, workspace }) => {
        return (await stage(join(dirname(workspace), 'x.txt'), 'x'))['token'];
      },
    ],
    [
      'yips.change.apply-stale',
      'stale-preview',
      async ({ stage, workspace }) => {
        const { token } = await stage('a.txt', 'two\n');
        writeFileSync(join(workspace, 'a.txt'), 'theirs\n');
        return token;
      },
    ],
  ] satisfies [string, string, (zone: Zone) => Promise<unknown>][])('%s', async (id, reason, tokenIn) => {
    verifies(id as 'yips.change.apply-stale');
    const opened = await zone({ 'a.txt': 'one\n' });
    expect(await opened.apply(await tokenIn(opened))).toMatchObject({
      status: 'error',
      metadata: { applied: false, reason },
    });
    expect(existsSync(join(dirname(opened.workspace), 'x.txt'))).toBe(false);
    expect(opened.read('a.txt')).not.toBe('two\n');
  });

  it('says that a write failed, and leaves the file as it was', async () => {
    verifies('yips.change.apply-write-failed');
    const { stage, reasonOf, workspace, read } = await zone({ 'a.txt': 'one\n' });
    const { token } = await stage('a.txt', 'two\n');
    await asOrdinaryUser(dirname(workspace), async () => {
      chmodSync(join(workspace, 'a.txt'), 0o444);
      expect(await reasonOf(token)).toBe('apply-write-failed');
    });
    expect(read('a.txt')).toBe('one\n');
  });
});

type Zone = Awaited<ReturnType<typeof zone>>;
