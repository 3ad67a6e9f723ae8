import { createHash, randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { verifies } from '../../requirements.js';
import { needs } from '../../support/needs.js';
import { exited } from '../box.js';
import { createConnectedBox } from './connected-box.js';
import { allow } from './proxy-harness.js';

const missing = needs('bwrap') ?? needs('curl');
const hosts = allow('example.test');
const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

describe.skipIf(missing !== undefined)('a command behind the bridge', () => {
  it('ends as it does without', async () => {
    verifies('sandbox.bridge.end');
    const { connected } = await createConnectedBox({ hosts });
    expect((await connected('exit 7')).end).toEqual(exited(7));
    expect((await connected('kill -TERM $$')).end).toEqual(exited(143));
    expect((await connected('kill -KILL $$')).end).toEqual(exited(137));
    expect((await connected(['true'])).end).toEqual(exited(0));
    expect((await connected(['no-such-program', 'x'])).end).toEqual({
      state: 'failed',
      message: 'it could not be started: no-such-program: No such file or directory',
    });
  });

  it('is asked to end by itself, and takes what it left behind with it', async () => {
    verifies('sandbox.bridge.end');
    const { connected } = await createConnectedBox({ hosts });
    const asked = await connected(`trap 'echo asked; exit 5' TERM; echo ready; while true; do sleep 0.05; done`, {
      timeoutMs: 3000,
    });
    expect(asked).toEqual({ end: { state: 'timed-out' }, out: 'ready\nasked\n', err: expect.any(String) });
    const left = await connected('sleep 60 & exit 3');
    expect(left.end).toEqual(exited(3));
    const stubborn = await connected(`trap '' TERM; while true; do sleep 1; done`, { timeoutMs: 500 });
    expect(stubborn.end).toEqual({ state: 'timed-out' });
  });

  it('is given the same words and the same input', async () => {
    verifies('sandbox.bridge.command');
    const { connected } = await createConnectedBox({ hosts });
    const odd = `printf '%s|' "$0" 'a  b' "\\$x" '--' '-e' 'ü✓' ; tr '\\0' '\\n' < /proc/$$/cmdline | tail -n +5`;
    expect((await connected(odd)).out).toBe(`/bin/bash|a  b|$x|--|-e|ü✓|--\n${odd}\n`);
    const words = ['printf', '%s,', '--', '-e', '', 'a b', '$HOME'] as const;
    expect((await connected(words)).out).toBe('--,-e,,a b,$HOME,');
    const input = 'line\n'.repeat(200_000);
    expect((await connected('sha256sum', { input })).out).toBe(`${hashOf(Buffer.from(input))}  -\n`);
    const both = await connected('echo out; echo err >&2');
    expect([both.out, both.err]).toEqual(['out\n', 'err\n']);
  });

  it('may open many connections at once', async () => {
    verifies('sandbox.bridge.load');
    const { connected, seen } = await createConnectedBox({
      hosts,
      listener: (_, response) => void setTimeout(() => response.end('x'), 200),
    });
    const urls = (scheme: string) => `'${scheme}://example.test/[1-60]'`;
    const { end, out } = await connected(
      `curl -sSkZ --parallel-max 60 --no-progress-meter --http1.1 ${urls('http')} ${urls('https')}`,
    );
    expect({ end, length: out.length, asked: new Set(seen).size }).toMatchObject({
      end: exited(0),
      length: 120,
      asked: 60,
    });
    expect(seen).toHaveLength(120);
  });

  it('may send and fetch much', async () => {
    verifies('sandbox.bridge.load');
    const big = randomBytes(24 * 2 ** 20);
    const taken: string[] = [];
    const { connected, ws } = await createConnectedBox({
      hosts,
      listener(request, response) {
        if (request.method === 'GET') return void response.end(big);
        const hash = createHash('sha256');
        request.on('data', (piece: Buffer) => hash.update(piece));
        request.on('end', () => {
          taken.push(hash.digest('hex'));
          response.end();
        });
      },
    });
    writeFileSync(join(ws, 'big'), big);
    const { end, out } = await connected(
      `for url in http://example.test https://example.test; do
         curl -sSfk "$url/" | sha256sum | cut -c1-64; curl -sSfk -T big "$url/"; curl -sSfk -H 'Transfer-Encoding: chunked' --data-binary @big "$url/"
       done`,
    );
    expect({ end, out }).toMatchObject({ end: exited(0), out: `${hashOf(big)}\n`.repeat(2) });
    expect(taken).toEqual(Array(4).fill(hashOf(big)));
  });
});
