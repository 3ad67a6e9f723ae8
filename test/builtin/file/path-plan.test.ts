import { execFileSync } from 'node:child_process';
import { linkSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { builtinTools } from '../../../src/builtin/builtin-tools.js';
import { createPolicy } from '../../../src/policy/create-policy.js';
import type { Mode, Verdict } from '../../../src/policy/policy.js';
import { checkerFor } from '../../../src/schema/check.js';
import type { PlanContext } from '../../../src/tool/context.js';
import { isFailure } from '../../../src/tool/outcome.js';
import type { PlanResult } from '../../../src/tool/plan.js';
import { createBench } from '../tool-harness.js';

type Fixture =
  | { readonly file: string; readonly text?: string }
  | { readonly dir: string }
  | { readonly symlink: string; readonly to: string }
  | { readonly hardlink: string; readonly to: string }
  | { readonly fifo: string }
  | { readonly socket: string };

interface Case {
  readonly op: 'read' | 'list' | 'search' | 'glob' | 'write' | 'edit' | 'append' | 'delete' | 'move';
  readonly path: string;
  readonly pattern?: string;
  readonly to?: string;
  readonly mode?: Mode;
  readonly fixture?: readonly Fixture[];
  readonly expect: Verdict;
  /** The strictest that is also right. */
  readonly max?: Verdict;
}

const toolNames = {
  read: 'read_file',
  list: 'list_dir',
  search: 'grep',
  glob: 'glob',
  write: 'write_file',
  edit: 'edit_file',
  append: 'append_file',
  delete: 'delete_file',
  move: 'move_file',
};

function argumentsOf({ op, path, pattern, to }: Case): Record<string, unknown> {
  if (op === 'search' || op === 'glob') return { pattern: pattern ?? 'x', path };
  if (op === 'move') return { from: path, to };
  if (op === 'write' || op === 'append') return { path, content: 'new\n' };
  if (op === 'edit') return { path, old_text: 'a', new_text: 'b' };
  return { path };
}

async function decide(given: Case): Promise<Verdict> {
  const { root, outside, ctx } = createBench();
  const home = join(dirname(root), 'home');
  mkdirSync(home);
  const at = (path: string): string =>
    path.replace('{{HOME}}', home).replace('{{OUT}}', outside).replace('{{WS}}', root);
  for (const entry of given.fixture ?? []) await make(entry, root, at);
  const filled = { ...given, path: at(given.path), ...(given.to !== undefined && { to: at(given.to) }) };
  const name = toolNames[given.op];
  const planned = await plan(name, argumentsOf(filled), ctx);
  if (isFailure(planned)) return 'deny';
  const tool = { name, effects: 'workspace', dangerous: false, source: 'builtin' } as const;
  const policy = createPolicy({ places: { root, home, own: [] } });
  return (await policy.decide({ tool, facts: planned.facts, mode: given.mode ?? 'ask', sandboxed: true })).verdict;
}

async function plan(name: string, args: object, ctx: PlanContext): Promise<PlanResult> {
  const tool = builtinTools.find((one) => one.name === name);
  if (tool?.plan === undefined) throw new Error(`no plan of ${name}`);
  expect((await checkerFor(tool.parameters))(args)).toEqual([]);
  return tool.plan(args as never, ctx);
}

async function make(entry: Fixture, root: string, at: (path: string) => string): Promise<void> {
  const [name] = Object.values(entry) as [string];
  const path = at(name).startsWith('/') ? at(name) : join(root, name);
  mkdirSync(dirname(path), { recursive: true });
  if ('file' in entry) writeFileSync(path, entry.text ?? 'a\n');
  else if ('dir' in entry) mkdirSync(path, { recursive: true });
  else if ('symlink' in entry) symlinkSync(at(entry.to), path);
  else if ('hardlink' in entry) linkSync(at(entry.to), path);
  else if ('fifo' in entry) execFileSync('mkfifo', [path]);
  else await listen(path);
}

async function listen(path: string): Promise<void> {
  const server = createServer();
  onTestFinished(() => void server.close());
  await new Promise<void>((resolve) => server.listen(path, resolve));
}

const cases: Record<string, Case> = {
  'double slash': { op: 'read', path: 'src//index.ts', expect: 'allow' },
  'resembles a key name': { op: 'read', path: 'docs/id_rsa.md', expect: 'allow' },
  'three dots': { op: 'read', path: '...', expect: 'allow' },
  'starts with two dots': { op: 'read', path: '..foo/bar', expect: 'allow' },
  'a file that is there': { op: 'read', path: 'a.txt', fixture: [{ file: 'a.txt' }], expect: 'allow' },
  'by its absolute path': { op: 'read', path: '{{WS}}/a.txt', expect: 'allow' },
  'a literal tilde': { op: 'read', path: '~/x', expect: 'allow', max: 'ask' },
  'a literal variable': { op: 'read', path: '$HOME/x', expect: 'allow', max: 'ask' },
  'a literal escape': { op: 'read', path: '%2e%2e/x', expect: 'allow', max: 'ask' },
  'the folder itself': { op: 'list', path: '.', expect: 'allow' },
  'a missing folder': { op: 'list', path: 'none', expect: 'allow' },
  'a search': { op: 'search', path: 'src', expect: 'allow' },
  'a search of a missing folder': { op: 'search', path: 'none', expect: 'allow' },
  'a search outside': { op: 'search', path: '{{OUT}}', expect: 'ask' },
  'a search of keys': { op: 'search', path: '{{HOME}}/.ssh', fixture: [{ dir: '{{HOME}}/.ssh' }], expect: 'deny' },
  'a glob': { op: 'glob', path: '.', pattern: '**/*.ts', expect: 'allow' },
  'a glob that climbs': { op: 'glob', path: '.', pattern: '../**', expect: 'deny' },
  'a glob that is broken': { op: 'glob', path: '.', pattern: '[a', expect: 'deny' },
  'parent in the middle': { op: 'read', path: 'src/../../x.txt', expect: 'ask' },
  'absolute outside': { op: 'read', path: '/etc/hosts', expect: 'ask' },
  'delete outside': { op: 'delete', path: '../other', expect: 'ask' },
  'drive-relative': { op: 'read', path: 'C:x.txt', expect: 'ask' },
  drive: { op: 'write', path: 'C:\\x.txt', mode: 'edit', expect: 'ask' },
  UNC: { op: 'read', path: '\\\\203.0.113.7\\share\\x', expect: 'deny' },
  'UNC with slashes': { op: 'read', path: '//203.0.113.7/share/x', expect: 'deny' },
  'UNC, written': { op: 'write', path: '\\\\203.0.113.7\\share\\x', expect: 'deny' },
  'UNC, listed': { op: 'list', path: '\\\\203.0.113.7\\share', expect: 'deny' },
  'UNC, searched': { op: 'search', path: '\\\\203.0.113.7\\share', expect: 'deny' },
  'UNC, moved to': { op: 'move', path: 'a', to: '\\\\203.0.113.7\\share\\x', expect: 'deny' },
  'a stream of a file': { op: 'read', path: 'a.txt::$DATA', expect: 'ask' },
  'a device name': { op: 'write', path: 'NUL', mode: 'edit', expect: 'ask' },
  'trailing dot': { op: 'write', path: '.git./hooks/pre-commit', mode: 'edit', expect: 'ask' },
  'short name': { op: 'write', path: 'GIT~1/hooks/pre-commit', mode: 'edit', expect: 'ask' },
  'procfs alias of root': { op: 'read', path: '/proc/self/root/etc/hosts', expect: 'ask' },
  'procfs alias of a key file': { op: 'read', path: '/proc/self/root/etc/shadow', expect: 'deny' },
  'own environment': { op: 'read', path: '/proc/self/environ', expect: 'deny' },
  'own memory': { op: 'read', path: '/proc/self/mem', expect: 'deny' },
  'own descriptor': { op: 'read', path: '/proc/self/fd/0', expect: 'deny' },
  'endless device': { op: 'read', path: '/dev/zero', expect: 'deny' },
  'random device': { op: 'read', path: '/dev/urandom', expect: 'deny' },
  'standard input': { op: 'read', path: '/dev/stdin', expect: 'deny' },
  'device, written': { op: 'write', path: '/dev/sda', expect: 'deny' },
  'device, by a link': { op: 'read', path: 'z', fixture: [{ symlink: 'z', to: '/dev/zero' }], expect: 'deny' },
  pipe: { op: 'read', path: 'p', fixture: [{ fifo: 'p' }], expect: 'deny' },
  'pipe, written': { op: 'write', path: 'p', fixture: [{ fifo: 'p' }], expect: 'deny' },
  'pipe, appended to': { op: 'append', path: 'p', fixture: [{ fifo: 'p' }], expect: 'deny' },
  'pipe, searched': { op: 'search', path: 'p', fixture: [{ fifo: 'p' }], expect: 'deny' },
  'pipe outside': { op: 'read', path: '{{OUT}}/p', fixture: [{ fifo: '{{OUT}}/p' }], expect: 'deny' },
  socket: { op: 'read', path: 's', fixture: [{ socket: 's' }], expect: 'deny' },
  'folder as a file': { op: 'read', path: 'd', fixture: [{ dir: 'd' }], expect: 'deny' },
  NUL: { op: 'read', path: 'a\0b.txt', expect: 'deny' },
  empty: { op: 'read', path: '', expect: 'deny' },
  'too long a name': { op: 'read', path: 'a'.repeat(300), expect: 'deny' },
  'half a character': { op: 'write', path: 'a\ud800', expect: 'deny' },
  'decomposed name': { op: 'read', path: 'cafe\u0301.txt', fixture: [{ file: 'caf\u00e9.txt' }], expect: 'allow' },
  'Kelvin sign': { op: 'write', path: '\u212aey.txt', expect: 'ask' },
  'bad pattern': { op: 'search', path: 'src', pattern: '(', expect: 'deny' },
  'bad pattern, class': { op: 'search', path: 'src', pattern: '[a', expect: 'deny' },
  'bad pattern, nothing to repeat': { op: 'search', path: 'src', pattern: '*a', expect: 'deny' },
  'workspace secrets': { op: 'read', path: '.env.production', expect: 'ask' },
  'workspace secrets that are there': { op: 'read', path: '.env', fixture: [{ file: '.env' }], expect: 'ask' },
  'template of secrets': { op: 'read', path: '.env.example', expect: 'allow' },
  'secrets by a link': {
    op: 'read',
    path: 'notes.txt',
    fixture: [{ file: '.env' }, { symlink: 'notes.txt', to: '.env' }],
    expect: 'ask',
  },
  'secrets that are a link': {
    op: 'read',
    path: '.env',
    fixture: [{ file: 'real.txt' }, { symlink: '.env', to: 'real.txt' }],
    expect: 'ask',
  },
  'secrets, searched': { op: 'search', path: '.env', expect: 'ask' },
  token: { op: 'read', path: '.npmrc', expect: 'ask' },
  'token in git': { op: 'read', path: '.git/config', expect: 'ask' },
  'cloud credentials': { op: 'read', path: '{{HOME}}/.config/gcloud/credentials.db', expect: 'deny' },
  'password hashes': { op: 'read', path: '/etc/shadow', expect: 'deny' },
  'root socket': { op: 'read', path: '/var/run/docker.sock', expect: 'deny' },
  'link to a key': {
    op: 'read',
    path: 'key',
    fixture: [{ symlink: 'key', to: '{{HOME}}/.ssh/id_rsa' }],
    expect: 'deny',
  },
  'link to a folder of keys': {
    op: 'read',
    path: 'k/id_rsa',
    fixture: [{ dir: '{{HOME}}/.ssh' }, { symlink: 'k', to: '{{HOME}}/.ssh' }],
    expect: 'deny',
  },
  'link outside': {
    op: 'read',
    path: 'l',
    fixture: [{ file: '{{OUT}}/x' }, { symlink: 'l', to: '{{OUT}}/x' }],
    expect: 'ask',
  },
  'link outside, written': {
    op: 'write',
    path: 'l',
    mode: 'edit',
    fixture: [{ symlink: 'l', to: '{{OUT}}/x' }],
    expect: 'ask',
  },
  'link into git': {
    op: 'write',
    path: 'l/pre-commit',
    mode: 'edit',
    fixture: [{ dir: '.git/hooks' }, { symlink: 'l', to: '.git/hooks' }],
    expect: 'ask',
  },
  'hard link, written': {
    op: 'write',
    path: 'h',
    mode: 'edit',
    fixture: [{ file: '{{OUT}}/x' }, { hardlink: 'h', to: '{{OUT}}/x' }],
    expect: 'ask',
  },
  'hard link, appended to': {
    op: 'append',
    path: 'h',
    mode: 'edit',
    fixture: [{ file: '{{OUT}}/x' }, { hardlink: 'h', to: '{{OUT}}/x' }],
    expect: 'ask',
  },
  'hard link, read': {
    op: 'read',
    path: 'h',
    fixture: [{ file: '{{OUT}}/x' }, { hardlink: 'h', to: '{{OUT}}/x' }],
    expect: 'ask',
  },
  'hard link of a package': {
    op: 'read',
    path: 'node_modules/a/index.js',
    fixture: [{ file: '{{OUT}}/x' }, { hardlink: 'node_modules/a/index.js', to: '{{OUT}}/x' }],
    expect: 'allow',
  },
  'a new file': { op: 'write', path: 'src/new.ts', expect: 'ask' },
  'a new file in edit mode': { op: 'write', path: 'src/new.ts', mode: 'edit', expect: 'allow' },
  'an edit': { op: 'edit', path: 'src/a.ts', fixture: [{ file: 'src/a.ts' }], expect: 'ask' },
  'an edit in edit mode': {
    op: 'edit',
    path: 'src/a.ts',
    mode: 'edit',
    fixture: [{ file: 'src/a.ts' }],
    expect: 'allow',
  },
  'an addition': { op: 'append', path: 'notes.md', expect: 'ask' },
  'an addition in edit mode': { op: 'append', path: 'notes.md', mode: 'edit', expect: 'allow' },
  'editor task': { op: 'write', path: '.vscode/tasks.json', mode: 'edit', expect: 'ask' },
  'editor setting': { op: 'write', path: '.vscode/settings.json', mode: 'auto', expect: 'ask' },
  CI: { op: 'write', path: '.github/workflows/ci.yml', mode: 'edit', expect: 'ask' },
  'MCP servers': { op: 'write', path: '.mcp.json', mode: 'edit', expect: 'ask' },
  'git hook': { op: 'append', path: '.git/hooks/pre-commit', mode: 'auto', expect: 'ask' },
  submodules: { op: 'write', path: '.gitmodules', mode: 'edit', expect: 'ask' },
  'test setup': { op: 'write', path: 'jest.config.js', mode: 'edit', expect: 'ask' },
  'package scripts': {
    op: 'edit',
    path: 'package.json',
    mode: 'edit',
    fixture: [{ file: 'package.json' }],
    expect: 'ask',
  },
  'own policy': { op: 'write', path: '{{HOME}}/.toolwright/policy.json', mode: 'edit', expect: 'deny' },
  'own policy in the workspace': { op: 'write', path: '.toolwright/config.json', mode: 'edit', expect: 'deny' },
  'start-up file': { op: 'append', path: '{{HOME}}/.bashrc', mode: 'auto', expect: 'ask' },
  login: { op: 'append', path: '{{HOME}}/.ssh/authorized_keys', mode: 'auto', expect: 'deny' },
  'a file away': { op: 'delete', path: 'src/a.ts', fixture: [{ file: 'src/a.ts' }], expect: 'ask' },
  'a missing file away': { op: 'delete', path: 'src/none.ts', expect: 'deny' },
  'a missing file outside away': { op: 'delete', path: '{{OUT}}/none.ts', expect: 'ask' },
  'the workspace away': { op: 'delete', path: '.', mode: 'auto', expect: 'deny' },
  'the workspace away by its name': { op: 'delete', path: '{{WS}}', mode: 'auto', expect: 'deny' },
  'git away': { op: 'delete', path: '.git', fixture: [{ file: '.git' }], mode: 'auto', expect: 'ask' },
  'home away': { op: 'delete', path: '{{HOME}}', expect: 'deny' },
  'home away by a link': { op: 'delete', path: 'h', fixture: [{ symlink: 'h', to: '{{HOME}}' }], expect: 'deny' },
  'root away': { op: 'delete', path: '/', expect: 'deny' },
  'system away': { op: 'move', path: '/usr', to: '/usr.bak', expect: 'deny' },
  moved: { op: 'move', path: 'a', to: 'b', fixture: [{ file: 'a' }], expect: 'ask' },
  'moved in edit mode': { op: 'move', path: 'a', to: 'b', fixture: [{ file: 'a' }], mode: 'edit', expect: 'allow' },
  'moved outside': { op: 'move', path: 'a', to: '{{OUT}}/b', fixture: [{ file: 'a' }], mode: 'edit', expect: 'ask' },
  'moved into git': {
    op: 'move',
    path: 'a',
    to: '.git/hooks/pre-commit',
    fixture: [{ file: 'a' }],
    mode: 'edit',
    expect: 'ask',
  },
  'moved out of git': { op: 'move', path: '.git', to: 'old', fixture: [{ dir: '.git' }], mode: 'auto', expect: 'ask' },
  'credentials moved in': { op: 'move', path: '{{HOME}}/.ssh/id_rsa', to: 'x', expect: 'deny' },
};

describe('the plans of the file tools', () => {
  it.each(Object.entries(cases))('let policy judge: %s', async (_, given) => {
    const verdict = await decide(given);
    expect([given.expect, given.max ?? given.expect]).toContain(verdict);
  });

  it('tell each thing a call would do', async () => {
    const { ctx, root } = createBench();
    mkdirSync(join(root, 'd'));
    writeFileSync(join(root, 'a'), 'a\n');
    const facts = async (name: string, args: object) => {
      const planned = await plan(name, args, ctx);
      return isFailure(planned) ? planned.errorType : planned.facts;
    };
    const inside = { where: 'workspace', known: true } as const;
    expect(await facts('delete_file', { path: 'a' })).toEqual([{ kind: 'delete', target: 'a', ...inside }]);
    expect(await facts('delete_file', { path: 'd', recursive: true })).toEqual([
      { kind: 'delete', target: 'd', ...inside, deep: true },
    ]);
    expect(await facts('delete_file', { path: 'a', recursive: true })).toEqual([
      { kind: 'delete', target: 'a', ...inside, deep: true },
    ]);
    expect(await facts('move_file', { from: 'd', to: 'e' })).toEqual([
      { kind: 'move', target: 'd', ...inside, deep: true },
      { kind: 'write', target: 'e', ...inside },
    ]);
    expect(await facts('append_file', { path: 'a', content: 'x' })).toEqual([
      { kind: 'write', target: 'a', ...inside },
    ]);
    expect(await facts('append_file', { path: 'd', content: 'x' })).toBe('validation_failed');
    expect(await facts('append_file', { path: 'a', content: '\ud800' })).toBe('validation_failed');
  });

  it('tell the name by which a path was given when links lead elsewhere', async () => {
    const { ctx, root, outside } = createBench();
    writeFileSync(join(outside, 'x'), '');
    symlinkSync(outside, join(root, 'out'));
    mkdirSync(join(root, 'd'));
    symlinkSync('d', join(root, 'in'));
    expect(await plan('read_file', { path: './in/../out/x' }, ctx)).toMatchObject({
      facts: [{ kind: 'read', target: join(outside, 'x'), where: 'outside', known: true, via: 'out/x' }],
    });
    expect(await plan('write_file', { path: 'in/new', content: '' }, ctx)).toMatchObject({
      facts: [{ kind: 'write', target: 'd/new', where: 'workspace', known: true, via: 'in/new' }],
    });
  });
});
