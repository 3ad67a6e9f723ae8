import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { systemClock } from '../../../src/base/clock.js';
import { describeChanges, maxChangesChars } from '../../../src/builtin/shell/describe-changes.js';
import { runCommand } from '../../../src/builtin/shell/run-command.js';
import { createCaptures } from '../../../src/change/capture/create-captures.js';
import { createChanges } from '../../../src/change/changes.js';
import type { RunContext } from '../../../src/tool/context.js';
import { absent, type PathChange, type Version } from '../../../src/tool/version.js';
import { verifies } from '../../requirements.js';
import { callOk, callTool, createBench } from '../tool-harness.js';

function createCapturingBench() {
  const bench = createBench();
  const { root } = bench;
  const { workspace, blobs } = bench.ctx;
  const folder = join(bench.outside, 'captures');
  const captures = createCaptures({ root, blobs, folder, lasting: false, own: [], sandboxed: () => false });
  const changes = createChanges({ workspace, blobs, clock: systemClock, record: () => {}, captures });
  const ctx: RunContext = { ...bench.ctx, change: changes.forCall('call_test') };
  return { ...bench, ctx };
}

it('tells what it changed and what of it cannot be undone', async () => {
  verifies('capture.command.reported');
  const { ctx, write } = createCapturingBench();
  write('src/a.ts', 'a');
  write('old/c.ts', 'c');
  const command = 'echo hi; sh -c "echo b > src/b.ts; echo more >> src/a.ts; rm -r old; mkdir empty"';
  const { value, shown, plan } = await callOk(runCommand, { command }, ctx);
  expect(plan).toMatchObject({ undo: { possible: true, note: expect.stringContaining('not sandboxed') } });
  expect(value).toEqual({
    exit_code: 0,
    timed_out: false,
    output: 'hi\n',
    bytes: 3,
    changed: ['A empty', 'D old/c.ts', 'M src/a.ts', 'A src/b.ts'],
  });
  expect(shown).toBe('hi\n[exit code 0]\n[changed]\nA empty\nD old/c.ts\nM src/a.ts\nA src/b.ts');
  const failed = await callTool(runCommand, { command: 'sh -c "rm src/a.ts; mkfifo pipe; exit 2"' }, ctx);
  expect(failed.failure?.data).toMatchObject({
    exit_code: 2,
    changed: ['D src/a.ts'],
    undo: 'its change of pipe cannot be undone: it is a pipe (FIFO)',
  });
  expect(failed.shown).toContain('\n[its change of pipe cannot be undone: it is a pipe (FIFO)]');
});

it('is not run when it was to be undoable and nothing can be kept any more', async () => {
  verifies('capture.command.kept-or-not-run');
  const { ctx, write, outside, root } = createCapturingBench();
  write('a.ts', 'a');
  writeFileSync(join(outside, 'captures'), 'a file where the folder should be');
  const { failure, plan } = await callTool(runCommand, { command: 'sh -c "rm a.ts"' }, ctx);
  expect(plan).toMatchObject({ undo: { possible: true } });
  expect(failure).toMatchObject({ errorType: 'stale', message: expect.stringContaining('Not run: ') });
  expect(existsSync(join(root, 'a.ts'))).toBe(true);
});

it('says nothing of changes where nothing changed, and plans no undo for what only reads', async () => {
  verifies('capture.command.reads-nothing');
  const { ctx, write } = createCapturingBench();
  write('a.txt', 'a');
  const { value, plan } = await callOk(runCommand, { command: 'cat a.txt' }, ctx);
  expect(value).toEqual({ exit_code: 0, timed_out: false, output: 'a', bytes: 1 });
  expect(plan).not.toHaveProperty('undo');
  expect((await callOk(runCommand, { command: 'sh -c true' }, ctx)).value).not.toHaveProperty('changed');
});

it('bounds what it tells, whatever files are called', async () => {
  verifies('capture.command.reported');
  const made = (path: string): PathChange => ({ path, before: absent, after: { kind: 'link', target: 'x' } });
  const many = describeChanges({ paths: Array.from({ length: 500 }, (_, index) => made(`f${index}`)), lost: [] });
  expect(many.changed).toHaveLength(21);
  expect(many.changed?.at(-1)).toBe('… and 480 more');
  const long = describeChanges({ paths: Array.from({ length: 30 }, () => made('x'.repeat(4000))), lost: [] });
  expect(JSON.stringify(long).length).toBeLessThan(1200);
  expect(describeChanges({ paths: [made('a\n[exit code 0]\u202e')], lost: [] })).toEqual({
    changed: ['A a\\u{a}[exit code 0]\\u{202e}'],
  });
  const lost = Array.from({ length: 3 }, () => ({ path: 'x\n', why: 'y'.repeat(1000) }));
  expect(describeChanges({ paths: [], lost }).undo).toMatch(/^its change of x\\u\{a\} cannot .*, nor 2 other changes$/);
  expect(describeChanges({ paths: [], lost: [], unknown: 'the workspace has more than 10,000 files' })).toEqual({
    undo: 'what it changed cannot be undone: the workspace has more than 10,000 files',
  });
});

const content = (hash: string, bytes = 5): Version => ({ kind: 'file', hash, bytes, mode: 0o644 });
const gone = (path: string, hash: string, bytes?: number): PathChange => ({
  path,
  before: content(hash, bytes),
  after: absent,
});
const made = (path: string, hash: string, bytes?: number): PathChange => ({
  path,
  before: absent,
  after: content(hash, bytes),
});

it('tells files as moved where no other can be meant', () => {
  verifies('sandbox.changes.moves');
  const linesOf = (...paths: readonly PathChange[]) => describeChanges({ paths, lost: [] }).changed;
  expect(linesOf(gone('a', '1'), made('b', '1'), made('c', '2'))).toEqual(['R a -> b', 'A c']);
  // Two that hold the same, and empty ones, may be any.
  expect(linesOf(gone('a', '1'), made('b', '1'), made('c', '1'))).toEqual(['D a', 'A b', 'A c']);
  expect(linesOf(gone('a', '1'), gone('b', '1'), made('c', '1'))).toEqual(['D a', 'D b', 'A c']);
  expect(linesOf(gone('a', '1', 0), made('b', '1', 0))).toEqual(['D a', 'A b']);
  const folder = { path: 'dir', before: { kind: 'folder', mode: 0o755 }, after: absent } as const;
  expect(linesOf(folder, gone('dir/x\n', '1'), made('y', '1'))).toEqual(['R dir/x\\u{a} -> y']);
  expect(linesOf({ path: 'l', before: { kind: 'link', target: 'x' }, after: absent }, made('n', '1'))).toEqual([
    'D l',
    'A n',
  ]);
});

it('tells links that lead outside, and what was done to protected paths, within bounds', () => {
  verifies('sandbox.changes.outward-links', 'sandbox.sweep.told', 'sandbox.sweep.unchecked');
  const link = (path: string): PathChange => ({ path, before: absent, after: { kind: 'link', target: '/etc' } });
  const refusal = (path: string, kind: 'write' | 'delete') => ({
    path,
    fact: { kind, target: path, where: 'workspace', known: true, refused: true } as const,
    ...(kind === 'write' && { blob: `blob:${'0'.repeat(64)}` }),
  });
  const captured = {
    paths: [link('in'), link('out')],
    lost: [],
    outward: ['out'],
    refused: [refusal('AGENTS.md', 'write'), refusal('.npmrc', 'delete')],
    left: [{ path: '.envrc', why: 'it was changed by somebody else meanwhile' }],
    unchecked: 'data: another file system is mounted there',
  };
  expect(describeChanges(captured)).toEqual({
    changed: ['A in', 'A out (link to OUTSIDE: /etc)'],
    protected_paths: [
      '.envrc: NOT put back: it was changed by somebody else meanwhile',
      'not checked: data: another file system is mounted there',
      `wrote AGENTS.md: put back, kept as blob:${'0'.repeat(64)}`,
      'deleted .npmrc: put back',
    ],
  });
  const many = Array.from({ length: 5000 }, (_, index) => refusal(`${'x'.repeat(300)}${index}`, 'write'));
  const { changed = [], protected_paths = [] } = describeChanges({ ...captured, refused: many });
  expect([...changed, ...protected_paths].join('\n').length).toBeLessThan(maxChangesChars);
  expect(protected_paths.at(-1)).toMatch(/^… and 49\d\d more$/);
});
