import { connect } from 'node:net';
import { connect as connectSecure, type TLSSocket } from 'node:tls';
import { describe, expect, it } from 'vitest';
import { serveRaw } from '../../policy/net/guard-harness.js';
import { verifies } from '../../requirements.js';
import { allow, createProxyBench, publicAddress, read, serveSecure } from './proxy-harness.js';

const ask = (authority: string): string => `CONNECT ${authority} HTTP/1.1\r\nhost: ${authority}\r\n\r\n`;

/** A server that says hello, and what was asked of it. */
async function serveHello(): Promise<{ readonly port: number; readonly seen: string[] }> {
  const seen: string[] = [];
  const port = await serveSecure((request, response) => {
    seen.push(`${request.headers.host}${request.url}`);
    response.end('secret hello');
  });
  return { port, seen };
}

/** Opens a tunnel through the socket and speaks TLS in it. Answers what came, or the error. */
async function fetchThrough(path: string, authority: string, servername: string | undefined): Promise<string> {
  const plain = connect(path);
  plain.write(ask(authority));
  const head = await new Promise<string>((resolve) => plain.once('data', (piece) => resolve(String(piece))));
  if (!head.startsWith('HTTP/1.1 200')) return head;
  return new Promise((resolve) => {
    let heard = '';
    const named = servername === undefined ? {} : { servername };
    const secure: TLSSocket = connectSecure({ socket: plain, rejectUnauthorized: false, ...named }, () =>
      secure.write('GET /page HTTP/1.1\r\nhost: inner.test\r\nconnection: close\r\n\r\n'),
    );
    secure.on('data', (piece) => {
      heard += String(piece);
    });
    secure.on('error', () => {});
    secure.on('close', () => resolve(heard));
  });
}

describe('a tunnel', () => {
  it('leads to the address that was checked', async () => {
    verifies('sandbox.proxy.granted', 'sandbox.proxy.resolved');
    const { port, seen } = await serveHello();
    const { proxy, dials } = await createProxyBench({ hosts: allow('example.test'), to: port });
    expect(await fetchThrough(proxy.socket, 'EXAMPLE.test:443', 'example.test')).toContain('secret hello');
    expect(await fetchThrough(proxy.socket, 'example.test:443', undefined)).toContain('secret hello');
    expect(seen).toEqual(['inner.test/page', 'inner.test/page']);
    const dial = { address: publicAddress, port: 443, host: 'example.test', secure: false };
    expect(dials).toEqual([dial, dial]);
    expect(proxy.refused()).toEqual([]);
  });

  it('is no way to ask for many hosts by one name', async () => {
    verifies('sandbox.proxy.one-host');
    const { proxy, dials } = await createProxyBench({ hosts: allow('example.test'), to: 1 });
    for (const name of ['*', '*.test', 'a*b.test', 'a.test,b.test', 'a!.test']) {
      const heard = await fetchThrough(proxy.socket, `${name}:443`, undefined);
      expect(heard, name).toMatch(/^HTTP\/1\.1 403 /);
      expect(heard, name).toContain('No grant opens it');
    }
    expect(proxy.refused().every(({ forbidden }) => forbidden === true)).toBe(true);
    expect(dials).toEqual([]);
  });

  it('is closed when what is encrypted is for another host', async () => {
    verifies('sandbox.proxy.server-name');
    const { port, seen } = await serveHello();
    const { proxy } = await createProxyBench({ hosts: allow('example.test'), to: port });
    expect(await fetchThrough(proxy.socket, 'example.test:443', 'other.test')).toBe('');
    expect(seen).toEqual([]);
    expect(proxy.refused()).toEqual([expect.objectContaining({ target: 'example.test', forbidden: true })]);
  });

  it('passes other protocols on as they are, and a server may speak first', async () => {
    const { port } = await serveRaw((socket) => {
      socket.write('220 ready\r\n');
      socket.once('data', (piece) => socket.end(`heard ${piece}`));
    });
    const { ask: send } = await createProxyBench({ hosts: allow('example.test:25'), to: port });
    const heard = await send(ask('example.test:25'), 'HELO');
    expect(heard).toMatch(/^HTTP\/1\.1 200 .*\r\n\r\n220 ready\r\nheard HELO$/s);
    expect(await send(`${ask('example.test:25')}EHLO`)).toContain('heard EHLO');
  });

  it.each(['example.test', 'example.test:22', 'other.test:443', '10.0.0.1:443', '[::1]:443', 'example.test:8443'])(
    'to %s is not opened',
    async (authority) => {
      const { ask: send, dials } = await createProxyBench({ hosts: allow('example.test') });
      expect([400, 403]).toContain(read(await send(ask(authority))).status);
      expect(dials).toEqual([]);
    },
  );

  it.each([
    ['169.254.169.254:80', 403],
    ['2130706433:443', 403],
    ['[::ffff:169.254.169.254]:80', 403],
    ['example.test.:443', 403],
    ['user@example.test:443', 400],
    ['example.test:443:443', 400],
    ['example.test:0', 400],
    ['example.test:65536', 400],
    ['example.test:443/path', 400],
    ['http://example.test:443', 400],
    [':443', 400],
  ])('to %s is answered %i, whatever is open', async (authority, status) => {
    verifies('sandbox.proxy.never', 'sandbox.proxy.malformed');
    const hosts = allow('example.test', '169.254.169.254', '127.0.0.1', '*');
    const { ask: send, dials } = await createProxyBench({ hosts });
    expect(read(await send(ask(authority))).status).toBe(status);
    expect(dials).toEqual([]);
  });

  it('does not wait for ever for the rest of what is encrypted', async () => {
    verifies('sandbox.proxy.limits');
    const { port } = await serveRaw(() => {});
    const { ask: send } = await createProxyBench({ hosts: allow('example.test'), to: port, limits: { headerMs: 100 } });
    const hello = Buffer.from([22, 3, 1, 2, 0, 1, 0, 1, 0xfc, 3, 3]);
    expect(await send(ask('example.test:443'), hello)).toMatch(/^HTTP\/1\.1 200/);
  });

  it('ends with the proxy', async () => {
    verifies('sandbox.proxy.folder');
    const { port } = await serveRaw(() => {});
    const { proxy } = await createProxyBench({ hosts: allow('example.test'), to: port });
    const client = connect(proxy.socket);
    client.write(ask('example.test:443'));
    await new Promise((resolve) => client.once('data', resolve));
    const closed = new Promise((resolve) => client.once('close', resolve));
    await proxy.close();
    await closed;
  });
});
