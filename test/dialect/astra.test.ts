import { describe, expect, it } from 'vitest';
import { lastToolCall } from '../../src/dialect/format/json/last-tool-call.js';
import { verifies } from '../requirements.js';
import { inPieces, readMessage } from './read-message.js';

const call = (json: string): string => `<tool_call>\n${json}\n</tool_call>`;
const read = call('{"name": "read", "arguments": {"path": "a.md"}}');
const list = call('{"name": "list", "arguments": {}}');

/** The calls as text, and the problems as code and message. */
function reading(message: string): { calls: readonly string[]; problems: readonly string[]; text: string } {
  const whole = readMessage(lastToolCall, [message]);
  expect(readMessage(lastToolCall, inPieces(message, 3))).toEqual(whole);
  return {
    calls: whole.calls.map(({ name, arguments: args }) => `${name} ${args}`),
    problems: whole.problems.map(({ code, message: says }) => `${code}: ${says}`),
    text: whole.text,
  };
}

describe('the calls of AstraCodex', () => {
  it('reads a block of JSON', () => {
    verifies('astra.syntax.block', 'astra.syntax.arguments-optional', 'astra.syntax.args-alias');
    expect(reading(read).calls).toEqual(['read {"path": "a.md"}']);
    expect(reading(call('{"name": "active_file"}'))).toEqual({ calls: ['active_file {}'], problems: [], text: '' });
    expect(reading(call('{"name": "read", "args": {"path": "b"}}')).calls).toEqual(['read {"path": "b"}']);
  });

  it('needs a name', () => {
    verifies('astra.syntax.name-required');
    const { calls, problems } = reading(call('{"arguments": {"path": "a"}}'));
    expect(calls).toEqual([]);
    expect(problems).toEqual([expect.stringContaining('no "name"')]);
  });

  it('finds all blocks, in any case, and makes the last', () => {
    verifies('astra.syntax.all-blocks');
    const { calls, problems } = reading(
      `${list}\n<TOOL_CALL>{"name": "one"}</TOOL_CALL>\n<Tool_Call>{"name": "two"}</tool_call>`,
    );
    expect(calls).toEqual(['two {}']);
    expect(problems).toEqual([expect.stringMatching(/^call-ignored: .*list, one/)]);
  });

  it('takes the JSON between the first and the last brace', () => {
    verifies('astra.syntax.first-to-last-brace');
    const { calls, problems } = reading('<tool_call>json: {"name": "read", "arguments": {}} thanks</tool_call>');
    expect(calls).toEqual(['read {}']);
    expect(problems).toEqual([expect.stringContaining('beside its JSON')]);
    expect(reading(call('{"name": "read", "arguments": {}}\n{"name": "list"}')).calls).toEqual([]);
  });

  it('reads an unclosed block when its JSON is whole', () => {
    verifies('astra.syntax.unclosed');
    for (const end of ['', '\n', '\n\n', '\n<b>x</b>', '</tool_']) {
      expect(reading(`<tool_call>{"name": "read", "arguments": {}}${end}`).calls, end).toEqual(['read {}']);
    }
    const cut = reading('<tool_call>{"name": "read", "arguments": {"path": "a');
    expect(cut).toMatchObject({ calls: [], problems: [expect.stringContaining('ended in the middle')] });
    expect(reading('<tool_call>{"name": "read", "arguments": {}} is how one would write it.').calls).toEqual([]);
  });

  it('counts blocks with the same JSON once', () => {
    verifies('astra.syntax.duplicates');
    const { calls, problems } = reading(`${read}\n${read}\n${read}`);
    expect(calls).toEqual(['read {"path": "a.md"}']);
    expect(problems).toEqual([expect.stringContaining('more than once')]);
  });

  it('reads the older fence', () => {
    verifies('astra.syntax.legacy-fence');
    expect(reading('```tool\n{"name": "read", "args": {"path": "a"}, "retrigger": false}\n```').calls).toEqual([
      'read {"path": "a"}',
    ]);
    expect(reading('```tools\n{"name": "read", "args": {}}\n```').calls).toEqual([]);
  });

  it('makes no call when the last block is broken', () => {
    verifies('astra.syntax.last-broken');
    for (const broken of [
      '<tool_call>{"name": "write", "arguments": {"path": }</tool_call>',
      call('{"arguments": {}}'),
    ]) {
      const { calls, problems, text } = reading(`${read}\n${broken}`);
      expect(calls).toEqual([]);
      expect(problems.at(-1)).toContain('none was run');
      expect(text.trim()).toBe(broken);
    }
    expect(reading(`${call('{"arguments": {}}')}\n${read}`).calls).toEqual(['read {"path": "a.md"}']);
  });

  it('takes arguments that are no object as they are given', () => {
    expect(reading(`${read}\n${call('{"name": "a", "arguments": [1]}')}`).calls).toEqual(['a [1]']);
    expect(reading(call('{"name": "a", "args": 7}'))).toMatchObject({ calls: ['a 7'], text: '' });
  });

  it('runs nothing that stands in reasoning, and says so', () => {
    verifies('astra.syntax.in-think');
    expect(reading(`<think>${read}</think>\nNo.`)).toMatchObject({
      calls: [],
      problems: [expect.stringContaining('call-ignored')],
    });
    expect(reading(`<think>${read}`)).toMatchObject({
      calls: [],
      problems: [expect.stringContaining('call-rejected')],
    });
    expect(reading(`<think>${list}</think>\n${read}`).calls).toEqual(['read {"path": "a.md"}']);
  });

  it('labels results, and marks failures', () => {
    const [message] = lastToolCall.renderResults([
      { name: 'read', text: `x ${read}`, isError: false },
      { name: 'list', text: 'no such folder', isError: true },
    ]);
    expect(message?.text).toContain('[TOOL RESULT: read]\nx ');
    expect(message?.text).toContain('[TOOL RESULT: list]\nERROR: no such folder');
    expect(message?.text).not.toContain('<tool_call>');
  });
});
