import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createMemoryStore } from '../../../src/store/memory.js';
import type { ActionResult } from '../../../src/systems/yips/index.js';
import type { FakeModelRounds } from '../../../src/testing/index.js';
import { verifies } from '../../requirements.js';
import { newFolder } from '../../session/open.js';
import { runHere } from '../../support/run-here.js';
import { createScene } from '../../support/scene.js';
import { acts, openAlone, tool } from './scene.js';

/** Answers `stage` by staging a change, and `apply` by applying what was staged. */
const rounds: FakeModelRounds = ({ body }) => {
  const { messages } = body as { readonly messages: readonly { readonly content: string }[] };
  const said = messages.map(({ content }) => content);
  if (said.at(-1) === 'stage') return { text: acts(tool('preview_write_file', { path: 'a.txt', content: 'new\n' })) };
  if (said.at(-1) !== 'apply') return { text: 'Done.' };
  const token = /"token":"([^"]+)"/.exec(said.find((text) => text.startsWith('Action results:')) ?? '')?.[1];
  return { text: acts(tool('apply_file_change', { token }, 't2')) };
};

it('a change that one run has staged is applied by the next, once, if its file is still the same', async () => {
  verifies('yips.change.token', 'yips.change.apply-single-use', 'yips.change.apply-stale', 'yips.risk.gateway-apply');
  const { folder: cwd, flags } = await createScene(rounds);
  const run = (...args: string[]) => runHere(['run', ...flags, ...args], { cwd });
  const file = join(cwd, 'a.txt');
  const first = await run('--profile', 'yips', 'stage');
  expect([first.code, existsSync(file)]).toEqual([0, false]);
  writeFileSync(file, 'theirs\n');
  expect((await run('--session', 'last', 'apply')).stderr).toContain('is not what the change was staged on');
  writeFileSync(file, '');
  expect((await run('--session', 'last', 'apply')).stderr).toContain('apply_file_change');
  expect(readFileSync(file, 'utf8')).toBe('new\n');
  writeFileSync(file, '');
  expect((await run('--session', 'last', 'apply')).stderr).toContain('No staged change waits under this token');
  expect(readFileSync(file, 'utf8')).toBe('');
});

/** A program over a store, at a time that people set; time passes as the test says. */
function programs() {
  let wall = noon;
  const store = createMemoryStore({ clock: { now: () => wall, monotonic: () => 0 } });
  const workspace = newFolder();
  const start = async (now: number, session?: string) => {
    wall = now;
    const time = { now, passed: 0 };
    const clock = { now: () => time.now, monotonic: () => time.passed };
    const opened = await openAlone([], { store, workspace, clock, ...(session !== undefined && { session }) });
    const call = async (name: string, args: object) =>
      JSON.parse((await opened.call(name, args).settlement)?.content ?? '') as ActionResult;
    return { id: opened.id, time, call, close: () => opened.close() };
  };
  return { start, written: () => existsSync(join(workspace, 'a.txt')) };
}

const noon = 1_900_000_000_000;
const minute = 60_000;

it.each([
  ['yips.change.ttl', 'nine minutes later', noon + 9 * minute, true],
  ['yips.change.ttl', 'ten minutes later', noon + 10 * minute, false],
  ['yips.change.ttl-clock', 'before it was staged', noon - minute, false],
] as const)('%s: a program that is started %s', async (id, _, now, applies) => {
  verifies(id);
  const { start, written } = programs();
  const first = await start(noon);
  const { metadata } = await first.call('preview_write_file', { path: 'a.txt', content: 'new' });
  await first.close();
  const { status, metadata: told } = await (await start(now, first.id)).call('apply_file_change', {
    token: metadata?.['token'],
  });
  expect([status, written()]).toEqual(applies ? ['ok', true] : ['error', false]);
  if (!applies) expect(told).toMatchObject({ applied: false, reason: 'invalid-or-expired-token' });
});

it('goes by the age of a token within a program, whatever the clock says', async () => {
  verifies('yips.change.ttl', 'yips.change.ttl-clock');
  const { start, written } = programs();
  const { call, time } = await start(noon);
  const stage = async () => (await call('preview_write_file', { path: 'a.txt', content: 'new' })).metadata?.['token'];
  const late = await stage();
  time.passed = 10 * minute;
  time.now = noon - 60 * minute;
  expect(await call('apply_file_change', { token: late })).toMatchObject({ status: 'error' });
  expect(written()).toBe(false);
  const young = await stage();
  time.passed += 9 * minute;
  time.now = noon + 60 * minute;
  expect(await call('apply_file_change', { token: young })).toMatchObject({ status: 'ok' });
});
