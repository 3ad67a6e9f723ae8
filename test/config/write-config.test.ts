import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { writeConfigFile, writeWorkspaceConfig } from '../../src/config/write-config.js';
import { verifies } from '../requirements.js';
import { asOrdinaryUser } from '../support/ordinary-user.js';

function newFolder(): string {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'toolwright-write-')));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  return root;
}
const modeOf = (path: string): number => statSync(path).mode & 0o777;

it('makes a file and its folders for their owner only', () => {
  verifies('models.config.set-checked');
  const path = join(newFolder(), 'a', 'b', 'config.json');
  writeConfigFile(path, { text: '{}', base: undefined });
  expect(readFileSync(path, 'utf8')).toBe('{}');
  expect([modeOf(path), modeOf(dirname(path)), modeOf(dirname(dirname(path)))]).toEqual([0o600, 0o700, 0o700]);
  expect(readdirSync(dirname(path))).toEqual(['config.json']);
});

it('keeps the rights of an old file, and writes through a link to it', () => {
  verifies('models.config.set-checked');
  const root = newFolder();
  mkdirSync(join(root, 'dotfiles'));
  const real = join(root, 'dotfiles', 'tw.json');
  writeFileSync(real, '{}');
  chmodSync(real, 0o644);
  symlinkSync(real, join(root, 'config.json'));
  writeConfigFile(join(root, 'config.json'), { text: '{"mode":"ask"}', base: '{}' });
  expect(lstatSync(join(root, 'config.json')).isSymbolicLink()).toBe(true);
  expect([readFileSync(real, 'utf8'), modeOf(real)]).toEqual(['{"mode":"ask"}', 0o644]);
  expect(readdirSync(join(root, 'dotfiles'))).toEqual(['tw.json']);
});

it('puts no file in the place of a link that leads nowhere', () => {
  verifies('models.config.set-checked');
  const path = join(newFolder(), 'config.json');
  symlinkSync('gone.json', path);
  expect(() => writeConfigFile(path, { text: '{}', base: undefined })).toThrow(
    `${path} is a link that leads nowhere. Make its target, or remove it.`,
  );
  expect(lstatSync(path).isSymbolicLink()).toBe(true);
});

it('overwrites nothing it has not read', () => {
  verifies('models.config.set-checked');
  const path = join(newFolder(), 'config.json');
  writeFileSync(path, 'other');
  for (const base of [undefined, '{}'])
    expect(() => writeConfigFile(path, { text: 'x', base })).toThrow(
      `${path} changed meanwhile. Nothing was written; try again.`,
    );
  rmSync(path);
  expect(() => writeConfigFile(path, { text: 'x', base: '{}' })).toThrow('changed meanwhile');
  expect(readdirSync(dirname(path))).toEqual([]);
});

it('follows no link in a workspace', () => {
  verifies('models.trust.bounded');
  const root = newFolder();
  const outside = newFolder();
  writeFileSync(join(outside, 'config.json'), '{}');
  symlinkSync(outside, join(root, '.toolwright'));
  expect(() => writeWorkspaceConfig(root, { text: 'x', base: '{}' })).toThrow('cannot be written');
  rmSync(join(root, '.toolwright'));
  mkdirSync(join(root, '.toolwright'));
  symlinkSync(join(outside, 'config.json'), join(root, '.toolwright', 'config.json'));
  expect(() => writeWorkspaceConfig(root, { text: 'x', base: '{}' })).toThrow('is a link. Put a file there first.');
  expect(readFileSync(join(outside, 'config.json'), 'utf8')).toBe('{}');
  rmSync(join(root, '.toolwright'), { recursive: true });
  writeWorkspaceConfig(root, { text: '{}', base: undefined });
  expect(modeOf(join(root, '.toolwright'))).toBe(0o700);
  expect(modeOf(join(root, '.toolwright', 'config.json'))).toBe(0o600);
});

it('says what to do when it may not write', async () => {
  verifies('models.config.set-checked');
  const root = newFolder();
  await asOrdinaryUser(root, () => {
    chmodSync(root, 0o500);
    const path = join(root, 'config.json');
    expect(() => writeConfigFile(path, { text: 'x', base: undefined })).toThrow(
      `${path} cannot be written (EACCES). Look at its rights and at the folder it is in, then try again.`,
    );
    chmodSync(root, 0o700);
  });
});
