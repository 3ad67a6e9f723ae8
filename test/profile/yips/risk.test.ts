import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { RequirementId } from '../../requirements.js';
import { verifies } from '../../requirements.js';
import { type Approval, bodies, newFolder, play } from '../../session/open.js';
import { runHere } from '../../support/run-here.js';
import { createScene } from '../../support/scene.js';
import { acts, openAlone, openYips, rowsIn, skill, tool } from './scene.js';

/** A repository with work in it that git keeps, and work that it does not. */
function project(folder = newFolder()): string {
  const files = { 'README.md': 'kept\n', 'src/a.ts': 'a\n' };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const git = (...args: string[]) =>
    execFileSync('git', ['-C', folder, '-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], {
      stdio: 'ignore',
    });
  git('init');
  git('add', '.');
  git('commit', '-m', 'first');
  writeFileSync(join(folder, 'src/a.ts'), 'changed\n');
  return folder;
}

const isWhole = (folder: string): boolean =>
  readFileSync(join(folder, 'README.md'), 'utf8') === 'kept\n' &&
  readFileSync(join(folder, 'src/a.ts'), 'utf8') === 'changed\n';

interface Played {
  readonly id: string;
  readonly verdict: string | undefined;
  readonly reasons: readonly string[];
  readonly status: string | undefined;
  readonly output: string;
  readonly asked: boolean;
}

/** Plays actions in one message; whoever is there says no. */
async function decide(actions: readonly object[], { alone = false, workspace = project() } = {}) {
  const asked: Approval[] = [];
  const open = alone ? openAlone : openYips;
  const session = await open([acts(...actions), 'Done.'], {
    workspace,
    ...(!alone && {
      onQuestion(question) {
        asked.push(question as Approval);
        return { choice: 'deny' };
      },
    }),
  });
  const { events } = await play(session.send('go'));
  const rows = rowsIn(session.requests, 1);
  const decided = new Map(bodies(events, 'call-decided').map((body) => [body.callId, body]));
  const played = rows.map(({ callId, status, output }): Played => {
    const { verdict, reasons = [] } = decided.get(callId) ?? {};
    return { id: callId, verdict, reasons, status, output, asked: asked.some((one) => one.callId === callId) };
  });
  return { played, workspace, asked };
}

const run = (command: string, id: string, more: object = {}) => tool('run_command', { command, ...more }, id);
const outside = newFolder();
writeFileSync(join(outside, 'there.txt'), 'there\n');

/** Commands that are harmless where these tests run them, each with what it is an example of. */
const commands: readonly (readonly [RequirementId, command: string])[] = [
  ['yips.risk.destructive-rm', 'rm -rf gone'],
  ['yips.risk.destructive-rm', 'cd src && rm -fr gone'],
  ['yips.risk.destructive-mkfs', 'echo mkfs.ext4'],
  ['yips.risk.destructive-mkfs', 'echo mkfs -t ext4'],
  ['yips.risk.destructive-dd', 'dd if=gone of=gone.img'],
  ['yips.risk.destructive-power', 'echo reboot'],
  ['yips.risk.destructive-power', 'echo now; echo halt'],
  ['yips.risk.destructive-files', 'rm -r src'],
  ['yips.risk.destructive-files', 'echo x > README.md'],
  ['yips.risk.destructive-files', 'mv README.md other.md'],
  ['yips.risk.destructive-files', 'cp src/a.ts README.md'],
  ['yips.risk.destructive-git', 'git reset --hard'],
  ['yips.risk.destructive-git', 'git checkout -- src/a.ts'],
  ['yips.risk.destructive-git', 'git -C . stash clear'],
  ['yips.risk.destructive-inline', `python3 -c 'import shutil; shutil.rmtree("src")'`],
  ['yips.risk.destructive-inline', 'node -e "1"'],
];

describe('a destructive command', () => {
  it.each([
    ['of the list of the original', commands.slice(0, 7)],
    ['by what it takes away or runs', commands.slice(7)],
  ])('%s is asked about, and denied in the gateway', async (_, own) => {
    verifies(...new Set(own.map(([id]) => id)));
    const actions = own.map(([, command], at) => run(command, `c${at}`));
    const attended = await decide(actions);
    const alone = await decide(actions, { alone: true });
    for (const [at, [, command]] of own.entries()) {
      const destructive = [expect.stringContaining('it is destructive')];
      const asked = { verdict: 'ask', asked: true, status: 'denied', reasons: destructive };
      expect(attended.played[at], command).toMatchObject(asked);
      expect(attended.played[at]?.output).toContain('user confirmation policy');
      const denied = { verdict: 'deny', asked: false, status: 'denied', reasons: destructive };
      expect(alone.played[at], command).toMatchObject(denied);
      expect(alone.played[at]?.output).toContain('gateway safety policy');
    }
    expect([isWhole(attended.workspace), isWhole(alone.workspace)]).toEqual([true, true]);
  });

  it('is denied by `toolwright run`, where nobody is', async () => {
    verifies('yips.risk.gateway-denies');
    const actions = commands.map(([, command], at) => run(command, `c${at}`));
    const { folder, flags } = await createScene([{ text: acts(...actions) }, { text: 'Denied.' }]);
    project(folder);
    const end = await runHere(['run', ...flags, '--profile', 'yips', '--sandbox', 'off', 'tidy up'], { cwd: folder });
    expect(end).toMatchObject({ code: 0, stdout: expect.stringContaining('Denied.') });
    expect(end.stderr.match(/gateway safety policy/g)).toHaveLength(commands.length);
    expect(isWhole(folder)).toBe(true);
  });
});

it('a command that reads, makes new files, or is of an unknown program runs unasked, also in the gateway', async () => {
  verifies('yips.risk.destructive-rest', 'yips.risk.none-runs', 'yips.risk.command-neither');
  const harmless = [
    'cat README.md',
    'echo x > new.txt',
    'git status',
    'git log',
    'NAME=x',
    'no-such-program --force',
    'ls',
  ];
  const { played, workspace } = await decide(
    harmless.map((command, at) => run(command, `c${at}`)),
    { alone: true },
  );
  expect(played.map(({ verdict, status }) => [verdict, status])).toEqual(
    harmless.map((command) => ['allow', command.startsWith('no-such') ? 'error' : 'ok']),
  );
  expect(existsSync(join(workspace, 'new.txt'))).toBe(true);
});

describe('the working zone', () => {
  it('is the folder of the session: a target above or beside it asks, and with what is destructive is denied', async () => {
    verifies('yips.risk.zone-root', 'yips.risk.zone-outside', 'yips.risk.command-one', 'yips.risk.command-both');
    verifies('yips.risk.deny-denies', 'yips.risk.deny-text');
    const { played } = await decide([
      run('ls', 'inside', { cwd: 'src' }),
      run('ls', 'outside', { cwd: outside }),
      run(`cat ${join(outside, 'there.txt')}`, 'reads'),
      run('rm -rf gone', 'destructive'),
      run('rm -rf gone', 'both', { cwd: outside }),
      run(`echo x > ${join(outside, 'there.txt')}`, 'over'),
    ]);
    const zone = 'it leaves the working zone';
    const both = `denied by the risk policy: it is destructive, ${zone}`;
    expect(played.map(({ id, verdict, asked, reasons }) => [id, verdict, asked, reasons])).toEqual([
      ['inside', 'allow', false, []],
      ['outside', 'ask', true, [zone]],
      ['reads', 'ask', true, [zone]],
      ['destructive', 'ask', true, ['it is destructive']],
      ['both', 'deny', false, [both]],
      ['over', 'deny', false, [both]],
    ]);
    expect(played.at(-1)?.output).toContain('risk policy');
    expect(readFileSync(join(outside, 'there.txt'), 'utf8')).toBe('there\n');
  });

  it('is where a blank path and a blank folder lie', async () => {
    verifies('yips.risk.zone-target', 'yips.risk.other-tools');
    const { played } = await decide([
      tool('list_dir', { path: ' ' }, 'blank'),
      run('pwd', 'folder', { cwd: '' }),
      tool('list_dir', { path: '..' }, 'above'),
      tool('read_file', { path: join(outside, 'there.txt') }, 'beside'),
      tool('grep', { pattern: 'x', path: `${outside}` }, 'deep'),
    ]);
    expect(played.map(({ id, verdict }) => [id, verdict])).toEqual([
      ['blank', 'allow'],
      ['folder', 'allow'],
      ['above', 'ask'],
      ['beside', 'ask'],
      ['deep', 'ask'],
    ]);
  });
});

it('has three levels and three reasons, which are told with the question', async () => {
  verifies('yips.risk.levels', 'yips.risk.reasons', 'yips.risk.confirm-asks');
  const { played, asked } = await decide([
    tool('read_file', { path: 'README.md' }, 'none'),
    run('rm -rf gone', 'confirm'),
    run('rm -rf gone', 'deny', { cwd: outside }),
    tool('read_file', { path: join(outside, 'there.txt') }, 'outside'),
  ]);
  expect(played.map(({ verdict }) => verdict)).toEqual(['allow', 'ask', 'deny', 'ask']);
  expect(asked.map(({ tool: name, reasons }) => [name, reasons])).toEqual([
    ['run_command', ['it is destructive']],
    ['read_file', ['it leaves the working zone']],
  ]);
});

it('assesses the skills that run commands as commands', async () => {
  verifies('yips.risk.skills-assessed');
  const { played, workspace } = await decide(
    [
      skill('build', { command: 'rm -r src' }, 'build'),
      skill('virtual_terminal', { command: 'git reset --hard' }, 'terminal'),
      skill('virtual_terminal', { command: 'pwd' }, 'none'),
      skill('todos', {}, 'todos'),
    ],
    { alone: true },
  );
  expect(played.map(({ verdict }) => verdict)).toEqual(['deny', 'deny', 'allow', 'allow']);
  expect(isWhole(workspace)).toBe(true);
});

it('asks before a staged change is applied, in the zone too, and a no is denied', async () => {
  verifies('yips.risk.apply-asks', 'yips.risk.confirm-rejected');
  const workspace = project();
  const asked: Approval[] = [];
  const session = await openYips([], {
    workspace,
    onQuestion(question) {
      asked.push(question as Approval);
      return { choice: 'deny', reason: 'rejected by the user confirmation policy.' };
    },
  });
  const call = async (name: string, args: object) =>
    JSON.parse((await session.call(name, args).settlement)?.content ?? '');
  const { metadata } = await call('preview_write_file', { path: 'README.md', content: 'new' });
  const denied = await call('apply_file_change', { token: metadata.token });
  expect(asked.map(({ tool: name, reasons }) => [name, reasons])).toEqual([
    ['apply_file_change', ['it changes a file']],
  ]);
  expect(denied).toMatchObject({ status: 'denied', output: expect.stringContaining('user confirmation policy') });
  expect(isWhole(workspace)).toBe(true);
});
