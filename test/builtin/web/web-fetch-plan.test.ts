import { describe, expect, it } from 'vitest';
import { webFetch } from '../../../src/builtin/web/web-fetch.js';
import { planRequest, type WebRequest } from '../../../src/builtin/web/web-fetch-plan.js';
import { checkerFor } from '../../../src/schema/check.js';
import type { Fact } from '../../../src/tool/fact.js';
import { fail, isFailure } from '../../../src/tool/outcome.js';

type Args = WebRequest;

const undo = { possible: false, why: 'what was sent cannot be taken back' };

function factsOf(args: Args): readonly Fact[] {
  const plan = planRequest(args);
  if (isFailure(plan)) throw new Error(plan.message);
  return plan.facts;
}

const net = (target: string, rest: Partial<Fact> = {}): Fact => ({
  kind: 'net',
  target,
  where: 'nowhere',
  known: true,
  ...rest,
});

describe('the plan of web_fetch', () => {
  it('names the host, and shows the request as it would be sent', () => {
    expect(planRequest({ url: 'https://DOCS.Example.org/a?b=c', headers: { Accept: 'text/html' } })).toEqual({
      facts: [net('docs.example.org')],
      preview: { kind: 'text', text: 'GET https://docs.example.org/a?b=c\nAccept: text/html' },
      undo,
    });
    expect(planRequest({ url: 'https://example.org:8443/', method: 'POST', body: 'a=b' })).toEqual({
      facts: [
        net('example.org:8443', { known: false, note: 'sends data to example.org:8443 (POST with 3 characters)' }),
      ],
      preview: { kind: 'text', text: 'POST https://example.org:8443/\n\na=b' },
      undo,
    });
  });

  it.each<[Args, Fact]>([
    [{ url: 'http://localhost:3000/' }, net('localhost:3000', { note: 'localhost is this machine' })],
    [{ url: 'http://10.0.0.1/' }, net('10.0.0.1', { note: '10.0.0.1 is an address of a private network' })],
    [{ url: 'https://example.org/', method: 'HEAD' }, net('example.org')],
    [
      { url: 'https://example.org/', method: 'DELETE' },
      net('example.org', { known: false, note: 'sends data to example.org (DELETE)' }),
    ],
    [
      { url: 'https://user:pw@example.org/' },
      net('example.org', { known: false, note: 'the URL carries a user name or password' }),
    ],
    [
      { url: 'https://example.org/', headers: { Cookie: 'a', 'X-HTTP-Method-Override': 'DELETE' } },
      net('example.org', { known: false, note: 'it sends the headers cookie, x-http-method-override' }),
    ],
    [
      { url: `https://example.org/?q=${'a'.repeat(1100)}` },
      net('example.org', { known: false, note: 'the URL carries 1123 characters, which may be data' }),
    ],
    [
      { url: `https://example.org/${'a'.repeat(1100)}` },
      net('example.org', { known: false, note: 'the URL carries 1120 characters, which may be data' }),
    ],
    [
      { url: 'https://example.org/?password=hunter2' },
      net('example.org', { known: false, note: 'the URL carries a value named password' }),
    ],
    [
      { url: 'https://bücher.example/' },
      net('xn--bcher-kva.example', { note: 'xn--bcher-kva.example is shown by others as bücher.example' }),
    ],
    [
      { url: 'http://169.254.169.254/' },
      net('169.254.169.254', {
        known: false,
        forbidden: true,
        note: '169.254.169.254 is link-local, where a cloud keeps the credentials of its machines',
      }),
    ],
    [
      { url: 'http://2130706433:8080/' },
      net('127.0.0.1:8080', { known: false, forbidden: true, note: '2130706433 is 127.0.0.1 in disguise' }),
    ],
    [
      { url: 'file:///etc/passwd' },
      net('file:', { known: false, forbidden: true, note: 'file: cannot be fetched, only http: and https:' }),
    ],
    [
      { url: 'http://example.org:0/', method: 'POST' },
      net('example.org:0', {
        known: false,
        forbidden: true,
        note: 'there is no port 0; sends data to example.org:0 (POST)',
      }),
    ],
  ])('%j', (args, fact) => {
    expect(factsOf(args)).toEqual([fact]);
  });

  it.each<[Args, string]>([
    [{ url: 'http://' }, 'this is not a URL: write it in full, as https://host/path.'],
    [{ url: 'example.org' }, 'this is not a URL: write it in full, as https://host/path.'],
    [{ url: 'https://example.org/a b' }, 'the URL holds spaces or characters that cannot be seen: write them as %20.'],
    [{ url: 'https://example.org/', body: 'x' }, 'GET sends no body: leave it out, or use POST.'],
    [{ url: 'https://example.org/', method: 'HEAD', body: '' }, 'HEAD sends no body: leave it out, or use POST.'],
    [
      { url: 'https://example.org/', headers: { Host: 'evil.test' } },
      'The header host is set by the connection itself: leave it out.',
    ],
    [
      { url: 'https://example.org/', headers: { 'x-a': 'b\r\nc: d' } },
      'The header x-a holds line breaks or other characters that cannot be sent: leave them out.',
    ],
  ])('of %j is refused', (args, message) => {
    expect(planRequest(args)).toEqual(fail('validation_failed', message));
  });

  it('tells of what looks like a secret, without its value, wherever it stands', () => {
    const key = `gh${'p_'}${'a1B2'.repeat(9)}`;
    const secret: Fact = {
      kind: 'secret',
      target: 'a token of GitHub',
      where: 'nowhere',
      known: true,
      note: 'what is sent looks like a token of GitHub',
    };
    const places: readonly Args[] = [
      { url: `https://example.org/?q=${key}` },
      { url: `https://example.org/${key}/a` },
      { url: `https://${key.toLowerCase().replace('_', '')}.example.org/${key}` },
      { url: `https://example.org/#${key}` },
      { url: `https://${key}@example.org/` },
      { url: `https://example.org/?q=${key.replace('_', '%5F')}` },
      { url: `https://example.org/?q=${Buffer.from(key).toString('base64url')}` },
      { url: `https://example.org/${Buffer.from(key).toString('hex')}` },
      { url: 'https://example.org/', headers: { 'x-a': key } },
      { url: 'https://example.org/', method: 'POST', body: JSON.stringify({ a: key }) },
    ];
    for (const args of places) expect(factsOf(args).slice(1), args.url).toEqual([secret]);
  });

  it('has a schema that says what may be given', async () => {
    const check = await checkerFor(webFetch.parameters);
    expect(check({ url: 'https://example.org/', method: 'GET', headers: { a: 'b' }, max_chars: 100 })).toEqual([]);
    for (const wrong of [
      {},
      { url: 1 },
      { url: 'a', method: 'TRACE' },
      { url: 'a', method: 'get' },
      { url: 'a', headers: { a: 1 } },
      { url: 'a', max_chars: 30_000 },
      { url: 'a', allow: true },
      { url: 'a', method: 'POST', body: 'x'.repeat(100_001) },
    ])
      expect(check(wrong), JSON.stringify(wrong)).not.toEqual([]);
  });
});
