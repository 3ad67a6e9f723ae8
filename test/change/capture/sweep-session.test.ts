import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import type { ChangeBody } from '../../../src/change/event.js';
import type { Question } from '../../../src/run/question.js';
import { openStore } from '../../../src/store/open-store.js';
import { temporaryFolder } from '../../builtin/tool-harness.js';
import { verifies } from '../../requirements.js';
import { bodies, open, play, results } from '../../session/open.js';
import { builtChild } from '../../support/built-child.js';
import { needs } from '../../support/needs.js';
import { readTree } from './tree.js';

const child = new URL('./killed-command-child.ts', import.meta.url);

function setUp(files: Readonly<Record<string, string>>) {
  const base = temporaryFolder();
  const root = join(base, 'workspace');
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  }
  return { base, root, path: join(base, 'store.db') };
}

type Scene = ReturnType<typeof setUp>;

/** Runs a command confined; `again` says whether what it was refused is allowed it. */
async function runConfined({ root, path }: Scene, command: string, again: boolean) {
  const asked: Question[] = [];
  const round = { calls: [{ name: 'run_command', arguments: { command } }] };
  const session = await open([round, { text: 'Done.' }], {
    workspace: root,
    builtins: true,
    env: process.env,
    store: path,
    onQuestion: (question) => {
      asked.push(question);
      const isRefused = question.kind === 'approval' && question.facts.some(({ refused }) => refused === true);
      return { choice: isRefused && !again ? 'deny' : 'once' };
    },
  });
  const { events } = await play(session.send('go'));
  return { session, asked, events, result: results(events)[0] };
}

const evil = [
  'mkdir -p .vscode .github/workflows new/.git/hooks',
  'echo x > .vscode/tasks.json',
  'echo x > .github/workflows/x.yml',
  'echo x > new/.git/hooks/post-checkout',
  'echo x > AGENTS.md',
  'echo x > .envrc',
  'echo x > packages/a/.vscode/settings.json',
  'ln -s ../../../tools packages/b/.git/hooks',
  'ln packages/b/.git/config second; echo x >> second; rm second',
  'echo done > made.txt',
  'ln -s /etc/passwd outward',
  'mv old.txt moved.txt',
].join('\n');

const files = {
  'build.sh': evil,
  'old.txt': 'some content\n',
  'packages/a/.vscode/settings.json': '{}\n',
  'packages/b/.git/config': '[core]\n',
  'tools/post-checkout': 'x\n',
};

const refused = [
  '.envrc',
  '.github/workflows/x.yml',
  '.vscode/tasks.json',
  'AGENTS.md',
  'new/.git/hooks/post-checkout',
  'packages/a/.vscode/settings.json',
  'packages/b/.git/config',
  'packages/b/.git/hooks',
];

it.skipIf(needs('bwrap'))(
  'puts back what a confined command did to protected paths, tells it and undoes the rest',
  async () => {
    verifies(
      'sandbox.sweep.told',
      'sandbox.sweep.undo',
      'sandbox.sweep.kept',
      'sandbox.changes.moves',
      'sandbox.changes.outward-links',
    );
    const scene = setUp(files);
    const before = readTree(scene.root);
    const { session, asked, events, result } = await runConfined(scene, 'sh ./build.sh', false);
    const question = asked.find((one) => one.kind === 'approval' && one.facts.some((fact) => fact.refused === true));
    expect(
      question?.kind === 'approval' && question.facts.filter((fact) => fact.refused).map(({ target }) => target),
    ).toEqual(refused);
    expect(result).toMatchObject({ success: false, error_type: 'permission_denied' });
    const told = String(result?.data);
    expect(told.slice(told.indexOf('[changed]')).replace(/blob:[0-9a-f]{64}/g, 'blob')).toBe(
      [
        '[changed]',
        'A made.txt',
        'R old.txt -> moved.txt',
        'A new',
        'A outward (link to OUTSIDE: /etc/passwd)',
        '[protected paths]',
        ...refused.map((path) => `wrote ${path}: put back${path.endsWith('b/.git/hooks') ? '' : ', kept as blob'}`),
      ].join('\n'),
    );
    const applied = bodies(events, 'change-applied' as never) as readonly ChangeBody[];
    expect(applied).toHaveLength(1);
    expect(applied[0]?.refused?.map((one) => one.path)).toEqual(refused);
    const store = await openStore(scene.path);
    const blob = applied[0]?.refused?.find((one) => one.path === 'packages/b/.git/config')?.blob ?? '';
    expect(Buffer.from((await store.blobs.read(blob)) ?? []).toString()).toBe('[core]\nx\n');
    expect(applied[0]?.kept).toContain(blob);
    await store.close();
    expect(existsSync(join(scene.root, 'made.txt'))).toBe(true);
    expect(await session.undo()).toMatchObject({ type: 'done' });
    expect(readTree(scene.root)).toEqual(before);
  },
);

it.skipIf(needs('bwrap'))('leaves it when the person allows it, and runs the command again', async () => {
  verifies('sandbox.sweep.told');
  const scene = setUp({
    'build.sh': 'echo x > AGENTS.md; mkdir -p .vscode; echo y > .vscode/tasks.json; echo z >> log',
  });
  const { result, events, session } = await runConfined(scene, 'sh ./build.sh', true);
  expect(result).toMatchObject({ success: true });
  expect(readFileSync(join(scene.root, 'AGENTS.md'), 'utf8')).toBe('x\n');
  expect(readFileSync(join(scene.root, '.vscode/tasks.json'), 'utf8')).toBe('y\n');
  expect(readFileSync(join(scene.root, 'log'), 'utf8')).toBe('z\nz\n');
  expect(bodies(events, 'call-settled')).toHaveLength(1);
  expect(await session.undo()).toMatchObject({ type: 'done' });
  expect(Object.keys(readTree(scene.root))).toEqual(['.', 'build.sh']);
});

it.skipIf(needs('bwrap'))('keeps the settings of Git from a second name', async () => {
  verifies('sandbox.sweep.hard-links');
  const tricks =
    'ln .git/config x; echo evil >> x; ln sub/.git/config y && echo evil >> y; ln .git/hooks/pre-commit z; echo evil >> z';
  const scene = setUp({
    'trick.sh': tricks,
    '.git/HEAD': 'ref: refs/heads/main\n',
    '.git/config': '[core]\n',
    '.git/hooks/pre-commit': 'true\n',
    'sub/.git/config': '[core]\n',
  });
  const { result } = await runConfined(scene, 'sh ./trick.sh', false);
  for (const path of ['.git/config', 'sub/.git/config'])
    expect(readFileSync(join(scene.root, path), 'utf8')).toBe('[core]\n');
  expect(readFileSync(join(scene.root, '.git/hooks/pre-commit'), 'utf8')).toBe('true\n');
  // At the top the file cannot be linked at all; deeper it can, and its content is put back.
  expect(statSync(join(scene.root, '.git/config')).nlink).toBe(1);
  expect(readFileSync(join(scene.root, 'y'), 'utf8')).toBe('[core]\nevil\n');
  expect(String(result?.data)).toContain('wrote sub/.git/config: put back');
});

it.skipIf(needs('bwrap'))('says what was not checked', async () => {
  verifies('sandbox.sweep.unchecked');
  const scene = setUp({ 'deep.sh': `mkdir -p ${'d/'.repeat(300)}` });
  const { result } = await runConfined(scene, 'sh ./deep.sh', false);
  expect(String(result?.data)).toMatch(/\[protected paths\]\nnot checked: d\/d/);
});

it.skipIf(needs('bwrap'))('puts protected paths back after kill -9, before the session goes on', async () => {
  verifies('sandbox.sweep.recovered');
  const scene = setUp({ 'packages/a/AGENTS.md': 'mine\n' });
  const { root, path } = scene;
  writeFileSync(
    join(root, 'run.sh'),
    'echo x > packages/a/AGENTS.md; mkdir .vscode; echo x > .vscode/tasks.json; echo x > made.txt; touch marker; exec sleep 30',
  );
  const before = readTree(root);
  const args = [path, root, 'sh ./run.sh', join(root, 'marker'), 'confined'];
  const killed = spawn(process.execPath, [await builtChild(child), ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  let id = '';
  killed.stdout.on('data', (chunk: Buffer) => {
    id += chunk.toString();
  });
  expect(await new Promise((resolve) => killed.on('close', (_code, signal) => resolve(signal)))).toBe('SIGKILL');
  expect(existsSync(join(root, '.vscode/tasks.json'))).toBe(true);
  const reopen = () =>
    open([{ text: 'Gone on.' }], {
      workspace: root,
      builtins: true,
      env: process.env,
      store: path,
      session: id.trim(),
    });
  const session = await reopen();
  expect(existsSync(join(root, '.vscode'))).toBe(false);
  expect(readFileSync(join(root, 'packages/a/AGENTS.md'), 'utf8')).toBe('mine\n');
  await session.close();
  const store = await openStore(path);
  const applied = (await store.read(id.trim())).filter(({ type }) => type === 'change-applied').map(({ body }) => body);
  await store.close();
  expect(applied).toMatchObject([
    {
      paths: [{ path: 'made.txt' }, { path: 'marker' }],
      refused: [{ path: '.vscode/tasks.json' }, { path: 'packages/a/AGENTS.md' }],
    },
  ]);
  const again = await reopen();
  expect(await again.undo({ what: { by: 'session' } })).toMatchObject({ type: 'done' });
  expect(readTree(root)).toEqual(before);
});
