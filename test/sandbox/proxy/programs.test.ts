import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../builtin/tool-harness.js';
import { verifies } from '../../requirements.js';
import { needs } from '../../support/needs.js';
import { exited } from '../box.js';
import { createConnectedBox } from './connected-box.js';
import { allow } from './proxy-harness.js';

const hosts = allow('example.test');

/** A repository as any web server can offer it. */
function makeRepository(): string {
  const folder = temporaryFolder();
  const git = (...words: readonly string[]) => execFileSync('git', words, { cwd: folder, stdio: 'ignore' });
  git('init', '-q', 'work');
  writeFileSync(join(folder, 'work', 'readme'), 'cloned\n');
  git('-C', 'work', 'add', '.');
  git('-C', 'work', '-c', 'user.name=a', '-c', 'user.email=a@example.com', 'commit', '-qm', 'first');
  git('clone', '-q', '--bare', 'work', 'repository.git');
  git('-C', 'repository.git', 'update-server-info');
  return folder;
}

/** A package as a registry offers it. */
function makePackage(): Buffer {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'package'));
  writeFileSync(join(folder, 'package', 'package.json'), JSON.stringify({ name: 'small-thing', version: '1.0.0' }));
  execFileSync('tar', ['-czf', 'small.tgz', 'package'], { cwd: folder });
  return readFileSync(join(folder, 'small.tgz'));
}

describe.skipIf(needs('bwrap'))('programs find the proxy by themselves', () => {
  it('git clones over http', async () => {
    verifies('sandbox.bridge.programs');
    const folder = makeRepository();
    const listener: RequestListener = ({ url = '' }, response) => {
      try {
        response.end(readFileSync(join(folder, url.replace(/\?.*/, ''))));
      } catch {
        response.writeHead(404).end();
      }
    };
    const { connected } = await createConnectedBox({ hosts, listener });
    const { end, out } = await connected('git clone -q http://example.test/repository.git copy && cat copy/readme');
    expect({ end, out }).toMatchObject({ end: exited(0), out: 'cloned\n' });
    const { end: refused } = await connected('git clone -q http://other.test/repository.git');
    expect(refused).toMatchObject({ state: 'exited', refused: [{ kind: 'net', target: 'other.test' }] });
  });

  it('npm installs a package', async () => {
    verifies('sandbox.bridge.programs');
    const tarball = makePackage();
    const integrity = `sha512-${createHash('sha512').update(tarball).digest('base64')}`;
    const dist = { tarball: 'http://example.test/small-thing/-/small-thing-1.0.0.tgz', integrity };
    const listed = {
      name: 'small-thing',
      'dist-tags': { latest: '1.0.0' },
      versions: { '1.0.0': { name: 'small-thing', version: '1.0.0', dist } },
    };
    const listener: RequestListener = ({ url }, response) =>
      void response.end(url?.endsWith('.tgz') ? tarball : JSON.stringify(listed));
    const { connected } = await createConnectedBox({ hosts, listener });
    const install = 'npm install small-thing --no-audit --no-fund --registry';
    const { end, err } = await connected(
      `${install} http://example.test/ && test -f node_modules/small-thing/package.json`,
      {
        timeoutMs: 60_000,
      },
    );
    expect({ end, err }).toMatchObject({ end: exited(0) });
    const { end: refused } = await connected(`${install} http://other.test/ --fetch-retries 0`, { timeoutMs: 60_000 });
    expect(refused).toMatchObject({ refused: [{ kind: 'net', target: 'other.test' }] });
  });

  it('npm looks for nothing that nobody asked for', async () => {
    verifies('sandbox.bridge.programs');
    const { connected, write, ws } = await createConnectedBox({ hosts: [] });
    write(join(ws, 'package.json'), JSON.stringify({ scripts: { greet: 'echo hello' } }));
    const { end, out } = await connected('npm run -s greet', { timeoutMs: 60_000 });
    expect({ end, out }).toEqual({ end: exited(0), out: 'hello\n' });
  });
});
