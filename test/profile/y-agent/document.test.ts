import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { categories, type ToolCategory, toolCallingMode, toolDefinition } from '../../../src/systems/y-agent/index.js';
import type { Tool } from '../../../src/tool/tool.js';
import { verifies } from '../../requirements.js';
import { bodies, newFolder, play } from '../../session/open.js';
import { called, done, openY, runY } from './open-y.js';

/** The tables of the document, as they stand there. What is still to come is listed, and left out. */
const builtInTools = [
  ['FileRead', 'FileSystem', 'No', 'Read file contents'],
  ['FileWrite', 'FileSystem', 'No', 'Write/create files'],
  ['FileDelete', 'FileSystem', 'Yes', 'Delete files'],
  ['FileMove', 'FileSystem', 'No', 'Move/rename files'],
  ['ShellExec', 'Shell', 'Yes', 'Execute shell commands'],
  ['WebSearch', 'Network', 'No', 'Web search queries'],
  ['MemoryStore', 'Memory', 'No', 'Store long-term memory'],
  ['MemoryRecall', 'Memory', 'No', 'Recall from memory'],
  ['ToolSearch', 'Search', 'No', 'Search and activate tools'],
  ['Task', 'Agent', 'No', 'Delegate to sub-agent'],
  ['Plan', 'Agent', 'No', 'Structured planning'],
  ['AskUser', 'Interaction', 'No', 'Request user input'],
  ['BrowserTool', 'Network', 'No', 'CDP browser automation'],
] as const;

const examples: readonly (readonly [ToolCategory, string])[] = [
  ['FileSystem', 'FileRead, FileWrite, FileDelete, FileMove'],
  ['Network', 'WebSearch, WebFetch'],
  ['Shell', 'ShellExec'],
  ['Search', 'ToolSearch, CodeSearch'],
  ['Memory', 'MemoryStore, MemoryRecall'],
  ['Knowledge', 'KnowledgeSearch, KnowledgeIngest'],
  ['Agent', 'Task, AskUser'],
  ['Workflow', 'WorkflowCreate, WorkflowRun'],
  ['Schedule', 'ScheduleCreate, ScheduleList'],
  ['Interaction', 'AskUser'],
  ['Custom', 'User-defined categories'],
];

const stillToCome = /^(?:Memory|Knowledge|Workflow|Schedule|BrowserTool|User-defined)/;
const isThere = (name: string): boolean => !stillToCome.test(name);

async function listed(): Promise<ReadonlyMap<string, Tool>> {
  const { session } = await openY([done]);
  return new Map(session.listTools().map(({ tool }) => [tool.name, tool]));
}

it('has the built-in tools, each with its category, its danger and its description', async () => {
  verifies('y-agent.definition.built-in-table', 'y-agent.permission.dangerous-set');
  const tools = await listed();
  const rows = builtInTools
    .filter(([name]) => isThere(name))
    .map(([name]) => {
      const { category, dangerous, description = '' } = tools.get(name) ?? {};
      return [name, category, dangerous === true ? 'Yes' : 'No', description.split('.')[0]];
    });
  expect(rows).toEqual(builtInTools.filter(([name]) => isThere(name)));
  const dangerous = [...tools.values()].filter((tool) => tool.dangerous).map(({ name }) => name);
  expect(dangerous).toEqual(['ShellExec', 'FileDelete']);
});

it('has every tool in its category, and finds it there', async () => {
  verifies('y-agent.definition.categories', 'y-agent.definition.ask-user-category');
  expect(categories).toEqual(examples.map(([category]) => category));
  const tools = await listed();
  for (const [category, list] of examples) {
    const names = list.split(', ').filter(isThere);
    const { told } = await runY([called('ToolSearch', { category })]);
    if (names.length === 0) {
      expect([category, told[0]?.code]).toEqual([category, 'tool_not_found']);
      continue;
    }
    const found = (told[0]?.content?.['tools'] as readonly { readonly name: string }[]).map(({ name }) => name);
    // The search itself need not be found.
    const others = names.filter((name) => name !== 'ToolSearch');
    expect([category, found]).toEqual([category, expect.arrayContaining(others)]);
    const placed = names.map((name) => tools.get(name)).map((tool) => [tool?.category, ...(tool?.alsoIn ?? [])]);
    for (const places of placed) expect(places).toContain(category);
  }
});

it('declares a tool by the members of ToolDefinition, in their order', async () => {
  verifies('y-agent.definition.fields');
  const members = 'name description help parameters result_schema category tool_type capabilities is_dangerous'.split(
    ' ',
  );
  for (const tool of (await listed()).values()) expect(Object.keys(toolDefinition(tool))).toEqual(members);
});

const path = { path: 'a.txt' };
const read = '{"name": "FileRead", "arguments": {"path": "a.txt"}}';

/** Provider, model, and what it writes; undefined for native calls. */
const formats = [
  ['OpenAI', 'openai/gpt-5', undefined],
  ['Anthropic', 'anthropic/claude', undefined],
  [
    'OpenAI (fallback)',
    'openai/gpt-5',
    '<tool_call><name>FileRead</name><arguments>{"path": "a.txt"}</arguments></tool_call>',
  ],
  [
    'DeepSeek',
    'deepseek/deepseek-chat',
    '<｜DSML｜function_calls><｜DSML｜invoke name="FileRead"><｜DSML｜parameter name="path" string="true">a.txt</｜DSML｜parameter></｜DSML｜invoke></｜DSML｜function_calls>',
  ],
  [
    'MiniMax',
    'custom/MiniMax-M2',
    '<minimax:tool_call><invoke name="FileRead"><parameter name="path">a.txt</parameter></invoke></minimax:tool_call>',
  ],
  ['GLM4', 'custom/glm-4', '<tool_call>FileRead\n<arg_key>path</arg_key>\n<arg_value>a.txt</arg_value></tool_call>'],
  [
    'Qwen3Coder',
    'custom/qwen3-coder',
    '<tool_call><function=FileRead><parameter=path>a.txt</parameter></function></tool_call>',
  ],
  ['Ollama', 'ollama/llama3', `<tool_call>${read}</tool_call>`],
] as const;

it.each(formats)('runs what %s writes as %s', async (_, modelName, text) => {
  verifies('y-agent.parse.providers', 'y-agent.parse.native-first');
  const workspace = newFolder();
  writeFileSync(join(workspace, 'a.txt'), 'one\n');
  const round = text === undefined ? { calls: [{ name: 'FileRead', arguments: path }] } : { text };
  const { session } = await openY([round, done], { modelName, workspace });
  const { events, end } = await play(session.send('read a.txt'));
  expect(bodies(events, 'call-admitted')).toMatchObject([
    { name: 'FileRead', arguments: expect.stringContaining('a.txt') },
  ]);
  expect(bodies(events, 'call-settled')).toMatchObject([{ outcome: 'ok', content: expect.stringContaining('one') }]);
  expect(end).toMatchObject({ reason: 'answered', text: 'done' });
});

it('reads no text where there are native calls', async () => {
  verifies('y-agent.parse.native-first');
  const { session } = await openY([
    { text: `I look: <tool_call>${read}</tool_call>`, calls: [{ name: 'ToolSearch', arguments: { tool: 'Grep' } }] },
    done,
  ]);
  const { events } = await play(session.send('go'));
  expect(bodies(events, 'call-admitted').map(({ name }) => name)).toEqual(['ToolSearch']);
});

it.each([
  ['Native', ['openai/gpt-5', 'anthropic/claude', 'gemini/gemini-2.5-pro']],
  ['PromptBased', ['ollama/qwen3', 'openai-compatible/llama']],
] as const)('declares tools as the mode %s does', async (mode, names) => {
  verifies('y-agent.results.mode-native', 'y-agent.results.mode-prompt', 'y-agent.results.prompt-injected');
  for (const modelName of names) {
    expect(toolCallingMode({ name: modelName })).toBe(mode);
    const { session, model } = await openY([done], { modelName });
    await play(session.send('go'));
    const [first] = model.requests;
    const system = first?.messages[0]?.text ?? '';
    expect([modelName, first?.toolNames.includes('FileRead'), system.includes('<name>FileRead</name>')]).toEqual([
      modelName,
      mode === 'Native',
      mode === 'PromptBased',
    ]);
  }
});
