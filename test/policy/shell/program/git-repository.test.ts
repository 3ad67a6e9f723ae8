import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCommandContext } from '../../../../src/policy/shell/create-command-context.js';
import { verifies } from '../../../requirements.js';
import { recordDoing } from '../record-doing.js';

const base = realpathSync(mkdtempSync(join(tmpdir(), 'toolwright-git-')));
const env = { PATH: process.env['PATH'], HOME: base, GIT_CONFIG_NOSYSTEM: '1' };
let made = 0;

afterAll(() => rmSync(base, { recursive: true, force: true }));

const git = (cwd: string, ...args: string[]): void => void execFileSync('git', args, { cwd, env, stdio: 'ignore' });

/** A clean repository with one commit. */
function repository(): string {
  made += 1;
  const folder = join(base, `r${made}`);
  mkdirSync(folder);
  git(folder, 'init', '-q', '-b', 'main');
  writeFileSync(join(folder, 'f'), 'a\n');
  git(folder, 'add', 'f');
  git(folder, '-c', 'user.name=x', '-c', 'user.email=x@example.com', 'commit', '-qm', 'x');
  return folder;
}

function put(folder: string, path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

/** What git would do in a folder; the recorder runs in /ws, which stands for it here. */
function record(folder: string, command: string, root = folder): readonly string[] {
  const scene = createCommandContext({ root, cwd: folder, home: base, env: {} });
  const real = (path: string): string =>
    path === '/ws' || path.startsWith('/ws/') ? `${folder}${path.slice(3)}` : path;
  return recordDoing(command.split(' '), {
    scene: {
      root: root === folder ? '/ws' : root,
      resolve: (path) => scene.resolve(real(path)),
      readText: (path) => scene.readText(real(path)),
      readBytes: (path) => scene.readBytes(real(path)),
      list: (path) => scene.list(real(path)),
    },
  }).map((line) => line.replaceAll(base, '~'));
}

const contentReaders = [
  'git status',
  'git diff',
  'git log -p',
  'git show HEAD',
  'git blame f',
  'git grep a',
  'git ls-files',
  'git describe --always --dirty',
  'git stash list',
  'git check-ignore f',
  'git rev-parse :f',
];
const refReaders = ['git branch -a', 'git rev-parse HEAD', 'git tag', 'git remote -v', 'git for-each-ref'];

const isUnknown = (lines: readonly string[]): boolean => lines.some((line) => line.startsWith('unknown '));

describe('a clean repository', () => {
  const folder = repository();
  put(folder, 'sub/g', 'x');
  git(folder, 'remote', 'add', 'origin', 'https://git.example.com/a.git');
  git(folder, 'config', 'core.sshCommand', './x.sh');
  git(folder, 'config', 'core.editor', './x.sh');
  git(folder, 'config', 'core.hooksPath', '.husky/_');
  git(folder, 'config', 'alias.status', '!./x.sh');
  git(folder, 'config', 'credential.helper', '!./x.sh');
  git(folder, 'config', 'filter.lfs.clean', 'git-lfs clean -- %f');
  git(folder, 'config', 'filter.lfs.smudge', 'git-lfs smudge -- %f');
  git(folder, 'config', 'filter.lfs.process', 'git-lfs filter-process');
  git(folder, 'config', 'filter.lfs.required', 'true');
  git(folder, 'config', 'branch.main.remote', 'origin');
  it.each([...contentReaders, ...refReaders, 'git -C sub status'])('%s is proved', (command) => {
    expect(record(folder, command).filter((line) => !['read f', 'read :f'].includes(line))).toEqual([]);
  });
  it('is proved from a folder below, too', () => {
    expect(record(folder, `git -C ${join(folder, 'sub')} status`)).toEqual([]);
    git(folder, 'config', 'core.fsmonitor', './x.sh');
    expect(isUnknown(record(folder, `git -C ${join(folder, 'sub')} status`))).toBe(true);
  });
});

describe('a config that is listed', () => {
  it.each([
    ['[user]\n\tname = x\n[remote "origin"]\n\turl = https://git.example.com/a.git', []],
    ['[credential]\n\thelper = store', []],
    ['[credential]\n\thelper = "!echo password=x"', ['read .git/config', 'read /home/me/.gitconfig']],
    ['[http]\n\textraHeader = x', ['read .git/config', 'read /home/me/.gitconfig']],
    ['[remote "origin"]\n\turl = https://a:b@git.example.com/a.git', ['read .git/config', 'read /home/me/.gitconfig']],
  ])('%j', (text, expected) => {
    const folder = repository();
    put(folder, '.git/config', `[core]\n\trepositoryformatversion = 0\n${text}\n`);
    expect(record(folder, 'git config --list')).toEqual(expected);
  });
});

describe('a setting that makes readers run something', () => {
  const cases: readonly [string, string][] = [
    ['[core]\n\tfsmonitor = ./x.sh', '`core.fsmonitor` in .git/config makes git run ./x.sh (git status)'],
    ['[core]\n\tfsmonitor', '`core.fsmonitor` in .git/config makes git run true (git status)'],
    ['[CORE]\n\tFsMonitor = "./x.sh"', '`core.fsmonitor` in .git/config makes git run ./x.sh (git status)'],
    ['[core] fsmonitor = ./\\\nx.sh', '`core.fsmonitor` in .git/config makes git run ./x.sh (git status)'],
    ['[diff]\n\texternal = ./x.sh', '`diff.external` in .git/config makes git run ./x.sh (git status)'],
    ['[diff "D"]\n\ttextconv = x', '`diff.D.textconv` in .git/config makes git run x (git status)'],
    ['[diff.d]\n\tcommand = x', '`diff.d.command` in .git/config makes git run x (git status)'],
    ['[filter "e.v"]\n\tclean = x', '`filter.e.v.clean` in .git/config makes git run x (git status)'],
    ['[filter "e"]\n\tprocess = x', '`filter.e.process` in .git/config makes git run x (git status)'],
    ['[filter "lfs"]\n\tclean = x', '`filter.lfs.clean` in .git/config makes git run x (git status)'],
    [
      '[include]\n\tpath = x',
      '`include.path` in .git/config brings in another config, which is not looked at: x (git status)',
    ],
    [
      '[includeIf "gitdir:/"]\n\tpath = x',
      '`includeif.gitdir:/.path` in .git/config brings in another config, which is not looked at: x (git status)',
    ],
    ['[gpg]\n\tprogram = x', '`gpg.program` in .git/config makes git run x (git status)'],
    ['[gpg "ssh"]\n\tprogram = x', '`gpg.ssh.program` in .git/config makes git run x (git status)'],
    ['[log]\n\tshowSignature = true', '`log.showsignature` in .git/config makes git run gpg: true (git status)'],
    ['[format]\n\tpretty = %G?', '`format.pretty` in .git/config makes git run gpg: %G? (git status)'],
    ['[core]\n\tpager = ./x.sh', '`core.pager` in .git/config makes git show its output with ./x.sh (git status)'],
    ['[core]\n\tworktree = /etc', '`core.worktree` in .git/config moves the files git looks at to /etc (git status)'],
    ['[extensions]\n\todd = 1', '`extensions.odd` in .git/config changes how the repository works: 1 (git status)'],
    [
      '[extensions]\n\tpartialClone = origin',
      '`extensions.partialclone` in .git/config makes git fetch what is missing from origin (git status)',
    ],
    ['[core\n', '.git/config cannot be read the way git reads it'],
  ];
  let folder = '';
  let clean = '';
  beforeAll(() => {
    folder = repository();
    clean = '[core]\n\trepositoryformatversion = 0\n\tbare = false\n';
  });
  it.each(cases)('%#: %j', (text, note) => {
    writeFileSync(join(folder, '.git/config'), `${clean}${text}\n`);
    expect(record(folder, 'git status')).toEqual([`unknown ${note}`]);
  });
  it.each(contentReaders)('core.fsmonitor counts for %s', (command) => {
    verifies('policy.proof.repository-state');
    writeFileSync(join(folder, '.git/config'), `${clean}[core]\n\tfsmonitor = ./x.sh\n`);
    expect(isUnknown(record(folder, command))).toBe(true);
  });
  it.each(refReaders)('core.fsmonitor does not count for %s', (command) => {
    writeFileSync(join(folder, '.git/config'), `${clean}[core]\n\tfsmonitor = ./x.sh\n`);
    expect(record(folder, command)).toEqual([]);
  });
  it.each(['false', '0', 'no', 'off', ''])('core.fsmonitor = %j counts for nothing', (value) => {
    writeFileSync(join(folder, '.git/config'), `${clean}[core]\n\tfsmonitor = ${value}\n`);
    expect(record(folder, 'git status')).toEqual([]);
  });
  it('is not looked for in a file that is too large', () => {
    writeFileSync(join(folder, '.git/config'), `${clean}#${'x'.repeat(1024 * 1024)}`);
    expect(record(folder, 'git status')).toEqual(['unknown .git/config cannot be read the way git reads it']);
  });
  it('is found in the config of the work tree', () => {
    writeFileSync(join(folder, '.git/config'), clean);
    writeFileSync(join(folder, '.git/config.worktree'), '[core]\n\tfsmonitor = x\n');
    expect(isUnknown(record(folder, 'git status'))).toBe(true);
  });
});

describe('the hook that readers run', () => {
  it('is found in the hooks of the repository', () => {
    const folder = repository();
    put(folder, '.git/hooks/post-index-change', '#!/bin/sh\n');
    chmodSync(join(folder, '.git/hooks/post-index-change'), 0o755);
    expect(record(folder, 'git status')).toEqual(['unknown git status may run the hook .git/hooks/post-index-change']);
    expect(record(folder, 'git branch')).toEqual([]);
  });
  it('is found where core.hooksPath leads', () => {
    const folder = repository();
    put(folder, 'hooks/post-index-change', '#!/bin/sh\n');
    git(folder, 'config', 'core.hooksPath', 'hooks');
    expect(record(folder, 'git diff')).toEqual(['unknown git diff may run the hook hooks/post-index-change']);
  });
});

describe('where the repository is', () => {
  it('does not matter when there is none', () => {
    const folder = join(base, 'none');
    mkdirSync(folder);
    expect(record(folder, 'git status')).toEqual([]);
  });
  it('is beyond the workspace', () => {
    const folder = repository();
    mkdirSync(join(folder, 'ws'));
    const inner = join(folder, 'ws');
    expect(record(inner, `git -C ${inner} status`)).toEqual([
      expect.stringMatching(/^read ~\/r\d+\/\.git$/),
      expect.stringMatching(/^read ~\/r\d+$/),
    ]);
  });
  it('is a bare one in the way', () => {
    const folder = repository();
    git(folder, 'init', '-q', '--bare', 'x');
    const lines = record(join(folder, 'x'), 'git status', folder);
    expect(lines).toEqual([expect.stringMatching(/^unknown .* is a bare repository: its own config would steer git$/)]);
    expect(record(folder, 'git status')).toEqual([]);
    expect(isUnknown(record(folder, 'git -C x log'))).toBe(true);
    expect(isUnknown(record(folder, 'git -C x/refs log'))).toBe(true);
  });
  it('is .git itself', () => {
    expect(isUnknown(record(repository(), 'git -C .git status'))).toBe(true);
  });
  it('is where a .git file leads', () => {
    const folder = repository();
    const other = repository();
    appendFileSync(join(other, '.git/config'), '[core]\n\tfsmonitor = x\n');
    rmSync(join(folder, '.git'), { recursive: true });
    put(folder, '.git', `gitdir: ${other}/.git\n`);
    expect(record(folder, 'git status')).toEqual([
      expect.stringMatching(/^read ~\/r\d+\/\.git$/),
      expect.stringMatching(/^unknown `core\.fsmonitor` in /),
    ]);
  });
  it('is where a link leads', () => {
    const folder = repository();
    const other = repository();
    rmSync(join(folder, '.git'), { recursive: true });
    symlinkSync(join(other, '.git'), join(folder, '.git'));
    expect(record(folder, 'git log')).toEqual(['read /ws/.git']);
  });
  it('may be elsewhere when it knows of this work tree', () => {
    const main = repository();
    const linked = join(base, 'linked');
    git(main, 'worktree', 'add', '-q', linked);
    expect(record(linked, 'git status')).toEqual([]);
    git(main, 'config', 'core.fsmonitor', './x.sh');
    expect(isUnknown(record(linked, 'git status'))).toBe(true);
  });
  it('is that of a submodule, whose files are in the workspace', () => {
    const main = repository();
    git(main, '-c', 'protocol.file.allow=always', 'submodule', 'add', '-q', repository(), 'deep/sub');
    expect(record(main, 'git status')).toEqual([]);
    expect(record(main, 'git -C deep/sub status')).toEqual([]);
    git(join(main, 'deep/sub'), 'config', 'core.fsmonitor', './x.sh');
    expect(isUnknown(record(main, 'git status'))).toBe(true);
    expect(isUnknown(record(main, 'git -C deep/sub status'))).toBe(true);
  });
  it('stands in another one', () => {
    const main = repository();
    git(main, 'init', '-q', 'inner');
    git(join(main, 'inner'), 'config', 'core.fsmonitor', './x.sh');
    // Git runs in one it knows of, not in a folder that merely lies there.
    expect(isUnknown(record(main, 'git status'))).toBe(false);
    git(
      join(main, 'inner'),
      '-c',
      'user.name=n',
      '-c',
      'user.email=e@example.org',
      'commit',
      '-q',
      '--allow-empty',
      '-m',
      'x',
    );
    git(main, '-c', 'advice.addEmbeddedRepo=false', 'add', 'inner');
    expect(isUnknown(record(main, 'git status'))).toBe(true);
  });
  it('borrows objects from beyond the workspace', () => {
    const folder = repository();
    put(folder, '.git/objects/info/alternates', '/srv/x/objects\n');
    expect(record(folder, 'git log')).toEqual(['read /srv/x/objects']);
  });
  it('is found though .git holds too many names to list', () => {
    const folder = repository();
    git(folder, 'config', 'core.fsmonitor', './x.sh');
    for (let at = 0; at <= 10_000; at += 1) symlinkSync('x', join(folder, '.git', `n${at}`));
    expect(isUnknown(record(folder, 'git status'))).toBe(true);
  });
});

describe('addresses of remotes', () => {
  const folder = repository();
  git(folder, 'remote', 'add', 'origin', 'https://token@git.example.com/a.git');
  it.each([
    'git remote -v',
    'git remote get-url origin',
    'git config --get remote.origin.url',
    'git ls-remote --get-url',
  ])('%s shows the token in one', (command) => {
    expect(record(folder, command)).toEqual(['read .git/config']);
  });
  it('are where a push goes', () => {
    expect(record(folder, 'git push').filter((line) => line.startsWith('net '))).toEqual([
      'net https://token@git.example.com/a.git',
    ]);
  });
  it('are not known when the config rewrites them', () => {
    git(folder, 'config', 'url.https://x.test/.insteadOf', 'https://git.example.com/');
    expect(record(folder, 'git push').filter((line) => line.startsWith('net '))).toEqual([
      'net <where the remote `origin` leads is written in the config of git>',
    ]);
  });
});
