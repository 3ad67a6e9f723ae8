import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { SessionOptions } from '../../../src/session/options.js';
import type { ActionResult } from '../../../src/systems/yips/index.js';
import { serve } from '../../policy/net/guard-harness.js';
import { verifies } from '../../requirements.js';
import { type Approval, newFolder, play } from '../../session/open.js';
import { acts, openYips, rowsIn, skill, tool } from './scene.js';

const recorded = readFileSync(new URL('../../fixtures/search/duckduckgo.html', import.meta.url), 'utf8');

/** What actions of one message give, by their ids. */
async function act(actions: readonly { readonly id: string }[], options: Partial<SessionOptions> = {}) {
  const session = await openYips([acts(...actions), 'Done.'], options);
  await play(session.send('go'));
  const rows = new Map(rowsIn(session.requests, 1).map((row) => [row.callId, row]));
  return { session, row: (id: string) => rows.get(id) as Required<ActionResult> };
}

/** What the person is asked about actions that need a yes, which they do not get. */
async function asked(actions: readonly { readonly id: string }[], options: Partial<SessionOptions> = {}) {
  const questions: Approval[] = [];
  await act(actions, {
    ...options,
    onQuestion(question) {
      questions.push(question as Approval);
      return { choice: 'deny' };
    },
  });
  return questions.map(({ preview }) => preview);
}

const says =
  (text: string, type = 'text/html'): RequestListener =>
  (_request, response) =>
    response.writeHead(200, { 'content-type': type }).end(text);

async function site(listener: RequestListener): Promise<string> {
  return `http://127.0.0.1:${(await serve(listener)).port}/`;
}

describe('search', () => {
  it('asks DuckDuckGo, and gives numbered titles with their addresses', async () => {
    verifies('yips.skill.search-engine', 'yips.skill.search-output', 'yips.skill.search');
    const seen: (string | undefined)[] = [];
    const url = await site((request, response) => {
      seen.push(request.url);
      says(recorded)(request, response);
    });
    const webSearch = { engine: 'duckduckgo', url: `${url}html/` } as const;
    const { row } = await act(
      [skill('search', { query: 'green tea' }, 'a'), skill('search', { q: 'green tea', maxResults: '1' }, 'b')],
      { webSearch },
    );
    expect(row('a').metadata).toEqual({ engine: 'DuckDuckGo', query: 'green tea', results: 3 });
    expect(row('a').output).toMatch(
      /1\. Green tea - Encyclopedia\n {3}https:\/\/en\.example\.org\/wiki\/Green_tea[\s\S]*\n3\. /,
    );
    expect(row('b').metadata).toMatchObject({ engine: 'DuckDuckGo', query: 'green tea', results: 1 });
    expect(seen).toEqual(['/html/?q=green%20tea', '/html/?q=green%20tea']);
  });

  it('gives five results, and ten at most', async () => {
    verifies('yips.skill.search');
    const results = Array.from({ length: 30 }, (_, at) => ({
      title: `T${at}`,
      url: `https://example.com/${at}`,
      content: '',
    }));
    const url = await site(says(JSON.stringify({ results }), 'application/json'));
    const actions = [
      skill('search', { query: 'x' }, 'usual'),
      skill('search', { query: 'x', maxResults: 99 }, 'most'),
      skill('search', {}, 'none'),
    ];
    const { row } = await act(actions, { webSearch: { engine: 'searxng', url } });
    expect([row('usual').metadata['results'], row('most').metadata['results']]).toEqual([5, 10]);
    expect(row('none')).toMatchObject({ status: 'error', output: expect.stringContaining('There is no query') });
  });
});

it('fetch gives the text of a page under its head, up to maxChars, of http and https alone', async () => {
  verifies('yips.skill.fetch', 'yips.skill.fetch-text', 'yips.skill.fetch-scheme');
  const page = await site(says(`<title>Tea</title><p>Tea is <b>made</b> of leaves.</p><script>steal()</script>`));
  const long = await site(says('x'.repeat(30_000), 'text/plain'));
  const schemes = ['file:///etc/hosts', 'ftp://example.com/', 'javascript:1'];
  const { row } = await act([
    skill('fetch', { url: page }, 'page'),
    skill('fetch', { url: long }, 'usual'),
    skill('fetch', { url: long, maxChars: '90000' }, 'most'),
    ...schemes.map((url, at) => skill('fetch', { url }, `s${at}`)),
  ]);
  expect(row('page').output.split('\n').slice(0, 3)).toEqual([
    `URL: ${page}`,
    'Status: 200',
    'Content-Type: text/html',
  ]);
  expect(row('page').output).toContain('Tea is made of leaves.');
  expect(row('page').output).not.toContain('steal');
  expect(row('usual').output).toContain('[the first 6000 of 30000 characters]');
  expect(row('most').output).toContain('[the first 20000 of 30000 characters]');
  for (const at of schemes.keys()) expect(row(`s${at}`).status).toBe('error');
});

describe('build', () => {
  it('runs the command it is given in a folder, for as long as it may', async () => {
    verifies('yips.skill.build');
    const workspace = newFolder();
    mkdirSync(join(workspace, 'sub'));
    const { row } = await act([skill('build', { command: 'pwd', cwd: 'sub' }, 'b')], { workspace });
    expect(row('b')).toMatchObject({
      kind: 'skill',
      status: 'ok',
      output: join(workspace, 'sub'),
      metadata: { exitCode: 0, command: 'pwd' },
    });
    const command = 'rm -rf gone';
    const build = (more: object, id: string) => skill('build', { command, ...more }, id);
    expect(
      await asked([build({}, 'a'), build({ timeoutMs: '5000' }, 'b'), build({ timeoutMs: 999_999 }, 'c')]),
    ).toMatchObject([
      { command, timeoutMs: 120_000 },
      { command, timeoutMs: 5000 },
      { command, timeoutMs: 300_000 },
    ]);
  });

  it.each([
    ['both', { 'package.json': '{}', Makefile: '' }, 'npm run build'],
    ['a Makefile alone', { Makefile: '', 'Cargo.toml': '' }, 'make'],
    ['neither', { 'Cargo.toml': '' }, 'npm run build'],
  ])('builds with %s', async (_, files, command) => {
    verifies('yips.skill.build-default');
    const workspace = newFolder();
    for (const [name, text] of Object.entries(files)) writeFileSync(join(workspace, name), text);
    // Programs of their names that only say how they were called.
    const programs = newFolder();
    for (const name of ['npm', 'make']) {
      writeFileSync(join(programs, name), `#!/bin/sh\necho ${name} "$@"\n`, { mode: 0o755 });
    }
    const { row } = await act([skill('build', {}, 'b')], { workspace, env: { PATH: `${programs}:/usr/bin:/bin` } });
    expect(row('b')).toMatchObject({ status: 'ok', output: command, metadata: { command } });
  });
});

it('todos finds its four words below a path, as many as it may, and none is no error', async () => {
  verifies('yips.skill.todos', 'yips.skill.todos-none');
  const workspace = newFolder();
  mkdirSync(join(workspace, 'sub'));
  mkdirSync(join(workspace, 'clean'));
  writeFileSync(join(workspace, 'a.txt'), 'TODO a\nFIXME b\nHACK c\nBUG d\nNOTE e\n');
  writeFileSync(join(workspace, 'sub/b.txt'), `${'TODO x\n'.repeat(2500)}`);
  const { row } = await act(
    [
      skill('todos', { path: 'sub' }, 'usual'),
      skill('todos', { maxMatches: 9999 }, 'most'),
      skill('todos', { path: 'a.txt' }, 'words'),
      skill('todos', { path: 'a.txt', pattern: 'NOTE' }, 'own'),
      skill('todos', { path: 'clean' }, 'none'),
    ],
    { workspace },
  );
  expect(row('usual').metadata).toEqual({ matches: 200, maxMatches: 200, truncated: true });
  expect(row('most').metadata).toEqual({ matches: 2000, maxMatches: 2000, truncated: true });
  expect(row('words').output).toBe('a.txt:1: TODO a\na.txt:2: FIXME b\na.txt:3: HACK c\na.txt:4: BUG d');
  expect(row('own').output).toBe('a.txt:5: NOTE e');
  expect(row('none')).toMatchObject({ status: 'ok', output: 'None found.' });
});

describe('the virtual terminal', () => {
  it('is one shell, which run_command and virtual_terminal share, and whose screen the person sees', async () => {
    verifies('yips.skill.virtual-terminal', 'yips.skill.terminal-session', 'yips.tool.run-command-shared');
    const workspace = newFolder();
    mkdirSync(join(workspace, 'sub'));
    const line = (command: string, id: string) => skill('virtual_terminal', { command }, id);
    const { row, session } = await act(
      [
        line('cd sub; KEPT=yes', 'a'),
        line('pwd; echo "$KEPT"', 'b'),
        tool('run_command', { command: 'echo "$KEPT"' }, 'c'),
        line('tty >/dev/null && echo interactive; case $- in *i*) echo shell;; esac', 'd'),
      ],
      { workspace },
    );
    expect(row('b')).toMatchObject({
      kind: 'skill',
      status: 'ok',
      output: `${join(workspace, 'sub')}\nyes`,
      metadata: { exitCode: 0, timedOut: false },
    });
    expect([row('c').output, row('d').output]).toEqual(['yes', 'interactive\nshell']);
    expect(session.terminals).toMatchObject([{ id: 'cmd_1', state: 'ready' }]);
    expect((await session.readTerminal('cmd_1')).text).toContain('yes');
  });

  it('gives exactly what a command prints, in plain text, and keeps a thousand lines above its screen', async () => {
    verifies('yips.skill.terminal-markers', 'yips.skill.terminal-plain');
    const line = (command: string, id: string) => skill('virtual_terminal', { command }, id);
    const { row, session } = await act([
      line("printf '\\033[31mred\\033[0m no newline'", 'a'),
      line('echo second', 'b'),
      line('(exit 7)', 'c'),
      line('seq 1500', 'd'),
    ]);
    expect([row('a').output, row('b').output, row('c').metadata]).toEqual([
      'red no newline',
      'second',
      { exitCode: 7, timedOut: false },
    ]);
    expect(row('d').output).toMatch(/^1\n2\n[\s\S]*\n1499\n1500$/);
    const { scrollback, text } = await session.readTerminal('cmd_1');
    expect([scrollback, text.includes('\u001b')]).toEqual([1000, false]);
  });

  it('waits a minute, and two at most', async () => {
    verifies('yips.skill.virtual-terminal-timeout', 'yips.tool.run-command');
    const command = 'rm -rf gone';
    const waits = await asked([
      skill('virtual_terminal', { command }, 'a'),
      skill('virtual_terminal', { command, timeoutMs: '300000' }, 'b'),
      skill('virtual_terminal', { command, timeoutMs: 1 }, 'c'),
      tool('run_command', { command }, 'd'),
      tool('run_command', { command, timeoutMs: 300_000 }, 'e'),
    ]);
    expect(waits.map((preview) => preview.kind === 'command' && preview.timeoutMs)).toEqual([
      60_000, 120_000, 1000, 60_000, 120_000,
    ]);
    const session = await openYips([]);
    const definition = session.tools.offer().definitions.find(({ name }) => name === 'virtual_terminal');
    expect(JSON.stringify(definition?.parameters)).toContain('Default 60000, at most 120000.');
  });

  it('tells the exit code of a command that ends its shell, and has another for the next', async () => {
    verifies('yips.tool.run-command-metadata', 'yips.tool.run-command-status');
    const { row } = await act([
      tool('run_command', { command: 'echo last; exit 3' }, 'a'),
      tool('run_command', { command: 'exit 0' }, 'b'),
      tool('run_command', { command: 'sleep 9', timeoutMs: 1000 }, 'c'),
      tool('run_command', { command: 'echo again' }, 'd'),
    ]);
    expect(row('a')).toMatchObject({
      status: 'error',
      output: expect.stringMatching(/exit code 3\nlast\n/),
      metadata: { exitCode: 3, timedOut: false, cwd: '.' },
    });
    expect(row('b')).toMatchObject({ status: 'ok', metadata: { exitCode: 0 } });
    expect(row('c')).toMatchObject({ status: 'timeout', metadata: { exitCode: 124, timedOut: true } });
    expect(row('d')).toMatchObject({ status: 'ok', output: 'again' });
  });
});
