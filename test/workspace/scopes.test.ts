import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { isFailure } from '../../src/tool/outcome.js';
import type { Place } from '../../src/tool/port.js';
import { createWorkspace } from '../../src/workspace/workspace.js';
import { verifies } from '../requirements.js';

const folder = (): string => realpathSync(mkdtempSync(join(tmpdir(), 'toolwright-scopes-')));
const usual = { private: 'private/t1', shared: 'shared/t0', public: 'public' };

const placeOf = (found: ReturnType<ReturnType<typeof createWorkspace>['resolve']>): Place => {
  if (isFailure(found)) throw new Error(found.message);
  return found;
};

it('makes the folders, and resolves names to them', () => {
  verifies('seed.scopes.layout', 'seed.scopes.syntax', 'seed.scopes.unscoped', 'seed.scopes.provisioning');
  verifies('design.rooms.scopes');
  const root = folder();
  const { resolve, reach } = createWorkspace({ root, scopes: usual });
  for (const path of Object.values(usual)) expect(existsSync(join(root, path))).toBe(true);
  const cases: readonly [string, string, string][] = [
    ['private:/a/b', 'private:/a/b', 'private/t1/a/b'],
    ['a/b', 'private:/a/b', 'private/t1/a/b'],
    ['/a/b', 'private:/a/b', 'private/t1/a/b'],
    ['///a', 'private:/a', 'private/t1/a'],
    ['shared:/x', 'shared:/x', 'shared/t0/x'],
    ['public:/./x', 'public:/x', 'public/x'],
    ['public:/', 'public:/', 'public'],
    ['public://x', 'public:/x', 'public/x'],
    ['.', 'private:/', 'private/t1'],
    ['/', 'private:/', 'private/t1'],
    ['publication/x', 'private:/publication/x', 'private/t1/publication/x'],
    ['other:/x', 'private:/other:/x', 'private/t1/other:/x'],
    ['a..b', 'private:/a..b', 'private/t1/a..b'],
  ];
  for (const [given, shown, real] of cases)
    expect(placeOf(resolve(given)), given).toMatchObject({ given, shown, real, path: join(root, real), inside: true });
  expect(placeOf(reach('public/x'))).toMatchObject({ shown: 'public:/x', real: 'public/x' });
  expect(placeOf(reach(join(root, 'private/t1')))).toMatchObject({ shown: 'private:/' });
  expect(placeOf(reach('elsewhere'))).toMatchObject({ shown: 'elsewhere' });
});

it.each([
  ['', 'is empty'],
  [' ', 'is empty'],
  ['a\0b', 'NUL'],
  ['..', '".." in it'],
  ['a/../b', '".." in it'],
  ['private:/../public/x', '".." in it'],
  ['shared:/a/..', '".." in it'],
  ['Private:/x', 'Write private:/'],
  [' private:/x', 'Write private:/'],
  ['public:x', 'Write public:/'],
  ['PUBLIC :/x', 'Write public:/'],
])('refuses %j: %s', (given, message) => {
  verifies('seed.scopes.rejected', 'scopes.paths.misspelt');
  const { resolve } = createWorkspace({ root: folder(), scopes: usual });
  expect(resolve(given)).toMatchObject({ errorType: 'validation_failed', message: expect.stringContaining(message) });
});

it('follows no link out of a scope, also when it is put there later', async () => {
  verifies('seed.scopes.links', 'scopes.facts.via');
  const root = folder();
  const workspace = createWorkspace({ root, scopes: usual });
  const outside = folder();
  writeFileSync(join(outside, 'secret'), 'secret');
  writeFileSync(join(root, 'public/mine'), 'public');
  mkdirSync(join(root, 'private/t1/real'));
  writeFileSync(join(root, 'private/t1/real/x'), 'x');
  symlinkSync(outside, join(root, 'private/t1/out'));
  symlinkSync('../../public', join(root, 'private/t1/aside'));
  symlinkSync('real', join(root, 'private/t1/near'));
  for (const given of ['out/secret', 'private:/out', 'aside/mine', '/aside']) {
    expect(workspace.resolve(given)).toMatchObject({
      errorType: 'validation_failed',
      message: expect.stringContaining('leads out of private:/ by a link'),
    });
  }
  const near = placeOf(workspace.resolve('near/x'));
  expect(near).toMatchObject({ shown: 'private:/real/x', real: 'private/t1/real/x', via: 'private/t1/near/x' });
  const place = placeOf(workspace.resolve('real/x'));
  const { renameSync } = await import('node:fs');
  renameSync(join(root, 'private/t1/real'), join(root, 'private/t1/old'));
  symlinkSync(outside, join(root, 'private/t1/real'));
  writeFileSync(join(outside, 'x'), 'secret');
  expect(await workspace.read(place)).toMatchObject({ errorType: 'stale' });
  expect(readFileSync(join(outside, 'x'), 'utf8')).toBe('secret');
});

it('opens shared:/ to members of a group only, from when they are', () => {
  verifies('seed.scopes.shared-members');
  const group: { private: string; shared?: string; public: string } = { private: 'p', public: 'q' };
  const { resolve } = createWorkspace({ root: folder(), scopes: group });
  expect(resolve('shared:/x')).toMatchObject({ errorType: 'permission_denied' });
  group.shared = 's/t0';
  expect(resolve('shared:/x')).toMatchObject({ shown: 'shared:/x', real: 's/t0/x' });
});

it('marks what is never written', () => {
  verifies('seed.scopes.protected');
  const { resolve } = createWorkspace({ root: folder(), scopes: usual });
  for (const given of [
    'AGENTS.md',
    'x/Claude.md',
    'public:/.git/config',
    '.seed',
    'shared:/a/.codex/x',
    'state/events.jsonl',
    '.agents/x',
  ])
    expect(placeOf(resolve(given)).writeProtected, given).toBe(true);
  for (const given of ['AGENTS.md.txt', 'src/state/x', 'git', 'agents/x'])
    expect(placeOf(resolve(given)).writeProtected, given).toBeUndefined();
});

it('refuses scopes that are no folders of the workspace', () => {
  verifies('scopes.options.checked');
  const root = folder();
  symlinkSync(folder(), join(root, 'out'));
  writeFileSync(join(root, 'file'), '');
  for (const bad of ['../x', '/tmp', 'out', 'out/x', 'file', 'a/../..', ''])
    expect(() => createWorkspace({ root, scopes: { ...usual, public: bad } }), bad).toThrow(
      'The scope public cannot be',
    );
});
