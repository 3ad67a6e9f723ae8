import { describe, expect, it } from 'vitest';
import type { Message } from '../../../src/model/message.js';
import { renderAstraTools } from '../../../src/profile/astra/astra-prompt.js';
import { createWorkspace, module } from '../../extend/custom/scene.js';
import { verifies } from '../../requirements.js';
import { runHere } from '../../support/run-here.js';
import { createScene } from '../../support/scene.js';
import { block, openVault } from './vault.js';

const files = { 'notes/a.md': 'a\n' };

const systemOf = (requests: readonly { readonly messages: readonly Message[] }[]): string =>
  requests[0]?.messages[0]?.text ?? '';

describe('the prompt', () => {
  it('tells charter, rules and tools, in this order, before the conversation and the request', async () => {
    verifies('astra.context.prompt-order');
    const vault = await openVault(['Hello.', 'Again.'], { files: { 'AstraCodex/charter.md': 'Be kind.', ...files } });
    await vault.ask('first');
    await vault.ask('second');
    const system = systemOf(vault.session.requests);
    const order = ['# AstraCodex', '## Charter', 'Be kind.', '## Consent', '## Errors', '## Tool calls', '## Tools'];
    const places = order.map((part) => system.indexOf(part));
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(places).not.toContain(-1);
    expect(vault.last()).toEqual([
      { role: 'user', text: 'first' },
      { role: 'assistant', text: 'Hello.', calls: [] },
      { role: 'user', text: 'second' },
    ]);
    expect(vault.session.requests[0]?.toolNames).toEqual([]);
  });

  it('tells the model to read a result, to answer and not to repeat a call, and what to do about errors', async () => {
    verifies('astra.loop.answer-rule', 'astra.errors.rules', 'astra.errors.fallback');
    const vault = await openVault(['Hello.']);
    await vault.ask();
    const system = systemOf(vault.session.requests);
    for (const rule of [
      'stop calling tools, read it, and answer the person in plain words',
      'Never repeat a call you have made',
      'begins with "ERROR:" is a failure: acknowledge it and try an alternative',
      'asked to fall back to another file, do so by yourself',
      'fails again and again, explain that',
      'at most one block in a message: of several only the last is executed',
      'no block within <think>',
    ])
      expect(system).toContain(rule);
  });

  it('tells the format of a call with its schema, and the rules of the document', async () => {
    verifies('astra.context.prompt-rules', 'astra.tool.table');
    const vault = await openVault(['Hello.']);
    await vault.ask();
    const system = systemOf(vault.session.requests);
    for (const said of [
      '<tool_call>\n{"name": "read", "arguments": {"path": "file.md"}}\n</tool_call>',
      'name is the name of a tool and is required. arguments is an object with its arguments, and may be left out',
      'Write at most one block in a message: of several only the last is executed.',
      'Write no block within <think>.',
      'The result comes by itself, as the next message, of role "tool".',
      'A message without a block is your final answer.',
      '| list | prefix (string) | List files/folders with given prefix |',
      '| read | path (string) | Read file contents |',
      '| write | path (string), content (string) | Write/create file (confirmation required) |',
      '| append | path (string), content (string) | Append to file (confirmation required) |',
      '| line_edit | path (string), startLine (integer), endLine (integer), newContent (string) | Edit specific lines',
      '| active_file | (none) | Get currently active file path |',
    ])
      expect(system).toContain(said);
  });

  it('has a row for each tool, and schemas of those that a row does not tell', () => {
    const text = { type: 'string' } as const;
    const described = (name: string, properties: object, description: string) => ({
      name,
      description,
      parameters: { type: 'object', properties, required: Object.keys(properties) },
    });
    const prompt = renderAstraTools([
      described('list', { prefix: text }, 'List files/folders with given prefix'),
      described('active_file', {}, 'Get currently active file path'),
      described('tag', { tags: { type: 'array', items: text } }, 'Tags\na | note'),
    ]);
    expect(prompt).toContain('| list | prefix (string) | List files/folders with given prefix |');
    expect(prompt).toContain('| active_file | (none) | Get currently active file path |');
    expect(prompt).toContain('| tag | tags (array) | Tags a / note |');
    expect(prompt.split('JSON Schema:\n')[1]).toMatch(/^\{"type":"function","function":\{"name":"tag"[^\n]*$/);
  });
});

describe('what is sent of the conversation', () => {
  it('has plain words and labelled results of earlier turns, and this one as it is', async () => {
    verifies('astra.context.history-stripped', 'astra.context.history-labels');
    const said = [
      `STATE: reading\n<think>They want a.</think>${block('read', { path: 'notes/a.md' })}`,
      '[STATE: completed]\nIt says a.',
      block('list', { prefix: '' }),
      'One note.',
      'Bye.',
    ];
    const vault = await openVault(said, { files });
    await vault.ask('read a');
    await vault.ask('list');
    expect(vault.last().at(-1)).toMatchObject({ role: 'tool', text: expect.stringMatching(/^\[\n {2}"notes\//) });
    await vault.ask('thanks');
    const words = vault.last().map(({ role, text }) => `${role}: ${text}`);
    expect(words).toEqual([
      'user: read a',
      'assistant: [action]',
      'tool: [FILE: notes/a.md]\na',
      'assistant: It says a.',
      'user: list',
      'assistant: [action]',
      'tool: [TOOL RESULT: list]\n[\n  "notes/",\n  "notes/a.md"\n]',
      'assistant: One note.',
      'user: thanks',
    ]);
    expect(JSON.stringify(vault.last())).not.toContain('They want a');
  });

  it('is the newest that fits into 32,000 characters, with the request and whole pairs of calls and results', async () => {
    verifies('astra.context.history-budget');
    const notes = Object.fromEntries([1, 2, 3, 4, 5, 6, 7].map((at) => [`${at}.md`, `${'x'.repeat(99)}\n`.repeat(60)]));
    const says = [1, 2, 3, 4, 5, 6, 7].flatMap((at) => [block('read', { path: `${at}.md` }), `answer ${at}`]);
    const vault = await openVault([...says, 'Done.'], { files: notes });
    for (const at of [1, 2, 3, 4, 5, 6, 7]) await vault.ask(`question ${at}`);
    await vault.ask('now');
    const sent = vault.last();
    expect(sent[0]).toEqual({ role: 'system', text: expect.stringContaining('left out') });
    expect(sent.filter(({ role }) => role === 'tool')).toHaveLength(5);
    const size = sent.reduce((sum, { text }) => sum + text.length, 0);
    expect([size <= 32_000, size > 30_000]).toEqual([true, true]);
    expect(sent.at(-1)).toEqual({ role: 'user', text: 'now' });
    const calls = sent.flatMap((message) => (message.role === 'assistant' ? message.calls.map(({ id }) => id) : []));
    expect(calls).toEqual(sent.flatMap((message) => (message.role === 'tool' ? [message.callId] : [])));
    // A request itself is sent whole, however long it is.
    await vault.ask('y'.repeat(40_000));
    expect(vault.last().at(-1)?.text).toHaveLength(40_000);
  });
});

it('keeps its chats in a store, with an index of them', async () => {
  verifies('astra.context.chats');
  const { folder: cwd, flags, store } = await createScene(() => ({ text: 'Hello.' }));
  for (const prompt of ['first chat', 'second chat'])
    await runHere(['run', ...flags, '--profile', 'astra', prompt], { cwd });
  const { stdout } = await runHere(['sessions', '--json', '--store', store], { cwd });
  expect(JSON.parse(stdout)).toMatchObject([{ firstMessage: 'second chat' }, { firstMessage: 'first chat' }]);
  const shown = await runHere(['sessions', 'show', 'last', '--store', store], { cwd });
  expect(shown.stdout).toMatch(/second chat[\s\S]*Hello\./);
});

it('loads tools that lie in files of the vault, and looks at them anew at each send', async () => {
  verifies('astra.tool.vault-tools');
  const scene = createWorkspace({ 'first.mjs': module('first', 'one') });
  await scene.trust();
  const vault = await openVault([block('first'), 'Done.', block('first'), 'Done.'], {
    workspace: scene.workspace,
    store: scene.store,
    toolFolders: [scene.folder],
  });
  expect((await vault.ask()).told).toEqual(['one']);
  expect(vault.session.requests[0]?.messages[0]?.text).toContain('| first | (none) | d |');
  scene.write('first.mjs', module('first', 'two'));
  await scene.trust();
  expect((await vault.ask()).told).toEqual(['two']);
});
