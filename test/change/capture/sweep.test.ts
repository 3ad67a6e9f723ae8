import {
  chmodSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { recoverCaptures } from '../../../src/change/capture/recover-capture.js';
import type { Fact } from '../../../src/tool/fact.js';
import type { Captured } from '../../../src/tool/port.js';
import { verifies } from '../../requirements.js';
import { asOrdinaryUser } from '../../support/ordinary-user.js';
import { createCaptureBench, linesOf, unknownFacts } from './capture-bench.js';

const confined = () => createCaptureBench({ sandboxed: true });

const refusedPaths = ({ refused = [] }: Captured): readonly string[] =>
  refused.map(({ path, fact }) => `${fact.kind} ${path}`);

const write = (target: string, more: Partial<Fact> = {}): Fact => ({
  kind: 'write',
  target,
  where: 'workspace',
  known: true,
  ...more,
});

describe('a protected path that was absent', () => {
  it.each([
    ['mkdir .vscode; echo x > .vscode/tasks.json', '.vscode/tasks.json'],
    ['mkdir -p .github/workflows; echo x > .github/workflows/x.yml', '.github/workflows/x.yml'],
    ['mkdir -p sub/.git/hooks; echo x > sub/.git/hooks/post-checkout', 'sub/.git/hooks/post-checkout'],
    ['mkdir .GIT; echo x > .GIT/config', '.GIT/config'],
    ['mkdir .ɢit .ＧＩＴ; echo x > .ＧＩＴ/config', '.ＧＩＴ/config'],
    ["mkdir $'.g\\u200cit'; echo x > $'.g\\u200cit/config'", '.g\u200cit/config'],
    ['echo x > AGENTS.md', 'AGENTS.md'],
    ['echo x > agents.MD', 'agents.MD'],
    ['echo x > .envrc', '.envrc'],
    ['echo x > packages/a/.npmrc', 'packages/a/.npmrc'],
    [
      'mkdir -p packages/a/.cargo/.vscode; echo x > packages/a/.cargo/.vscode/tasks.json',
      'packages/a/.cargo/.vscode/tasks.json',
    ],
    ['echo x > HEAD', 'HEAD'],
    ['mkdir -p bare/hooks; echo x > bare/hooks/post-checkout', 'bare/hooks/post-checkout'],
    ['ln -s a.txt .vscode', '.vscode'],
    ['mkdir -p sub/.git; ln -s ../../evil sub/.git/hooks', 'sub/.git/hooks'],
    ['mkfifo AGENTS.md', 'AGENTS.md'],
    ['truncate -s 70M CLAUDE.md', 'CLAUDE.md'],
    ['echo x > AGENTS.md; chmod 000 AGENTS.md', 'AGENTS.md'],
  ])('%s', async (command, path) => {
    verifies('sandbox.sweep.absent');
    const bench = confined();
    bench.write('a.txt');
    bench.write('packages/a/index.js');
    const found = await bench.captured(`echo mine > b.txt; ${command}`, unknownFacts);
    expect(refusedPaths(found)).toEqual([`write ${path}`]);
    expect(() => lstatSync(join(bench.root, path))).toThrow('ENOENT');
    expect(found.paths.map((change) => change.path)).toContain('b.txt');
    expect(found.paths.map((change) => change.path)).not.toContain(path);
    expect(found.left).toBeUndefined();
    await bench.undo(found);
    expect(Object.keys(bench.tree()).sort()).toEqual(['.', 'a.txt', 'packages', 'packages/a', 'packages/a/index.js']);
  });
});

it('keeps what it takes away', async () => {
  verifies('sandbox.sweep.kept');
  const bench = confined();
  bench.write('AGENTS.md', 'mine\n');
  const found = await bench.captured('echo obey >> AGENTS.md; echo run > .envrc; chmod 4755 AGENTS.md', unknownFacts);
  const blobs = await Promise.all((found.refused ?? []).map(({ blob = '' }) => bench.blobs.read(blob)));
  expect(blobs.map((content) => Buffer.from(content ?? []).toString())).toEqual(['run\n', 'mine\nobey\n']);
  expect(readFileSync(join(bench.root, 'AGENTS.md'), 'utf8')).toBe('mine\n');
  expect(existsSync(join(bench.root, '.envrc'))).toBe(false);
});

it('puts back what was there: contents, modes, links, folders', async () => {
  verifies('sandbox.sweep.restores');
  const bench = confined();
  bench.write('packages/a/.vscode/settings.json', '{}');
  bench.write('packages/a/.git/hooks/pre-commit', 'run');
  bench.write('packages/a/.git/config', '[core]');
  bench.write('packages/b/AGENTS.md');
  bench.write('packages/b/src.js');
  symlinkSync('AGENTS.md', join(bench.root, 'packages/b/CLAUDE.md'));
  const before = bench.tree();
  const commands = [
    'echo x > packages/a/.vscode/settings.json; echo y > packages/a/.vscode/tasks.json',
    'rm -r packages/a/.git/hooks; ln -s ../../../evil packages/a/.git/hooks; mkdir evil',
    'chmod 777 packages/a/.git/hooks/pre-commit packages/a/.vscode',
    'rm -r packages/a packages/b/AGENTS.md packages/b/CLAUDE.md',
    'mv packages/a gone; ln -s gone packages/a',
    'rm packages/b/AGENTS.md; mkdir packages/b/AGENTS.md; echo x > packages/b/AGENTS.md/y',
    'rm -r packages/a/.vscode; echo x > packages/a/.vscode',
    'ln -sfn /etc/passwd packages/b/CLAUDE.md',
    'ln packages/a/.git/config x; echo evil >> x; rm x',
    'rm -r packages; echo x > packages',
  ];
  for (const command of commands) {
    const found = await bench.captured(command, unknownFacts);
    expect([command, found.refused?.length ?? 0]).not.toEqual([command, 0]);
    expect([command, found.left]).toEqual([command, undefined]);
    const shielded = Object.entries(bench.tree()).filter(([path]) => /\.git|\.vscode|AGENTS|CLAUDE/.test(path));
    const then = Object.entries(before).filter(([path]) => /\.git|\.vscode|AGENTS|CLAUDE/.test(path));
    expect([command, Object.fromEntries(shielded)]).toEqual([command, Object.fromEntries(then)]);
    await bench.undo(found);
    expect([command, bench.tree()]).toEqual([command, before]);
  }
});

it('goes by what links give other names', async () => {
  verifies('sandbox.sweep.links');
  const bench = confined();
  bench.write('config/tasks.json', '{}');
  bench.write('docs/agents/main.txt', 'be kind\n');
  symlinkSync('config', join(bench.root, '.vscode'));
  symlinkSync('docs/agents', join(bench.root, 'rules'));
  symlinkSync(join(bench.root, 'rules'), join(bench.root, '.cursor'));
  bench.write('other/tasks.json', '{}');
  const command =
    'for f in config/tasks.json docs/agents/main.txt docs/agents/new.txt other/tasks.json; do echo x > $f; done';
  const found = await bench.captured(command, unknownFacts);
  expect(refusedPaths(found)).toEqual([
    'write config/tasks.json',
    'write docs/agents/main.txt',
    'write docs/agents/new.txt',
  ]);
  expect(linesOf(found)).toEqual(['M other/tasks.json']);
  expect(readFileSync(join(bench.root, 'docs/agents/main.txt'), 'utf8')).toBe('be kind\n');
});

it('leaves what Git writes with a commit, what builds run, and what was installed', async () => {
  verifies('sandbox.sweep.ordinary-work');
  const bench = confined();
  bench.write('a.txt');
  bench.git('init', '-q', '-b', 'main');
  bench.git('add', '.');
  bench.git('commit', '-qm', 'first');
  const git = 'git -c user.name=a -c user.email=a@b';
  const found = await bench.captured(
    [
      `echo x > a.txt && ${git} commit -qam second && git branch config && git checkout -qb hooks/x && git tag v1 && git gc -q`,
      'echo "{}" > package.json; echo all: > Makefile; echo x > vite.config.js; mkdir -p .cargo; echo x > .cargo/config.toml',
      'mkdir -p node_modules/x/.vscode node_modules/x/.github/workflows; echo x > node_modules/x/.vscode/a.json; echo x > node_modules/x/.eslintrc',
      'mkdir -p .github .config; echo x > .github/FUNDING.yml; echo x > .config/own.json',
    ].join('; '),
    unknownFacts,
  );
  expect(found.refused).toBeUndefined();
  expect(bench.git('log', '--format=%s')).toBe('second\nfirst\n');
  expect(bench.git('branch', '--list', '--format=%(refname:short)')).toBe('config\nhooks/x\nmain\n');
  expect(existsSync(join(bench.root, 'node_modules/x/.vscode/a.json'))).toBe(true);
});

it('leaves what the facts of the call name', async () => {
  verifies('sandbox.sweep.named');
  const bench = confined();
  const command =
    'mkdir -p .vscode .toolwright sub/.git; echo x > .vscode/tasks.json; echo x > .vscode/b.json; echo x > .toolwright/config.json; echo x > sub/.git/config; echo x > AGENTS.md';
  const run = async (...facts: readonly Fact[]): Promise<readonly string[]> => {
    const found = await bench.captured(command, [...unknownFacts, ...facts]);
    await bench.undo(found);
    expect(bench.tree()).toEqual({ '.': expect.any(String) });
    return refusedPaths(found);
  };
  const all = ['.toolwright/config.json', '.vscode/b.json', '.vscode/tasks.json', 'AGENTS.md', 'sub/.git/config'];
  const but = (...paths: readonly string[]) =>
    all.filter((path) => !paths.includes(path)).map((path) => `write ${path}`);
  expect(await run()).toEqual(but());
  expect(await run(write('.vscode/tasks.json'))).toEqual(but('.vscode/tasks.json'));
  expect(await run(write('.vscode', { deep: true }))).toEqual(but('.vscode/b.json', '.vscode/tasks.json'));
  expect(await run(write('.', { deep: true }))).toEqual(['write .toolwright/config.json', 'write sub/.git/config']);
  expect(await run(...all.map((path) => write(path, { refused: true })))).toEqual([]);
  // What is only deleted, or not known, or elsewhere, opens nothing.
  expect(await run(write('AGENTS.md', { kind: 'delete' }), write('AGENTS.md', { known: false }))).toEqual(but());
  expect(await run(write('AGENTS.md', { where: 'outside' }), write('agents.md'))).toEqual(but());
  bench.write('AGENTS.md');
  const deleted = await bench.captured('rm AGENTS.md', [...unknownFacts, write('AGENTS.md', { kind: 'delete' })]);
  expect([refusedPaths(deleted), linesOf(deleted)]).toEqual([[], ['D AGENTS.md']]);
});

it('lets Git make a repository, when nothing else can have a hand in it', async () => {
  verifies('sandbox.sweep.new-repository');
  const bench = confined();
  bench.write('a.txt');
  const of = async (command: string) => {
    const before = bench.tree();
    const found = await bench.captured(command);
    const kept = existsSync(join(bench.root, '.git/config'));
    const hook = existsSync(join(bench.root, '.git/hooks/post-checkout'));
    await bench.undo(found);
    expect(bench.tree()).toEqual(before);
    return { kept, hook, refused: (found.refused ?? []).length > 0 };
  };
  const fine = { kept: true, hook: false, refused: false };
  const swept = { kept: false, hook: false, refused: true };
  expect(await of('git init -q')).toEqual(fine);
  expect(await of('git init -q && git add . && git commit -qm first')).toEqual(fine);
  bench.write('evil.sh', 'echo x > .git/hooks/post-checkout');
  expect(await of('git init -q; sh ./evil.sh')).toEqual(swept);
  expect(await of('GIT_TEMPLATE_DIR=. git init -q')).toEqual(swept);
  bench.write('template/hooks/post-checkout', 'evil');
  expect(await of('git init -q --template=template')).toEqual(swept);
  expect(await of('git -c init.templateDir=template init -q')).toEqual(swept);
});

it('does nothing for commands that are not confined, or that do no more than they say', async () => {
  verifies('sandbox.sweep.only-confined');
  const bare = createCaptureBench();
  const found = await bare.captured('echo x > AGENTS.md', unknownFacts);
  expect([linesOf(found), found.refused]).toEqual([['A AGENTS.md'], undefined]);
  const bench = confined();
  const proved = await bench.captured('echo x > AGENTS.md');
  expect([linesOf(proved), proved.refused]).toEqual([['A AGENTS.md'], undefined]);
});

it('leaves alone, and tells, what somebody changed meanwhile', async () => {
  verifies('sandbox.sweep.compares');
  const bench = confined();
  bench.write('AGENTS.md', 'mine\n');
  const capture = await bench.captures.begin(unknownFacts, { callId: 'call_1' });
  bench.run('mkdir .vscode; echo worse > AGENTS.md; echo evil > .envrc; echo evil > .vscode/tasks.json');
  const keep = bench.blobs.write.bind(bench.blobs);
  // What the command left is being kept: in that moment a person saves the file.
  bench.blobs.write = async (content, options) => {
    if (Buffer.from(content as Uint8Array).toString() === 'worse\n')
      writeFileSync(join(bench.root, 'AGENTS.md'), 'by hand\n');
    return keep(content, options);
  };
  const found = await capture.end();
  expect(found.left).toEqual([{ path: 'AGENTS.md', why: 'it was changed by somebody else meanwhile' }]);
  expect(refusedPaths(found)).toEqual(['write .envrc', 'write .vscode/tasks.json']);
  expect(linesOf(found)).toEqual(['M AGENTS.md']);
  expect(readFileSync(join(bench.root, 'AGENTS.md'), 'utf8')).toBe('by hand\n');
});

it('is not outdone by folders that are closed', async () => {
  verifies('sandbox.sweep.hidden');
  const bench = confined();
  bench.write('packages/a/index.js');
  await asOrdinaryUser(bench.base, async () => {
    const capture = await bench.captures.begin(unknownFacts, { callId: 'call_1' });
    for (const path of ['.vscode/tasks.json', 'sub/.git/config', 'packages/a/AGENTS.md']) bench.write(path);
    for (const path of ['.vscode', 'sub/.git', 'sub']) chmodSync(join(bench.root, path), 0o000);
    chmodSync(join(bench.root, 'packages/a'), 0o555);
    const found = await capture.end();
    expect(refusedPaths(found)).toEqual([
      'write .vscode/tasks.json',
      'write packages/a/AGENTS.md',
      'write sub/.git/config',
    ]);
    expect([found.left, found.unchecked]).toEqual([undefined, undefined]);
    expect(lstatSync(join(bench.root, 'packages/a')).mode & 0o777).toBe(0o555);
    chmodSync(join(bench.root, 'packages/a'), 0o755);
  });
});

it('removes what cannot be kept', async () => {
  verifies('sandbox.sweep.absent', 'sandbox.sweep.restores');
  const bench = confined();
  bench.write('sub/AGENTS.md', 'mine\n');
  await asOrdinaryUser(bench.base, async () => {
    const capture = await bench.captures.begin(unknownFacts, { callId: 'call_1' });
    for (const path of ['.envrc', 'sub/AGENTS.md']) {
      bench.write(path, 'evil\n');
      chmodSync(join(bench.root, path), 0o111);
    }
    bench.write('CLAUDE.md', Buffer.alloc(65 * 1024 * 1024));
    const found = await capture.end();
    expect(refusedPaths(found).toSorted()).toEqual(['write .envrc', 'write CLAUDE.md', 'write sub/AGENTS.md']);
    expect(found.refused?.map(({ blob }) => blob)).toEqual([undefined, undefined, undefined]);
    expect([found.paths, found.lost, found.left]).toEqual([[], [], undefined]);
  });
  expect(Object.keys(bench.tree()).toSorted()).toEqual(['.', 'sub', 'sub/AGENTS.md']);
  expect(readFileSync(join(bench.root, 'sub/AGENTS.md'), 'utf8')).toBe('mine\n');
});

it('is not outdone by more than is kept track of', { timeout: 120_000 }, async () => {
  verifies('sandbox.sweep.hidden');
  const bench = confined();
  bench.write('b.txt');
  const flood =
    'mkdir m .vscode; cd m; seq 12000 | split -l 1 -a 4; cd ..; mkdir z; echo x > z/AGENTS.md; echo x > .vscode/tasks.json';
  const found = await bench.captured(`${flood}; truncate -s 1100M big.bin`, unknownFacts);
  expect(refusedPaths(found)).toEqual(['write .vscode/tasks.json', 'write z/AGENTS.md']);
  expect([found.left, found.unchecked]).toEqual([undefined, undefined]);
});

it(
  'looks after protected paths also where the workspace is too large to be captured',
  { timeout: 120_000 },
  async () => {
    verifies('sandbox.sweep.large');
    const bench = confined();
    bench.run('mkdir m sub; cd m; seq 10500 | split -l 1 -a 4');
    bench.write('sub/AGENTS.md', 'mine\n');
    bench.write('rules/a.txt', 'mine\n');
    symlinkSync('../rules', join(bench.root, 'sub/.cursor'));
    const capture = await bench.captures.begin(unknownFacts, { callId: 'call_1' });
    expect(capture.missing).toBe('the workspace has more than 10,000 files');
    bench.run(
      'echo x > m/xaaa; mv sub other; ln -s other sub; mkdir .vscode; echo x > .vscode/tasks.json; echo x > rules/a.txt',
    );
    const found = await capture.end();
    expect([found.paths, found.lost, found.unknown]).toEqual([[], [], 'the workspace has more than 10,000 files']);
    expect(refusedPaths(found)).toEqual([
      'write .vscode/tasks.json',
      'write other/.cursor',
      'write other/AGENTS.md',
      'write rules/a.txt',
      'write sub',
      'delete sub/.cursor',
      'delete sub/AGENTS.md',
    ]);
    expect(readFileSync(join(bench.root, 'sub/AGENTS.md'), 'utf8')).toBe('mine\n');
    expect(readFileSync(join(bench.root, 'sub/.cursor/a.txt'), 'utf8')).toBe('mine\n');
    expect(existsSync(join(bench.root, '.vscode'))).toBe(false);
  },
);

it('says where it did not look', async () => {
  verifies('sandbox.sweep.unchecked');
  const bench = confined();
  writeFileSync(bench.folder, 'a file is in the way');
  const why = 'what is there could not be kept (ENOTDIR)';
  expect(await bench.captured('echo x > a.txt', unknownFacts)).toEqual({
    paths: [],
    lost: [],
    unknown: why,
    unchecked: why,
  });
  const deep = confined();
  expect((await deep.captured(`mkdir -p ${'d/'.repeat(300)}`, unknownFacts)).unchecked).toMatch(
    /d\/d: it lies too deep$/,
  );
  const unnamed = confined();
  const made = await unnamed.captured(String.raw`mkdir $'d\xfe'; mkdir $'d\xfe/.vscode'`, unknownFacts);
  expect(made.unchecked).toBe('d\ufffd (64fe): its name is not UTF-8');
  expect((await unnamed.captured('true', unknownFacts)).unchecked).toBeUndefined();
});

it('tells links that lead out of the workspace', async () => {
  verifies('sandbox.changes.outward-links');
  const bench = confined();
  bench.write('a.txt');
  mkdirSync(join(bench.root, 'in'));
  symlinkSync('../outside', join(bench.root, 'known'));
  const found = await bench.captured(
    'ln -s /etc/passwd one; ln -s ../../outside in/two; ln -s known/x three; ln -s in four; ln -s a.txt five; ln -s ../nowhere six; ln -s nowhere seven',
    unknownFacts,
  );
  expect(found.outward).toEqual(['in/two', 'one', 'six']);
});

it('leaves alone what the sandbox lets no command change: a person did it', async () => {
  verifies('sandbox.sweep.compares');
  const bench = createCaptureBench({ sandboxed: true, held: true });
  bench.write('AGENTS.md', 'mine\n');
  bench.write('.vscode/settings.json', '{}');
  bench.write('shared.txt', 'mine\n');
  linkSync(join(bench.root, 'shared.txt'), join(bench.root, 'CLAUDE.md'));
  bench.write('.github/workflows/a.yml', 'on: push');
  bench.write('docs/rules.md', 'mine\n');
  symlinkSync('docs/rules.md', join(bench.root, 'GEMINI.md'));
  const found = await bench.captured(
    [
      'echo saved > AGENTS.md; echo saved > .vscode/tasks.json',
      // What could be done from inside: through a second name, and by another link in place of one.
      'echo evil > shared.txt; ln -sfn elsewhere GEMINI.md',
      // The folder that a kept one lies in cannot be moved away.
      'echo saved > .github/workflows/a.yml; echo saved > docs/rules.md',
    ].join('; '),
    unknownFacts,
  );
  expect(refusedPaths(found)).toEqual(['write CLAUDE.md', 'write GEMINI.md']);
  for (const name of ['AGENTS.md', '.github/workflows/a.yml', 'docs/rules.md'])
    expect(readFileSync(join(bench.root, name), 'utf8')).toBe('saved\n');
  expect(linesOf(found)).toEqual(expect.arrayContaining(['A .vscode/tasks.json', 'M AGENTS.md', 'M shared.txt']));
});

it('puts back when it is opened again what a killed process could not, and clears what it left', async () => {
  verifies('sandbox.sweep.recovered', 'sandbox.sweep.compares');
  const bench = confined();
  bench.write('packages/a/AGENTS.md', 'mine\n');
  bench.write('packages/b/AGENTS.md', 'mine\n');
  await bench.captures.begin(unknownFacts, { callId: 'call_1' });
  bench.run('echo evil > packages/a/AGENTS.md; mkdir .vscode; echo evil > .vscode/tasks.json; echo x > made.txt');
  bench.write('packages/a/.toolwright-sweep-call_1-abc-0.tmp', 'mine\n');
  const index = join(bench.folder, 'capture.jsonl');
  const recover = async (isRecorded: boolean) => {
    const [found] = await recoverCaptures({
      folder: bench.folder,
      root: bench.root,
      own: [],
      blobs: bench.blobs,
      isRecorded: () => isRecorded,
      changedSince: () => [],
    });
    return found;
  };
  expect(await recover(true)).toBeUndefined();
  // As if the process had been killed before a person saved this one.
  bench.run('sleep 0.1');
  const then = Date.now() / 1000 - 2.05;
  utimesSync(index, then, then);
  bench.write('packages/b/AGENTS.md', 'by hand\n');
  const found = await recover(false);
  expect(found && refusedPaths(found)).toEqual(['write .vscode/tasks.json', 'write packages/a/AGENTS.md']);
  expect(found && linesOf(found)).toEqual(['A made.txt']);
  expect(found?.lost.map(({ path }) => path)).toEqual(['packages/b/AGENTS.md']);
  expect(Object.keys(bench.tree()).sort()).toEqual(
    ['.', 'made.txt', 'packages', 'packages/a', 'packages/a/AGENTS.md', 'packages/b', 'packages/b/AGENTS.md'].sort(),
  );
  expect(readFileSync(join(bench.root, 'packages/b/AGENTS.md'), 'utf8')).toBe('by hand\n');
});

it('takes nothing away that it could not put back', async () => {
  verifies('sandbox.sweep.compares');
  const bench = confined();
  bench.write('sub/AGENTS.md', 'closed\n');
  bench.write('sub/large.service', Buffer.alloc(65 * 1024 * 1024));
  chmodSync(join(bench.root, 'sub/AGENTS.md'), 0o000);
  await asOrdinaryUser(bench.base, async () => {
    const capture = await bench.captures.begin(unknownFacts, { callId: 'call_1' });
    chmodSync(join(bench.root, 'sub/AGENTS.md'), 0o200);
    const found = await capture.end();
    expect(found.left).toEqual([{ path: 'sub/AGENTS.md', why: 'it cannot be read (EACCES)' }]);
    expect([found.refused, found.paths]).toEqual([undefined, []]);
  });
  expect(readFileSync(join(bench.root, 'sub/AGENTS.md'), 'utf8')).toBe('closed\n');
});
