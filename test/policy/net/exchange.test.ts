import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { NetLimits } from '../../../src/policy/net/limits.js';
import { fail } from '../../../src/tool/outcome.js';
import { verifies } from '../../requirements.js';
import { createGuardBench, serve, serveRaw } from './guard-harness.js';

const names = { 'example.org': ['93.184.216.34'] };

const ask = (to: number, limits: Partial<NetLimits> = {}) =>
  createGuardBench({ to, names, limits }).guard.request('http://example.org/');

const tooLarge = (size: string) =>
  fail(
    'io_error',
    `The answer of example.org is larger than ${size}, so it was not read. Ask for a part of it, or another address.`,
  );

describe('an answer', () => {
  it.each([
    ['identity', (text: string) => Buffer.from(text)],
    ['gzip', gzipSync],
    ['X-GZIP', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
  ])('packed as %s is unpacked', async (encoding, pack) => {
    const { port } = await serve((_, response) =>
      response.writeHead(200, { 'content-encoding': encoding }).end(pack('hello '.repeat(1000))),
    );
    expect(await ask(port)).toMatchObject({ status: 200, body: Buffer.from('hello '.repeat(1000)) });
  });

  it.each(['zstd', 'gzip, gzip', 'constructor', '__proto__'])('packed as %s is not read', async (encoding) => {
    const { port } = await serve((_, response) =>
      response.writeHead(200, { 'content-encoding': encoding }).end(gzipSync(gzipSync('x'))),
    );
    expect(await ask(port)).toEqual(
      fail('io_error', `The answer of example.org is packed as "${encoding}", which is not read.`),
    );
  });

  it.each([
    ['gzip', gzipSync(Buffer.alloc(50_000_000))],
    ['br', brotliCompressSync(Buffer.alloc(50_000_000))],
    ['deflate', deflateSync(Buffer.alloc(50_000_000))],
  ])('that unpacks to a bomb is left: %s', async (encoding, bomb) => {
    expect(bomb.length).toBeLessThan(100_000);
    const { port } = await serve((_, response) => response.writeHead(200, { 'content-encoding': encoding }).end(bomb));
    const before = process.memoryUsage().arrayBuffers;
    expect(await ask(port)).toEqual(tooLarge('5.0 MB'));
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(30_000_000);
  });

  it('that is larger than it may be is left, told or not', async () => {
    verifies('policy.net.caps');
    const { port } = await serve((request, response) => {
      if (request.url === '/') response.writeHead(200, { 'content-length': '3000' }).end('x'.repeat(3000));
    });
    expect(await ask(port, { bytes: 2000 })).toEqual(tooLarge('2.0 KB'));
    const untold = await serve((_, response) => {
      response.write('x'.repeat(1500));
      response.end('x'.repeat(1500));
    });
    expect(await ask(untold.port, { bytes: 2000 })).toEqual(tooLarge('2.0 KB'));
    expect(await ask(untold.port, { bytes: 3000 })).toMatchObject({ status: 200, body: { length: 3000 } });
  });

  it('that never grows when unpacked is left by what came', async () => {
    // Empty stored blocks of deflate: no byte of content, for ever.
    const { port } = await serve((_, response) => {
      response.writeHead(200, { 'content-encoding': 'deflate' });
      response.write(Buffer.from([0x78, 0x9c]));
      response.end(Buffer.alloc(5 * 1000, Buffer.from([0x00, 0x00, 0x00, 0xff, 0xff])));
    });
    expect(await ask(port, { bytes: 2000 })).toEqual(tooLarge('2.0 KB'));
  });

  it('that drips is left at the deadline', async () => {
    const { port } = await serve((_, response) => {
      const timer = setInterval(() => response.write('x'), 10);
      response.on('close', () => clearInterval(timer));
    });
    const started = performance.now();
    expect(await ask(port, { totalMs: 150, idleMs: 100 })).toEqual(
      fail('timeout', 'It took longer than 150 ms. Try again later, or another address.'),
    );
    expect(performance.now() - started).toBeLessThan(1000);
  });

  it('whose head drips is left at the deadline', async () => {
    const { port } = await serveRaw((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nx-a: ');
      const timer = setInterval(() => socket.write('x'), 10);
      socket.on('close', () => clearInterval(timer));
    });
    expect(await ask(port, { totalMs: 150 })).toMatchObject({ errorType: 'timeout' });
  });

  it('that falls silent is left, before its head and within its body', async () => {
    const silent = fail('timeout', 'example.org sent nothing for 60 ms. Try again later, or another address.');
    const before = await serve(() => {});
    expect(await ask(before.port, { idleMs: 60 })).toEqual(silent);
    const within = await serve((_, response) => response.write('x'));
    expect(await ask(within.port, { idleMs: 60 })).toEqual(silent);
  });

  it('with headers without end is left', async () => {
    const failure = fail(
      'io_error',
      'example.org sent more headers than are read (20 headers and 4.0 KB). Use another address.',
    );
    const limits = { headers: 20, headerBytes: 4000 };
    const huge = await serve((_, response) => response.writeHead(200, { 'x-a': 'x'.repeat(8000) }).end());
    expect(await ask(huge.port, limits)).toEqual(failure);
    const many = await serve((_, response) => {
      for (let at = 0; at < 50; at += 1) response.setHeader(`x-${at}`, '1');
      response.end();
    });
    expect(await ask(many.port, limits)).toEqual(failure);
    const few = await serve((_, response) => response.writeHead(200, { 'x-a': '1' }).end());
    expect(await ask(few.port, limits)).toMatchObject({ status: 200 });
  });

  it.each([
    ['', 'without a word'],
    ['HTTP/1.1 200 OK\r\n', 'within its head'],
    ['HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhalf', 'within its body'],
    ['HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\nhello\r\n', 'between its chunks'],
    ['HTTP/1.1 200 OK\r\ncontent-length: 3\r\ncontent-encoding: gzip\r\n\r\n\x1f\x8b\x08', 'within what is packed'],
    ['HTTP/1.1 200 OK\r\ncontent-length: 3\r\ncontent-encoding: gzip\r\n\r\nabc', 'as what it does not say'],
    ['HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n', 'by another protocol'],
    ['HTTP/1.1 200 OK\r\ncontent-length: 3\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n', 'with two lengths'],
    ['SSH-2.0-OpenSSH\r\n', 'as no web server'],
  ])('that ends early is told: %j, %s', async (text) => {
    const { port } = await serveRaw((socket) => socket.once('data', () => socket.end(text, 'latin1')));
    expect(await ask(port)).toMatchObject({
      errorType: 'io_error',
      message: expect.stringMatching(/^The connection to example\.org broke: /),
    });
  });

  it('to HEAD has no body', async () => {
    const { port } = await serve((_, response) => response.writeHead(200, { 'content-length': '99999999' }).end());
    const { guard } = createGuardBench({ to: port, names });
    expect(await guard.request('http://example.org/', { method: 'HEAD' })).toMatchObject({
      status: 200,
      body: new Uint8Array(),
    });
  });
});
