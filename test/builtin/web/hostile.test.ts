import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { feedText } from '../../../src/builtin/web/page/feed-text.js';
import { htmlTokens } from '../../../src/builtin/web/page/html-tokens.js';
import { stripTags } from '../../../src/builtin/web/page/strip-tags.js';
import { webFetch } from '../../../src/builtin/web/web-fetch.js';
import { dialDirect, systemResolve } from '../../../src/policy/net/dial.js';
import { createNetGuard } from '../../../src/policy/net/guard.js';
import { errorTypes, isFailure } from '../../../src/tool/outcome.js';
import { serveRaw } from '../../policy/net/guard-harness.js';
import { verifies } from '../../requirements.js';
import { callOk, callTool } from '../tool-harness.js';
import { benchFor, createWebBench, says } from './web-bench.js';

describe('a hostile page', () => {
  it.each<[string, string]>([
    ['deep', `${'<div>'.repeat(30_000)}words`],
    ['wide', `<p>words</p>${'<p>x</p>'.repeat(3000)}`],
    ['unclosed', `words ${'<a href="'.repeat(20_000)}`],
    ['comments', `words ${'<!--'.repeat(100_000)}`],
    ['brackets', `words ${'<'.repeat(30_000)}`],
    ['quotes', `<p ${'a="b\'>'.repeat(5000)}">words`],
    ['entities', `words ${'&#x110000;&amp'.repeat(20_000)}`],
    ['long', `<p>words</p>${'x '.repeat(1_501_000)}`],
    ['nothing', 'words\0\u0001\ud800'],
  ])(
    'is read or stripped, and nothing of ours breaks: %s',
    async (_, html) => {
      verifies('web.fetch.hostile-page');
      const { ctx, url } = await createWebBench(says(html));
      const { value } = await callOk(webFetch, { url }, ctx);
      expect(value.status).toBe(200);
      expect(stripTags(html)).toContain('words');
      expect(typeof feedText(html)).toBe('string');
    },
    30_000,
  );

  it('loses nothing of its text in pieces', () => {
    const piece = fc.constantFrom(
      '<',
      '>',
      '/',
      '!',
      '--',
      '"',
      "'",
      '=',
      'a',
      'p',
      'script',
      '<![CDATA[',
      ']]>',
      ' ',
      '&amp;',
      'x',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const html = pieces.join('');
        const tokens = [...htmlTokens(html)];
        expect(tokens.length).toBeLessThanOrEqual(2 * html.length);
        expect(typeof stripTags(html)).toBe('string');
      }),
      { numRuns: 500 },
    );
  });
});

/** What a server may do with a connection, each its own misdeed. */
const misdeeds: readonly (readonly [string, string | Buffer])[] = [
  ['garbage', '\0\u0001\u0002 not http at all\r\n\r\n'],
  ['another protocol', 'SSH-2.0-OpenSSH_9.6\r\n'],
  ['a bad length', 'HTTP/1.1 200 OK\r\ncontent-length: -5\r\n\r\nhello'],
  ['two lengths', 'HTTP/1.1 200 OK\r\ncontent-length: 5\r\ncontent-length: 6\r\n\r\nhello!'],
  ['a length it does not keep', 'HTTP/1.1 200 OK\r\ncontent-length: 500\r\n\r\nhello'],
  ['a huge length', 'HTTP/1.1 200 OK\r\ncontent-length: 99999999999\r\n\r\nhello'],
  ['bad chunks', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\nhello\r\n'],
  ['a cut chunk', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nff\r\nhello'],
  ['compressed garbage', 'HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: 5\r\n\r\nhello'],
  [
    'a cut gzip',
    Buffer.concat([
      Buffer.from('HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\n\r\n'),
      gzipSync('x'.repeat(9999)).subarray(0, 20),
    ]),
  ],
  ['a flood of headers', `HTTP/1.1 200 OK\r\n${'x-a: b\r\n'.repeat(300)}\r\nhello`],
  ['a huge header', `HTTP/1.1 200 OK\r\nx-a: ${'b'.repeat(100_000)}\r\n\r\nhello`],
  ['a smuggled header', 'HTTP/1.1 200 OK\r\nx-a: b\r\r\n\r\nhello'],
  ['a switch of protocols', 'HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'],
  ['many interim answers', `${'HTTP/1.1 100 Continue\r\n\r\n'.repeat(2000)}`],
  ['a status that is none', 'HTTP/1.1 999999 ?\r\n\r\n'],
  ['a redirect to nowhere', 'HTTP/1.1 302 Found\r\nlocation: http://\r\n\r\n'],
  ['a redirect to itself', 'HTTP/1.1 302 Found\r\nlocation: /\r\n\r\n'],
  ['a redirect to the cloud', 'HTTP/1.1 302 Found\r\nlocation: http://169.254.169.254/latest/\r\n\r\n'],
  ['nothing', ''],
];

describe('a hostile server', () => {
  it.each(misdeeds)('that sends %s gives a typed failure', async (_, sent) => {
    verifies('web.fetch.hostile-server');
    const { port } = await serveRaw((socket) => socket.once('data', () => socket.end(sent)));
    const { ctx, url } = benchFor(`127.0.0.1:${port}`);
    const { failure } = await callTool(webFetch, { url }, ctx);
    expect(failure?.errorType).toMatch(/^(?:io_error|permission_denied|timeout)$/);
    expect(failure?.message).toMatch(/\.$/);
  });

  it('that sends pieces of anything, in any order, ends in a result or a typed failure', async () => {
    verifies('web.fetch.hostile-server');
    let sent: readonly string[] = [];
    const { port } = await serveRaw((socket) =>
      socket.once('data', () => {
        for (const one of sent) socket.write(one);
        socket.end();
      }),
    );
    const limits = { totalMs: 2000, idleMs: 500, bytes: 10_000 };
    const guard = createNetGuard({
      resolve: systemResolve,
      connect: dialDirect,
      allowPrivate: [`127.0.0.1:${port}`],
      limits,
    });
    const piece = fc.constantFrom(
      'HTTP/1.1 200 OK\r\n',
      'HTTP/1.0 404 no\r\n',
      'HTTP/1.1 301 x\r\nlocation: /a\r\n',
      'content-length: 3\r\n',
      'content-length: x\r\n',
      'transfer-encoding: chunked\r\n',
      'content-encoding: br\r\n',
      'content-encoding: gzip\r\n',
      '\r\n',
      '\n',
      ': \r\n',
      '3\r\nabc\r\n',
      '0\r\n\r\n',
      'abc',
      '\0',
      'é',
      'x'.repeat(20_000),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 8 }), async (pieces) => {
        sent = pieces;
        const end = await guard.request(`http://127.0.0.1:${port}/`);
        if (isFailure(end)) expect(errorTypes).toContain(end.errorType);
        else expect(end.body.length).toBeLessThanOrEqual(10_000);
      }),
      { numRuns: 150 },
    );
  }, 30_000);
});

it('takes arguments of any kind', async () => {
  verifies('web.args.fuzz');
  const { ctx, url } = await createWebBench(says('ok', 'text/plain'));
  const text = fc.oneof(
    fc.string({ maxLength: 30 }),
    fc.constantFrom(url, `${url}a#b`, 'http://', 'http://[::', 'https://a@b:c', '../x', '/dev/null', '', 'a\0b'),
  );
  const args = fc.record(
    {
      url: text,
      method: fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'),
      headers: fc.dictionary(fc.oneof(fc.string({ maxLength: 8 }), fc.constantFrom('host', 'accept', 'range')), text, {
        maxKeys: 3,
      }),
      body: text,
      format: fc.constantFrom('markdown', 'text', 'raw'),
      max_chars: fc.integer({ min: 1, max: 20_000 }),
      offset: fc.nat(),
      // Nobody decides here: what is written must stay in the folder of the test.
      save_to: text.filter((path) => !/^[/~]|\.\.[/\\]/.test(path)),
    },
    { requiredKeys: ['url'] },
  );
  await fc.assert(
    fc.asyncProperty(args, async (given) => {
      const { failure, value } = await callTool(webFetch, given, ctx);
      if (failure === undefined) expect(value.status).toBe(200);
      else expect(failure.errorType).not.toBe('internal_error');
    }),
    { numRuns: 150 },
  );
}, 30_000);
