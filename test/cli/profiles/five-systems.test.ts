import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { SessionEvent } from '../../../src/session/event.js';
import { verifies } from '../../requirements.js';
import { createOwnScene, rolesOf, type Sent, sentBy, toolsOf } from './own-scene.js';

/** Names of built-in tools that none of the five systems has. */
const oursAlone = ['tool_search', 'multi_edit', 'apply_patch', 'append_file', 'todo_update'];

const contentOf = (sent: Sent | undefined, at: number): string => String(sent?.messages[at]?.content ?? '');
const callsIn = (stdout: string): readonly string[] =>
  stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as SessionEvent)
    .flatMap((event) => (event.type === 'call-admitted' ? [event.body.name] : []));

const envelope = (actions: readonly object[]): string =>
  `\`\`\`yips-agent\n${JSON.stringify({ assistant_text: 'I look.', actions }, null, 2)}\n\`\`\``;

it('speaks as Yips does', async () => {
  verifies('profiles.five.yips');
  const look = { type: 'tool', id: 't1', name: 'read_file', arguments: { path: 'a.txt' } };
  const scene = await createOwnScene([{ text: envelope([look]) }, { text: 'It says one.' }]);
  writeFileSync(join(scene.folder, 'a.txt'), 'one\n');
  writeFileSync(join(scene.folder, 'CODE.md'), 'Use tabs.\n');
  const end = await scene.run(['--profile', 'yips', '--json', 'what is in a.txt?']);
  expect(end).toMatchObject({ code: 0, stderr: '' });
  expect(callsIn(end.stdout)).toEqual(['read_file']);
  const [first, second] = sentBy(scene);
  expect(first?.tools ?? []).toEqual([]);
  expect(first && rolesOf(first)).toEqual(['system', 'system', 'user']);
  const names = 'read_file preview_write_file preview_edit_file apply_file_change list_dir grep run_command';
  for (const name of ['yips-agent', ...names.split(' '), 'search', 'fetch', 'build', 'todos', 'virtual_terminal'])
    expect(contentOf(first, 0)).toContain(name);
  for (const name of oursAlone) expect(contentOf(first, 0)).not.toContain(name);
  expect(contentOf(first, 1)).toContain('Use tabs.');
  expect(contentOf(first, 2)).toBe('what is in a.txt?');
  expect(second && rolesOf(second)).toEqual(['system', 'system', 'user', 'assistant', 'system', 'system']);
  expect(contentOf(second, 4)).toMatch(/^Action results:/);
  expect(contentOf(second, 5)).toMatch(/^Tool results:/);
  expect(contentOf(second, 4)).toContain('one');
});

it('speaks as Seed does, and parks at what is risky', async () => {
  verifies('profiles.five.seed');
  const scene = await createOwnScene([
    { calls: [{ name: 'listFiles', arguments: { path: 'public:/' } }] },
    { text: 'Nothing there.' },
    { calls: [{ name: 'runCommand', arguments: { command: 'echo hi' } }] },
  ]);
  expect((await scene.run(['--profile', 'seed', 'what is there?'])).code).toBe(0);
  const [first, second] = sentBy(scene);
  const names = first === undefined ? [] : toolsOf(first);
  for (const name of [
    'readFile',
    'editFile',
    'listFiles',
    'runCommand',
    'glob',
    'grep',
    'createSubtasks',
    'listSubtask',
  ])
    expect(names).toContain(name);
  for (const name of [...oursAlone, 'read_file', 'edit_file', 'run_command', 'activateSkill'])
    expect(names).not.toContain(name);
  expect(first && rolesOf(first)).toEqual(['system', 'user']);
  expect(second && rolesOf(second)).toEqual(['system', 'user', 'assistant', 'tool']);
  expect((await scene.run(['--profile', 'seed', 'say hi'])).code).toBe(4);
});

it('speaks as AstraCodex does: of several calls the last one counts', async () => {
  verifies('profiles.five.astra');
  const call = (name: string, args: object): string =>
    `<tool_call>\n${JSON.stringify({ name, arguments: args })}\n</tool_call>`;
  const scene = await createOwnScene([
    { text: `${call('list', { prefix: 'notes' })}\n${call('read', { path: 'notes.md' })}` },
    { text: 'It says one.' },
  ]);
  writeFileSync(join(scene.folder, 'notes.md'), 'one\n');
  const end = await scene.run(['--profile', 'astra', '--json', 'what is in the notes?']);
  expect(end.code).toBe(0);
  expect(callsIn(end.stdout)).toEqual(['read']);
  const [first, second] = sentBy(scene);
  expect(first?.tools ?? []).toEqual([]);
  expect(first && rolesOf(first)).toEqual(['system', 'user']);
  for (const words of ['<tool_call>', '| list |', '| read |', '| write |', '| append |', '| line_edit |'])
    expect(contentOf(first, 0)).toContain(words);
  for (const name of [...oursAlone, 'read_file']) expect(contentOf(first, 0)).not.toContain(name);
  expect(second && rolesOf(second)).toEqual(['system', 'user', 'assistant', 'tool']);
  expect(contentOf(second, 3)).toContain('one');
});

it('speaks as y-agent does: tools are found by ToolSearch', async () => {
  verifies('profiles.five.y-agent');
  const search = { name: 'ToolSearch', arguments: { query: 'read a file' } };
  // A server that takes tools is sent them; any other is told of them in its prompt.
  const scene = await createOwnScene(({ body }, at) => {
    if (at > 0) return { text: 'FileRead would.' };
    return toolsOf(body as Sent).length > 0
      ? { calls: [search] }
      : { text: `<tool_call>${JSON.stringify(search)}</tool_call>` };
  });
  const end = await scene.run(['--profile', 'y-agent', '--json', 'how do I read a file?']);
  expect(end.code).toBe(0);
  expect(callsIn(end.stdout)).toEqual(['ToolSearch']);
  const [first, second] = sentBy(scene);
  const offered = first === undefined ? [] : toolsOf(first);
  const shown = offered.length > 0 ? offered.join(' ') : contentOf(first, 0);
  expect(shown).toContain('ToolSearch');
  for (const name of [...oursAlone, 'read_file', 'run_command']) expect(shown).not.toContain(name);
  expect(first && rolesOf(first)).toEqual(['system', 'user']);
  expect(second && rolesOf(second)).toEqual(['system', 'user', 'assistant', offered.length > 0 ? 'tool' : 'user']);
  expect(contentOf(second, 3)).toContain('FileRead');
});

it('speaks as LocalHarness does', async () => {
  verifies('profiles.five.local-harness', 'profiles.choose.explain');
  const scene = await createOwnScene([
    { calls: [{ name: 'get_working_directory', arguments: {} }] },
    { text: 'There.' },
  ]);
  expect((await scene.run(['--profile', 'local-harness', 'where am I?'])).code).toBe(0);
  const [first, second] = sentBy(scene);
  const files = ['ls', 'read_file', 'write_file', 'replace_lines', 'insert_lines', 'grep_search'];
  const others = ['get_current_time', 'get_working_directory', 'add_task', 'list_tasks', 'update_task'];
  const names = first === undefined ? [] : toolsOf(first);
  for (const name of [...files, ...others]) expect(names).toContain(name);
  for (const name of [...oursAlone, 'edit_file', 'run_command', 'list_dir', 'grep']) expect(names).not.toContain(name);
  expect(first && rolesOf(first)).toEqual(['system', 'user']);
  const result = second?.messages.find(({ role }) => role === 'tool');
  expect(JSON.parse(String(result?.content))).toMatchObject({ success: true, error_type: 'none' });
  const read = '<tool_call>{"name": "read_file", "arguments": {"path": "a.txt"}}</tool_call>';
  writeFileSync(join(scene.folder, 'a.txt'), 'one\n');
  expect((await scene.cli(['explain', '--profile', 'local-harness'], read)).stdout).toMatch(
    /\? With the profile local-harness, in mode \w+ a person is asked/,
  );
});

it.each([
  ['yips', 'yips-agent'],
  ['astra', '<tool_call>'],
  ['y-agent', 'ToolSearch'],
])('tells how calls are written where %s is extended by other words', async (base, format) => {
  verifies('profiles.file.system');
  const scene = await createOwnScene([{ text: 'Hello.' }]);
  scene.writeProfile('bob', { extends: base, system: { replace: 'You are Bob.' } });
  expect((await scene.run(['--profile', 'bob', 'hi'])).code).toBe(0);
  const [first] = sentBy(scene);
  const told = (first?.messages ?? []).filter(({ role }) => role === 'system').map(({ content }) => String(content));
  expect(told.join('\n')).toContain('You are Bob.');
  expect(told.join('\n')).toContain(format);
});
