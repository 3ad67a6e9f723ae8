import { existsSync, mkdirSync, readFileSync, realpathSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createSeedProfile } from '../../../src/systems/seed/index.js';
import { verifies } from '../../requirements.js';
import { bodies, newFolder, play } from '../../session/open.js';
import { createHere } from '../cli-here.js';
import { call, openSeed, outputs, put, runCalls } from './seed-scene.js';

const create = (path: string, newString = 'x\n') => call('editFile', { path, oldString: '', newString });
const read = (path: string) => call('readFile', { path });

/** Has the model make the calls in one session, in which every question is approved. */
async function told(calls: readonly ReturnType<typeof call>[], files: Readonly<Record<string, string>> = {}) {
  const workspace = realpathSync(newFolder());
  const scene = await openSeed([...calls.map((one) => ({ calls: [one] })), { text: 'done' }], { workspace });
  for (const [path, text] of Object.entries(files)) put(join(workspace, path.replace('ID', scene.session.id)), text);
  const { events } = await play(scene.session.send('go'));
  return { ...scene, events, told: outputs(events) };
}

describe('the scopes of a session of Seed', () => {
  it('are a folder of the task, one of its group and one of everyone; private is there from the start', async () => {
    verifies('seed.scopes.layout', 'seed.scopes.syntax', 'seed.scopes.unscoped');
    const calls = [create('a'), create('/b'), create('private:/c'), create('public:/d'), create('shared:/e')];
    const { told: ends, workspace, session } = await told(calls);
    expect(ends.slice(0, 4).map(({ output }) => (output as { path: string }).path)).toEqual([
      'private:/a',
      'private:/b',
      'private:/c',
      'public:/d',
    ]);
    for (const file of ['a', 'b', 'c'].map((name) => `private/${session.id}/${name}`).concat('public/d'))
      expect(existsSync(join(workspace, file)), file).toBe(true);
    expect(ends[4]).toMatchObject({ isError: true, output: { error: expect.stringContaining('members of a group') } });
  });

  it('make private at the start and shared with the first child, which reads what its caller put there', async () => {
    verifies('seed.scopes.provisioning', 'seed.scopes.shared-members');
    const { session, workspace } = await openSeed((request) => {
      const last = request.messages.at(-1)?.text ?? '';
      if (last === 'child') return { calls: [create('shared:/from-child'), create('own')] };
      if (last === 'go')
        return { calls: [call('createSubtasks', { tasks: [{ agentId: 'coordinator', title: 'child' }] })] };
      return last.includes('groupId') ? { calls: [read('shared:/from-child')] } : { text: 'done' };
    });
    expect(existsSync(join(workspace, 'private', session.id))).toBe(true);
    expect(existsSync(join(workspace, 'shared', session.id))).toBe(false);
    const { events } = await play(session.send('go'));
    expect(existsSync(join(workspace, 'shared', session.id, 'from-child'))).toBe(true);
    expect(existsSync(join(workspace, 'private', session.id, 'own'))).toBe(false);
    expect(outputs(events).at(-1)).toEqual({ output: 'x', isError: false });
  });

  it('lead every file tool to its files', async () => {
    verifies('seed.scopes.every-tool');
    const { told: ends } = await told(
      [
        call('editFile', { path: 'public:/a.txt', oldString: 'one', newString: 'two' }),
        read('public:/a.txt'),
        call('listFiles', { path: 'public:/' }),
        call('glob', { pattern: 'public:/**/*.txt' }),
        call('grep', { pattern: 'two', path: 'public:/' }),
        call('runCommand', { command: 'cat a.txt', cwd: 'public:/' }),
        call('runCommand', { command: 'pwd' }),
      ],
      { 'public/a.txt': 'one\n' },
    );
    expect(ends.map(({ output }) => output)).toMatchObject([
      { path: 'public:/a.txt', action: 'edited' },
      'two',
      { path: 'public:/', files: ['a.txt'] },
      { files: ['public:/a.txt'] },
      { content: 'public:/a.txt:1: two' },
      { stdout: 'two\n', cwd: 'public:/' },
      { stdout: expect.stringMatching(/\/private\/ses_\w+\n$/), cwd: 'private:/' },
    ]);
  });

  it('are left by no dots, no NUL, no empty path and no link', async () => {
    verifies('seed.scopes.rejected', 'seed.scopes.links');
    const bad = ['', 'a\0b', '..', 'private:/../public/a', 'shared:/a/..', 'Private:/x', 'public:x'];
    const { session, workspace } = await openSeed([
      ...[...bad, 'out/a', 'aside/a'].map((path) => ({ calls: [read(path)] })),
      { calls: [create('out/new')] },
      { text: 'done' },
    ]);
    put(join(workspace, 'public/a'), 'public');
    put(join(dirname(workspace), `${session.id}/a`), 'outside');
    symlinkSync(join(dirname(workspace), session.id), join(workspace, 'private', session.id, 'out'));
    symlinkSync('../../public', join(workspace, 'private', session.id, 'aside'));
    const { events } = await play(session.send('go'));
    const ends = outputs(events);
    expect(ends.map(({ isError }) => isError)).toEqual(ends.map(() => true));
    expect(ends.slice(bad.length).map(({ output }) => (output as { error: string }).error)).toEqual(
      Array(3).fill(expect.stringContaining('leads out of private:/ by a link')),
    );
    expect(existsSync(join(dirname(workspace), session.id, 'new'))).toBe(false);
  });

  it('hold files that are never written', async () => {
    verifies('seed.scopes.protected');
    const files = [
      'AGENTS.md',
      'x/CLAUDE.md',
      'public:/.git/config',
      '.seed/x',
      '.agents/x',
      '.codex/x',
      'state/events.jsonl',
    ];
    const {
      told: ends,
      asked,
      workspace,
      session,
    } = await told([...files.map((path) => create(path)), create('AGENTS.txt')]);
    expect(ends.map(({ isError }) => isError)).toEqual([...files.map(() => true), false]);
    expect(asked).toEqual([]);
    expect(existsSync(join(workspace, 'private', session.id, 'AGENTS.md'))).toBe(false);
  });
});

describe('scopes that are mapped to folders of a project', () => {
  const here = { private: '.tasks', shared: '.tasks/groups', public: '.' } as const;

  it('are judged by where they lie: public:/ may be the project itself', async () => {
    verifies('seed.scopes.mapped', 'seed.risk.edit-public');
    const profile = { ...createSeedProfile(), scopes: here };
    const workspace = realpathSync(newFolder());
    put(join(workspace, 'src/a.ts'), 'one\n');
    const edit = call('editFile', { path: 'public:/src/a.ts', oldString: 'one', newString: 'two' });
    const { asked, session, told: ends } = await runCalls([edit, create('notes.txt')], {}, { workspace, profile });
    expect(asked.map((question) => question.kind === 'approval' && question.facts.map(({ target }) => target))).toEqual(
      [['src/a.ts', 'src/a.ts']],
    );
    expect(ends.map(({ isError }) => isError)).toEqual([false, false]);
    expect(readFileSync(join(workspace, 'src/a.ts'), 'utf8')).toBe('two\n');
    expect(existsSync(join(workspace, '.tasks', session.id, 'notes.txt'))).toBe(true);
  });

  it('do not lead to what other tasks keep to themselves', async () => {
    verifies('seed.scopes.mapped');
    const profile = { ...createSeedProfile(), scopes: { ...here, private: 'tasks' } };
    const workspace = realpathSync(newFolder());
    put(join(workspace, 'tasks/ses_other/secret.txt'), 'needle\n');
    put(join(workspace, 'open.txt'), 'needle\n');
    const calls = [
      read('public:/tasks/ses_other/secret.txt'),
      call('grep', { pattern: 'needle', path: 'public:/' }),
      call('glob', { pattern: 'public:/**/*.txt' }),
      call('grep', { pattern: 'needle', path: 'public:/tasks' }),
    ];
    const { told: ends } = await runCalls(calls, {}, { workspace, profile });
    expect(ends[0]).toMatchObject({
      isError: true,
      output: { error: expect.stringContaining('folder of other tasks') },
    });
    expect(ends[1]).toMatchObject({ output: { content: 'public:/open.txt:1: needle' } });
    expect(ends[2]).toMatchObject({ output: { files: ['public:/open.txt'] } });
    expect(ends[3]).toMatchObject({ isError: true });
  });

  it('are folders that a program names, for one session', async () => {
    verifies('seed.scopes.mapped');
    const workspace = realpathSync(newFolder());
    mkdirSync(join(workspace, 'docs'));
    const scopes = { private: 'mine', public: 'docs' };
    const { asked } = await runCalls([create('a'), create('public:/b')], {}, { workspace, scopes });
    expect(asked.map((question) => question.kind === 'approval' && question.facts.map(({ target }) => target))).toEqual(
      [['docs/b']],
    );
    expect(existsSync(join(workspace, 'mine/a'))).toBe(true);
  });

  it('are folders that a profile file names', async () => {
    verifies('seed.scopes.mapped');
    const scene = await createHere([{ calls: [create('public:/a.txt')] }, { text: 'Done.' }, { text: 'Done.' }]);
    scene.writeProfile('here', { extends: 'seed', scopes: { public: '.' } });
    scene.writeProfile('bad', { extends: 'seed', scopes: { public: '../other' } });
    scene.writeProfile('none', { extends: 'toolwright', scopes: { public: '.' } });
    expect(await scene.run(['--profile', 'here', '--risk', 'autorun_all', 'go'])).toMatchObject({ code: 0 });
    expect(existsSync(join(scene.folder, 'a.txt'))).toBe(true);
    const refused = { code: 2, stderr: expect.stringContaining('a folder inside the workspace') };
    expect(await scene.run(['--profile', 'bad', 'go'])).toMatchObject(refused);
    expect((await scene.run(['--profile', 'none', 'go'])).stderr).toContain('the profile toolwright has no scopes');
    expect(await scene.run(['--profile', 'seed', 'go'])).toMatchObject({ code: 0 });
  });

  it('are recorded by their real places', async () => {
    const { events } = await runCalls([create('a')], {}, { scopes: { private: 'mine', public: 'docs' } });
    expect(bodies(events, 'call-planned').map(({ facts }) => facts.map(({ target }) => target))).toEqual([['mine/a']]);
  });
});
