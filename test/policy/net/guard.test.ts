import { describe, expect, it } from 'vitest';
import { dialDirect, systemResolve } from '../../../src/policy/net/dial.js';
import { fail } from '../../../src/tool/outcome.js';
import { verifies } from '../../requirements.js';
import { createGuardBench, serve, serveRaw } from './guard-harness.js';

const open = '93.184.216.34';

describe('what is never connected to', () => {
  it.each([
    'http://169.254.169.254/',
    'http://2852039166/',
    'http://metadata.google.internal/',
    'http://[fd00:ec2::254]/',
    'http://2130706433/',
    'http://0/',
    'http://[::ffff:7f00:1]/',
    'http://localhost./',
    'http://app.localhost/',
    'http://example.org@127.0.0.1/',
    'http://127.0.0.1:6379/',
    'file:///etc/passwd',
    'ftp://example.org/',
    'http://',
    'example.org',
    'https://example.org/a b',
    'http://example.org:0/',
    `https://example.org/${'a'.repeat(9000)}`,
  ])('%s, even when it is listed', async (url) => {
    const { guard, dials, lookups } = createGuardBench({
      allowPrivate: ['169.254.169.254', '127.0.0.1', '127.0.0.1:6379', '0.0.0.0', 'localhost', 'app.localhost', url],
      mayGo: () => 'allow',
    });
    const end = await guard.request(url);
    expect(end).toMatchObject({ errorType: expect.stringMatching(/^(permission_denied|validation_failed)$/) });
    expect({ dials, lookups }).toEqual({ dials: [], lookups: [] });
  });

  it.each([
    'http://127.0.0.1/',
    'http://localhost:3000/',
    'http://[::1]:8080/',
    'http://10.0.0.1/',
    'http://printer.local/',
    'http://intranet/',
    'http://203.0.113.7/',
  ])('%s, when it is not listed', async (url) => {
    for (const allowPrivate of [undefined, [], ['127.0.0.1:80', '*', '', 'localhost', '10.0.0', 'local']]) {
      const { guard, dials, lookups } = createGuardBench(allowPrivate === undefined ? {} : { allowPrivate });
      expect(await guard.request(url)).toMatchObject({
        errorType: 'permission_denied',
        message: expect.stringContaining('unless the person allowed'),
      });
      expect({ dials, lookups }).toEqual({ dials: [], lookups: [] });
    }
  });

  it.each(['OPTIONS', 'CONNECT', 'TRACE', 'get'])('the method %s', async (method) => {
    const { guard, dials } = createGuardBench({ names: { 'example.org': [open] } });
    expect(await guard.request('https://example.org/', { method })).toEqual(
      fail('validation_failed', `${method} is not supported: use one of GET, HEAD, POST, PUT, PATCH, DELETE.`),
    );
    expect(dials).toEqual([]);
  });

  it.each([
    [{ host: 'evil.test' }],
    [{ Connection: 'upgrade' }],
    [{ 'transfer-encoding': 'chunked' }],
    [{ 'Content-Length': '5' }],
    [{ 'proxy-authorization': 'x' }],
    [{ 'Metadata-Flavor': 'Google' }],
    [{ 'X-aws-ec2-metadata-token': 'x' }],
    [{ accept: 'a\r\nhost: evil.test' }],
    [{ accept: 'a\u0000' }],
    [{ 'a b': 'c' }],
    [{ '': 'c' }],
    [{ accept: 'a', Accept: 'b' }],
    [{ accept: 'a'.repeat(9000) }],
    [Object.fromEntries(Array.from({ length: 33 }, (_, at) => [`x-${at}`, '1']))],
  ])('the headers %j', async (headers: Record<string, string>) => {
    const { guard, dials } = createGuardBench({ names: { 'example.org': [open] } });
    expect(await guard.request('https://example.org/', { headers })).toMatchObject({ errorType: 'validation_failed' });
    expect(dials).toEqual([]);
  });
});

describe('a name', () => {
  it.each([
    ['127.0.0.1'],
    ['127.0.0.2'],
    ['0.0.0.0'],
    ['10.0.0.5'],
    ['172.20.0.1'],
    ['192.168.1.1'],
    ['100.64.0.1'],
    ['100.100.100.200'],
    ['169.254.169.254'],
    ['168.63.129.16'],
    ['198.18.0.1'],
    ['224.0.0.1'],
    ['255.255.255.255'],
    ['::1'],
    ['::'],
    ['fe80::1'],
    ['fe80::1%eth0'],
    ['fd00::1'],
    ['fd00:ec2::254'],
    ['::ffff:127.0.0.1'],
    ['::ffff:10.0.0.1'],
    ['64:ff9b::10.0.0.1'],
    ['2002:7f00:1::'],
    ['ff02::1'],
  ])('that leads to %s is not connected to, even among good answers', async (bad) => {
    verifies('policy.net.all-addresses', 'policy.net.canonical-host');
    for (const answers of [[bad], [open, bad], [bad, open], [open, '2606:4700::1', bad]]) {
      const { guard, dials, lookups } = createGuardBench({ names: { 'rebind.example.org': answers } });
      const end = await guard.request('https://rebind.example.org/');
      expect(end).toMatchObject({
        errorType: 'permission_denied',
        message: expect.stringContaining('rebind.example.org leads to a private address'),
      });
      expect({ dials, lookups }).toEqual({ dials: [], lookups: ['rebind.example.org'] });
    }
  });

  it('is looked up once, and exactly the checked address is connected to, with its name kept', async () => {
    verifies('policy.net.checked-dialled');
    const { port, seen } = await serve((_, response) => response.end('hello'));
    let asked = 0;
    const { guard, dials, lookups } = createGuardBench({
      to: port,
      names: { 'rebind.example.org': () => (asked++ === 0 ? [open] : ['127.0.0.1']) },
    });
    const end = await guard.request('https://rebind.example.org:8443/a?b=c#d');
    expect(end).toMatchObject({
      status: 200,
      body: Buffer.from('hello'),
      url: 'https://rebind.example.org:8443/a?b=c#d',
      redirects: 0,
    });
    expect(lookups).toEqual(['rebind.example.org']);
    expect(dials).toEqual([{ address: open, port: 8443, host: 'rebind.example.org', secure: true }]);
    expect(seen.map(({ host, url }) => ({ host, url }))).toEqual([{ host: 'rebind.example.org:8443', url: '/a?b=c' }]);
  });

  it('that leads nowhere, or to what is no address, or cannot be looked up, is told', async () => {
    const { guard, dials } = createGuardBench({
      names: {
        'odd.example.org': ['not an address'],
        'broken.example.org': () => {
          throw new Error('SERVFAIL');
        },
      },
    });
    expect(await guard.request('https://nobody.example.org/')).toMatchObject({ errorType: 'io_error' });
    expect(await guard.request('https://odd.example.org/')).toMatchObject({ errorType: 'io_error' });
    expect(await guard.request('https://broken.example.org/')).toEqual(
      fail('io_error', 'The name broken.example.org could not be looked up: SERVFAIL. Check its spelling.'),
    );
    expect(dials).toEqual([]);
  });

  it('whose look-up never ends is left at the deadline, and never connected to', async () => {
    const { guard, dials } = createGuardBench({ resolve: () => new Promise(() => {}), limits: { totalMs: 50 } });
    expect(await guard.request('https://example.org/')).toEqual(
      fail('timeout', 'It took longer than 50 ms. Try again later, or another address.'),
    );
    expect(dials).toEqual([]);
  });

  it('of this machine must lead to this machine, and a near one never to the metadata service', async () => {
    const { guard, dials } = createGuardBench({
      allowPrivate: ['localhost:3000', 'printer.local'],
      names: { localhost: ['93.184.216.34'], 'printer.local': ['169.254.169.254'] },
    });
    expect(await guard.request('http://localhost:3000/')).toMatchObject({ errorType: 'permission_denied' });
    expect(await guard.request('http://printer.local/')).toMatchObject({ errorType: 'permission_denied' });
    expect(dials).toEqual([]);
  });

  it('of the near network is connected to when it is listed', async () => {
    const { port } = await serve((_, response) => response.end('near'));
    const { guard, dials } = createGuardBench({
      to: port,
      allowPrivate: ['printer.local', 'localhost:3000'],
      names: { 'printer.local': ['192.168.0.9'], localhost: ['::1', '127.0.0.1'] },
    });
    expect(await guard.request('http://printer.local/')).toMatchObject({ status: 200 });
    expect(await guard.request('http://localhost:3000/')).toMatchObject({ status: 200 });
    expect(dials.map(({ address, port }) => `${address} ${port}`)).toEqual(['192.168.0.9 80', '::1 3000']);
  });

  it('has its next address tried when nobody answers at the first', async () => {
    const { port } = await serve((_, response) => response.end('second'));
    const tried: string[] = [];
    const { guard } = createGuardBench({
      names: { 'example.org': ['2606:4700::1', open] },
      connect: (dial) => {
        tried.push(dial.address);
        return dialDirect({ address: '127.0.0.1', port: dial.address === open ? port : 1, host: '', secure: false });
      },
    });
    expect(await guard.request('http://example.org/')).toMatchObject({ status: 200, body: Buffer.from('second') });
    expect(tried).toEqual(['2606:4700::1', open]);
  });
});

describe('a request', () => {
  it('sends what was given, and its own words on the connection', async () => {
    const { port, seen } = await serve((_, response) => response.end());
    const { guard } = createGuardBench({ to: port, names: { 'example.org': [open] } });
    await guard.request('http://user:p%40ss@example.org/a', { method: 'HEAD', headers: { Accept: 'text/html' } });
    expect(seen).toMatchObject([
      {
        method: 'HEAD',
        headers: {
          host: 'example.org',
          accept: 'text/html',
          'accept-encoding': 'gzip, br',
          connection: 'close',
          authorization: `Basic ${Buffer.from('user:p@ss').toString('base64')}`,
        },
      },
    ]);
  });

  it('reaches a real server that is listed by its address and port', async () => {
    const { port } = await serve((_, response) => response.writeHead(404, { 'x-a': ['1', '2'] }).end('gone'));
    const { guard } = createGuardBench({ allowPrivate: [`127.0.0.1:${port}`], connect: dialDirect });
    const end = await guard.request(`http://127.0.0.1:${port}/`);
    expect(end).toMatchObject({ status: 404, headers: { 'x-a': '1, 2' }, body: Buffer.from('gone') });
  });

  it('finds this machine by its name, as the system knows it', async () => {
    const { port } = await serve((_, response) => response.end('here'));
    const { guard } = createGuardBench({
      allowPrivate: [`localhost:${port}`],
      resolve: systemResolve,
      connect: dialDirect,
    });
    expect(await guard.request(`http://localhost:${port}/`)).toMatchObject({ status: 200, body: Buffer.from('here') });
  });

  it('names the server in the TLS greeting, but never an address', async () => {
    const greetings: string[] = [];
    const { port } = await serveRaw((socket) =>
      socket.once('data', (data) => {
        greetings.push(data.toString('latin1'));
        socket.destroy();
      }),
    );
    for (const host of ['docs.example.org', '93.184.216.34']) {
      const socket = dialDirect({ address: '127.0.0.1', port, host, secure: true });
      await new Promise((resolve) => socket.on('error', resolve));
    }
    expect(greetings.map((text) => [text.includes('docs.example.org'), text.includes('93.184.216.34')])).toEqual([
      [true, false],
      [false, false],
    ]);
  });

  it('that is cancelled ends at once', async () => {
    const { port } = await serve(() => {});
    const { guard, dials } = createGuardBench({ to: port, names: { 'example.org': [open] } });
    expect(await guard.request('http://example.org/', { signal: AbortSignal.abort() })).toEqual(
      fail('cancelled', 'The request was cancelled.'),
    );
    expect(dials).toEqual([]);
    const controller = new AbortController();
    const pending = guard.request('http://example.org/', { signal: controller.signal });
    setTimeout(() => controller.abort(), 30);
    expect(await pending).toEqual(fail('cancelled', 'The request was cancelled.'));
  });
});
