import { readFileSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { scriptedModel } from '../../../src/model/provider/scripted.js';
import type { ToolDefinition } from '../../../src/tool/tool.js';
import { serve } from '../../policy/net/guard-harness.js';
import { verifies } from '../../requirements.js';
import { newFolder, open, play } from '../../session/open.js';
import { documentedTools, moreTools } from './fixtures/tools.js';
import { call, callHarness, folderWith, harnessResults, openHarness, typing } from './open-harness.js';

const lines = 'one\ntwo\nthree\nfour\nfive\n';

describe('the surface', () => {
  it('is what the document lists, and a little more, sent whole with every request', async () => {
    const sent: (readonly ToolDefinition[])[] = [];
    const scripted = scriptedModel([{ calls: [call('get_current_time')] }, { text: 'ok' }]);
    const model: typeof scripted = {
      ...scripted,
      stream(request, emit) {
        sent.push(request.tools);
        return scripted.stream(request, emit);
      },
    };
    const session = await open([], { model, builtins: true, profile: 'local-harness', workspace: newFolder() });
    await session.send('go').result;
    expect(sent).toHaveLength(2);
    for (const tools of sent)
      expect(
        tools.map(({ name, description, parameters }) => ({
          name,
          description: description.split('. First call read_file')[0],
          arguments: typesOf(parameters),
          required: parameters['required'],
        })),
      ).toEqual([...documentedTools, ...moreTools]);
    expect(sent[0]?.[5]?.parameters).toMatchObject({ type: 'object', required: ['pattern'] });
    expect(Object.keys(sent[0]?.[1]?.parameters ?? {})).toEqual(['type', 'properties', 'required']);
  });

  it('leaves out what the host has not', async () => {
    const session = await openHarness([{ text: 'ok' }], { capabilities: ['workspace'] });
    await session.send('go').result;
    expect(session.requests[0]?.toolNames).toEqual(
      [...documentedTools, ...moreTools].map(({ name }) => name).filter((name) => !/grep|web/.test(name)),
    );
  });

  it('refuses an argument it does not know, with the names it has', async () => {
    const results = await callHarness([call('ls', { all: true }), call('get_current_time', { zone: 'UTC' })]);
    expect(results.map(({ error_type, error_message }) => [error_type, error_message])).toEqual([
      ['validation_failed', 'There is no argument "all". Use path, show_hidden, sort_by, reverse, max_entries.'],
      ['validation_failed', 'There is no argument "zone". It takes no arguments.'],
    ]);
  });
});

describe('paths', () => {
  const withPath: readonly (readonly [string, object])[] = [
    ['ls', {}],
    ['read_file', {}],
    ['read_lines', { line_start: 1, line_end: 1 }],
    ['get_file_tree', {}],
    ['write_file', { content: 'x' }],
    ['replace_lines', { line_start: 1, line_end: 1, new_content: 'x' }],
    ['insert_lines', { line_start: 1, line_end: 1, new_content: 'x' }],
  ];

  it.each(withPath)('of %s are not empty, not absolute and without ..', async (name, rest) => {
    verifies('local-harness.read-file.path-rules');
    const bad = ['', ' ', '/etc/passwd', '~/x', 'C:\\x', '..', '../x', 'a/../b', 'a..b'];
    const user = typing('1');
    const results = await callHarness(
      bad.map((path) => call(name, { path, ...rest })),
      { files: { a: lines }, ...user },
    );
    expect(results.map(({ error_type }) => error_type)).toEqual(bad.map(() => 'validation_failed'));
    expect(results[0]?.error_message).toBe('Path is empty. Give a path relative to the project root.');
    expect(results[2]?.error_message).toMatch(/^Absolute paths are not allowed: \/etc\/passwd\./);
    expect(results[8]?.error_message).toMatch(/^Directory traversal is not allowed: a\.\.b\./);
    // Nobody is asked about what cannot be.
    expect(user.asked).toEqual([]);
  });

  it('that lead outside by a link are asked about, whatever was granted', async () => {
    const outside = folderWith({ 'far.txt': 'far\n' });
    const workspace = folderWith({ 'near.txt': 'near\n' });
    symlinkSync(join(outside, 'far.txt'), join(workspace, 'link.txt'));
    const user = typing('2', '4');
    const results = await callHarness(
      ['near.txt', 'link.txt'].map((path) => call('read_file', { path })),
      { workspace, ...user },
    );
    expect(results.map(({ data }) => data)).toEqual(['1: near', null]);
    expect(user.asked.map(({ offers }) => offers.length)).toEqual([1, 0]);
  });
});

describe('the tools of files', () => {
  it('list one folder as a table, as the example of the document asks', async () => {
    const [listed, missing, clamped] = await callHarness(
      [
        call('ls', { path: 'tools', sort_by: 'size', reverse: true }),
        call('ls', { path: 'nowhere' }),
        call('ls', { path: 'tools', max_entries: 0 }),
      ],
      { files: { 'tools/big.zig': 'x'.repeat(5000), 'tools/small.zig': 'x', 'tools/sub/deep': 'x', 'tools/.h': 'x' } },
    );
    expect(listed?.data?.replaceAll(/\d{4}-\S+Z/g, '<time>')).toBe(
      [
        'TYPE  SIZE    MODIFIED                  NAME',
        'DIR   -       <time>  sub/',
        'FILE  1 B     <time>  small.zig',
        'FILE  5.0 KB  <time>  big.zig',
        '2 files, 1 dir, 5.0 KB; 1 hidden left out (show_hidden lists them)',
      ].join('\n'),
    );
    expect(missing).toMatchObject({ error_type: 'not_found', error_message: 'Directory not found: nowhere' });
    expect(clamped?.data).toContain('2 more left out');
  });

  it('read with numbers, and fail as not_found, io_error and parse_error', async () => {
    verifies('local-harness.read-file.numbered', 'local-harness.read-file.errors', 'local-harness.read-file.max-size');
    const workspace = folderWith({ 'main.zig': 'const a = 1;\nconst b = 2;\n', 'x.bin': Buffer.from([1, 0, 2]) });
    writeFileSync(join(workspace, 'huge.txt'), 'x\n');
    truncateSync(join(workspace, 'huge.txt'), 10 * 1024 * 1024 + 1);
    const results = await callHarness(
      ['main.zig', 'config.txt', '.', 'huge.txt', 'x.bin'].map((path) => call('read_file', { path })),
      { workspace },
    );
    expect(results[0]?.data).toBe('1: const a = 1;\n2: const b = 2;');
    expect(results.map(({ error_type }) => error_type)).toEqual([
      'none',
      'not_found',
      'io_error',
      'io_error',
      'parse_error',
    ]);
    expect(results[2]?.error_message).toContain('Use ls for a folder');
    expect(results[3]?.error_message).toContain('grep_search');
  });

  it('read up to 500 lines of a file of any length, by their numbers', async () => {
    verifies('local-harness.tool.read-lines');
    const files = { 'big.txt': `${'x'.repeat(20_000)}\n`.repeat(600), 'a.txt': lines };
    const range = (path: string, line_start: number, line_end: number) =>
      call('read_lines', { path, line_start, line_end });
    const user = typing('1');
    const ranges = [range('a.txt', 2, 3), range('a.txt', 4, 99), range('a.txt', 1, 500)];
    const bad = [range('a.txt', 0, 2), range('a.txt', 1, 501), range('a.txt', 3, 2), range('a.txt', 9, 9)];
    const results = await callHarness([...ranges, ...bad, range('big.txt', 600, 600)], { files, ...user });
    expect(results.slice(0, 3).map(({ data }) => data)).toEqual([
      '2: two\n3: three\n[lines 2-3 of 5]',
      '4: four\n5: five\n[lines 4-5 of 5]',
      '1: one\n2: two\n3: three\n4: four\n5: five',
    ]);
    expect(results.slice(3, 7).map(({ error_type }) => error_type)).toEqual(bad.map(() => 'validation_failed'));
    expect(results[4]?.error_message).toBe('Lines 1 to 501 are 501; at most 500 are given at a time.');
    expect(results[7]?.data).toMatch(/^600: x{100}/);
    expect(new Set(user.asked.map(({ tool, level }) => `${tool} ${level}`))).toEqual(new Set(['read_lines medium']));
  });

  it('show what is below a folder as a tree, unasked', async () => {
    verifies('local-harness.tool.file-tree');
    const files = { 'src/lib/deep/a.zig': 'x', 'src/main.zig': 'x', 'notes.md': 'x' };
    const user = typing('4');
    const [all, some, missing] = await callHarness(
      [call('get_file_tree'), call('get_file_tree', { path: 'src/lib' }), call('get_file_tree', { path: 'gone' })],
      { files, ...user },
    );
    expect(all?.data?.split('\n')).toEqual([
      './',
      '  notes.md (1 B)',
      '  src/',
      '    lib/',
      '      deep/',
      '        a.zig (1 B)',
      '    main.zig (1 B)',
      '3 files, 3 dirs, 3 B',
    ]);
    expect(some?.data).not.toContain('main.zig');
    expect(missing).toMatchObject({ error_type: 'not_found', error_message: 'Directory not found: gone' });
    expect(user.asked).toEqual([]);
  });

  it('write, replace and insert, and tell size, count and place', async () => {
    const workspace = folderWith({ 'a.txt': lines, 'dir/x': '' });
    const results = await callHarness(
      [
        call('write_file', { path: 'new/b.txt', content: 'one\ntwo\n' }),
        call('replace_lines', { path: 'a.txt', line_start: 2, line_end: 3, new_content: 'TWO' }),
        call('insert_lines', { path: 'a.txt', line_start: 5, line_end: 5, new_content: 'six\nseven' }),
        call('replace_lines', { path: 'a.txt', line_start: 6, line_end: 9, new_content: 'x' }),
        call('insert_lines', { path: 'a.txt', line_start: 1, line_end: 2, new_content: 'x' }),
        call('replace_lines', { path: 'gone.txt', line_start: 1, line_end: 1, new_content: 'x' }),
        call('write_file', { path: 'dir', content: 'x' }),
      ],
      { workspace },
    );
    expect(results.slice(0, 3).map(({ data }) => data?.split('\n')[0])).toEqual([
      'Created new/b.txt (2 lines, 8 B).',
      'Replaced 2 lines by 1 at line 2 of a.txt, which has 4 lines now. Now there:',
      'Inserted 2 lines at line 5 of a.txt, which has 6 lines now. Now there:',
    ]);
    expect(readFileSync(join(workspace, 'a.txt'), 'utf8')).toBe('one\nTWO\nfour\nfive\nsix\nseven\n');
    expect(results.slice(3).map(({ error_type }) => error_type)).toEqual([
      'validation_failed',
      'validation_failed',
      'not_found',
      'validation_failed',
    ]);
    expect(results[5]?.error_message).toBe('File not found: gone.txt');
  });

  it('fail for lines that are not there before a person is asked, and ask as high for any that are', async () => {
    verifies('local-harness.replace-lines.out-of-range', 'local-harness.permission.write-high');
    const user = typing('4');
    const edit = (name: string, line_start: number, line_end: number, path = 'a.txt') =>
      call(name, { path, line_start, line_end, new_content: 'one' });
    const bad = [
      edit('replace_lines', 0, 1),
      edit('replace_lines', 5, 6),
      edit('replace_lines', 3, 2),
      edit('replace_lines', 1, 1, 'empty.txt'),
      edit('insert_lines', 0, 0),
      edit('insert_lines', 7, 7),
      edit('insert_lines', 1, 2),
    ];
    const options = { files: { 'a.txt': lines, 'empty.txt': '' }, ...user };
    const results = await callHarness(bad, options);
    expect(results.map(({ error_type }) => error_type)).toEqual(bad.map(() => 'validation_failed'));
    expect(user.asked).toEqual([]);
    // Nobody has allowed to read the file: how long it is stays untold.
    expect(results[1]?.error_message).toBe(
      'Lines 5 to 6 are not all in a.txt. Nothing was changed: read_file it and use the numbers it has now.',
    );
    expect(results[5]?.error_message).toBe(
      'There is no line 7 to insert before: read_file a.txt and use the numbers it has now.',
    );
    const good = [edit('replace_lines', 1, 1), edit('replace_lines', 2, 2), edit('insert_lines', 6, 6)];
    expect((await callHarness(good, options)).map(({ error_type }) => error_type)).toEqual(
      good.map(() => 'permission_denied'),
    );
    expect(user.asked.map(({ level, preview }) => [level, preview.kind])).toEqual(good.map(() => ['high', 'diff']));
  });

  it('search as the example of the document asks, with flags and limits', async () => {
    const files = {
      '.gitignore': '*.log\n',
      'src/a.zig': 'pub fn Init() void {}\nfn my_init() void {}\n',
      'src/a.md': 'fn x_init\n',
      'out.log': 'fn late_init\n',
      '.config/x.zig': 'fn hidden_init\n',
    };
    const [found, flagged, none, empty] = await callHarness(
      [
        call('grep_search', { pattern: 'fn*init', file_filter: '*.zig', max_results: 50 }),
        call('grep_search', {
          pattern: 'fn*init',
          include_hidden: true,
          ignore_gitignore: true,
          max_results: 5000,
        }),
        call('grep_search', { pattern: 'nowhere' }),
        call('grep_search', { pattern: '' }),
      ],
      { files },
    );
    expect(found?.data).toBe(
      'src/a.zig:1: pub fn Init() void {}\nsrc/a.zig:2: fn my_init() void {}\n[2 matches in 1 file]',
    );
    expect(flagged?.data).toMatch(/\[5 matches in 4 files\] \[\+hidden\] \[\+gitignored\]$/);
    expect(none).toMatchObject({ success: true, data: expect.stringMatching(/^No matches\./) });
    expect(empty?.error_type).toBe('validation_failed');
  });
});

describe('the tools of the system and of tasks', () => {
  it('give time, folder and tasks as text, unasked', async () => {
    verifies('local-harness.tool.get-current-time', 'local-harness.tool.get-working-directory');
    verifies('local-harness.tool.system-safe', 'local-harness.tool.tasks-safe', 'local-harness.permission.safe-auto');
    const user = typing('4');
    const workspace = newFolder();
    const results = await callHarness(
      [
        call('get_current_time'),
        call('get_working_directory'),
        call('add_task', { content: 'Analyze current structure' }),
        call('add_task', { content: 'Design module boundaries' }),
        call('update_task', { task_id: 'task_1', status: 'in_progress' }),
        call('list_tasks'),
        call('update_task', { task_id: 'task_9', status: 'completed' }),
        call('update_task', { task_id: 'task_1', status: 'done' }),
        call('add_task', { content: ' ' }),
      ],
      { workspace, ...user },
    );
    expect(user.asked).toEqual([]);
    expect(results[0]?.data).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(results.slice(1, 5).map(({ data }) => data)).toEqual([
      workspace,
      'task_1',
      'task_2',
      'task_1 is in_progress now.',
    ]);
    expect(JSON.parse(results[5]?.data ?? '')).toEqual([
      { id: 'task_1', status: 'in_progress', content: 'Analyze current structure' },
      { id: 'task_2', status: 'pending', content: 'Design module boundaries' },
    ]);
    expect(results.slice(6).map(({ error_type }) => error_type)).toEqual([
      'not_found',
      'validation_failed',
      'validation_failed',
    ]);
  });
});

it('keeps tasks: each with an id, a state that can be changed, and refuses what is none', async () => {
  verifies('local-harness.tool.add-task', 'local-harness.tool.list-tasks', 'local-harness.tool.update-task');
  verifies('local-harness.tool.update-task-unknown', 'local-harness.tool.update-task-status');
  const update = (task_id: string, status: string) => call('update_task', { task_id, status });
  const results = await callHarness([
    call('add_task', { content: 'a' }),
    call('add_task', { content: 'b' }),
    update('task_1', 'completed'),
    update('task_2', 'in_progress'),
    update('task_2', 'pending'),
    call('list_tasks'),
    update('task_3', 'completed'),
    update('task_1', 'done'),
  ]);
  expect(results.slice(0, 5).map(({ data }) => data)).toEqual([
    'task_1',
    'task_2',
    'task_1 is completed now.',
    'task_2 is in_progress now.',
    'task_2 is pending now.',
  ]);
  expect(JSON.parse(results[5]?.data ?? '')).toEqual([
    { id: 'task_1', status: 'completed', content: 'a' },
    { id: 'task_2', status: 'pending', content: 'b' },
  ]);
  expect(results.slice(6).map(({ error_type }) => error_type)).toEqual(['not_found', 'validation_failed']);
});

it('ends tasks with their session', async () => {
  verifies('local-harness.tool.tasks-ephemeral');
  const add = [call('add_task', { content: 'a' })];
  expect((await callHarness([...add, call('list_tasks')]))[1]?.data).toContain('task_1');
  const [listed, added] = await callHarness([call('list_tasks'), ...add]);
  expect([JSON.parse(listed?.data ?? ''), added?.data]).toEqual([[], 'task_1']);
});

describe('the tools for the web', () => {
  it('find up to 10 pages and give up to 100 KB of one, each asked about', async () => {
    verifies('local-harness.tool.web');
    const { port, seen } = await serve((request, response) => {
      const isSearch = request.url?.startsWith('/search') === true;
      const results = Array.from({ length: 30 }, (_, at) => ({ title: `T${at}`, url: `http://127.0.0.1/${at}` }));
      response.writeHead(200, { 'content-type': isSearch ? 'application/json' : 'text/plain' });
      response.end(isSearch ? JSON.stringify({ results }) : `${'a'.repeat(99)}\n`.repeat(2000));
    });
    const url = `http://127.0.0.1:${port}`;
    const user = typing('1');
    const searches = [{}, { max_results: 10 }, { max_results: 99 }].map((more) =>
      call('web_search', { query: 'tea', ...more }),
    );
    const results = await callHarness([...searches, call('web_fetch', { url: `${url}/page` })], {
      webSearch: { engine: 'searxng', url },
      ...user,
    });
    expect(results.map(({ error_type }) => error_type)).toEqual(['none', 'none', 'none', 'none']);
    expect(results.slice(0, 3).map(({ data }) => data?.match(/T\d+/g)?.length)).toEqual([5, 10, 10]);
    expect(results[3]?.data?.match(/a/g)?.length).toBeGreaterThan(99_000);
    expect(results[3]?.data?.length).toBeLessThan(104_000);
    expect(seen).toHaveLength(4);
    expect(user.asked.map(({ tool, level }) => [tool, level])).toContainEqual(['web_fetch', 'medium']);
  });
});

describe('agents', () => {
  it('can be listed and run, with the permissions of everybody else', async () => {
    verifies('local-harness.tool.agents');
    const text = '---\nname: finder\ndescription: Finds things.\n---\nYou find things.';
    const agents = [{ path: '/agents/finder.md', text }];
    const user = typing('1');
    const session = await openHarness(
      [
        { calls: [call('list_agents'), call('run_agent', { agent: 'finder', prompt: 'Find a.' })] },
        { calls: [call('read_file', { path: 'a.txt' })] },
        { text: 'It is in a.txt.' },
        { text: 'ok' },
      ],
      { agents, files: { 'a.txt': 'a\n' }, ...user },
    );
    const { events } = await play(session.send('go'));
    expect(session.requests[0]?.toolNames.slice(-2)).toEqual(['run_agent', 'list_agents']);
    const [listed, ran] = harnessResults(events);
    expect(JSON.parse(listed?.data ?? '')).toContainEqual({ name: 'finder', description: 'Finds things.' });
    expect(ran).toMatchObject({ success: true, data: 'It is in a.txt.' });
    // Listing is safe; running asks, and what the agent does is asked about too.
    expect(user.asked.map(({ tool, level }) => [tool, level])).toEqual([
      ['run_agent', 'high'],
      ['read_file', 'medium'],
    ]);
  });
});

const typesOf = (parameters: ToolDefinition['parameters']): object =>
  Object.fromEntries(
    Object.entries(parameters['properties'] as Readonly<Record<string, { readonly type: string }>>).map(
      ([name, { type }]) => [name, type],
    ),
  );

it('advises nothing that it does not have', async () => {
  const results = await callHarness(
    [call('read_file', { path: 'bin' }), call('grep_search', { pattern: 'x', file_filter: '../*' })],
    { files: { bin: Buffer.from([0, 1]) } },
  );
  expect(results.map(({ error_message }) => error_message)).toEqual([
    'bin is not UTF-8 text (it holds NUL bytes, 2 B). Use another file.',
    'file_filter climbs out with "..". All files of the project are searched.',
  ]);
});
