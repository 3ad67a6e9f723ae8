import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openNetwork } from '../../../src/sandbox/proxy/open-network.js';
import { folderPrefix, socketName, sweepStaleFolders } from '../../../src/sandbox/proxy/stale-folders.js';
import { serve } from '../../policy/net/guard-harness.js';
import { verifies } from '../../requirements.js';
import { allow, askAt, createProxyBench, read, stubDialing } from './proxy-harness.js';

function makeParent(): string {
  const parent = mkdtempSync(join(tmpdir(), 'toolwright-sweep-'));
  onTestFinished(() => rmSync(parent, { recursive: true, force: true }));
  return parent;
}

const age = (path: string): void => utimesSync(path, new Date(0), new Date(0));

/** A socket whose process was killed. */
async function leaveSocket(path: string): Promise<void> {
  const child = spawn(process.execPath, ['-e', `require('net').createServer().listen(process.argv[1])`, path]);
  while (!existsSync(path)) await new Promise((resolve) => setTimeout(resolve, 20));
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await gone;
}

describe('the folder of a proxy', () => {
  it('is for its owner alone, and goes with the proxy', async () => {
    verifies('sandbox.proxy.folder');
    const { proxy } = await createProxyBench({ hosts: [] });
    const folder = dirname(proxy.socket);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(statSync(proxy.socket).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder)).toEqual([socketName]);
    await proxy.close();
    expect(existsSync(folder)).toBe(false);
  });

  it('is taken away later when its process was killed, and only then', async () => {
    verifies('sandbox.proxy.folder');
    const parent = makeParent();
    const at = (name: string): string => join(parent, `${folderPrefix}${name}`);
    for (const name of ['dead', 'young', 'alive', 'empty', 'full']) mkdirSync(at(name));
    await leaveSocket(join(at('dead'), socketName));
    await leaveSocket(join(at('young'), socketName));
    const server = createServer().listen(join(at('alive'), socketName));
    onTestFinished(() => void server.close());
    writeFileSync(join(at('full'), 'kept'), '');
    mkdirSync(join(parent, 'other'));
    for (const name of ['dead', 'alive', 'empty', 'full']) age(at(name));
    age(join(parent, 'other'));
    await sweepStaleFolders(parent);
    expect(readdirSync(parent).sort()).toEqual([
      'other',
      ...['alive', 'full', 'young'].map((name) => `${folderPrefix}${name}`),
    ]);
    expect(readdirSync(at('full'))).toEqual(['kept']);
  });
});

describe('a proxy without a network of its own in front of it', () => {
  it('listens on a port of this machine, and is found by the same variables', async () => {
    verifies('sandbox.proxy.port');
    const { port, seen } = await serve((_, response) => response.end('hello'));
    const network = await openNetwork(allow('example.test'), { ownNetwork: false, dialing: stubDialing({}, port) });
    onTestFinished(() => network.close());
    expect(network.env).toMatchObject({ HTTPS_PROXY: `http://127.0.0.1:${network.port}` });
    expect(network.env).not.toHaveProperty('NO_PROXY');
    expect([network.mounts, network.words(['true'])]).toEqual([[], ['true']]);
    const ask = (host: string) =>
      askAt({ port: network.port ?? 0 }, [
        `GET http://${host}/ HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n\r\n`,
      ]);
    expect(read(await ask('example.test')).status).toBe(200);
    expect(read(await ask('other.test')).status).toBe(403);
    expect(seen).toHaveLength(1);
    expect(network.refused()).toMatchObject([{ target: 'other.test' }]);
  });
});
