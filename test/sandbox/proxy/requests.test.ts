import { connect, type Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { createSparingResolve } from '../../../src/sandbox/proxy/sparing-resolve.js';
import { serve, serveRaw } from '../../policy/net/guard-harness.js';
import { verifies } from '../../requirements.js';
import { allow, createProxyBench, publicAddress, read } from './proxy-harness.js';

const get = (url: string, host: string): string => `GET ${url} HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n\r\n`;

describe('a plain request', () => {
  it('goes to the address that was checked, with what is not for the proxy alone', async () => {
    verifies('sandbox.proxy.granted', 'sandbox.proxy.headers');
    const { port, seen } = await serve((_, response) => response.end('hello'));
    const { ask, dials, lookups, proxy } = await createProxyBench({ hosts: allow('example.test'), to: port });
    const heard = await ask(
      'GET http://Example.TEST/a?b=c%20d HTTP/1.1\r\nHost: example.test:80\r\nConnection: close, x-hop\r\nX-Hop: 1\r\n' +
        'Proxy-Authorization: Basic eA==\r\nProxy-Connection: keep-alive\r\nTE: trailers\r\nUpgrade: h2c\r\nX-Kept: 1\r\nX-Kept: 2\r\n\r\n',
    );
    expect(read(heard).status).toBe(200);
    expect(heard).toContain('hello');
    expect(dials).toEqual([{ address: publicAddress, port: 80, host: 'example.test', secure: false }]);
    expect(lookups).toEqual(['example.test']);
    expect(seen).toEqual([
      {
        host: 'example.test',
        url: '/a?b=c%20d',
        method: 'GET',
        headers: { host: 'example.test', 'x-kept': '1, 2', connection: 'close' },
      },
    ]);
    expect(proxy.refused()).toEqual([]);
  });

  it('carries bodies both ways, of known and of unknown length', async () => {
    verifies('sandbox.proxy.granted');
    const { port } = await serve((request, response) => {
      response.writeHead(201, [
        'x-length',
        request.headers['content-length'] ?? 'chunked',
        'set-cookie',
        'a',
        'set-cookie',
        'b',
      ]);
      request.pipe(response);
    });
    const { ask } = await createProxyBench({ hosts: allow('example.test'), to: port });
    const head = 'POST http://example.test/ HTTP/1.1\r\nhost: example.test\r\nconnection: close\r\n';
    const known = await ask(`${head}content-length: 5\r\n\r\nhello`);
    expect(known).toMatch(/^HTTP\/1\.1 201 Created\r\nx-length: 5\r\nset-cookie: a\r\nset-cookie: b\r\n/);
    expect(known).toContain('hello');
    const unknown = await ask(`${head}transfer-encoding: chunked\r\n\r\n`, '5\r\nhello\r\n', '0\r\n\r\n');
    expect(unknown).toContain('x-length: chunked');
    expect(unknown).toContain('hello');
  });

  it('is sent on as one request, whatever its headers say of its length', async () => {
    verifies('sandbox.proxy.malformed');
    const { port, seen } = await serve((_, response) => response.end());
    const { ask } = await createProxyBench({ hosts: allow('example.test'), to: port });
    const inner = 'GET /inner HTTP/1.1\r\nhost: other.test\r\n\r\n';
    const head = 'GET http://example.test/ HTTP/1.1\r\nhost: example.test\r\n';
    await ask(`${head}connection: close, content-length\r\ncontent-length: ${inner.length}\r\n\r\n${inner}`);
    expect(seen.map(({ url }) => url)).toEqual(['/']);
    const both = `${head}connection: close\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n${inner}`;
    expect(read(await ask(both)).status).toBe(400);
    const odd = `${head}connection: close\r\ntransfer-encoding: gzip, chunked\r\n\r\n0\r\n\r\n`;
    expect(read(await ask(odd)).status).toBe(400);
    expect(seen).toHaveLength(1);
  });

  it.each([
    ['http://other.test/', 'other.test', { target: 'other.test' }],
    ['http://other.test:8080/', 'other.test:8080', { target: 'other.test:8080' }],
    ['http://example.test:8080/', 'example.test:8080', { target: 'example.test:8080' }],
    ['http://sub.example.test/', 'sub.example.test', { target: 'sub.example.test' }],
    ['http://203.0.113.7/', '203.0.113.7', { target: '203.0.113.7' }],
    ['http://127.0.0.1/', '127.0.0.1', { target: '127.0.0.1' }],
    ['http://localhost/', 'localhost', { target: 'localhost' }],
    ['http://10.0.0.1/', '10.0.0.1', { target: '10.0.0.1' }],
    ['http://[::1]/', '[::1]', { target: '[::1]' }],
  ])('to %s is refused, and told with the grant that would open it', async (url, host, { target }) => {
    verifies('sandbox.proxy.refused');
    const { ask, dials, lookups, proxy } = await createProxyBench({ hosts: allow('example.test') });
    const { status, body } = read(await ask(get(url, host)));
    expect(status).toBe(403);
    expect(body).toContain(`net(${target})`);
    expect(proxy.refused()).toEqual([{ kind: 'net', target, where: 'nowhere', known: true, refused: true }]);
    expect([dials, lookups]).toEqual([[], []]);
  });

  it.each([
    ['http://2130706433/', '2130706433'],
    ['http://0177.0.0.1/', '0177.0.0.1'],
    ['http://0x7f.1/', '0x7f.1'],
    ['http://[::ffff:127.0.0.1]/', '[::ffff:127.0.0.1]'],
    ['http://169.254.169.254/latest/meta-data/', '169.254.169.254'],
    ['http://[fd00:ec2::254]/', '[fd00:ec2::254]'],
    ['http://metadata.google.internal/', 'metadata.google.internal'],
    ['http://0.0.0.0/', '0.0.0.0'],
    ['http://example.test./', 'example.test.'],
    ['http://exa%6dple.test/', 'exa%6dple.test'],
    ['http://127.0.0.1.nip.test/', '127.0.0.1.nip.test'],
  ])('to %s is never sent on', async (url, host) => {
    verifies('sandbox.proxy.never', 'sandbox.open.star');
    const everything = allow(
      'example.test',
      '*',
      '127.0.0.1',
      '169.254.169.254',
      'metadata.google.internal',
      '0.0.0.0',
    );
    const { ask, dials, lookups, proxy } = await createProxyBench({ hosts: everything });
    const { status, body } = read(await ask(get(url, host)));
    expect(status).toBe(403);
    expect(body).toContain('No grant opens it');
    expect(proxy.refused()).toEqual([expect.objectContaining({ kind: 'net', forbidden: true, known: true })]);
    expect([dials, lookups]).toEqual([[], []]);
  });

  it.each([
    ['a host header of another host', get('http://example.test/', 'other.test')],
    ['two host headers', 'GET http://example.test/ HTTP/1.1\r\nhost: example.test\r\nhost: other.test\r\n\r\n'],
    ['a port that the host header does not have', get('http://example.test/', 'example.test:8080')],
    ['a user name', get('http://example.test@other.test/', 'other.test')],
    ['a user name that is open', get('http://user:word@example.test/', 'example.test')],
    ['a backslash', get('http://example.test\\@other.test/', 'other.test')],
    ['an address of the proxy itself', get('/status', 'example.test')],
    ['an encrypted address', get('https://example.test/', 'example.test')],
    ['another scheme', get('ftp://example.test/', 'example.test')],
    ['no address', get('http://', 'example.test')],
    ['a line break in the address', 'GET http://example.test/\rx HTTP/1.1\r\nhost: example.test\r\n\r\n'],
    ['a bare line break in a header', 'GET http://example.test/ HTTP/1.1\r\nhost: example.test\nx: y\r\n\r\n'],
    ['a header with a NUL', 'GET http://example.test/ HTTP/1.1\r\nhost: example.test\r\nx: a\0b\r\n\r\n'],
    ['a header without a colon', 'GET http://example.test/ HTTP/1.1\r\nhost: example.test\r\nnonsense\r\n\r\n'],
    ['no HTTP', 'hello\r\n\r\n'],
  ])('with %s is answered 400', async (_, text) => {
    verifies('sandbox.proxy.malformed');
    const { ask, dials } = await createProxyBench({ hosts: allow('example.test') });
    const { status, body } = read(await ask(text));
    expect({ status, said: body.length > 10 }).toEqual({ status: 400, said: true });
    expect(dials).toEqual([]);
  });

  it('keeps requests apart that come over one connection', async () => {
    const { port, seen } = await serve((_, response) => response.end('yes'));
    const { ask } = await createProxyBench({ hosts: allow('example.test'), to: port });
    const first = 'GET http://example.test/1 HTTP/1.1\r\nhost: example.test\r\n\r\n';
    const heard = await ask(first, get('http://other.test/2', 'other.test'));
    expect(heard.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 403']);
    expect(seen.map(({ url }) => url)).toEqual(['/1']);
  });

  it('ends with its client, also when it waits behind others', async () => {
    verifies('sandbox.proxy.limits');
    const open = new Set<Socket>();
    const { port } = await serveRaw((socket) => {
      open.add(socket);
      socket.once('close', () => open.delete(socket)).resume();
    });
    const { dials, proxy } = await createProxyBench({ hosts: allow('example.test'), to: port });
    const client = connect(proxy.socket);
    const first = 'GET http://example.test/1 HTTP/1.1\r\nhost: example.test\r\n\r\n';
    client.write(`${first}${first}CONNECT example.test:443 HTTP/1.1\r\n\r\n`);
    await expect.poll(() => [dials.length, open.size]).toEqual([3, 3]);
    client.destroy();
    await expect.poll(() => open.size).toBe(0);
  });

  it('does not let a switch of protocols through', async () => {
    const { port } = await serveRaw((socket) => {
      socket.once('data', () =>
        socket.write('HTTP/1.1 101 Switching\r\nupgrade: raw\r\nconnection: upgrade\r\n\r\nraw bytes'),
      );
    });
    const { ask } = await createProxyBench({ hosts: allow('example.test'), to: port });
    const head =
      'GET http://example.test/ HTTP/1.1\r\nhost: example.test\r\nconnection: upgrade\r\nupgrade: raw\r\n\r\n';
    const heard = await ask(head);
    expect(read(heard).status).toBe(502);
    expect(heard).not.toContain('raw bytes');
  });

  it.each([
    ['no number of an answer', 'HTTP/1.1 000 Odd\r\n\r\n'],
    ['signs in its first line that cannot be sent', 'HTTP/1.1 200 \x01\x7f\r\ncontent-length: 0\r\n\r\n'],
    ['something that is no answer', 'hello\r\n\r\n'],
    ['a header that is none', 'HTTP/1.1 200 OK\r\nset-cookie\r\n\r\n'],
    ['too long a header', `HTTP/1.1 200 OK\r\nx: ${'y'.repeat(40_000)}\r\n\r\n`],
  ])('survives a server that says %s', async (_, text) => {
    verifies('sandbox.proxy.limits');
    const { port } = await serveRaw((socket) => socket.once('data', () => socket.end(text)));
    const { ask } = await createProxyBench({ hosts: allow('example.test'), to: port });
    expect([200, 502]).toContain(read(await ask(get('http://example.test/', 'example.test'))).status);
    expect(read(await ask(get('http://other.test/', 'other.test'))).status).toBe(403);
  });

  it('is answered 502 when nobody is there, or the server breaks off', async () => {
    const { port } = await serveRaw((socket) => socket.once('data', () => socket.destroy()));
    const broken = await createProxyBench({ hosts: allow('example.test'), to: port });
    expect(read(await broken.ask(get('http://example.test/', 'example.test')))).toEqual({
      status: 502,
      body: expect.stringContaining('broke the connection off'),
    });
    const nobody = await createProxyBench({ hosts: allow('example.test'), to: 1 });
    expect(read(await nobody.ask(get('http://example.test/', 'example.test'))).status).toBe(502);
    const lost = await createProxyBench({ hosts: allow('example.test'), names: { 'example.test': [] } });
    expect(read(await lost.ask(get('http://example.test/', 'example.test'))).status).toBe(502);
  });
});

describe('where a name leads', () => {
  it.each([
    ['this machine', ['127.0.0.1']],
    ['a private network', ['10.1.2.3']],
    ['the credentials of a cloud', ['169.254.169.254']],
    ['a private network, in disguise', ['::ffff:10.0.0.1']],
    ['a public and a private address', [publicAddress, '192.168.1.1']],
    ['nonsense', ['example.test']],
  ])('decides too: %s is not connected to', async (_, addresses) => {
    verifies('sandbox.proxy.resolved');
    const names = { 'example.test': addresses };
    const { ask, dials } = await createProxyBench({ hosts: allow('example.test'), names });
    expect([403, 502]).toContain(read(await ask(get('http://example.test/', 'example.test'))).status);
    expect(dials).toEqual([]);
  });

  it('is looked up once for each request, and what was checked is what is dialled', async () => {
    verifies('sandbox.proxy.resolved');
    const { port } = await serve((_, response) => response.end('yes'));
    const answers = [[publicAddress], ['127.0.0.1']];
    const names = { 'example.test': () => answers.shift() ?? [] };
    const { ask, dials, lookups } = await createProxyBench({ hosts: allow('example.test'), names, to: port });
    expect(read(await ask(get('http://example.test/', 'example.test'))).status).toBe(200);
    expect(read(await ask(get('http://example.test/', 'example.test'))).status).toBe(403);
    expect(dials.map(({ address }) => address)).toEqual([publicAddress]);
    expect(lookups).toHaveLength(2);
  });

  it('is not looked at when the host is not open, so that a look-up carries nothing out', async () => {
    verifies('sandbox.proxy.resolved');
    const { ask, lookups } = await createProxyBench({ hosts: allow('example.test') });
    await ask(get('http://secret-data.other.test/', 'secret-data.other.test'));
    expect(lookups).toEqual([]);
  });

  it('is this machine or its network only where that very name is open', async () => {
    verifies('sandbox.open.near');
    const { port } = await serve((_, response) => response.end('yes'));
    const hosts = allow('127.0.0.1:8080', 'nas.local', '10.0.0.5');
    const names = { 'nas.local': ['10.0.0.6'] };
    const { ask, dials } = await createProxyBench({ hosts, names, to: port });
    for (const host of ['127.0.0.1:8080', 'nas.local', '10.0.0.5'])
      expect(read(await ask(get(`http://${host}/`, host))).status).toBe(200);
    expect(dials.map(({ address, port: at }) => `${address} ${at}`)).toEqual([
      '127.0.0.1 8080',
      '10.0.0.6 80',
      '10.0.0.5 80',
    ]);
  });
});

describe('what a client may take', () => {
  it('is a header of so many bytes', async () => {
    verifies('sandbox.proxy.limits');
    const { ask } = await createProxyBench({ hosts: allow('example.test') });
    const huge = `GET http://example.test/ HTTP/1.1\r\nhost: example.test\r\nx: ${'y'.repeat(40_000)}\r\n\r\n`;
    expect(read(await ask(huge))).toEqual({ status: 431, body: expect.stringContaining('too long') });
  });

  it('is so much time for the header, also when it says nothing at all', async () => {
    verifies('sandbox.proxy.limits');
    const { ask } = await createProxyBench({ hosts: allow('example.test'), limits: { headerMs: 200 } });
    expect(read(await ask('GET http://example.test/ HT'))).toEqual({ status: 408, body: expect.any(String) });
    expect(read(await ask())).toEqual({ status: 408, body: expect.any(String) });
  });

  it('is so many connections at once', async () => {
    verifies('sandbox.proxy.limits');
    const { ask, proxy } = await createProxyBench({ hosts: allow('example.test'), limits: { connections: 2 } });
    const held = [connect(proxy.socket), connect(proxy.socket)];
    await Promise.all(held.map((socket) => new Promise((resolve) => socket.once('connect', resolve))));
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(await ask(get('http://other.test/', 'other.test'))).toBe('');
    for (const socket of held) socket.destroy();
  });

  it('is so many connections to servers at once, also over one connection', async () => {
    verifies('sandbox.proxy.limits');
    const { port } = await serve(() => {});
    const { ask, dials, proxy } = await createProxyBench({
      hosts: allow('example.test'),
      to: port,
      limits: { connections: 3 },
    });
    const held = connect(proxy.socket);
    held.write('GET http://example.test/ HTTP/1.1\r\nhost: example.test\r\n\r\n'.repeat(50));
    await expect.poll(() => dials.length).toBe(3);
    expect(read(await ask(get('http://example.test/', 'example.test')))).toEqual({
      status: 503,
      body: expect.stringContaining('too many'),
    });
    expect(dials).toHaveLength(3);
    held.destroy();
  });

  it('is few look-ups at once, and one for a name', async () => {
    verifies('sandbox.proxy.limits', 'sandbox.proxy.resolved');
    const asked: string[] = [];
    const open: (() => void)[] = [];
    const resolve = createSparingResolve(async (name) => {
      asked.push(name);
      await new Promise<void>((next) => open.push(next));
      if (name === 'b.test') throw new Error('lost');
      return [name];
    });
    const names = ['a.test', 'a.test', 'b.test', 'c.test', 'd.test'];
    const all = Promise.allSettled(names.map(resolve));
    const seen: string[][] = [];
    while (open.length > 0) {
      seen.push([...asked]);
      open.shift()?.();
      await new Promise((next) => setTimeout(next, 5));
    }
    expect(seen).toEqual([
      ['a.test', 'b.test'],
      ['a.test', 'b.test', 'c.test'],
      ['a.test', 'b.test', 'c.test', 'd.test'],
      ['a.test', 'b.test', 'c.test', 'd.test'],
    ]);
    expect((await all).map(({ status }) => status)).toEqual([
      'fulfilled',
      'fulfilled',
      'rejected',
      'fulfilled',
      'fulfilled',
    ]);
  });
});
