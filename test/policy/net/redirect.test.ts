import { describe, expect, it } from 'vitest';
import { fail } from '../../../src/tool/outcome.js';
import { verifies } from '../../requirements.js';
import { createGuardBench, type Names, serve } from './guard-harness.js';

const names: Names = {
  'docs.example.org': ['93.184.216.34'],
  'other.example.org': ['93.184.216.35'],
  'near.example.org': ['10.0.0.1'],
};

/** A server whose paths lead on by this table; all others say where one is. */
async function serveRedirects(table: Readonly<Record<string, string>>, status = 302) {
  return serve((request, response) => {
    const location = table[request.url ?? ''];
    if (location === undefined) response.end(`at ${request.headers.host}${request.url}`);
    else response.writeHead(status, { location }).end('moved');
  });
}

describe('a redirect', () => {
  it.each([301, 302, 303, 307, 308])('%d within the server is followed', async (status) => {
    const { port, seen } = await serveRedirects(
      { '/a': '/b', '/b': 'c?d=e', '/c?d=e': 'https://docs.example.org/f' },
      status,
    );
    const { guard, lookups } = createGuardBench({ to: port, names });
    const end = await guard.request('https://docs.example.org/a', { headers: { authorization: 'x', cookie: 'y' } });
    expect(end).toMatchObject({ status: 200, url: 'https://docs.example.org/f', redirects: 3 });
    expect(seen.map(({ url, headers }) => [url, headers.authorization, headers.cookie])).toEqual([
      ['/a', 'x', 'y'],
      ['/b', 'x', 'y'],
      ['/c?d=e', 'x', 'y'],
      ['/f', 'x', 'y'],
    ]);
    expect(lookups).toHaveLength(4);
  });

  it('to another host stops and names it, so that it can be asked about', async () => {
    verifies('policy.net.redirects');
    const { port } = await serveRedirects({ '/a': 'https://other.example.org/b?c=d' });
    for (const mayGo of [undefined, () => 'ask' as const]) {
      const { guard, dials, lookups } = createGuardBench({ to: port, names, ...(mayGo && { mayGo }) });
      expect(await guard.request('https://docs.example.org/a')).toEqual(
        fail(
          'permission_denied',
          'docs.example.org redirects to https://other.example.org/b?c=d: that address was not asked about. If it is what you want, fetch it by itself.',
        ),
      );
      expect({ dials: dials.length, lookups }).toEqual({ dials: 1, lookups: ['docs.example.org'] });
    }
  });

  it('that policy denies is not followed', async () => {
    const { port } = await serveRedirects({ '/a': '/b' });
    const { guard, dials } = createGuardBench({ to: port, names, mayGo: () => 'deny' });
    expect(await guard.request('https://docs.example.org/a')).toMatchObject({ errorType: 'permission_denied' });
    expect(dials).toHaveLength(1);
  });

  it('to another host that policy allows takes along nothing that says who asks', async () => {
    const { port, seen } = await serveRedirects({ '/a': 'https://other.example.org/b' });
    const asked: string[] = [];
    const { guard } = createGuardBench({
      to: port,
      names,
      mayGo: async ({ href }) => {
        asked.push(href);
        return 'allow' as const;
      },
    });
    const headers = { Authorization: 'x', Cookie: 'y', 'X-Api-Key': 'z', Accept: 'text/html' };
    expect(await guard.request('https://user:pw@docs.example.org/a', { headers })).toMatchObject({ status: 200 });
    expect(asked).toEqual(['https://other.example.org/b']);
    expect(
      seen.map(({ headers: { authorization, cookie, accept, ...rest } }) => [
        authorization,
        cookie,
        rest['x-api-key'],
        accept,
      ]),
    ).toEqual([
      ['x', 'y', 'z', 'text/html'],
      [undefined, undefined, undefined, 'text/html'],
    ]);
  });

  it('to another port or scheme of the host counts as another host for what says who asks', async () => {
    const { port, seen } = await serveRedirects({ '/a': 'https://docs.example.org:8443/b' });
    const { guard } = createGuardBench({ to: port, names, mayGo: () => 'allow' });
    await guard.request('https://docs.example.org/a', { headers: { authorization: 'x' } });
    expect(seen.map(({ headers }) => headers.authorization)).toEqual(['x', undefined]);
  });

  it('from http to https of the same host is followed', async () => {
    const { port } = await serveRedirects({ '/a': 'https://docs.example.org/b' });
    const { guard, dials } = createGuardBench({ to: port, names });
    expect(await guard.request('http://docs.example.org/a')).toMatchObject({ status: 200 });
    expect(dials.map(({ secure }) => secure)).toEqual([false, true]);
  });

  it.each([
    'http://docs.example.org/b',
    'file:///etc/passwd',
    'FILE:///etc/passwd',
    'data:text/plain,x',
    'javascript:1',
    'gopher://docs.example.org/',
    'http://169.254.169.254/',
    'https://169.254.169.254/',
    '//169.254.169.254/',
    '//2852039166/',
    '\\\\169.254.169.254\\',
    'https://metadata.google.internal/',
    'https://127.0.0.1/',
    'https://localhost:3000/',
    'https://[::1]/',
    'https://[::ffff:7f00:1]/',
    'https://2130706433/',
    '//127.1/',
    'https://10.0.0.1/',
    'https://printer.local/',
    'https://user:pw@docs.example.org/b',
    'https://docs.example.org@127.0.0.1/',
    'https://docs.example.org:0/b',
    'https://docs.example.org:99999/b',
    'https:// docs.example.org/',
    'https://',
    `https://docs.example.org/${'a'.repeat(9000)}`,
  ])('to %s is not followed, whatever policy says and whatever is listed', async (location) => {
    const { port } = await serveRedirects({ '/a': location });
    const { guard, dials } = createGuardBench({
      to: port,
      names: { ...names, localhost: ['127.0.0.1'], 'printer.local': ['10.0.0.1'] },
      mayGo: () => 'allow',
      allowPrivate: ['127.0.0.1', 'localhost:3000', '[::1]', '10.0.0.1', 'printer.local'],
    });
    expect(await guard.request('https://docs.example.org/a')).toMatchObject({ errorType: 'permission_denied' });
    expect(dials.map(({ host }) => host)).toEqual(['docs.example.org']);
  });

  it('to a public name that leads to a near address is not followed', async () => {
    const { port } = await serveRedirects({ '/a': 'https://near.example.org/' });
    const { guard, dials } = createGuardBench({ to: port, names, mayGo: () => 'allow' });
    expect(await guard.request('https://docs.example.org/a')).toMatchObject({
      errorType: 'permission_denied',
      message: expect.stringContaining('near.example.org leads to a private address'),
    });
    expect(dials).toHaveLength(1);
  });

  it('to the host itself that meanwhile leads elsewhere is not followed', async () => {
    const { port } = await serveRedirects({ '/a': '/b' });
    let asked = 0;
    const { guard, dials } = createGuardBench({
      to: port,
      names: { 'rebind.example.org': () => (asked++ === 0 ? ['93.184.216.34'] : ['127.0.0.1']) },
    });
    expect(await guard.request('https://rebind.example.org/a')).toMatchObject({ errorType: 'permission_denied' });
    expect(dials).toHaveLength(1);
  });

  it('between near hosts needs both listed', async () => {
    const { port } = await serveRedirects({ '/a': 'http://10.0.0.2/b', '/c': '/d' });
    const options = { to: port, mayGo: () => 'allow' as const };
    const one = createGuardBench({ ...options, allowPrivate: ['10.0.0.1'] });
    expect(await one.guard.request('http://10.0.0.1/a')).toMatchObject({ errorType: 'permission_denied' });
    expect(await one.guard.request('http://10.0.0.1/c')).toMatchObject({ status: 200, redirects: 1 });
    const both = createGuardBench({ ...options, allowPrivate: ['10.0.0.1', '10.0.0.2'] });
    expect(await both.guard.request('http://10.0.0.1/a')).toMatchObject({ status: 200, url: 'http://10.0.0.2/b' });
  });

  it('is followed five times and no more', async () => {
    verifies('policy.net.caps');
    const table = Object.fromEntries(Array.from({ length: 9 }, (_, at) => [`/${at}`, `/${at + 1}`]));
    const { port, seen } = await serveRedirects(table);
    const { guard } = createGuardBench({ to: port, names });
    expect(await guard.request('https://docs.example.org/4')).toMatchObject({ status: 200, redirects: 5 });
    seen.length = 0;
    expect(await guard.request('https://docs.example.org/3')).toEqual(
      fail('io_error', 'docs.example.org redirects more than 5 times. Use the final address.'),
    );
    expect(seen).toHaveLength(6);
  });

  it.each([{ '/a': '/a' }, { '/a': '#x' }, { '/a': '/b', '/b': '/a' }, { '/a': '/b', '/b': '/b#y' }])(
    'in a circle is seen: %j',
    async (table: Record<string, string>) => {
      const { port } = await serveRedirects(table);
      const { guard } = createGuardBench({ to: port, names });
      expect(await guard.request('https://docs.example.org/a')).toEqual(
        fail('io_error', 'docs.example.org redirects in a circle. Use another address.'),
      );
    },
  );

  it('without a place to go is an answer like any other', async () => {
    const { port } = await serve((_, response) => response.writeHead(302).end('where?'));
    const { guard } = createGuardBench({ to: port, names });
    expect(await guard.request('https://docs.example.org/')).toMatchObject({
      status: 302,
      body: Buffer.from('where?'),
    });
  });
});
