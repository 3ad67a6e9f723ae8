import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { createYipsPolicy, yipsLevels } from '../../../src/profile/yips/yips-vocabulary.js';
import { type ActionRiskAssessment, assessYips } from '../../../src/systems/yips/index.js';
import {
  call,
  command,
  makePlaces,
  move,
  net,
  places,
  read,
  remove,
  verdictOf,
  write,
} from '../../policy/vocabulary/call.js';
import { verifies } from '../../requirements.js';

makePlaces();

beforeAll(() => {
  for (const folder of ['src', 'docs']) mkdirSync(join(places.root, folder), { recursive: true });
  for (const file of ['README.md', 'src/a.ts']) writeFileSync(join(places.root, file), 'kept');
});

const { root } = places;
const policy = createYipsPolicy({ places });
const gateway = createYipsPolicy({ places, face: 'gateway' });

const assessment = (more: Partial<ActionRiskAssessment> = {}): ActionRiskAssessment => ({
  riskLevel: 'none',
  reasons: [],
  requiresConfirmation: false,
  destructive: false,
  outOfZone: false,
  resolvedPath: root,
  ...more,
});

describe('the destructive patterns', () => {
  it.each([
    ['rm -rf build', 'yips.risk.destructive-rm'],
    ['rm -fr build', 'yips.risk.destructive-rm'],
    ['cd sub && rm -rf build', 'yips.risk.destructive-rm'],
    ['ls; rm -rf build; ls', 'yips.risk.destructive-rm'],
    ['mkfs.ext4 disk.img', 'yips.risk.destructive-mkfs'],
    ['mkfs -t ext4 disk.img', 'yips.risk.destructive-mkfs'],
    ['dd if=a of=b', 'yips.risk.destructive-dd'],
    ['reboot', 'yips.risk.destructive-power'],
    ['shutdown now', 'yips.risk.destructive-power'],
    ['poweroff', 'yips.risk.destructive-power'],
    ['halt', 'yips.risk.destructive-power'],
    ['echo reboot', 'yips.risk.destructive-power'],
    ['sleep 1 && halt', 'yips.risk.destructive-power'],
  ] as const)('finds %s', async (text, id) => {
    verifies(id);
    expect(assessYips(call('run_command', await command(text)), root).destructive).toBe(true);
    expect(assessYips(call('run_command', [], { args: { command: text } }), root).destructive).toBe(true);
  });

  it.each([
    'rm -r -f build',
    'rm -rvf build',
    'rm build -rf',
    'rm --recursive --force build',
    'rm --recurs --forc build',
    'rm -Rf build',
    "'rm' -rf build",
    'r\\m -rf build',
    'rm  -rf build',
    '/bin/rm -rf build',
    'sudo rm -rf build',
    'env X=1 rm -rf build',
    'bash -c "rm -rf build"',
    '/sbin/shutdown now',
    'sudo reboot',
    'dd of=b if=a',
  ])('finds the same command in another spelling: %s', async (text) => {
    verifies('yips.risk.destructive-rm');
    expect(assessYips(call('run_command', await command(text)), root).destructive).toBe(true);
  });

  it.each([
    'rm build',
    'rm -r src',
    'rmdir src',
    'unlink README.md',
    'find . -delete',
    'find . -name x -exec rm {} +',
    'ls | xargs rm',
    'mv README.md other.md',
    'mv src/a.ts src/b.ts',
    'cp src/a.ts README.md',
    'cp src/a.ts "$TARGET"',
    'rsync -a src/ docs/',
    'echo x > README.md',
    'echo x >> README.md',
    ': > README.md',
    'ls | tee README.md',
    'sort -o README.md src/a.ts',
    'sed -i s/a/b/ README.md',
    'truncate -s 0 README.md',
    'ln -sf src/a.ts README.md',
    'dd of=README.md',
    'tar xf a.tar',
    'cd src && echo x > a.ts',
    'bash -c "rm -r src"',
    'sudo rm README.md',
  ])('finds what takes away, writes over or moves what is there: %s', async (text) => {
    verifies('yips.risk.destructive-files');
    expect(assessYips(call('run_command', await command(text)), root).destructive).toBe(true);
  });

  it.each([
    'git reset --hard',
    'git reset HEAD~1',
    'git -C src reset --hard',
    'git -c core.pager=cat reset --har',
    'git checkout -- README.md',
    'git checkout README.md',
    'git checkout -f main',
    'git checkout -fb new',
    'git switch --discard main',
    'git restore .',
    'git clean -fdx',
    'git stash drop',
    'git stash clear',
    'git branch -D old',
    'git branch -vd old',
    'git tag -d v1',
    'git commit -a --amend',
    'git push --force',
    'git push origin +main',
    'git push origin :old',
    'git push --force-with-lease',
    'git rebase main',
    'git merge --abort',
    'git reflog expire --all',
    'git gc --prune=now',
    'git update-ref -d refs/heads/old',
    'git worktree remove ../old',
    'git filter-branch',
    'git undo',
    'git --unheard-of status',
    'git "$COMMAND"',
    'git stash "$VERB"',
    'sudo git reset --hard',
  ])('finds what discards work that git keeps: %s', async (text) => {
    verifies('yips.risk.destructive-git');
    expect(assessYips(call('run_command', await command(text)), root).destructive).toBe(true);
  });

  it.each([
    `python3 -c 'import shutil; shutil.rmtree("src")'`,
    'python3 <<E\nimport os\nE',
    "echo 'import os' | python3 -",
    'node -e "1"',
    'perl -ne "unlink" README.md',
    'ruby -e 1',
    'awk "{ @f() }" README.md',
    'eval "$X"',
    'bash -c "$X"',
    '$PROGRAM build',
    "alias ls='rm -r src'",
    "PROMPT_COMMAND='rm -r src'",
    'PATH=./bin:$PATH',
    'source ./setup.sh',
  ])('finds code in the command that was not read: %s', async (text) => {
    verifies('yips.risk.destructive-inline');
    expect(assessYips(call('run_command', await command(text)), root).destructive).toBe(true);
  });

  it.each([
    'npm test',
    'make',
    'some-program --force',
    'python3 script.py',
    'bash script.sh',
    'python3 -m pytest',
    'npm run shutdown-hooks',
    'mkfsx disk.img',
    'echo halting',
    'echo rebooted',
    'killall node',
    'cat README.md',
    "awk '{ print $1 }' README.md",
    'echo x > new.txt',
    'echo x > /dev/null',
    'npm test > out.txt 2>&1',
    'cp README.md copy.md',
    'cp -r src copy',
    'cp -r src docs',
    'mkdir -p src/new src',
    'touch new.txt',
    'tar cf new.tar src',
    'git status',
    'git --no-pager log -p',
    'git -C src diff',
    'git add -A',
    'git commit -am done',
    'git checkout -b new',
    'git switch main',
    'git stash',
    'git stash pop',
    'git branch new',
    'git tag v1',
    'git fetch origin',
    'git pull',
    'git push -u origin main',
    'git merge main',
    'git --version',
    'NAME=value',
    'cd src',
  ])('takes nothing else for destructive: %s', async (text) => {
    verifies('yips.risk.destructive-rest');
    expect(assessYips(call('run_command', await command(text)), root).destructive).toBe(false);
  });
});

describe('the working zone', () => {
  it.each([
    ['read_file', { path: 'a/b.txt' }, `${root}/a/b.txt`, false],
    ['read_file', { path: './a/../b.txt' }, `${root}/b.txt`, false],
    ['read_file', { path: '' }, root, false],
    ['read_file', { path: '  ' }, root, false],
    ['list_dir', {}, root, false],
    ['read_file', { path: root }, root, false],
    ['read_file', { path: `${root}/x` }, `${root}/x`, false],
    ['read_file', { path: '../beside' }, `${places.home}/beside`, true],
    ['read_file', { path: '..' }, places.home, true],
    ['read_file', { path: `${root}-beside/x` }, `${root}-beside/x`, true],
    ['read_file', { path: '/srv/x' }, '/srv/x', true],
    ['read_file', { path: 7 }, root, false],
    ['run_command', { command: 'ls', path: '/srv' }, root, false],
    ['run_command', { command: 'ls', cwd: 'sub' }, `${root}/sub`, false],
    ['run_command', { command: 'ls', cwd: '' }, root, false],
    ['run_command', { command: 'ls', cwd: '/srv' }, '/srv', true],
    ['build', { cwd: '../beside' }, `${places.home}/beside`, true],
  ])('takes the target of %s from %j', (name, args, resolvedPath, outOfZone) => {
    verifies('yips.risk.zone-root', 'yips.risk.zone-target');
    if (outOfZone) verifies('yips.risk.zone-outside');
    const { resolvedPath: path, outOfZone: outside } = assessYips(call(name, [], { args }), root);
    expect([path, outside]).toEqual([resolvedPath, outOfZone]);
  });

  it.each([
    ['a path', [read('/srv/x')], '/srv/x', true],
    ['a path in the zone', [read('a/b')], `${root}/a/b`, false],
    ['where a link leads', [read('/srv/x', { via: 'link' })], '/srv/x', true],
    ['nothing', [], root, false],
    ['a host', [net('https://example.org')], root, false],
  ])('goes by what the facts tell of %s, whatever was named', (_, facts, resolvedPath, outOfZone) => {
    verifies('yips.risk.zone-outside');
    const { resolvedPath: path, outOfZone: outside } = assessYips(call('read_file', facts), root);
    expect([path, outside]).toEqual([resolvedPath, outOfZone]);
    if (facts.length > 0 && facts[0]?.kind !== 'net')
      expect(assessYips(call('read_file', facts, { args: { path: '/elsewhere' } }), root).resolvedPath).toBe(
        resolvedPath,
      );
  });

  it.each([
    ['ls > /dev/null', false],
    ['ls 2>&1 | cat', false],
    ['cat a.txt', false],
    ['cat /srv/x', true],
    ['cd / && ls', true],
    ['cp a /srv/a', true],
  ])('looks into the command %s', async (text, outOfZone) => {
    expect(assessYips(call('run_command', await command(text)), root).outOfZone).toBe(outOfZone);
  });
});

describe('an assessment', () => {
  it.each([
    ['neither', 'yips.risk.command-neither', 'npm test', assessment()],
    [
      'destructive',
      'yips.risk.command-one',
      'rm -rf build',
      assessment({ riskLevel: 'confirm', reasons: ['destructive'], requiresConfirmation: true, destructive: true }),
    ],
    [
      'outside',
      'yips.risk.command-one',
      'cat /srv/x',
      assessment({
        riskLevel: 'confirm',
        reasons: ['outside-working-zone'],
        requiresConfirmation: true,
        outOfZone: true,
        resolvedPath: '/srv/x',
      }),
    ],
    [
      'both',
      'yips.risk.command-both',
      'rm -rf /srv/x',
      assessment({
        riskLevel: 'deny',
        reasons: ['destructive', 'outside-working-zone'],
        destructive: true,
        outOfZone: true,
        resolvedPath: '/srv/x',
      }),
    ],
  ] as const)('of a command that is %s', async (_, id, text, expected) => {
    verifies(id, 'yips.risk.fields', 'yips.risk.skills-assessed');
    const facts = await command(text);
    for (const name of ['run_command', 'build', 'virtual_terminal', 'a_tool_of_another_name'])
      expect(assessYips(call(name, facts), root)).toEqual(expected);
  });

  it('has three levels and three reasons', async () => {
    verifies('yips.risk.levels', 'yips.risk.reasons');
    expect(yipsLevels).toEqual(['none', 'confirm', 'deny']);
    const both = assessYips(call('run_command', await command('rm -rf /srv/x')), root);
    const change = assessYips(call('apply_file_change', [write('/srv/x')]), root);
    expect(both.reasons).toEqual(['destructive', 'outside-working-zone']);
    expect(change.reasons).toEqual(['outside-working-zone', 'file-mutation']);
  });

  it.each([
    ['read_file', [read('a')], 'none', []],
    ['grep', [read('.', { deep: true })], 'none', []],
    ['search', [net('https://example.org')], 'none', []],
    ['todos', [], 'none', []],
    ['preview_write_file', [read('a')], 'none', []],
    ['write_file', [read('a')], 'none', []],
    ['read_file', [read('/srv/x')], 'confirm', ['outside-working-zone']],
    ['list_dir', [read('/', { deep: true })], 'confirm', ['outside-working-zone']],
    ['apply_file_change', [write('a')], 'confirm', ['file-mutation']],
    ['apply_file_change', [], 'confirm', ['file-mutation']],
    ['apply_file_change', [write('/srv/x')], 'confirm', ['outside-working-zone', 'file-mutation']],
    ['write_file', [write('a')], 'confirm', ['file-mutation']],
    ['other', [remove('a')], 'confirm', ['file-mutation']],
    ['other', [move('a'), write('b')], 'confirm', ['file-mutation']],
    ['other', [write('other', { known: false })], 'confirm', ['file-mutation']],
  ])('of %s %j is %s', (name, facts, level, reasons) => {
    verifies(name === 'apply_file_change' ? 'yips.risk.apply-asks' : 'yips.risk.other-tools', 'yips.risk.reasons');
    const found = assessYips(call(name, facts), root);
    expect([found.riskLevel, found.reasons, found.requiresConfirmation]).toEqual([level, reasons, level === 'confirm']);
  });
});

describe('the policy', () => {
  it.each([
    ['run_command', 'npm test', 'allow', 'allow'],
    ['run_command', 'ls', 'allow', 'allow'],
    ['run_command', 'echo x > out.txt', 'allow', 'allow'],
    ['run_command', 'rm -rf build', 'ask', 'deny'],
    ['run_command', 'cat /srv/x', 'ask', 'deny'],
    ['run_command', 'rm -rf /srv/x', 'deny', 'deny'],
    ['build', 'make', 'allow', 'allow'],
    ['build', 'rm -rf build', 'ask', 'deny'],
    ['virtual_terminal', 'dd if=a of=b', 'ask', 'deny'],
    ['virtual_terminal', 'reboot', 'deny', 'deny'],
    // What the original never looked at, and the floor or a protected path does.
    ['run_command', 'cat ~/.ssh/id_ed25519', 'deny', 'deny'],
    ['run_command', 'rm -r -f ~', 'deny', 'deny'],
    ['run_command', 'echo x >> .git/hooks/pre-commit', 'ask', 'ask'],
    ['run_command', 'eval "$X"', 'ask', 'deny'],
    ['run_command', 'echo x > /srv/x', 'ask', 'deny'],
  ])('of %s with %s: %s in the terminal, %s in the gateway', async (name, text, terminal, remote) => {
    verifies('yips.risk.none-runs', 'yips.risk.confirm-asks', 'yips.risk.deny-denies');
    const input = call(name, await command(text));
    expect([await verdictOf(policy, input), await verdictOf(gateway, input)]).toEqual([terminal, remote]);
  });

  it.each([
    ['apply_file_change', [write('a')], 'ask', 'allow'],
    ['apply_file_change', [write('/srv/x')], 'ask', 'deny'],
    ['apply_file_change', [write('.git/config')], 'ask', 'ask'],
    ['apply_file_change', [write('~/.ssh/config')], 'deny', 'deny'],
    ['read_file', [read('a')], 'allow', 'allow'],
    ['read_file', [read('.env')], 'ask', 'ask'],
  ])('of %s %j: %s in the terminal, %s in the gateway', async (name, facts, terminal, remote) => {
    const input = call(name, facts);
    expect([await verdictOf(policy, input), await verdictOf(gateway, input)]).toEqual([terminal, remote]);
  });

  it('names itself when it denies', async () => {
    verifies('yips.risk.deny-text');
    const both = call('run_command', await command('rm -rf /srv/x'));
    expect((await policy.decide(both)).reasons).toEqual([
      'denied by the risk policy: it is destructive, it leaves the working zone',
    ]);
    expect((await gateway.decide(call('run_command', await command('rm -rf build')))).reasons).toEqual([
      'denied by the gateway safety policy: it is destructive',
    ]);
  });

  it('asks about a tool that is marked dangerous', async () => {
    expect(await verdictOf(policy, call('odd', [read('a')], { dangerous: true }))).toBe('ask');
  });
});
