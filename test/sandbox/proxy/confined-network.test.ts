import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { describe, expect, it } from 'vitest';
import { serve } from '../../policy/net/guard-harness.js';
import { verifies } from '../../requirements.js';
import { needs } from '../../support/needs.js';
import { createBox, exited, fact, proved, unproved } from '../box.js';
import { createConnectedBox } from './connected-box.js';
import { allow, publicAddress } from './proxy-harness.js';

const missing = needs('bwrap') ?? needs('curl');

const refusedHost = (target: string) => ({ kind: 'net', target, where: 'nowhere', known: true, refused: true });

describe.skipIf(missing !== undefined)('a confined process', () => {
  it('reaches a granted host over http and https, at the address that was checked', async () => {
    verifies('sandbox.proxy.granted');
    const { connected, dials, seen } = await createConnectedBox({ hosts: allow('example.test') });
    const { end, out } = await connected('curl -sS http://example.test/a && curl -sSk https://example.test/b');
    const connectedTo = [{ kind: 'net', target: 'example.test', where: 'nowhere', known: true }];
    expect(end).toEqual({ ...exited(0), connected: connectedTo });
    expect(out).toBe('hello from example.test\nhello from example.test\n');
    expect(seen).toEqual(['example.test/a', 'example.test/b']);
    expect(dials.map(({ address, port }) => `${address} ${port}`)).toEqual([
      `${publicAddress} 80`,
      `${publicAddress} 443`,
    ]);
  });

  it('is kept from other hosts, and its end tells them with what would open them', async () => {
    verifies('sandbox.proxy.refused');
    const { connected, dials } = await createConnectedBox({ hosts: allow('example.test') });
    const { end, out } = await connected(
      'curl -sS http://other.test/; curl -sSk https://third.test/; curl -sSk https://example.test:8443/; curl -sS http://other.test:8080/x',
    );
    expect(end).toEqual({
      ...exited(0),
      refused: ['other.test', 'third.test', 'example.test:8443', 'other.test:8080'].map(refusedHost),
    });
    expect(out).toContain('net(other.test)');
    expect(dials).toEqual([]);
  });

  it('is told of what it was kept from although nothing is open to it', async () => {
    verifies('sandbox.proxy.refused', 'sandbox.open.star');
    const { connected, dials } = await createConnectedBox({ hosts: [] });
    const { end } = await connected('curl -sS https://registry.example.test/package || exit 9');
    expect(end).toEqual({ ...exited(9), refused: [refusedHost('registry.example.test')] });
    expect(dials).toEqual([]);
  });

  it('cannot name one host and mean another', async () => {
    verifies('sandbox.proxy.server-name', 'sandbox.proxy.malformed');
    const { connected, seen } = await createConnectedBox({ hosts: allow('example.test') });
    const { out } = await connected(
      `curl -sSk --connect-to other.test:443:example.test:443 https://other.test/; echo "$?"
       curl -sS -H 'Host: other.test' http://example.test/; curl -sS --path-as-is 'http://example.test@other.test/'`,
    );
    expect(out).toMatch(
      /^35\nthe address leads to example\.test, but its host header says another host\.\n.*other\.test/s,
    );
    expect(seen).toEqual([]);
  });

  it('has no other way out', async () => {
    verifies('sandbox.bridge.only-way');
    const { port, seen } = await serve((_, response) => response.end('reached'));
    const { connected } = await createConnectedBox({ hosts: allow('example.test') });
    const { out } = await connected(
      `curl -sS --noproxy '*' --max-time 3 http://${publicAddress}/; echo "direct $?"
       curl -sS --noproxy '*' --max-time 3 http://127.0.0.1:${port}/; echo "machine $?"
       curl -sS --noproxy '*' --max-time 3 http://example.test/; echo "name $?"
       (echo > /dev/tcp/${publicAddress}/80); echo "socket $?"
       (echo > /dev/udp/${publicAddress}/53); echo "datagram $?"
       getent hosts example.com; echo "look-up $?"
       tail -n +2 /proc/net/route | wc -l; cut -d: -f1 /proc/net/dev | tail -n +3 | tr -d ' '`,
    );
    expect(out).toBe('direct 7\nmachine 7\nname 6\nsocket 1\ndatagram 1\nlook-up 2\n0\nlo\n');
    expect(seen).toEqual([]);
  });

  it('may use the socket of the proxy itself, which leads nowhere else', async () => {
    verifies('sandbox.bridge.only-way', 'sandbox.proxy.folder');
    const { connected, seen } = await createConnectedBox({ hosts: allow('example.test') });
    const { end, out } = await connected(
      `folder=$(echo ${tmpdir()}/toolwright-net-*); ls "$folder"; touch "$folder/x" 2>/dev/null && echo written
       curl -sS --unix-socket "$folder/proxy.sock" -H 'Host: other.test' http://other.test/ ; echo "$folder"`,
    );
    expect(end).toEqual(exited(0));
    const lines = out.trim().split('\n');
    expect(lines.slice(0, 2)).toEqual([
      'proxy.sock',
      'this is a proxy: ask it for a whole address, as http://docs.example.org/page.',
    ]);
    expect(existsSync(lines.at(-1) ?? '')).toBe(false);
    expect(seen).toEqual([]);
  });

  it('reaches servers of its own, and no name of its own makes them others', async () => {
    verifies('sandbox.bridge.near');
    const { connected } = await createConnectedBox({ hosts: allow('example.test') });
    const server = `require('http').createServer((q, r) => r.end('mine')).listen(8123, () => console.log('up'))`;
    const { out } = await connected(
      `"${process.execPath}" -e "${server}" > log & while ! grep -q up log; do sleep 0.05; done; curl -sS http://localhost:8123/`,
    );
    expect(out).toBe('mine');
  });

  it('finds a granted server of this machine at its port, without asking a proxy, and no other', async () => {
    verifies('sandbox.bridge.near', 'sandbox.open.near');
    const open = await serve((_, response) => response.end('machine'));
    const other = await serve((_, response) => response.end('other'));
    const hosts = allow(`localhost:${open.port}`);
    const { run } = createBox();
    const { out } = await run(
      `curl -sS http://localhost:${open.port}/; curl -sS http://127.0.0.1:${open.port}/; echo
       curl -sS http://127.0.0.1:${other.port}/; echo "$?"
       exec 3<>/dev/tcp/127.0.0.1/${open.port}; printf 'GET / HTTP/1.0\\r\\n\\r\\n' >&3; tail -n 1 <&3`,
      { facts: [unproved], sandbox: { hosts: () => hosts } },
    );
    expect(out).toBe('machinemachine\n7\nmachine');
    expect(other.seen).toEqual([]);
  });

  it('needs neither proxy nor bridge when it is wholly understood and connects nowhere', async () => {
    verifies('sandbox.bridge.lean');
    const { run } = createBox();
    const look = 'env | grep -ic _proxy=; ls /tmp | grep -c toolwright-net';
    expect((await run(look, { facts: [proved] })).out).toBe('0\n0\n');
    expect((await run(look, {})).out).toBe('0\n0\n');
    expect((await run(look, { facts: [proved, fact('net', 'example.test', { where: 'nowhere' })] })).out).toBe(
      '9\n1\n',
    );
  });
});
