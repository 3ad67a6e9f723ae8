import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createSseReader } from '../../../../src/model/provider/transport/sse.js';

type Event = [data: string, event: string];

function read(chunks: readonly (Uint8Array | string)[], maxLength?: number) {
  const events: Event[] = [];
  const reader = createSseReader(
    (data, event) => events.push([data, event]),
    maxLength === undefined ? {} : { maxLength },
  );
  const ok = chunks.every((chunk) => reader.push(chunk));
  if (ok) reader.end();
  return { ok, events };
}

/** A second reading of the rules, over the whole text at once. */
function readPlainly(text: string): Event[] {
  const events: Event[] = [];
  let data: string[] = [];
  let event = '';
  for (const line of [...text.replace(/^\ufeff/, '').split(/\r\n|\r|\n/), '']) {
    if (line === '') {
      if (data.length > 0) events.push([data.join('\n'), event]);
      data = [];
      event = '';
      continue;
    }
    const field = /^([^:]*)(?:: ?(.*))?$/s.exec(line);
    if (field?.[1] === 'data') data.push(field[2] ?? '');
    if (field?.[1] === 'event') event = field[2]?.trimStart() ?? '';
  }
  return events;
}

const line = fc.oneof(
  fc.constantFrom(
    '',
    '',
    ': comment',
    'data',
    'data:',
    'data:x',
    'event: ping',
    'id: 1',
    'retry: 5',
    'nonsense',
    ':',
    'data:  two',
  ),
  fc.string({ unit: 'binary', maxLength: 12 }).map((text) => `data: ${text.replaceAll(/[\r\n\ud800-\udfff]/g, '')}`),
  fc.constantFrom('data: {"a":"ü 世界 👋🏽"}', 'data: [DONE]'),
);
const source = fc
  .tuple(
    fc.boolean(),
    fc.array(fc.tuple(line, fc.constantFrom('\n', '\r', '\r\n', '\n\n', '\r\r', '\r\n\r\n')), { maxLength: 12 }),
  )
  .map(([bom, lines]) => (bom ? '\ufeff' : '') + lines.map(([text, end]) => text + end).join(''));

describe('server-sent events', () => {
  test('read like the plain reading of the rules, however the bytes are cut', () => {
    fc.assert(
      fc.property(source, fc.array(fc.nat(400), { maxLength: 8 }), (text, cuts) => {
        const bytes = Buffer.from(text);
        const places = [0, ...cuts.map((cut) => cut % (bytes.length + 1)).sort((a, b) => a - b), bytes.length];
        const pieces = places.slice(1).map((end, at) => bytes.subarray(places[at], end));
        expect(read(pieces).events).toEqual(readPlainly(text));
      }),
      { numRuns: 5000 },
    );
  });

  test('give the same at every split and byte by byte', () => {
    const text = '\ufeffdata: {"a":"ü世👋🏽"}\r\n\r\n: note\r\rdata: 1\ndata:2\r\n\nevent: x\ndata\n\ndata: [DONE]';
    const bytes = Buffer.from(text);
    const whole = read([bytes]).events;
    expect(whole).toEqual([
      ['{"a":"ü世👋🏽"}', ''],
      ['1\n2', ''],
      ['', 'x'],
      ['[DONE]', ''],
    ]);
    for (let at = 0; at <= bytes.length; at += 1) {
      expect(read([bytes.subarray(0, at), bytes.subarray(at)]).events).toEqual(whole);
    }
    expect(read([...bytes].map((byte) => Uint8Array.of(byte))).events).toEqual(whole);
  });

  test('an event over the limit is refused, in one piece or in many, over one line or several', () => {
    const long = `data: ${'x'.repeat(200)}\n\n`;
    expect(read([long], 100).ok).toBe(false);
    expect(read([...long], 100).ok).toBe(false);
    expect(read(['data: 1234567890\n'.repeat(20)], 100).ok).toBe(false);
    expect(read([`data: ${'x'.repeat(94)}\n\n`], 100)).toEqual({ ok: true, events: [['x'.repeat(94), '']] });
    expect(read([`: ${'x'.repeat(10 * 1024 * 1024)}`]).ok).toBe(false);
  });

  test('take linear time: 1 MB in pieces of 7 bytes, and one line of 4 MB in pieces of 100', () => {
    const many = Buffer.from('data: {"x":"12345678"}\n\n'.repeat(43_000));
    const one = Buffer.from(`data: ${'y'.repeat(4_000_000)}\n\n`);
    const cut = (bytes: Buffer, size: number) =>
      Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) => bytes.subarray(at * size, (at + 1) * size));
    // Quadratic work would run into the time limit of a test.
    expect(read(cut(many, 7)).events).toHaveLength(43_000);
    expect(read(cut(one, 100)).events).toHaveLength(1);
  });
});
