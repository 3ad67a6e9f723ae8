import { describe, expect, it } from 'vitest';
import { maxCallLength } from '../../../src/dialect/dialect.js';
import { Input, Stops } from '../../../src/dialect/read/input.js';
import { type JsonRead, type JsonReadingOptions, readJson } from '../../../src/dialect/value/json-reading.js';
import { verifies } from '../../requirements.js';
import { inPieces } from '../read-message.js';

const stops = new Stops(['</end>']);

/** Reads in pieces, and answers what was read and what is left. */
function read(text: string, size: number, options: Partial<JsonReadingOptions> = {}): { json: JsonRead; rest: string } {
  const input = new Input();
  const reading = readJson(input, { stops, ...options });
  const pieces = inPieces(text, size);
  for (const [at, piece] of [...pieces.entries()]) {
    input.append(piece);
    const step = reading.next();
    if (step.done) return { json: step.value, rest: input.text.slice(input.at) + pieces.slice(at + 1).join('') };
  }
  input.ended = true;
  const step = reading.next();
  if (!step.done) throw new Error('it waits behind the end');
  return { json: step.value, rest: input.text.slice(input.at) };
}

const each = (text: string, options: Partial<JsonReadingOptions> = {}): { json: JsonRead; rest: string } => {
  const whole = read(text, text.length, options);
  for (const size of [1, 2, 5]) {
    const { json, rest } = read(text, size, options);
    expect({ json: { ...json, rawOf: 0 }, rest }).toEqual({ json: { ...whole.json, rawOf: 0 }, rest: whole.rest });
  }
  return whole;
};

describe('readJson', () => {
  it('ends where the value does, in whatever pieces it comes', () => {
    verifies('dialects.proof.chunks');
    expect(each('{"a":"}</end>\\"]"} x</end>')).toMatchObject({
      json: { ok: true, json: '{"a":"}</end>\\"]"}' },
      rest: ' x</end>',
    });
    expect(each('[1,[2]]]</end>')).toMatchObject({ json: { ok: true, json: '[1,[2]]' }, rest: ']</end>' });
  });

  it('mends what is broken up to what can only stand behind it', () => {
    verifies('dialects.arguments.repair');
    expect(each('{\'a\': "x", }</end> y')).toMatchObject({ json: { ok: true, json: '{"a":"x"}' }, rest: '</end> y' });
    expect(each('{"a":"say "</end>" now"}</end>')).toMatchObject({ json: { ok: false, broken: true } });
    expect(each("{'a': 1}")).toMatchObject({ json: { ok: true, json: '{"a":1}' }, rest: '' });
  });

  it('reads the rest of a list at once where an element of it is broken', () => {
    verifies('dialects.arguments.repair');
    expect(each("{'a': ']'}, {'b': 2}] </end>", { inList: true })).toMatchObject({
      json: { ok: true, isRest: true, json: '[{"a":"]"},{"b":2}]' },
      rest: '</end>',
    });
  });

  it('never closes what was cut off', () => {
    verifies('dialects.arguments.not-closed', 'dialects.proof.truncated');
    for (const text of ['{"a":1', '{"a":"x', "{'a': 'x", '{"a":"use {"b":{"c":"x"}}', '{"a":"say "hi"}']) {
      expect(each(text).json, text).toMatchObject({ ok: false, broken: true });
    }
  });

  it('says where a value ends that cannot be read', () => {
    verifies('dialects.arguments.repair');
    expect(each('{"a": nothing} , ]', { behind: [']'] })).toMatchObject({
      json: { ok: false, ended: true, raw: '{"a": nothing}' },
      rest: ']',
    });
    expect(each('{"a":1,"a":2}</end>')).toMatchObject({ json: { ok: false, broken: false }, rest: '</end>' });
  });

  it('gives up on what is too long', () => {
    verifies('models.prompt.bounded');
    const text = `{"a":"${'x'.repeat(maxCallLength)}"}`;
    for (const size of [text.length, 65_536]) {
      expect(read(text, size).json).toMatchObject({
        ok: false,
        cut: true,
        why: expect.stringContaining(`longer than ${maxCallLength / 1024 / 1024} MB`),
      });
    }
  });
});
