import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type ConfineContext, type Confined, confine } from '../../src/sandbox/confine.js';
import type { Confinement } from '../../src/sandbox/confinement.js';
import { verifies } from '../requirements.js';
import { author, type Box, createBox, fact, git, listen, proved, unproved } from './box.js';

type Asked = Partial<Confined & ConfineContext>;

const plan = ({ ws, home }: Box, asked: Asked = {}): Confinement =>
  confine(
    { cwd: ws, facts: [], hosts: [], ...asked },
    { root: ws, home, own: [], mode: 'edit', env: { PATH: '/usr/bin' }, ...asked },
  );

/** How the places below the folders of a test are mounted, by their path in it. */
const mountsOf = ({ base }: Box, { mounts }: Confinement): Record<string, string> =>
  Object.fromEntries(
    mounts.filter(({ path }) => path.startsWith(`${base}/`)).map(({ path, as }) => [path.slice(base.length + 1), as]),
  );

const placed = (box: Box, asked?: Asked) => mountsOf(box, plan(box, asked));

describe('the plan of a confinement', () => {
  it('hides what services work on', () => {
    verifies('sandbox.files.private');
    const spool = readdirSync('/var/spool').length > 0;
    const hidden = plan(createBox()).mounts.some(({ path, as }) => path === '/var/spool' && as === 'hidden');
    expect(hidden).toBe(spool);
  });

  it('has an empty home and a writable workspace, and a read-only one in plan mode', () => {
    verifies('sandbox.files.private', 'sandbox.files.workspace');
    const box = createBox();
    expect(placed(box)).toEqual({ home: 'empty', ws: 'write' });
    expect(placed(box, { mode: 'plan' })).toEqual({ home: 'empty', ws: 'read' });
    const { mounts, env } = plan(box, { env: { PATH: '/usr/bin', TMPDIR: '/elsewhere' } });
    expect(mounts[0]).toEqual({ path: '/', as: 'read' });
    expect(mounts.filter(({ path }) => path === '/tmp' || path === '/var/tmp' || path === '/run')).toEqual([
      { path: '/tmp', as: 'empty' },
      { path: '/run', as: 'empty' },
      { path: '/var/tmp', as: 'empty' },
    ]);
    expect(env).toEqual({ PATH: '/usr/bin', TMPDIR: '/tmp' });
  });

  it('finds its way when the workspace is the home, lies below it or holds it', () => {
    verifies('sandbox.files.workspace', 'sandbox.files.credentials');
    const box = createBox();
    box.write(join(box.home, '.ssh', 'id_rsa'));
    box.write(join(box.home, '.netrc'));
    box.write(join(box.home, 'project', 'a'));
    const secret = { 'home/.ssh': 'hidden', 'home/.netrc': 'hidden' };
    expect(placed(box, { root: box.home })).toEqual({ home: 'write', ...secret });
    expect(placed(box, { root: join(box.home, 'project') })).toEqual({ home: 'empty', 'home/project': 'write' });
    // The home of this user stays private in a workspace that holds it.
    expect(plan(box, { root: box.base }).mounts).toEqual(
      expect.arrayContaining([
        { path: box.base, as: 'write' },
        { path: box.home, as: 'empty' },
      ]),
    );
    expect(placed(box, { root: join(box.home, '.ssh', 'project') })).toEqual({
      home: 'empty',
      'home/.ssh/project': 'write',
    });
    // What the floor keeps is no workspace.
    expect(placed(box, { root: join(box.home, '.ssh') })).toEqual({ home: 'empty', 'home/.ssh': 'hidden' });
  });

  it('shows toolchains and caches of the home that are there, and none with credentials', () => {
    verifies('sandbox.files.toolchains');
    const box = createBox();
    for (const path of [
      '.nvm/x',
      '.cargo/bin/cargo',
      '.cargo/credentials.toml',
      '.local/share/pipx/x',
      '.npm/_cacache/x',
    ]) {
      box.write(join(box.home, path));
    }
    const tools = { 'home/.nvm': 'read', 'home/.cargo/bin': 'read', 'home/.local/share/pipx': 'read' };
    expect(placed(box)).toEqual({ home: 'empty', ws: 'write', ...tools, 'home/.npm/_cacache': 'read' });
    expect(placed(box, { hosts: ['registry.example.com'] })).toEqual({ home: 'empty', ws: 'write', ...tools });
  });

  it('shows the folders of PATH with the installation they belong to', () => {
    verifies('sandbox.files.toolchains');
    const box = createBox();
    for (const path of [
      'opt/x/bin/x',
      'opt/x/lib/x',
      'bin/y',
      'notes/z',
      '.aws/bin/aws',
      'mixed/bin/m',
      'mixed/lib/m',
    ]) {
      box.write(join(box.home, path));
    }
    box.write(join(box.out, 'node', 'bin', 'node'));
    symlinkSync(join(box.out, 'node'), join(box.home, 'current'));
    const folders = ['opt/x/bin', 'bin/', '.aws/bin', 'notes', '', 'current/bin'].map((name) => join(box.home, name));
    const planned = plan(box, { env: { PATH: ['relative', ...folders].join(':') } });
    expect(mountsOf(box, planned)).toEqual({
      home: 'empty',
      ws: 'write',
      'home/opt/x': 'read',
      'home/bin': 'read',
      'home/notes': 'read',
      'out/node/bin': 'read',
    });
    expect(planned.links).toEqual([{ path: join(box.home, 'current/bin'), to: join(box.out, 'node/bin') }]);
  });

  it('hides what is its own, and keeps the folder in the workspace as it is', () => {
    verifies('sandbox.files.own');
    const box = createBox();
    for (const name of ['s.db', 's.db-wal', 's.db-shm', 's.db.blobs/x', 's.db2', '.toolwright/config.json']) {
      box.write(join(box.ws, name));
    }
    const own = [join(box.ws, 's.db'), join(box.ws, '.toolwright'), join(box.ws, 'absent.db'), join(box.home, 'x.db')];
    expect(placed(box, { own })).toEqual({
      home: 'empty',
      ws: 'write',
      'ws/s.db': 'hidden',
      'ws/s.db-wal': 'hidden',
      'ws/s.db-shm': 'hidden',
      'ws/s.db.blobs': 'hidden',
      'ws/.toolwright': 'read',
    });
  });

  it('hides sockets that would be seen', async () => {
    verifies('sandbox.net.sockets');
    const box = createBox();
    for (const path of [join(box.out, 'agent.sock'), join(box.ws, 'dev.sock')]) await listen(createServer(), { path });
    const facts = [proved, fact('read', box.out, { deep: true })];
    expect(placed(box, { facts })).toEqual({ home: 'empty', ws: 'write', out: 'read', 'out/agent.sock': 'hidden' });
  });

  it('shields what others run or obey at the top, in any letter case and through links, but not files of builds', () => {
    verifies('sandbox.shield.names');
    const box = createBox();
    for (const path of [
      '.vscode/a',
      '.HUSKY/a',
      '.github/workflows/a',
      '.github/b',
      'AGENTS.md',
      'package.json',
      'Makefile',
    ]) {
      box.write(join(box.ws, path));
    }
    box.write(join(box.ws, 'settings', 'idea', 'a'));
    symlinkSync('settings/idea', join(box.ws, '.idea'));
    const shields = {
      'ws/.vscode': 'read',
      'ws/.HUSKY': 'read',
      'ws/.github': 'write',
      'ws/.github/workflows': 'read',
      'ws/settings': 'write',
      'ws/settings/idea': 'read',
    };
    const usual = { home: 'empty', ws: 'write', 'ws/AGENTS.md': 'read' };
    expect(placed(box)).toEqual({ ...usual, ...shields });
    const { 'ws/.vscode': _, ...others } = shields;
    expect(placed(box, { facts: [unproved, fact('write', '.vscode', { deep: true })] })).toEqual({
      ...usual,
      ...others,
    });
    expect(placed(box, { facts: [unproved, fact('write', '.vscode/a')] })).toEqual({
      ...usual,
      ...shields,
      'ws/.vscode/a': 'write',
    });
  });

  it('shields hooks and settings of a repository', () => {
    verifies('sandbox.shield.git');
    const box = createBox();
    git(box.ws, 'init', '-q');
    git(box.ws, 'config', 'core.hooksPath', 'tools/hooks');
    box.write(join(box.ws, 'tools', 'hooks', 'pre-commit'));
    const shields = {
      'ws/.git': 'write',
      'ws/.git/config': 'read',
      'ws/.git/hooks': 'read',
      'ws/tools': 'write',
      'ws/tools/hooks': 'read',
    };
    expect(placed(box)).toEqual({ home: 'empty', ws: 'write', ...shields });
    expect(placed(box, { mode: 'plan' })).toEqual({ home: 'empty', ws: 'read' });
    const { 'ws/.git/config': _, ...others } = shields;
    expect(placed(box, { facts: [unproved, fact('write', '.git/config')] })).toEqual({
      home: 'empty',
      ws: 'write',
      ...others,
    });
    // What names a folder above does not name these.
    expect(placed(box, { facts: [unproved, fact('write', '.', { deep: true })] })).toMatchObject(shields);
    expect(placed(box, { facts: [proved, fact('delete', '.git', { deep: true })] })).toEqual({
      home: 'empty',
      ws: 'write',
    });
  });

  it('opens the repository of a worktree, and of nothing that only claims to be one', () => {
    verifies('sandbox.shield.git');
    const box = createBox();
    const main = join(box.out, 'main');
    git(box.out, 'init', '-q', main);
    git(main, ...author, 'commit', '-q', '--allow-empty', '-m', 'x');
    const tree = join(box.out, 'tree');
    git(main, 'worktree', 'add', '-q', tree);
    expect(placed(box, { root: tree })).toMatchObject({
      'out/tree': 'write',
      'out/tree/.git': 'read',
      'out/main/.git': 'write',
      'out/main/.git/config': 'read',
      'out/main/.git/hooks': 'read',
      'out/main/.git/worktrees': 'read',
      'out/main/.git/worktrees/tree': 'write',
      'out/main/.git/worktrees/tree/commondir': 'read',
      'out/main/.git/worktrees/tree/gitdir': 'read',
    });
    writeFileSync(join(box.ws, '.git'), `gitdir: ${join(main, '.git')}\n`);
    expect(placed(box)).toEqual({ home: 'empty', ws: 'write', 'ws/.git': 'read' });
  });

  it('opens nothing because a workspace says of itself that it is a worktree of something around it', () => {
    verifies('sandbox.shield.git', 'sandbox.files.root-read-only');
    const box = createBox();
    box.write(join(box.ws, '.git'), 'gitdir: worktrees/x\n');
    box.write(join(box.ws, 'worktrees', 'x', 'gitdir'), `${join(box.ws, '.git')}\n`);
    for (const around of ['/', box.base, box.ws]) {
      box.write(join(box.ws, 'worktrees', 'x', 'commondir'), `${around}\n`);
      expect(placed(box), around).toEqual({ home: 'empty', ws: 'write', 'ws/.git': 'read' });
    }
  });

  it('opens of a bare repository around its worktrees only what Git keeps there', () => {
    verifies('sandbox.shield.git');
    const box = createBox();
    const [seed, bare] = [join(box.base, 'seed'), join(box.out, 'bare')];
    git(box.base, 'init', '-q', seed);
    git(seed, ...author, 'commit', '-q', '--allow-empty', '-m', 'x');
    git(box.base, 'clone', '-q', '--bare', seed, bare);
    git(bare, 'worktree', 'add', '-q', '-b', 'one', join(bare, 'one'));
    git(bare, 'worktree', 'add', '-q', '-b', 'two', join(bare, 'two'));
    expect(placed(box, { root: join(bare, 'one') })).toMatchObject({
      'out/bare/objects': 'write',
      'out/bare/refs': 'write',
      'out/bare/worktrees/one': 'write',
      'out/bare/one': 'write',
      'out/bare/one/.git': 'read',
    });
    expect(Object.keys(placed(box, { root: join(bare, 'one') }))).not.toContain('out/bare');
  });

  it('has a folder for hooks made where there is none', () => {
    verifies('sandbox.shield.git', 'sandbox.files.nothing-made');
    const box = createBox();
    git(box.ws, 'init', '-q', '--template=');
    expect(plan(box).made).toEqual([{ path: join(box.ws, '.git', 'hooks'), kind: 'folder' }]);
    mkdirSync(join(box.ws, '.git', 'hooks'));
    git(box.ws, 'config', 'core.hooksPath', 'tools/git/hooks');
    expect(plan(box).made).toEqual([{ path: join(box.ws, 'tools'), kind: 'folder' }]);
    mkdirSync(join(box.ws, 'tools'));
    expect(plan(box).made).toEqual([{ path: join(box.ws, 'tools', 'git'), kind: 'folder' }]);
    expect(placed(box)).toMatchObject({ 'ws/tools': 'write', 'ws/tools/git': 'read' });
    expect(plan(box, { mode: 'plan' }).made).toEqual([]);
  });

  it('keeps files that the settings of a repository take in', () => {
    verifies('sandbox.shield.git');
    const box = createBox();
    git(box.ws, 'init', '-q');
    box.write(join(box.ws, 'tools', 'settings'));
    git(box.ws, 'config', 'include.path', '../tools/settings');
    expect(placed(box)).toMatchObject({ 'ws/tools': 'write', 'ws/tools/settings': 'read' });
  });

  it('is not held up by a pipe in the place of a file', () => {
    verifies('sandbox.start.odd-places');
    const box = createBox();
    mkdirSync(join(box.ws, '.git'));
    execFileSync(
      'mkfifo',
      ['config', 'HEAD', 'commondir'].map((name) => join(box.ws, '.git', name)),
    );
    expect(placed(box)).toMatchObject({ 'ws/.git': 'write', 'ws/.git/config': 'read' });
  });

  it('starts programs for a user whose home is a folder of the system, and shows no home because of a link', () => {
    verifies('sandbox.start.odd-places');
    const box = createBox();
    const empty = (home: string): readonly string[] =>
      plan(box, { home }).mounts.flatMap(({ path, as }) => (as === 'empty' ? [path] : []));
    for (const home of ['/', '/usr', '/usr/sbin', '/bin', '/etc', '/dev']) expect(empty(home)).not.toContain(home);
    expect(empty(box.home)).toContain(box.home);
    symlinkSync('..', join(box.home, '.nvm'));
    symlinkSync('.', join(box.home, '.local'));
    mkdirSync(join(box.home, 'bin'));
    expect(placed(box)).toEqual({ home: 'empty', ws: 'write', 'home/bin': 'read' });
  });
});

describe('what facts open', () => {
  it('is the folder of a change when all that the command does is known, else the target itself', () => {
    verifies('sandbox.facts.write');
    const box = createBox();
    const there = box.write(join(box.out, 'd', 'there'));
    const missing = join(box.out, 'd', 'new', 'missing');
    const usual = { home: 'empty', ws: 'write' };
    const opened = (...facts: Confined['facts']) => placed(box, { facts });
    expect(opened(proved, fact('write', there))).toEqual({ ...usual, 'out/d': 'write' });
    expect(opened(proved, fact('write', missing))).toEqual({ ...usual, 'out/d': 'write' });
    expect(opened(unproved, fact('write', there))).toEqual({ ...usual, 'out/d/there': 'write' });
    expect(opened(unproved, fact('write', missing))).toEqual({ ...usual, 'out/d': 'write' });
    expect(opened(unproved, fact('write', there, { refused: true }))).toEqual({ ...usual, 'out/d/there': 'write' });
    expect(opened(proved, fact('write', there, { known: false }))).toEqual(usual);
    expect(placed(box, { facts: [proved, fact('write', there)], mode: 'plan' })).toEqual({ home: 'empty', ws: 'read' });
  });

  it('is a folder only when all below it is meant, and never the whole machine', () => {
    verifies('sandbox.facts.folders');
    const box = createBox();
    box.write(join(box.out, 'd', 'there'));
    const usual = { home: 'empty', ws: 'write' };
    const opened = (...facts: Confined['facts']) => placed(box, { facts });
    expect(opened(unproved, fact('write', join(box.out, 'd'), { refused: true }))).toEqual(usual);
    expect(opened(unproved, fact('write', join(box.out, 'd'), { deep: true }))).toEqual({ ...usual, 'out/d': 'write' });
    for (const facts of [[unproved], [proved]]) {
      const whole = fact('write', '/', { deep: true });
      expect(plan(box, { facts: [...facts, whole] }).mounts[0]).toEqual({ path: '/', as: 'read' });
    }
  });

  it('is no whole home for one new file: that is made beforehand', () => {
    verifies('sandbox.facts.write');
    const box = createBox();
    const file = join(box.home, 'new.txt');
    const mkdir = fact('exec', 'mkdir', { where: 'workspace', words: ['mkdir', 'x'], proved: true });
    expect(plan(box, { facts: [unproved, fact('write', file)] })).toMatchObject({
      made: [{ path: file, kind: 'file' }],
    });
    expect(plan(box, { facts: [mkdir, unproved, fact('write', file, { by: 0 })] }).made).toEqual([
      { path: file, kind: 'folder' },
    ]);
    expect(plan(box, { facts: [unproved, fact('write', join(file, 'deeper'))] }).made).toEqual([
      { path: file, kind: 'folder' },
    ]);
    expect(placed(box, { facts: [proved, fact('write', file)] })).toEqual({ home: 'write', ws: 'write' });
    expect(plan(box, { facts: [unproved, fact('write', '/toolwright-absent')] })).toMatchObject({ made: [] });
  });

  it('is read-only for a read, and a listed folder only to what is proved', () => {
    verifies('sandbox.facts.read');
    const box = createBox();
    const notes = box.write(join(box.home, 'notes', 'a.txt'));
    symlinkSync(notes, join(box.home, 'link'));
    const folder = join(box.home, 'notes');
    const usual = { home: 'empty', ws: 'write' };
    expect(placed(box, { facts: [unproved, fact('read', notes)] })).toEqual({ ...usual, 'home/notes/a.txt': 'read' });
    expect(placed(box, { facts: [unproved, fact('read', folder, { deep: true })] })).toEqual({
      ...usual,
      'home/notes': 'read',
    });
    const listing = fact('read', folder, { namesOnly: true });
    expect(placed(box, { facts: [unproved, listing] })).toEqual(usual);
    expect(placed(box, { facts: [proved, listing] })).toEqual({ ...usual, 'home/notes': 'read' });
    expect(plan(box, { facts: [unproved, fact('read', notes, { via: join(box.home, 'link') })] }).links).toEqual([
      { path: join(box.home, 'link'), to: notes },
    ]);
  });

  it('is never what the floor keeps', () => {
    verifies('sandbox.facts.floor');
    const box = createBox();
    const key = box.write(join(box.home, '.ssh', 'id_rsa'));
    const store = box.write(join(box.out, 's.db'));
    const usual = { home: 'empty', ws: 'write' };
    for (const kind of ['read', 'write', 'delete'] as const) {
      const facts = [
        proved,
        fact(kind, key),
        fact(kind, store),
        fact(kind, '/dev/sda'),
        fact(kind, '/proc/sys/kernel/x'),
      ];
      expect(placed(box, { facts, own: [store] })).toEqual(usual);
    }
    // A folder that is opened shows everything but these.
    const facts = [proved, fact('read', box.out, { deep: true }), fact('read', box.home, { namesOnly: true })];
    expect(placed(box, { facts, own: [store] })).toEqual({
      home: 'read',
      ws: 'write',
      'home/.ssh': 'hidden',
      out: 'read',
      'out/s.db': 'hidden',
    });
  });

  it('leaves what cannot be read anyway uncovered', () => {
    const box = createBox();
    mkdirSync(join(box.out, 'empty'));
    chmodSync(join(box.out, 'empty'), 0o700);
    const facts = [proved, fact('read', box.out, { deep: true })];
    expect(placed(box, { facts, own: [join(box.out, 'empty')] })).toEqual({ home: 'empty', ws: 'write', out: 'read' });
  });
});
