import { describe, expect, it } from 'vitest';
import { auto } from '../../src/dialect/auto.js';
import { parseActionEnvelope } from '../../src/dialect/format/action-fence/action-envelope.js';
import { actionFence, actionListsFence } from '../../src/dialect/format/action-fence/action-fence.js';
import { inPieces, readEvents, readMessage } from './read-message.js';

const fence = (body: string, tag = 'yips-agent'): string => `\`\`\`${tag}\n${body}\n\`\`\``;
const entry = (rest: object): string =>
  JSON.stringify({ type: 'tool', id: 't1', name: 'list_dir', arguments: {}, ...rest });
const agent = (...entries: readonly string[]): string => fence(`{"actions": [${entries.join(',')}]}`);
const idsOf = (text: string): readonly string[] => parseActionEnvelope(text).actions.map(({ id }) => id);

describe('the envelope of Yips', () => {
  it('is read into text, actions, warnings and errors', () => {
    expect(
      parseActionEnvelope(
        `Before.\n${fence('{"assistant_text": " Inside. ", "actions": [{"type": "tool", "id": "t1", "name": "list_dir", "arguments": {"path": "."}}]}')}\n`,
      ),
    ).toEqual({
      assistantText: 'Before.\n\nInside.',
      actions: [{ type: 'tool', id: 't1', name: 'list_dir', arguments: '{"path": "."}' }],
      warnings: [],
      errors: [],
      envelopeFound: true,
    });
    expect(parseActionEnvelope(fence('{"assistant_text": "Only."}')).assistantText).toBe('Only.');
    const minimal = agent(entry({ arguments: { path: '.' } }));
    for (const dialect of [actionFence, actionListsFence, auto]) {
      expect(readMessage(dialect, [minimal]).calls).toEqual([
        { id: 't1', name: 'list_dir', arguments: '{"path":"."}' },
      ]);
    }
  });

  it('stands in a fence with its tag, anywhere in a line', () => {
    expect(idsOf(`Now: ${agent(entry({}))}`)).toEqual(['t1']);
    expect(idsOf(fence('{"tool_calls": [{"id": "t1", "name": "grep", "arguments": {}}]}', 'yips-tools'))).toEqual([
      't1',
    ]);
    expect(parseActionEnvelope(fence('{}', 'Yips-Agent')).envelopeFound).toBe(false);
    expect(idsOf(`${agent(entry({}))}\``)).toEqual(['t1']);
  });

  it('does not end at a fence within a string', () => {
    const text = agent(entry({ name: 'write_file', arguments: { content: 'a\n```js\nx\n```\nb' } }));
    expect(parseActionEnvelope(text)).toMatchObject({ errors: [], assistantText: '', actions: [{ id: 't1' }] });
    expect(readMessage(actionFence, inPieces(text, 3)).calls).toHaveLength(1);
  });

  it('is plain text when its fence is never closed, or when there is none', () => {
    for (const text of ['  Hello there. \n', `\`\`\`yips-agent\n{"actions": [${entry({})}]}\n`]) {
      expect(parseActionEnvelope(text)).toEqual({
        assistantText: text.trim(),
        actions: [],
        warnings: [],
        errors: [],
        envelopeFound: false,
      });
      expect(readMessage(actionFence, [text])).toMatchObject({ text, calls: [] });
    }
  });

  it('has to be the only one of its message', () => {
    for (const tag of ['yips-agent', 'yips-tools']) {
      const text = `A\n${agent(entry({}))}\nB\n${fence('{}', tag)}`;
      const parsed = parseActionEnvelope(` ${text}\n`);
      expect(parsed).toMatchObject({
        assistantText: text,
        actions: [],
        errors: [expect.stringContaining('expected exactly one')],
      });
      const read = readMessage(actionListsFence, inPieces(text, 3));
      expect(read).toMatchObject({
        text,
        calls: [],
        problems: [{ message: expect.stringContaining('expected exactly one') }],
      });
    }
  });

  it('makes no actions when it cannot be read', () => {
    const bodies = {
      '': 'body is empty',
      '{"actions": [,]}': 'JSON is invalid',
      '12': 'root must be',
      null: 'root must be',
      '[]': 'root must be',
    };
    for (const [body, error] of Object.entries(bodies)) {
      expect(parseActionEnvelope(`A\n${fence(body)}\n`)).toEqual({
        assistantText: 'A',
        actions: [],
        warnings: [],
        errors: [expect.stringContaining(error)],
        envelopeFound: true,
      });
      const read = readMessage(actionFence, [`A\n${fence(body)}`]);
      expect(read).toMatchObject({
        calls: [],
        problems: [{ code: 'call-rejected', message: expect.stringContaining(error) }],
      });
    }
  });

  it('ignores an assistant_text that is no text', () => {
    expect(parseActionEnvelope(fence('{"assistant_text": 5}')).assistantText).toBe('');
  });

  it('is read for its own lists only', () => {
    const both =
      '{"actions": [{"type": "skill", "id": "k", "name": "search", "arguments": {}}, {"type": "subagent", "id": "a", "task": "x"}, {"type": "tool", "id": "t", "name": "grep", "arguments": {}}], "subagent_calls": [{"id": "3", "task": "y"}], "skill_calls": [{"id": "2", "name": "fetch", "arguments": {}}], "tool_calls": [{"id": "1", "name": "grep", "arguments": {}}]}';
    expect(idsOf(fence(both))).toEqual(['k', 'a', 't']);
    expect(idsOf(fence(both, 'yips-tools'))).toEqual(['1', '2', '3']);
  });

  it('leaves out entries that are not whole', () => {
    expect(idsOf(agent(entry({ id: '  x ' })))).toEqual(['x']);
    const bad = [
      { id: ' ' },
      { id: 7 },
      { id: undefined },
      { name: 'delete_everything' },
      { name: 'search' },
      { type: 'job' },
      { arguments: [] },
      { arguments: undefined },
      { arguments: '{}' },
      { type: 'skill', name: 'grep' },
    ];
    const parsed = parseActionEnvelope(agent(...bad.map(entry), '5', entry({ id: 'good' })));
    expect(parsed).toMatchObject({ actions: [{ id: 'good' }], warnings: [], errors: [] });
  });

  it('reads what a subagent is given', () => {
    const subagents = [
      { id: 'a', task: ' sum up ', context: ' docs ', allowed_tools: ['grep', 'nothing', 3], max_rounds: 9 },
      { id: 'b', task: 'x', context: 5, allowed_tools: 'grep', max_rounds: 0 },
      { id: 'c', task: 'x', max_rounds: 2.5 },
      { id: 'd', task: ' ' },
      { task: 'x' },
    ];
    expect(parseActionEnvelope(fence(JSON.stringify({ subagent_calls: subagents }), 'yips-tools')).actions).toEqual([
      { type: 'subagent', id: 'a', work: 'sum up', context: 'docs', allowedTools: ['grep'], maxRounds: 6 },
      { type: 'subagent', id: 'b', work: 'x' },
      { type: 'subagent', id: 'c', work: 'x' },
    ]);
  });

  it('keeps the first of two entries with the same id, and warns', () => {
    const parsed = parseActionEnvelope(
      agent(entry({}), entry({ type: 'subagent', task: 'x' }), entry({ id: 't2', name: 'nothing' })),
    );
    expect(parsed).toMatchObject({
      actions: [{ type: 'tool', id: 't1' }],
      warnings: [expect.stringContaining('"t1"')],
      errors: [],
    });
  });

  it('shows what it says without its fence, and runs nothing of it', () => {
    const read = readMessage(actionFence, [`{"assistant_text": "Hello", "actions": [${entry({})}]}`]);
    expect(read).toMatchObject({ text: 'Hello', calls: [], problems: [{ code: 'call-ignored' }] });
  });

  it('is not shown while it comes', () => {
    const text = `Look:\n${agent(entry({}))}`;
    const shown = readEvents(actionFence, inPieces(text, 3)).flatMap((event) =>
      event.type === 'text' ? [event.text] : [],
    );
    expect(shown.join('')).toBe('Look:');
  });

  it('gives results as system messages, all of them and then by kind', () => {
    const messages = actionFence.renderResults([
      { id: 't1', name: 'grep', text: '```yips-agent\n', isError: false },
      { id: 's1', name: 'search', text: 'no network', isError: true },
      { id: 'a1', name: 'subagent', text: 'done', isError: false },
    ]);
    expect(messages.map(({ role, text }) => `${role} ${text.split('\n')[0]}`)).toEqual([
      'system Action results:',
      'system Tool results:',
      'system Skill results:',
      'system Subagent results:',
    ]);
    expect(messages[2]?.text).toContain(
      '{"kind":"skill","callId":"s1","name":"search","status":"error","output":"no network"}',
    );
    expect(messages.some(({ text }) => text.includes('```'))).toBe(false);
  });
});
