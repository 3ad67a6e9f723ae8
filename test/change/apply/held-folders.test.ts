import { existsSync, mkdirSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { holdFolders } from '../../../src/change/apply/held-folders.js';
import { defaultWalkMode } from '../../../src/workspace/descriptor-walk.js';
import { temporaryFolder } from '../../builtin/tool-harness.js';

function scene(count: number) {
  const root = temporaryFolder();
  const paths = Array.from({ length: count }, (_, at) => join(root, `d${at}`));
  for (const path of paths) mkdirSync(join(path, 'in'), { recursive: true });
  const folders = holdFolders(defaultWalkMode());
  onTestFinished(() => folders.close());
  return { root, paths, folders };
}

const isLinux = existsSync('/proc/self/fd');
const descriptors = (): number => readdirSync('/proc/self/fd').length;

it.skipIf(!isLinux)('holds 64 folders at most, the last that were asked for first, and none once it is closed', () => {
  const { paths, folders } = scene(100);
  const before = descriptors();
  const held = paths.map((path) => folders.open(path));
  expect(descriptors() - before).toBe(64);
  expect(folders.open(paths[99] ?? '')).toBe(held[99]);
  expect(folders.open(paths[0] ?? '')).not.toBe(held[0]);
  expect(descriptors() - before).toBe(64);
  folders.close();
  expect(descriptors()).toBe(before);
});

it('leads to what was there when it was opened, until it is forgotten with all beneath it', () => {
  const { root, paths, folders } = scene(3);
  const [first = '', second = '', third = ''] = paths;
  const [outer, inner, other] = [folders.open(first), folders.open(join(first, 'in')), folders.open(second)];
  renameSync(first, join(root, 'away'));
  renameSync(third, first);
  expect([folders.open(first), folders.open(join(first, 'in'))]).toEqual([outer, inner]);
  folders.forget(first);
  expect(folders.open(first)).not.toBe(outer);
  expect(folders.open(join(first, 'in'))).not.toBe(inner);
  expect(folders.open(second)).toBe(other);
});

it('finds nothing where nothing is, and says what else is wrong', () => {
  const { root, folders } = scene(0);
  writeFileSync(join(root, 'file'), '');
  expect(folders.find(join(root, 'gone'))).toBeUndefined();
  expect(folders.find(join(root, 'gone/deep'))).toBeUndefined();
  expect(() => folders.find(join(root, 'file'))).toThrow('ENOTDIR');
  expect(() => folders.open(join(root, 'gone'))).toThrow('ENOENT');
});
