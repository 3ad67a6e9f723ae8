import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { sha256 } from '../../../src/base/digest.js';
import { builtinTools } from '../../../src/builtin/builtin-tools.js';
import type { Tool } from '../../../src/tool/tool.js';
import { serve } from '../../policy/net/guard-harness.js';
import { verifies } from '../../requirements.js';
import { newFolder } from '../../session/open.js';
import { called, runY, type Told } from './open-y.js';

const argumentsOf = ({ parameters }: Tool): readonly string[] =>
  Object.keys((parameters as { readonly properties?: object }).properties ?? {});

/** What built-in tools and their arguments are called elsewhere; of plain English words those that would be taken for one. */
const foreign = [
  ...new Set([...builtinTools.flatMap((tool) => [tool.name, ...argumentsOf(tool)]), 'offset', 'limit']),
].filter((name) => name.includes('_') || ['offset', 'cwd', 'grep', 'glob', 'literal', 'include'].includes(name));

const edit = (more: object) => called('FileEdit', { file_path: 'a.txt', old_string: 'x', new_string: 'y', ...more });
const shell = (args: object) => called('ShellExec', args);

/** Calls that are told what to do next; each with a part of that. */
const advised = [
  ['FileRead', called('FileRead', { path: 'nowhere-at-all.md' }), 'with Glob'],
  ['FileRead', called('FileRead', { path: 'src' }), 'Use Glob for a folder'],
  ['FileRead', called('FileRead', { path: 'a.txt', line_offset: 9 }), 'line_offset 9 is beyond the end'],
  ['FileRead', called('FileRead', { path: 'long.txt' }), 'go on with line_offset '],
  ['FileRead', called('FileRead', { path: 'wide.txt' }), 'go on with line_offset 0 and column_start '],
  ['FileRead', called('FileRead', { path: 'wide.txt', column_start: 99_999 }), 'column_start 99999 is beyond'],
  ['FileRead', called('FileRead', { path: 'big.txt' }), 'Give line_offset and limit, or search it with Grep'],
  ['FileRead', called('FileRead', { path: 'raw.bin' }), 'with ShellExec'],
  ['FileEdit', edit({ old_string: '' }), 'old_string is empty. Give the text to replace, or use FileWrite'],
  ['FileEdit', edit({ new_string: 'x' }), 'Give a new_string that differs'],
  ['FileEdit', edit({}), 'set replace_all'],
  ['FileEdit', edit({ old_string: 'zzz' }), 'old_string is not in a.txt'],
  ['FileEdit', edit({ expected_content_hash: sha256('other') }), 'look at what is there now'],
  ['FileEdit', edit({ expected_hash: sha256('other') }), '"expected_hash" is not known'],
  ['FileEdit', called('FileEdit', { file_path: 'nowhere-at-all.md', old_string: 'a', new_string: 'b' }), 'with Glob'],
  ['FileDelete', called('FileDelete', { path: 'src' }), 'Set recursive'],
  ['FileMove', called('FileMove', { path: 'a.txt', destination_path: 'src' }), 'Give the whole new path'],
  ['Glob', called('Glob', { pattern: '!a' }), 'Say what to find'],
  ['Glob', called('Glob', { pattern: '*', path: 'a.txt' }), 'Name the folder'],
  ['Grep', called('Grep', { pattern: '(' }), 'Write \\'],
  ['Grep', called('Grep', { pattern: 'x', glob: '../*' }), 'glob climbs out'],
  ['CodeSearch', called('CodeSearch', { query: 'a b' }), 'Use Grep'],
  ['ShellExec', shell({ command: 'true', working_dir: 'none' }), 'working_dir none does not exist'],
  ['ShellExec', shell({ action: 'poll' }), 'needs process_id'],
  ['ShellExec', shell({ action: 'poll', process_id: 'cmd_9' }), 'ShellExec (action start)'],
  ['WebFetch', called('WebFetch', { action: 'search' }), 'search needs query'],
  ['ToolSearch', called('ToolSearch', {}), 'give query, category, tool or mcp_server'],
] as const;

function folder(): string {
  const made = newFolder();
  mkdirSync(join(made, 'src'));
  const files = {
    'a.txt': 'x\nx\n',
    'long.txt': 'some words\n'.repeat(3000),
    'wide.txt': 'w'.repeat(30_000),
    'big.txt': 'line\n'.repeat(60_000),
    'raw.bin': Buffer.from([0, 1, 2, 255, 254]),
  };
  for (const [name, content] of Object.entries(files)) writeFileSync(join(made, name), content);
  return made;
}

const wordsOf = ({ error = '', warnings = [] }: Told): string => [error, ...warnings].join(' ');

it('names only tools and arguments that there are, whatever it advises', async () => {
  verifies('y-agent.definition.hints');
  const { told, session } = await runY([{ calls: advised.map(([, { calls }]) => calls[0] as never) }], {
    workspace: folder(),
    profile: 'y-agent',
  });
  const tools = new Map(session.listTools().map(({ tool }) => [tool.name, tool]));
  const found = advised.map(([name, , part], at) => {
    const said = wordsOf(told[at] ?? {});
    expect(said).toContain(part);
    const tool = tools.get(name);
    const own = new Set([...tools.keys(), ...(tool === undefined ? [] : argumentsOf(tool))]);
    return [name, foreign.filter((word) => !own.has(word) && new RegExp(`\\b${word}\\b`).test(said))];
  });
  // What a call itself gave is quoted.
  expect(found.filter(([, words]) => words?.length !== 0)).toEqual([['FileEdit', ['expected_hash']]]);
});

it('can be followed: what it says to go on with goes on', async () => {
  verifies('y-agent.definition.hints', 'y-agent.tool.file-read');
  const workspace = folder();
  const { told } = await runY([called('FileRead', { path: 'long.txt' }), called('FileRead', { path: 'wide.txt' })], {
    workspace,
  });
  const [lines = '', columns = ''] = told.map(wordsOf);
  const line_offset = Number(/go on with line_offset (\d+)/.exec(lines)?.[1]);
  const column_start = Number(/column_start (\d+)/.exec(columns)?.[1]);
  expect(line_offset).toBe(told[0]?.content?.['lines']);
  const { told: next } = await runY(
    [
      called('FileRead', { path: 'long.txt', line_offset, limit: 1 }),
      called('FileRead', { path: 'wide.txt', line_offset: 0, column_start }),
    ],
    { workspace },
  );
  expect(next[0]?.content).toMatchObject({ content: 'some words', line_offset, lines: 1 });
  const widths = [told[1], next[1]].map((one) => String(one?.content?.['content']).length);
  expect(column_start).toBe(1 + (widths[0] ?? 0));
  expect(widths[1]).toBeGreaterThan(1000);
});

it('advises nothing for bytes of the web that it cannot do', async () => {
  verifies('y-agent.definition.hints');
  const { port } = await serve(
    (_, response) =>
      void response.writeHead(200, { 'content-type': 'application/zip' }).end(Buffer.from([80, 75, 3, 4, 0, 255])),
  );
  const { told } = await runY([called('WebFetch', { url: `http://127.0.0.1:${port}/` })]);
  expect(told[0]?.warnings).toEqual(['It is no text but application/zip of 6 B.']);
});

it('leaves what tools of others say as they say it', async () => {
  verifies('y-agent.definition.hints');
  const { defineTool } = await import('../../../src/tool/define-tool.js');
  const { fail } = await import('../../../src/tool/outcome.js');
  const other = defineTool({
    name: 'other',
    description: 'other',
    parameters: { type: 'object' },
    effects: 'none',
    run: () => fail('validation_failed', 'Use read_file of this server, not grep.'),
  });
  const { told } = await runY([called('other')], { tools: [other] });
  expect(told[0]?.error).toBe('Use read_file of this server, not grep.');
});
