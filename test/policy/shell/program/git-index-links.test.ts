import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { indexLinks } from '../../../../src/policy/shell/program/git/index-links.js';

/** A repository with files of many name lengths and two repositories in it, one of them deep. */
function makeRepository(version: number): Uint8Array {
  const top = mkdtempSync(join(tmpdir(), 'index-links-'));
  onTestFinished(() => rmSync(top, { recursive: true }));
  const git = (folder: string, ...args: string[]) =>
    execFileSync('git', ['-C', folder, '-c', 'user.name=n', '-c', 'user.email=e@example.org', ...args], {
      stdio: 'pipe',
    });
  for (const inner of ['zz', 'deep/er/lib']) {
    mkdirSync(join(top, inner), { recursive: true });
    git(join(top, inner), 'init', '-q');
    git(join(top, inner), 'commit', '-q', '--allow-empty', '-m', 'x');
  }
  git(top, 'init', '-q');
  for (let length = 1; length <= 20; length += 1) writeFileSync(join(top, 'f'.repeat(length)), 'x');
  git(top, '-c', 'advice.addEmbeddedRepo=false', 'add', '.');
  git(top, 'update-index', `--index-version=${version}`);
  return readFileSync(join(top, '.git', 'index'));
}

it.each([2, 3, 4])('finds repositories in an index of version %i', (version) => {
  expect(indexLinks(makeRepository(version))).toEqual(['deep/er/lib', 'zz']);
});

it('says nothing of what is no index, or is cut', () => {
  expect(indexLinks(Buffer.from('nothing of the kind'))).toBeUndefined();
  expect(indexLinks(makeRepository(2).subarray(0, 200))).toBeUndefined();
  expect(indexLinks(makeRepository(4).subarray(0, 100))).toBeUndefined();
});
