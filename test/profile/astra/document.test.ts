import { describe, expect, it } from 'vitest';
import { verifies } from '../../requirements.js';
import { openVault } from './vault.js';

const files = {
  'file.md': 'a file\n',
  'AstraCodex/Memory.md': '- 2026-01-29 — likes: tea\n',
  'notes/daily.md': 'today\n',
  'notes/weekly.md': 'this week\n',
};

/** The calls of the document, as they stand there: in a fence, with the blocks as they are. */
const calls = {
  first: '```xml\n<tool_call>\n{"name": "read", "arguments": {"path": "file.md"}}\n</tool_call>\n```',
  list: '```xml\n<tool_call>\n{"name": "list", "arguments": {"prefix": "AstraCodex/"}}\n</tool_call>\n```',
  read: '```xml\n<tool_call>\n{"name": "read", "arguments": {"path": "AstraCodex/Memory.md"}}\n</tool_call>\n```',
  write:
    '```xml\n<tool_call>\n{"name": "write", "arguments": {"path": "notes/new.md", "content": "# New Note\\n\\nContent here."}}\n</tool_call>\n```',
};

describe('the examples of the document', () => {
  it.each([
    ['first', 'astra.tool.read', 'a file'],
    ['list', 'astra.tool.list', '[\n  "AstraCodex/Memory.md"\n]'],
    ['read', 'astra.tool.read', '- 2026-01-29 — likes: tea'],
    ['write', 'astra.tool.write', 'Created notes/new.md (3 lines, 25 B).'],
  ] as const)('runs %s, in a fence and without one', async (name, id, told) => {
    verifies(id, 'astra.loop.result-text');
    for (const text of [calls[name], calls[name].replace(/^```xml\n|\n```$/g, '')]) {
      const vault = await openVault([text, 'Done.'], { files });
      expect(await vault.ask()).toMatchObject({ told: [told], end: { reason: 'answered', text: 'Done.' } });
      expect(vault.asked.map(({ tool }) => tool)).toEqual(name === 'write' ? ['write'] : []);
    }
  });

  it('writes what the example writes', async () => {
    const vault = await openVault([calls.write, 'Done.'], { files });
    await vault.ask();
    expect(vault.read('notes/new.md')).toBe('# New Note\n\nContent here.');
  });

  it('goes through the example flow, message by message', async () => {
    verifies('astra.loop.steps', 'astra.loop.tool-role', 'astra.loop.result-id', 'astra.loop.done');
    const called = '<tool_call>{"name": "list", "arguments": {"prefix": "notes"}}</tool_call>';
    const answer = 'The notes folder contains daily.md and weekly.md.';
    const vault = await openVault([called, answer], { files });
    const { end } = await vault.ask('what files are in notes?');
    expect(end).toMatchObject({ reason: 'answered', text: answer, rounds: 2 });
    expect(vault.last()).toEqual([
      { role: 'user', text: 'what files are in notes?' },
      {
        role: 'assistant',
        text: '',
        calls: [{ id: '0-list', name: 'list', arguments: '{"prefix": "notes"}' }],
      },
      {
        role: 'tool',
        callId: '0-list',
        name: 'list',
        isError: false,
        text: '[\n  "notes/daily.md",\n  "notes/weekly.md"\n]',
      },
    ]);
  });

  it('does not run the repeat that the document calls wrong', async () => {
    const called = '<tool_call>{"name": "list", "arguments": {"prefix": "notes"}}</tool_call>';
    const vault = await openVault([called, called, 'daily.md and weekly.md.'], { files });
    const { told } = await vault.ask('what files are in notes?');
    expect(told[1]).toBe(
      'ERROR: STOP. You have the result of this call already. The user asked: "what files are in notes?". Answer that now, in plain words, without calling a tool.',
    );
  });

  it('takes the block that the document leaves unfinished for words', async () => {
    verifies('astra.syntax.last-broken');
    const vault = await openVault(['<tool_call>{"name": "list"...}</tool_call>'], { files });
    expect(await vault.ask()).toMatchObject({ end: { reason: 'answered', rounds: 1, calls: 0 } });
  });
});
