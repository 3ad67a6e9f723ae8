import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { FakeModelRounds } from '../../../src/testing/index.js';
import { verifies } from '../../requirements.js';
import { builtCli } from '../../support/built-cli.js';
import { needs } from '../../support/needs.js';
import { createScene, type Scene } from '../../support/scene.js';
import { runCli } from '../../support/spawn-cli.js';
import { openTerminal } from '../../support/tmux.js';

const missing = needs('tmux');
const hidden = /(?!\n)[\p{Cc}\p{Cf}]/u;
const write = (path: string, content: string) => ({ name: 'write_file', arguments: { path, content } });

/** A session that wrote files, one turn a list of calls. */
async function written(...turns: ReturnType<typeof write>[][]): Promise<{ scene: Scene; id: string }> {
  const rounds: FakeModelRounds = turns.flatMap((calls) => [{ calls }, { text: 'Done.' }]);
  const scene = await createScene(rounds);
  let id = '';
  for (const [at] of turns.entries()) {
    const go = at === 0 ? [] : ['--session', 'last'];
    const { stderr } = await runCli(['run', ...scene.flags, '--mode', 'edit', ...go, 'write'], { cwd: scene.folder });
    id = /ses_\w+/.exec(stderr)?.[0] ?? id;
  }
  return { scene, id };
}

const cli = (scene: Scene, ...args: string[]) => runCli([...args, '--store', scene.store], { cwd: scene.folder });

describe('toolwright changes', () => {
  it('lists what the last session of this folder did, call by call', async () => {
    verifies('changes.journal.list');
    const { scene } = await written([write('a.txt', 'one\n')], [write('a.txt', 'one\ntwo\n'), write('d/b.txt', 'x\n')]);
    const { stdout, code } = await cli(scene, 'changes');
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /^turn 1 {2}\d{4}-\d\d-\d\d \d\d:\d\d {2}\S+ {2}write_file {2}create\n {4}create {2}a\.txt {2}\+1 −0\nturn 2 .* overwrite\n {4}change {2}a\.txt {2}\+1 −0\nturn 2 .* create\n {4}create {2}d\/\n {4}create {2}d\/b\.txt {2}\+1 −0\n$/,
    );
    const diffs = await cli(scene, 'changes', 'last', '--diff', '--turn', '2');
    expect(diffs.stdout).toContain('    --- a/a.txt\n    +++ b/a.txt\n    @@ -1 +1,2 @@\n     one\n    +two\n');
    expect(diffs.stdout).not.toContain('turn 1');
    const json = JSON.parse((await cli(scene, 'changes', '--json')).stdout) as { changes: { callId: string }[] };
    expect(json).toMatchObject({
      session: expect.stringMatching(/^ses_/),
      changes: [{ turn: 1, operation: 'create', undone: false, paths: [{ path: 'a.txt', added: 1 }] }, {}, {}],
    });
    const callId = json.changes[2]?.callId ?? '';
    expect((await cli(scene, 'changes', '--call', callId)).stdout).toContain('d/b.txt');
    expect(await cli(scene, 'changes', '--turn', '9')).toMatchObject({ code: 0, stdout: '' });
  });

  it.each([
    [['--turn', '0'], '--turn 0: it must be a whole number from 1 on.'],
    [['--call', 'nothing'], 'No call nothing changed files: `toolwright changes` lists those that did.'],
    [['ses_nothing'], 'There is no session ses_nothing'],
  ])('refuses %j', async (args, message) => {
    verifies('changes.journal.list');
    const { scene } = await written([write('a.txt', 'one\n')]);
    const { code, stderr } = await cli(scene, 'changes', ...args);
    expect(code).toBe(2);
    expect(stderr).toContain(message);
  });

  it('says so when no session worked here, or none changed anything', async () => {
    const scene = await createScene([{ text: 'Hello.' }]);
    const none = await cli(scene, 'changes');
    expect(none.code).toBe(2);
    expect(none.stderr).toContain('No session worked in');
    await runCli(['run', ...scene.flags, 'hello'], { cwd: scene.folder });
    expect(await cli(scene, 'changes')).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(/changed no files\.\n$/),
    });
    expect(await cli(scene, 'undo', '--yes')).toMatchObject({
      code: 0,
      stderr: 'There is nothing to undo: no change of a file is recorded.\n',
    });
    expect(await cli(scene, 'redo', '--yes')).toMatchObject({ code: 0, stderr: 'There is nothing to redo.\n' });
  });
});

describe('toolwright undo', () => {
  it('shows what it would do, needs --yes without a terminal, and can be redone', async () => {
    verifies('changes.undo.command', 'changes.undo.choice');
    const { scene } = await written([write('a.txt', 'one\n')], [write('a.txt', 'two\n'), write('b.txt', 'x\n')]);
    const path = join(scene.folder, 'a.txt');
    const unasked = await cli(scene, 'undo');
    expect(unasked).toMatchObject({
      code: 2,
      stdout: 'Undo 2 changes of 2 calls in turn 2:\n  change  a.txt  +1 −1\n  delete  b.txt  +0 −1\n',
    });
    expect(unasked.stderr).toContain('give --yes to undo it');
    expect(readFileSync(path, 'utf8')).toBe('two\n');
    expect(await cli(scene, 'undo', '--yes')).toMatchObject({
      code: 0,
      stderr: 'Undone: 2 paths put back. `toolwright redo` makes it again.\n',
    });
    expect(readFileSync(path, 'utf8')).toBe('one\n');
    expect((await cli(scene, 'changes')).stdout).toMatch(/turn 2 .* {2}undone\n/);
    expect(await cli(scene, 'redo', '-y')).toMatchObject({ code: 0, stderr: 'Redone: 2 paths changed again.\n' });
    expect(readFileSync(path, 'utf8')).toBe('two\n');
    const all = await cli(scene, 'undo', '--all', '--yes', '--json');
    expect(JSON.parse(all.stdout)).toMatchObject({
      type: 'done',
      kind: 'undo',
      paths: [{ path: 'a.txt' }, { path: 'b.txt' }],
      event: { type: 'change-undone', body: { from: 'command line' } },
    });
    expect(readdirSync(scene.folder).filter((name) => name.endsWith('.txt'))).toEqual([]);
  });

  it('refuses when a file was changed since, showing the versions', async () => {
    verifies('changes.undo.command', 'changes.undo.three-versions', 'changes.undo.skip-changed');
    const { scene } = await written([write('a.txt', 'one\n'), write('b.txt', 'two\n')]);
    writeFileSync(join(scene.folder, 'a.txt'), 'one\nmine\n');
    const { code, stderr } = await cli(scene, 'undo', '--yes');
    expect(code).toBe(1);
    expect(stderr).toBe(
      [
        'Nothing was undone: 1 path cannot be put back.',
        '  a.txt was changed since (before the change: nothing; as the change left it: 4 B; now: 9 B): put back what the change left there, or leave this path out.',
        '    the change:',
        '    │ --- /dev/null',
        '    │ +++ b/a.txt',
        '    │ @@ -0,0 +1 @@',
        '    │ +one',
        '    what came since:',
        '    │ --- a/a.txt',
        '    │ +++ b/a.txt',
        '    │ @@ -1 +1,2 @@',
        '    │  one',
        '    │ +mine',
        '`toolwright undo --skip-changed` undoes the changes that nothing stands in the way of.',
        '',
      ].join('\n'),
    );
    expect(existsSync(join(scene.folder, 'b.txt'))).toBe(true);
    expect(await cli(scene, 'undo', '--yes', '--skip-changed')).toMatchObject({ code: 0 });
    expect(existsSync(join(scene.folder, 'b.txt'))).toBe(false);
    expect(readFileSync(join(scene.folder, 'a.txt'), 'utf8')).toBe('one\nmine\n');
  });

  it('refuses a session that is open elsewhere, and options that do not go together', async () => {
    verifies('changes.undo.leased', 'changes.undo.command');
    const { scene, id } = await written([write('a.txt', 'one\n')]);
    const both = await cli(scene, 'undo', '--all', '--call', 'x');
    expect(both).toMatchObject({ code: 2, stderr: expect.stringContaining('--call and --all do not go together.') });
    const { openStore } = await import('../../../src/store/open-store.js');
    const store = await openStore(scene.store);
    const lease = await store.lease(id);
    const leased = await cli(scene, 'undo', '--yes');
    expect(leased).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('is in use by another process or window'),
    });
    lease.release();
    await store.close();
    expect(existsSync(join(scene.folder, 'a.txt'))).toBe(true);
  });

  it('lets no name and no content steer the terminal', async () => {
    verifies('changes.undo.hostile-names');
    const name = 'a\u001b[2J\u202e\nb.txt';
    const { scene } = await written([write(name, '\u001b]0;owned\u0007\n')]);
    for (const args of [['changes'], ['changes', '--diff'], ['changes', '--json'], ['undo']]) {
      const { stdout, stderr } = await cli(scene, ...args);
      expect(stdout + stderr).not.toMatch(hidden);
    }
    writeFileSync(join(scene.folder, name), '\u001b[31mother\n');
    const { stderr } = await cli(scene, 'undo', '--yes');
    expect(stderr).toContain('a\\e[2J<U+202E>\\nb.txt was changed since');
    expect(stderr).not.toMatch(hidden);
  });

  it.skipIf(missing)(`asks on a terminal${missing === undefined ? '' : ` (skipped: ${missing})`}`, async () => {
    verifies('changes.undo.command');
    const { scene } = await written([write('a.txt', 'one\n')]);
    const command = [process.execPath, await builtCli(), 'undo', '--store', scene.store];
    const terminal = openTerminal({ command, cwd: scene.folder, env: { HOME: scene.folder } });
    await terminal.sees('Undo this? [y/N]');
    await new Promise((resolve) => setTimeout(resolve, 600));
    terminal.type('n');
    terminal.press('Enter');
    await terminal.sees('left with 3');
    expect(existsSync(join(scene.folder, 'a.txt'))).toBe(true);
  });
});

describe('in the chat', () => {
  it('has /changes, /undo and /redo, which ask before they change anything', async () => {
    verifies('changes.undo.chat');
    const scene = await createScene([
      { calls: [write('a.txt', 'one\n')] },
      { text: 'Written.' },
      { calls: [write('b.txt', 'two\n')] },
      { text: 'Again.' },
    ]);
    const { stdout, code } = await runCli([...scene.flags, '--mode', 'edit'], {
      cwd: scene.folder,
      input: [
        '/undo',
        'write',
        '/changes',
        '/undo nothing',
        '/undo',
        'n',
        '/undo call',
        'y',
        '/redo',
        'yes',
        'more',
        '/undo session',
        'y',
        '/changes diff',
        '/changes what',
        '',
      ].join('\n'),
    });
    expect(code).toBe(0);
    expect(stdout).toContain('There is nothing to undo: no change of a file is recorded.');
    expect(stdout).toMatch(/turn 1 .* write_file {2}create\n {4}create {2}a\.txt {2}\+1 −0\n/);
    expect(stdout).toContain('There is no /undo nothing: use /undo call, /undo turn or /undo session.');
    expect(stdout).toContain('Undo 1 change of 1 call in turn 1:\n  delete  a.txt  +0 −1\n');
    expect(stdout).toContain('Nothing was changed.');
    expect(stdout).toContain('Undone: 1 path put back. /redo makes it again.');
    expect(stdout).toContain('Redo 1 change of 1 call in turn 1:\n  create  a.txt  +1 −0\n');
    expect(stdout).toContain('Redone: 1 path changed again.');
    expect(stdout).toContain('Undo 2 changes of 2 calls in turns 1 to 2:');
    expect(stdout).toContain('    +++ b/a.txt\n');
    expect(stdout).toContain('There is no /changes what: use /changes or /changes diff.');
    expect(readdirSync(scene.folder).filter((name) => name.endsWith('.txt'))).toEqual([]);
  });
});
