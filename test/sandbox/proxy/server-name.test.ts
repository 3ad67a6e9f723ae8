import type { AddressInfo } from 'node:net';
import { connect, createServer } from 'node:net';
import { connect as connectSecure } from 'node:tls';
import { beforeAll, describe, expect, it } from 'vitest';
import { readServerNames } from '../../../src/sandbox/proxy/server-name.js';
import { verifies } from '../../requirements.js';

let hello: Buffer;

/** What a real client says first. */
beforeAll(async () => {
  const server = createServer();
  const said = new Promise<Buffer>((resolve) => {
    server.on('connection', (socket) => {
      socket.on('error', () => {});
      socket.once('data', (bytes) => {
        resolve(bytes);
        socket.destroy();
      });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const plain = connect((server.address() as AddressInfo).port, '127.0.0.1');
  connectSecure({ socket: plain, servername: 'example.test' }).on('error', () => {});
  hello = await said;
  server.close();
});

/** The same message, cut into records of this size. */
function cut(size: number): Buffer {
  const message = hello.subarray(5);
  const records: Buffer[] = [];
  for (let at = 0; at < message.length; at += size) {
    const part = message.subarray(at, at + size);
    records.push(Buffer.from([22, 3, 1, part.length >> 8, part.length & 0xff]), part);
  }
  return Buffer.concat(records);
}

const extension = (kind: number, body: readonly number[]): readonly number[] => [
  ...[kind >> 8, kind & 0xff, body.length >> 8, body.length & 0xff],
  ...body,
];

const nameList = (...names: readonly string[]): readonly number[] => {
  const list = names.flatMap((name) => [0, 0, name.length, ...Buffer.from(name)]);
  return extension(0, [list.length >> 8, list.length & 0xff, ...list]);
};

/** The smallest message with these extensions. */
function made(...extensions: readonly (readonly number[])[]): Buffer {
  const all = extensions.flat();
  const body = [3, 3, ...Array<number>(32).fill(7), 0, 0, 2, 0x13, 1, 1, 0, all.length >> 8, all.length & 0xff, ...all];
  const message = [1, 0, body.length >> 8, body.length & 0xff, ...body];
  return Buffer.from([22, 3, 1, message.length >> 8, message.length & 0xff, ...message]);
}

describe('the server name', () => {
  it('is read from what a real client says, at every cut of its bytes', () => {
    expect(readServerNames(hello)).toEqual({ state: 'hello', names: ['example.test'] });
    for (let end = 0; end < hello.length; end += 1)
      expect(readServerNames(hello.subarray(0, end))).toEqual({ state: 'more' });
  });

  it('is read however the message is cut into records', () => {
    verifies('sandbox.proxy.server-name');
    for (const size of [1, 2, 3, 7, 100])
      expect(readServerNames(cut(size))).toEqual({ state: 'hello', names: ['example.test'] });
  });

  it('is read with something else behind it', () => {
    const more = Buffer.concat([hello, Buffer.from([20, 3, 3, 0, 1, 1])]);
    expect(readServerNames(more)).toEqual({ state: 'hello', names: ['example.test'] });
  });

  it('may be missing, and several are all told', () => {
    expect(readServerNames(made())).toEqual({ state: 'hello', names: [] });
    expect(readServerNames(made(extension(43, [2, 3, 4])))).toEqual({ state: 'hello', names: [] });
    expect(readServerNames(made(nameList('a.test', 'b.test')))).toEqual({
      state: 'hello',
      names: ['a.test', 'b.test'],
    });
  });

  it.each([
    ['two lists of names', () => made(nameList('a.test'), nameList('b.test'))],
    ['a list that is longer than it says', () => made(extension(0, [0, 3, 0, 0, 1, 97]))],
    ['a list that is shorter than it says', () => made(extension(0, [0, 9, 0, 0, 1, 97]))],
    ['an empty name', () => made(extension(0, [0, 3, 0, 0, 0]))],
    ['another kind of name', () => made(extension(0, [0, 4, 9, 0, 1, 97]))],
    ['an extension beyond the end', () => made([0, 16, 0, 99, 1])],
    ['another message', () => Buffer.from([22, 3, 1, 0, 4, 2, 0, 0, 0])],
    ['a message that is too long', () => Buffer.from([22, 3, 1, 0, 4, 1, 255, 255, 255])],
    ['an empty record', () => Buffer.from([22, 3, 1, 0, 0, 22, 3, 1, 0, 4])],
    ['another record in between', () => Buffer.concat([cut(10).subarray(0, 15), Buffer.from([23, 3, 3, 0, 1, 1])])],
  ])('is not guessed from %s', (_, make) => {
    verifies('sandbox.proxy.server-name');
    expect(readServerNames(make())).toEqual({ state: 'malformed' });
  });

  it('is not looked for in other protocols', () => {
    expect(readServerNames(Buffer.from('GET / HTTP/1.1'))).toEqual({ state: 'plain' });
    expect(readServerNames(Buffer.from('SSH-2.0'))).toEqual({ state: 'plain' });
  });

  it('is read in the time that the bytes take, whatever they are', () => {
    let seed = 7;
    for (let round = 0; round < 300; round += 1) {
      const bytes = Buffer.from(hello);
      for (let change = 0; change < 4; change += 1) {
        seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
        bytes[5 + (seed % (bytes.length - 5))] = seed >> 8;
      }
      expect(['hello', 'more', 'malformed']).toContain(readServerNames(bytes).state);
    }
  });
});
