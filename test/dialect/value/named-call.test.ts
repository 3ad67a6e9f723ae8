import { describe, expect, it } from 'vitest';
import { parseShape } from '../../../src/dialect/value/loose-json.js';
import { type CallKeys, readArguments, readNamedCall, usualKeys } from '../../../src/dialect/value/named-call.js';
import { verifies } from '../../requirements.js';

const read = (json: string, keys: CallKeys = usualKeys) => {
  const parsed = parseShape(json);
  return parsed.ok ? readNamedCall(json, parsed.value, keys) : parsed;
};

describe('readNamedCall', () => {
  it('keeps the text of the arguments, whichever key stands first', () => {
    verifies('models.prompt.digits');
    expect(read('{"arguments": {"n": 1.10}, "name": "pay"}')).toEqual({
      ok: true,
      call: { name: 'pay', arguments: '{"n": 1.10}' },
      repairs: [],
    });
  });

  it('reads other names of the members, and says so', () => {
    verifies('models.prompt.tolerant', 'dialects.arguments.repair');
    for (const json of [
      '{"tool":"a","parameters":{}}',
      '{"function":"a","args":{}}',
      '{"action":"a","action_input":{}}',
    ]) {
      expect(read(json), json).toMatchObject({
        ok: true,
        call: { name: 'a', arguments: '{}' },
        repairs: { length: 2 },
      });
    }
    const keys = { ...usualKeys, also: ['parameters'] };
    expect(read('{"name":"a","parameters":{}}', keys)).toMatchObject({ ok: true, repairs: [] });
  });

  it('keeps an id, and looks into a wrapper', () => {
    verifies('dialects.ids.kept');
    expect(read('{"id":"c1","type":"function","function":{"name":"a","arguments":{"x":1}}}')).toEqual({
      ok: true,
      call: { id: 'c1', name: 'a', arguments: '{"x":1}' },
      repairs: [],
    });
  });

  it('takes no description of a tool for a call', () => {
    verifies('models.prompt.not-invented');
    const schema = '{"type":"object","properties":{"x":{"type":"string"}}}';
    expect(read(`{"name":"a","description":"It.","parameters":${schema}}`)).toMatchObject({ ok: false });
    expect(read(`{"type":"function","function":{"name":"a","parameters":${schema}}}`)).toMatchObject({ ok: false });
    expect(read(`{"name":"a","arguments":${schema}}`)).toMatchObject({ ok: true });
  });

  it('guesses nothing', () => {
    verifies('models.prompt.not-invented');
    for (const json of [
      '[]',
      '{}',
      '{"name":""}',
      '{"name":1,"arguments":{}}',
      '{"name":"a","arguments":[1]}',
      '{"name":"a","arguments":"x"}',
      '{"name":"a","path":"b"}',
      '{"name":"a","arguments":{},"args":{}}',
    ]) {
      expect(read(json), json).toMatchObject({ ok: false });
    }
  });
});

describe('readArguments', () => {
  it('reads an object, also one that was encoded twice', () => {
    verifies('models.prompt.tolerant');
    expect(readArguments(' {"a":1} ')).toMatchObject({ ok: true, text: '{"a":1}' });
    expect(readArguments('"{\\"a\\":1}"')).toMatchObject({ ok: true, text: '{"a":1}' });
    expect(readArguments('')).toMatchObject({ ok: true, text: '{}' });
    expect(readArguments('[1]')).toMatchObject({ ok: false });
    expect(readArguments('"{\\"__proto__\\":{}}"')).toMatchObject({ ok: false });
  });
});
