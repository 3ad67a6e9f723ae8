import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { builtInProfiles } from '../../../src/profile/find-profile.js';
import { tickedHarnessProfile } from '../../../src/profile/local-harness/local-harness-profile.js';
import { createMemoryStore } from '../../../src/store/memory.js';
import { createToolExecutor } from '../../../src/systems/local-harness/tool-executor.js';
import { verifies } from '../../requirements.js';
import { newFolder, play } from '../../session/open.js';
import { createHere } from '../cli-here.js';
import { call, harnessResults, openHarness, typing } from './open-harness.js';

const file = '.config/localharness/policies.json';
const write = (path: string) => call('write_file', { path, content: 'x' });
const allow = (scope: string, path_patterns: readonly string[] = ['*']) =>
  ({ scope, mode: 'always_allow', path_patterns, deny_patterns: [] }) as const;

/** Each call in a session of its own, over one home and one store: who was asked, and how it ended. */
async function inSessions(
  home: string,
  calls: readonly ReturnType<typeof call>[],
  options: Parameters<typeof openHarness>[1] & { readonly typed: readonly string[] },
) {
  const { typed, ...rest } = options;
  const store = createMemoryStore();
  const ends: string[] = [];
  const warned: string[] = [];
  for (const [at, one] of calls.entries()) {
    const user = typing(typed[at] ?? '4');
    const session = await openHarness([{ calls: [one] }, { text: 'ok' }], {
      files: { a: 'x', '.env': 'TOKEN=abcdefgh' },
      store,
      env: { HOME: home },
      log: { warn: (message) => void warned.push(message), debug: () => {} },
      ...rest,
      ...user,
    });
    const [result] = harnessResults((await play(session.send('go'))).events);
    await session.close();
    ends.push(`${user.asked.length === 0 ? '' : 'asked, '}${result?.error_type}`);
  }
  return { ends, warned };
}

const policiesIn = (home: string): unknown => JSON.parse(readFileSync(join(home, file), 'utf8'));

describe('Remember', () => {
  it('is written to policies.json, and later sessions go by it: for writes as for reads', async () => {
    verifies('local-harness.permission.remember', 'local-harness.permission.remember-writes');
    verifies('local-harness.permission.policies-file');
    const home = newFolder();
    const calls = [write('a.txt'), write('b.txt'), call('read_file', { path: 'a' }), call('read_file', { path: 'a' })];
    const { ends } = await inSessions(home, calls, { typed: ['3', '4', '3', '4'] });
    expect(ends).toEqual(['asked, none', 'none', 'asked, none', 'none']);
    expect(policiesIn(home)).toEqual([allow('write_files'), allow('read_files')]);
    expect(statSync(join(home, file)).mode & 0o777).toBe(0o600);
    expect(readdirSync(dirname(join(home, file)))).toEqual(['policies.json']);
  });

  it('keeps what the file holds, says nothing twice, and is asked again when it is taken out', async () => {
    verifies('local-harness.permission.remember', 'local-harness.permission.policies-file');
    const home = newFolder();
    mkdirSync(dirname(join(home, file)), { recursive: true });
    const own = { ...allow('read_files', ['docs/**']), comment: 'mine' };
    const odd = { scope: 'of_a_later_version', mode: 'deny' };
    writeFileSync(join(home, file), JSON.stringify([own, odd]));
    const first = await inSessions(home, [write('a.txt'), write('b.txt')], { typed: ['3', '3'] });
    expect(first.ends).toEqual(['asked, none', 'none']);
    expect(policiesIn(home)).toEqual([own, odd, allow('write_files')]);
    writeFileSync(join(home, file), JSON.stringify([own, odd]));
    const after = await inSessions(home, [write('c.txt')], { typed: ['4'] });
    expect(after.ends).toEqual(['asked, permission_denied']);
  });

  it('counts at once, also in the session that it is given in', async () => {
    verifies('local-harness.permission.remember');
    const home = newFolder();
    const user = typing('3');
    const session = await openHarness([{ calls: [write('a.txt'), write('b.txt')] }, { text: 'ok' }], {
      env: { HOME: home },
      ...user,
    });
    await session.send('go').result;
    expect(user.asked.map((question) => question.offers[0]?.remembered)).toEqual([
      { file: `~/${file}`, adds: ['always_allow write_files: *'] },
    ]);
    rm(home);
    const again = await openHarness([{ calls: [write('c.txt')] }, { text: 'ok' }], { env: { HOME: home }, ...user });
    await again.send('go').result;
    expect(user.asked).toHaveLength(2);
  });

  it('is of edits for an edit that changes nothing, too', async () => {
    verifies('local-harness.permission.remember-writes');
    const home = newFolder();
    const same = call('write_file', { path: 'a', content: 'x' });
    const { ends } = await inSessions(home, [same, same, write('b.txt')], { typed: ['3', '4', '4'] });
    expect(ends).toEqual(['asked, none', 'none', 'none']);
    expect(policiesIn(home)).toEqual([allow('write_files')]);
  });

  it('reaches no credential and no place outside', async () => {
    const home = newFolder();
    const secret = call('read_file', { path: '.env' });
    const { ends } = await inSessions(home, [call('read_file', { path: 'a' }), secret], { typed: ['3', '4'] });
    expect(ends).toEqual(['asked, none', 'asked, permission_denied']);
    expect(policiesIn(home)).toEqual([allow('read_files')]);
  });

  it.each([
    ['is no JSON', (path: string) => writeFileSync(path, 'no json')],
    [
      'anybody can write',
      (path: string) => {
        writeFileSync(path, '[]');
        chmodSync(path, 0o666);
      },
    ],
    ['is a folder', (path: string) => mkdirSync(path)],
  ])('leaves a file alone that %s, and holds as a grant then', async (_what, make) => {
    verifies('local-harness.permission.policies-tolerant');
    const home = newFolder();
    mkdirSync(dirname(join(home, file)), { recursive: true });
    make(join(home, file));
    const before = statSync(join(home, file));
    const { ends } = await inSessions(home, [write('a.txt'), write('b.txt')], { typed: ['3', '4'] });
    expect(ends).toEqual(['asked, none', 'none']);
    expect(statSync(join(home, file))).toMatchObject({ size: before.size, mode: before.mode, mtimeMs: before.mtimeMs });
  });

  it('is an answer of the executor too', async () => {
    verifies('local-harness.permission.remember', 'local-harness.executor.permission-response');
    const home = newFolder();
    for (const prompts of [1, 0]) {
      const session = await openHarness([{ calls: [write('a.txt')] }, { text: 'ok' }], {
        env: { HOME: home },
        profile: tickedHarnessProfile,
        onAsk: 'person',
      });
      const executor = createToolExecutor(session);
      let shown = 0;
      let isOver = false;
      void session.send('go').result.then(() => {
        isOver = true;
      });
      while (!isOver) {
        const action = executor.tick();
        if (action === 'show_permission_prompt') {
          shown += 1;
          executor.setPermissionResponse('remember');
        }
        if (action === 'render_requested') executor.executeCurrentTool();
        await new Promise((resolve) => setImmediate(resolve));
      }
      expect(shown).toBe(prompts);
      await session.close();
    }
    expect(policiesIn(home)).toEqual([allow('write_files')]);
  });

  it('is shown before it is given in the chat, listed with the grants, and revoked there', async () => {
    verifies('local-harness.permission.remember', 'local-harness.permission.policies-file');
    const rounds = Array.from({ length: 4 }, (_, at) => [{ calls: [write(`${at}.txt`)] }, { text: 'Done.' }]).flat();
    const scene = await createHere(rounds);
    const chat = (...lines: readonly string[]) => scene.chat(['--profile', 'local-harness'], lines);
    const made = (at: number) => existsSync(join(scene.folder, `${at}.txt`));
    const given = await chat('go', '3', 'y');
    expect(given.stdout).toContain(
      `  Allow without asking in every folder you work in, until it is taken out of ~/${file}:\n  always_allow write_files: *\n`,
    );
    await chat('go');
    expect([made(0), made(1)]).toEqual([true, true]);
    const listed = await scene.cli(['grants', '--store', scene.store]);
    expect(listed.stdout).toBe(
      `policies.json:1  everywhere\n  always_allow write_files: *\n  in ~/${file}, which the profile local-harness goes by; holds until it is taken out\n`,
    );
    const json = await scene.cli(['grants', '--json', '--store', scene.store]);
    expect(JSON.parse(json.stdout)).toMatchObject([{ id: 'policies.json:1', state: 'in force' }]);
    const revoked = await scene.cli(['grants', 'revoke', 'policies.json:1', '--store', scene.store]);
    expect(revoked).toMatchObject({ code: 0, stderr: 'Revoked policies.json:1: always_allow write_files: *\n' });
    expect(policiesIn(scene.home)).toEqual([]);
    const after = await chat('go', '4');
    expect(after.stdout).toContain('Permission Request');
    expect(made(2)).toBe(false);
  });
});

it('has its file known by the register of profiles', async () => {
  for (const { answerFile, load } of Object.values(builtInProfiles))
    expect((await load()).remembers?.path).toBe(answerFile);
});

const rm = (home: string): void => writeFileSync(join(home, file), '[]\n');
