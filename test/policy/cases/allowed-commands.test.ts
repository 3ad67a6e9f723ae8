import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { lstatSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { verifies } from '../../requirements.js';
import { shareOf, timesOf } from '../../support/depth.js';
import { needs } from '../../support/needs.js';
import { confinedBash } from '../confined-bash.js';
import { decideCase } from './decide-case.js';
import { type Folders, readCases } from './read-cases.js';
import { makeFolders } from './scene.js';

/** Whatever runs unasked is run here, in a namespace without network: no file may be made, changed or removed by it. What programs keep for themselves in home does not count. */
it.skipIf(needs('bwrap') !== undefined)(
  'allows no command that changes a file',
  async () => {
    verifies('policy.proof.allow');
    const folders = makeFolders();
    for (const name of ['a.txt', 'b.txt', 'data.txt', 'x.sh', 'README.md']) {
      writeFileSync(join(folders.ws, name), name === 'x.sh' ? '#!/bin/sh\ntouch pwned\n' : 'b 2\na 1\n', {
        mode: 0o755,
      });
    }
    let before = snapshot([folders.ws, folders.out]);
    const changed: string[] = [];
    let ran = 0;
    const cases = readCases('command', folders);
    // Each takes a process.
    for (const one of shareOf(cases, Math.ceil(cases.length / 10))) {
      // These are decided in mode auto, in which changes run too.
      if (one.tags.includes('taint')) continue;
      const { command, cwd, fixture, rules } = one.input as {
        readonly command: string;
        readonly cwd?: string;
        readonly fixture?: unknown;
        readonly rules?: unknown;
      };
      // What a rule allows is the word of whoever wrote it.
      if (fixture !== undefined || cwd !== undefined || rules !== undefined || command.length > 10_000) continue;
      const { got } = await decideCase(one, { tool: 'run_command', arguments: { command } }, folders);
      if (got !== 'allow') continue;
      ran += 1;
      runConfined(command, folders);
      const after = snapshot([folders.ws, folders.out]);
      if (after !== before) changed.push(command);
      before = after;
    }
    folders.remove();
    expect(changed).toEqual([]);
    expect(ran).toBeGreaterThan(timesOf({ test: 5, deep: 100 }));
  },
  240_000,
);

function runConfined(command: string, folders: Folders): void {
  spawnSync('bwrap', [...confinedBash(folders), '--', command], {
    env: { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: folders.home, GIT_PAGER: 'cat', TERM: 'dumb' },
    stdio: 'ignore',
    timeout: 10_000,
  });
}

/** Everything in the folders but what git keeps for itself about times. */
function snapshot(folders: readonly string[]): string {
  const hash = createHash('sha256');
  const look = (path: string): void => {
    const stats = lstatSync(path);
    hash.update(`${path} ${stats.mode} `);
    if (stats.isDirectory()) for (const name of readdirSync(path).sort()) look(join(path, name));
    else if (stats.isSymbolicLink()) hash.update(readlinkSync(path));
    else if (stats.isFile() && !path.endsWith('/.git/index')) hash.update(readFileSync(path));
  };
  for (const folder of folders) look(folder);
  return hash.digest('hex');
}
