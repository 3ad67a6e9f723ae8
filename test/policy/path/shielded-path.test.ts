import { expect, it } from 'vitest';
import { isShielded, isUnshielded } from '../../../src/policy/path/shielded-path.js';
import type { Fact } from '../../../src/tool/fact.js';
import { verifies } from '../../requirements.js';

const shielded = `
.vscode .vscode/tasks.json packages/a/.vscode/x/y .VSCODE/tasks.json .github .github/workflows/x.yml .idea/a
.git .git/config .git/hooks .git/hooks/post-checkout .git/hooks/x.sample .git/config.worktree .git/info/attributes
.git/commondir .git/modules/a/b/config .git/modules/a/hooks/update .git/worktrees/x/gitdir sub/.git/config .GIT/config
GIT~1/config bare.git/config .hg/hgrc .jj/repo/config.toml HEAD evil/HEAD evil/hooks/pre-commit .gitmodules .gitattributes
.gitconfig AGENTS.md sub/agents.md CLAUDE.md .mcp.json .cursor/rules/a.md .toolwright .toolwright/config.json .envrc .npmrc
.bashrc .profile .husky/pre-commit .gitlab-ci.yml Jenkinsfile x.code-workspace a.service .ssh/config .cargo/.vscode/a
.config/git/config .config .mvn/.git/hooks/x node_modules.x/.npmrc NODE_MODULES/.npmrc
`;

const open = `
a.txt src/main.c package.json package-lock.json Makefile Dockerfile vite.config.ts pyproject.toml .cargo/config.toml .yarn/a
.git/HEAD .git/index .git/objects/aa/bb .git/refs/heads/config .git/refs/heads/hooks/x .git/logs/HEAD .git/COMMIT_EDITMSG
.git/packed-refs .git/info/exclude .git/modules/a/HEAD .git/rr-cache/config .github/FUNDING.yml .config/own.json .gitignore
.env src/hooks/use-it.ts node_modules/x/.vscode/a node_modules/x/.git/config lib/site-packages/x/.npmrc agents.txt
`;

const words = (text: string): readonly string[] => text.trim().split(/\s+/);

it('tells what other programs run or obey from what commands write all the time', () => {
  verifies('sandbox.sweep.absent', 'sandbox.sweep.ordinary-work');
  expect(words(shielded).filter((path) => !isShielded(path, []))).toEqual([]);
  expect(words(open).filter((path) => isShielded(path, []))).toEqual([]);
});

it('skips only folders without anything that is shielded', () => {
  const skipped = ['node_modules', 'a/node_modules', 'x/site-packages', '.git/objects', 'a/.git/refs', 'b.git/logs'];
  expect(skipped.filter((path) => !isUnshielded(path))).toEqual([]);
  expect(['src', '.git', 'objects', 'a/refs', '.git/modules', 'NODE_MODULES'].filter(isUnshielded)).toEqual([]);
  for (const folder of skipped) expect(isShielded(`${folder}/hooks/config`, [])).toBe(false);
});

const fact = (target: string, more: Partial<Fact> = {}): Fact => ({
  kind: 'write',
  target,
  where: 'workspace',
  known: true,
  ...more,
});

it('goes by what facts name', () => {
  verifies('sandbox.sweep.named');
  const opens = (path: string, one: Fact, written = true): boolean => !isShielded(path, [one], { written });
  expect(opens('.vscode/a', fact('.vscode/a'))).toBe(true);
  expect(opens('.vscode/a', fact('src', { via: '.vscode/a', where: 'outside' }))).toBe(true);
  expect(opens('.vscode/a', fact('.vscode'))).toBe(false);
  expect(opens('.vscode/a', fact('.vscode', { deep: true }))).toBe(true);
  expect(opens('.vscode.d/.npmrc', fact('.vscode', { deep: true }))).toBe(false);
  expect(opens('.git/config', fact('.', { deep: true }))).toBe(false);
  expect(opens('.git/config', fact('.git/config'))).toBe(true);
  expect(opens('.toolwright/rules', fact('.toolwright', { deep: true }))).toBe(false);
  expect(opens('AGENTS.md', fact('agents.md'))).toBe(false);
  expect(opens('AGENTS.md', fact('AGENTS.md', { known: false }))).toBe(false);
  expect(opens('AGENTS.md', fact('AGENTS.md', { kind: 'read' }))).toBe(false);
  expect(opens('AGENTS.md', fact('AGENTS.md', { kind: 'delete' }))).toBe(false);
  expect(opens('AGENTS.md', fact('AGENTS.md', { kind: 'delete' }), false)).toBe(true);
  expect(opens('.vscode/a', fact('.vscode', { kind: 'move', deep: true }), false)).toBe(true);
});

const command = (...text: readonly (string | null)[]): Fact => ({
  kind: 'exec',
  target: text.join(' '),
  where: 'workspace',
  known: false,
  words: text,
  plain: true,
});

it('knows commands that make a repository', () => {
  verifies('sandbox.sweep.new-repository');
  const makes = (...facts: readonly Fact[]): boolean => !isShielded('.git/config', facts);
  expect(makes(command('git', 'init', '-q', '-b', 'main'))).toBe(true);
  expect(makes(command('git', 'clone', '--depth', '1', 'https://example.com/x.git', 'x'))).toBe(true);
  expect(makes(command('git', 'init'), command('git', 'add', '.'), { ...command('echo', 'x'), proved: true })).toBe(
    true,
  );
  const others = [
    [command('git', 'init', '--template=x')],
    [command('git', 'init', '--separate-git-dir=x')],
    [command('git', '-c', 'init.templateDir=x', 'init')],
    [command('git', 'clone', '-c', 'core.fsmonitor=x', 'y')],
    [command('git', 'clone', '--config=core.fsmonitor=x', 'y')],
    [command('git', 'init', null)],
    [{ ...command('git', 'init'), plain: false }],
    [command('git', 'init'), command('./evil')],
    [command('git', 'init'), command('git', 'config', 'core.fsmonitor', 'x')],
    [command('git', 'commit')],
  ];
  expect(others.filter((facts) => makes(...facts))).toEqual([]);
  // Hooks that run are never among the usual files.
  expect(isShielded('.git/hooks/pre-commit', [command('git', 'init')])).toBe(true);
  expect(isShielded('.git/hooks/pre-commit.sample', [command('git', 'init')])).toBe(false);
});
