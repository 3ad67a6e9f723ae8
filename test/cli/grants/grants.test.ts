import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { userStream } from '../../../src/config/event.js';
import type { Grant, GrantEvent } from '../../../src/policy/grant/grant.js';
import { openStore } from '../../../src/store/open-store.js';
import { verifies } from '../../requirements.js';
import { createConfigScene } from '../config/config-scene.js';

const day = 86_400_000;
const grantOf = (id: string, more: Partial<Grant> = {}): Grant => ({
  id,
  scope: 'project',
  rules: ['exec(npm test)'],
  workspace: '/srv/app',
  sessionId: 'ses_1',
  createdAt: Date.UTC(2026, 0, 2, 3, 4),
  expiresAt: Date.now() + 10 * day,
  unconfined: false,
  origin: { questionId: 'q_1', tool: 'run_command', digest: 'd', who: 'mia', from: 'terminal' },
  ...more,
});

const grants = [
  grantOf('grant_aaa1', { unconfined: true }),
  grantOf('grant_aab2', { scope: 'always', rules: ['write(src/**)', 'exec(git log:*)'] }),
  grantOf('grant_old', { expiresAt: Date.UTC(2026, 0, 3) }),
  grantOf('grant_ses', { scope: 'session' }),
];

async function sceneWith(events: readonly GrantEvent[]) {
  const scene = createConfigScene();
  const path = join(scene.home, '.local', 'share', 'toolwright', 'store.db');
  mkdirSync(dirname(path), { recursive: true });
  const store = await openStore(path);
  await store.append(userStream, events);
  await store.close();
  return { ...scene, path };
}

const created = grants.map((body): GrantEvent => ({ type: 'grant-created', body }));
const used = (grantId: string): GrantEvent => ({
  type: 'grant-used',
  body: { grantId, sessionId: 'ses_1', callId: 'c' },
});

describe('toolwright grants', () => {
  it('lists those in force with origin, uses, last use and expiry', async () => {
    verifies('policy.grant.command', 'design.policy.grant-listed', 'design.policy.grant-counted');
    const { run } = await sceneWith([...created, used('grant_aaa1'), used('grant_aaa1')]);
    const { code, stdout, stderr } = await run(['grants']);
    const lines = stdout.replaceAll(/20\d\d-\d\d-\d\d \d\d:\d\d UTC/g, 'TIME').split('\n');
    expect(lines).toEqual([
      'grant_aaa1  this project',
      '  exec(npm test)  (also without a sandbox)',
      '  in /srv/app, session ses_1',
      '  given TIME by mia from terminal for run_command',
      '  used 2 times, last TIME; holds until TIME',
      'grant_aab2  everywhere',
      '  write(src/**)',
      '  exec(git log:*)',
      '  in /srv/app, session ses_1',
      '  given TIME by mia from terminal for run_command',
      '  used never; holds until TIME',
      '',
    ]);
    expect(stdout).toContain('given 2026-01-02 03:04 UTC');
    expect(stderr).toBe('Not shown: 2 grants that expired, were revoked or end with a session. --all lists them.\n');
    expect(code).toBe(0);
  });

  it('lists all, and as JSON', async () => {
    verifies('policy.grant.command');
    const revoked: GrantEvent = {
      type: 'grant-revoked',
      body: { grantId: 'grant_aaa1', who: 'mia', from: 'terminal' },
    };
    const { run } = await sceneWith([...created, revoked]);
    const { stdout } = await run(['grants', '--all', '--json']);
    const listed = JSON.parse(stdout) as readonly { readonly id: string; readonly state: string }[];
    expect(listed.map(({ id, state }) => `${id} ${state}`)).toEqual([
      'grant_aaa1 revoked',
      'grant_aab2 in force',
      'grant_old expired',
      'grant_ses session',
    ]);
    expect(listed[0]).toEqual({
      ...grants[0],
      state: 'revoked',
      uses: 0,
      lastUsedAt: null,
      revoked: { at: expect.any(Number), who: 'mia', from: 'terminal' },
    });
    const text = (await run(['grants', '--all'])).stdout;
    expect(text).toContain('grant_old  this project, expired');
    expect(text).toContain('ends with the program it was given in');
    expect(text).toMatch(/revoked \S+ \S+ UTC by mia from terminal/);
  });

  it('marks those that hold when tainted', async () => {
    verifies('taint.grant.told');
    const { run } = await sceneWith([
      { type: 'grant-created', body: grantOf('grant_x', { tainted: true, rules: ['net(a.example.com)'] }) },
      { type: 'grant-created', body: grantOf('grant_y', { tainted: true, unconfined: true }) },
    ]);
    const { stdout } = await run(['grants']);
    expect(stdout).toContain('  net(a.example.com)  (also when tainted)\n');
    expect(stdout).toContain('  exec(npm test)  (also without a sandbox)  (also when tainted)\n');
    expect(JSON.parse((await run(['grants', '--json'])).stdout)[0]).toMatchObject({ tainted: true });
  });

  it('says so when there is none, and makes no store for it', async () => {
    verifies('policy.grant.command');
    const { run } = createConfigScene();
    expect(await run(['grants'])).toEqual({ code: 0, stdout: '', stderr: 'No grant is in force.\n' });
    expect(await run(['grants', '--json'])).toMatchObject({ code: 0, stdout: '[]\n' });
    expect(await run(['grants', 'revoke', '--all', '--yes'])).toMatchObject({ code: 0 });
  });

  it('shows hostile text escaped', async () => {
    const rules = ['exec(echo \u001b[2Jx \u202e)'];
    const { run } = await sceneWith([
      { type: 'grant-created', body: grantOf('grant_x', { rules, workspace: '/a\nb' }) },
    ]);
    const { stdout } = await run(['grants']);
    expect(stdout).toContain('exec(echo \\e[2Jx <U+202E>)');
    expect(stdout).toContain('in /a\\nb,');
  });
});

describe('toolwright grants revoke', () => {
  it('takes grants back by the start of their ids, those of sessions too', async () => {
    verifies('policy.grant.command', 'design.events.grant-revoked', 'design.policy.grant-expires');
    const { run } = await sceneWith(created);
    expect(await run(['grants', 'revoke', 'aaa', 'grant_ses'])).toEqual({
      code: 0,
      stdout: '',
      stderr: 'Revoked grant_aaa1: exec(npm test)\nRevoked grant_ses: exec(npm test)\n',
    });
    expect((await run(['grants'])).stdout).not.toContain('grant_aaa1');
    const again = await run(['grants', 'revoke', 'grant_aaa1']);
    expect(again).toMatchObject({ code: 0, stderr: 'Nothing to revoke: it does not hold any more.\n' });
  });

  it('refuses what is not clear, and changes nothing then', async () => {
    verifies('policy.grant.command');
    const { run } = await sceneWith(created);
    const refused = async (...args: readonly string[]) => {
      const { code, stderr } = await run(['grants', 'revoke', ...args]);
      expect(code).toBe(2);
      return stderr;
    };
    expect(await refused()).toContain('Give the ids of grants, or --all');
    expect(await refused('--all', 'grant_aaa1')).toContain('Give the ids of grants, or --all');
    expect(await refused('aa')).toContain('2 grants begin with aa: grant_aaa1, grant_aab2. Give more of the id.');
    expect(await refused('nope')).toContain('There is no grant nope');
    expect(await refused('grant_aaa1', '')).toContain('There is no grant');
    expect(await refused('--all')).toContain('give --yes to revoke them all');
    expect((await run(['grants'])).stdout).toContain('grant_aaa1');
  });

  it('takes all back after a yes', async () => {
    verifies('policy.grant.command');
    const { run } = await sceneWith(created);
    const no = await run(['grants', 'revoke', '--all'], { typed: 'n\n' });
    expect(no.code).toBe(3);
    expect(no.stderr).toContain('Revoke 3 grants? [y/N] ');
    expect(no.stderr).toContain('Nothing was revoked.');
    expect((await run(['grants', 'revoke', '--all'], { typed: 'y\n' })).code).toBe(0);
    expect((await run(['grants'])).stderr).toContain('No grant is in force.');
  });
});
