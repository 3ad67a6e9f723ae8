import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { verifies } from '../requirements.js';
import { built } from '../support/built-cli.js';
import { plainEnv, root } from './npm.js';
import { packedFiles, packFolder } from './pack-folder.js';

// The package, unpacked beside the dependencies that are here: npm installs it with its own in `test:deep`.
const folder = mkdtempSync(join(tmpdir(), 'toolwright-pack-'));
const home = join(folder, 'node_modules/toolwright');
let packed: readonly string[];

beforeAll(async () => {
  const made = join(folder, 'package');
  mkdirSync(made);
  cpSync((await built()).dist, join(made, 'dist'), { recursive: true });
  const { files, tarball } = packFolder(made, folder);
  packed = files;
  mkdirSync(home, { recursive: true });
  execFileSync('tar', ['-xzf', tarball, '-C', home, '--strip-components=1']);
  symlinkSync(`${root}node_modules`, join(home, 'node_modules'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('packs what is built, and nothing else', () => {
  verifies('core.pack.installs');
  expect(packed.filter((path) => !/^dist\/(?:chunks|program|types)\//.test(path)).toSorted()).toEqual(packedFiles);
});

it('runs from there', () => {
  verifies('core.pack.runs');
  const run = (...args: string[]): string =>
    execFileSync(process.execPath, [join(home, 'dist/cli.cjs'), ...args], {
      cwd: folder,
      env: plainEnv({ HOME: folder }),
      encoding: 'utf8',
    });
  expect(run('--version')).toBe('0.1.0\n');
  expect(run('run', '--model', 'guide', '--store', 'memory', 'hi')).not.toBe('');
});
