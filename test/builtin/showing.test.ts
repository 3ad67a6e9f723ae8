import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { builtinTools } from '../../src/builtin/builtin-tools.js';
import { renderCall, renderResult } from '../../src/cli/view/call-line.js';
import type { Message } from '../../src/model/message.js';
import { scriptedModel } from '../../src/model/provider/scripted.js';
import type { Settlement } from '../../src/run/event.js';
import { openSession } from '../../src/session/session.js';
import { usualCapabilities } from '../../src/session/session-tools.js';
import type { ToolResult } from '../../src/tool/outcome.js';
import { verifies } from '../requirements.js';
import { newFolder } from '../session/open.js';

/** A call of a tool, or a result of it where a call would need more than a folder. */
type Entry =
  | { readonly args: object | ((earlier: readonly Message[]) => object) }
  | { readonly args: object; readonly sample: object };

const long = (line: (at: number) => string, count = 60): string =>
  Array.from({ length: count }, (_, at) => line(at)).join('\n');

const hostile = 'x\u001b[2J\u202ey';
const patch = '--- a/patched.txt\n+++ b/patched.txt\n@@ -1,2 +1,2 @@\n-one\n+1\n two\n';

/** Every built-in tool has its entry here, in the order in which they are called. */
const table: Readonly<Record<string, Entry>> = {
  list_dir: { args: { path: 'many' } },
  read_file: { args: { path: 'long.txt' } },
  write_file: { args: { path: `new ${hostile}.txt`, content: long((at) => `line ${at}`) } },
  edit_file: { args: { path: 'edited.txt', old_text: 'one', new_text: hostile } },
  replace_lines: { args: { path: 'edited.txt', line_start: 1, line_end: 1, content: 'first' } },
  insert_lines: { args: { path: 'edited.txt', line_start: 1, content: 'before' } },
  multi_edit: { args: { edits: [{ path: 'edited.txt', old_text: 'two', new_text: 'TWO' }] } },
  apply_patch: { args: { patch } },
  append_file: { args: { path: 'edited.txt', content: 'more\n' } },
  move_file: { args: { from: 'long.txt', to: 'moved.txt' } },
  delete_file: { args: { path: 'gone.txt' } },
  preview_write_file: { args: { path: 'staged.txt', content: long((at) => `line ${at}`) } },
  preview_edit_file: { args: { path: 'edited.txt', old_text: 'TWO', new_text: 'two' } },
  apply_file_change: { args: (earlier) => ({ token: tokenIn(earlier) }) },
  glob: { args: { pattern: 'many/**' } },
  grep: { args: { pattern: 'line', path: '.' } },
  find_todo_comments: { args: {} },
  code_search: { args: { name: 'shown' } },
  run_command: { args: { command: 'for i in $(seq 300); do echo line $i; done' } },
  start_command: { args: { command: `printf '${hostile}'; sleep 30` } },
  list_commands: { args: {} },
  poll_command: { args: { id: 'cmd_1', wait_ms: 50 } },
  write_command: { args: { id: 'cmd_1', text: hostile } },
  stop_command: { args: { id: 'cmd_1' } },
  virtual_terminal: { args: { action: 'list' } },
  build: { args: { command: 'for i in $(seq 300); do echo line $i; done' } },
  web_search: {
    args: { query: hostile },
    sample: {
      engine: 'duckduckgo',
      query: hostile,
      results: Array.from({ length: 10 }, (_, at) => ({
        title: `${hostile} ${at}`,
        url: 'https://example.com/',
        snippet: 'words '.repeat(20),
      })),
      mark: 'abc',
      notes: [],
    },
  },
  web_fetch: {
    args: { url: 'https://example.com/' },
    sample: {
      url: 'https://example.com/',
      status: 200,
      content_type: 'text/html',
      title: hostile,
      text: long((at) => `${hostile} ${at}`),
      mark: 'abc',
      bytes: 4000,
      offset: 0,
      total_chars: 4000,
      notes: [],
    },
  },
  get_current_time: { args: {} },
  get_working_directory: { args: {} },
  active_file: { args: {} },
  ask_user: {
    args: { questions: [{ question: `Which ${hostile}?`, options: ['red', hostile] }, { question: 'Why?' }] },
  },
  plan: { args: { title: `Tidy ${hostile}`, steps: ['Look', hostile] } },
  add_task: { args: { content: hostile } },
  list_tasks: { args: {} },
  update_task: { args: { task_id: 'task_1', status: 'completed' } },
  todo_update: { args: { todos: Array.from({ length: 20 }, (_, at) => ({ content: `${hostile} ${at}` })) } },
  delegate: {
    args: { prompt: `Look ${hostile}`, agent: hostile },
    sample: {
      agent: 'reader',
      session: 'ses_1',
      status: 'done',
      rounds: 2,
      calls: 1,
      text: long((at) => `${hostile} line ${at}`),
    },
  },
  create_subtasks: {
    args: { subtasks: [{ title: hostile, prompt: `Look ${hostile}` }] },
    sample: {
      wait: 'all',
      summary: { total: 1, done: 1, running: 0, other: 0 },
      subtasks: [
        { title: hostile, agent: 'reader', session: 'ses_1', status: 'done', text: long((at) => `line ${at}`) },
      ],
    },
  },
  list_subtasks: { args: {} },
};

const settled = new Map<string, Settlement>();

beforeAll(async () => {
  const workspace = newFolder();
  mkdirSync(join(workspace, 'many'));
  for (let at = 0; at < 60; at += 1) writeFileSync(join(workspace, 'many', `file ${at} ${hostile}.txt`), 'line\n');
  writeFileSync(
    join(workspace, 'long.txt'),
    long((at) => `${hostile} line ${at}`),
  );
  writeFileSync(join(workspace, 'edited.txt'), 'one\ntwo\nthree\n');
  writeFileSync(join(workspace, 'patched.txt'), 'one\ntwo\n');
  writeFileSync(join(workspace, 'gone.txt'), 'gone\n');
  writeFileSync(join(workspace, 'code.ts'), `// TODO: ${hostile}\nexport function shown() {}\n`);
  const present = new Set(builtinTools.map(({ name }) => name));
  const called = Object.entries(table).filter(([name, entry]) => present.has(name) && !('sample' in entry));
  const model = scriptedModel(({ messages }, round) => {
    const [name, entry] = called[round] ?? [];
    if (name === undefined || entry === undefined) return { text: 'ok' };
    return { calls: [{ name, arguments: typeof entry.args === 'function' ? entry.args(messages) : entry.args }] };
  });
  const needed = builtinTools.flatMap(({ capabilities }) => capabilities);
  const session = await openSession({
    model,
    workspace,
    mode: 'auto',
    sandbox: 'off',
    capabilities: [...usualCapabilities, ...needed],
    limits: { rounds: 100 },
    onQuestion: (question) => (question.kind === 'approval' ? { choice: 'once' } : { choice: 'text', text: hostile }),
  });
  session.on((event) => {
    if (event.type === 'call-settled') settled.set(event.body.name, event.body);
  });
  await session.send('go').result;
  await session.close();
}, 60_000);

it.each(['x'.repeat(100_000), `${hostile}\n`.repeat(1000), '\u0000'])(
  'shows a call of what is no tool on one line',
  (name) => {
    verifies('dialogue.show.titles', 'dialogue.show.harmless');
    const line = renderCall(name, '{}');
    expect(line).not.toMatch(unsafe);
    expect(line.length).toBeLessThan(200);
  },
);

it('has an entry for every built-in tool', () => {
  expect(builtinTools.map(({ name }) => name).filter((name) => table[name] === undefined)).toEqual([]);
});

describe.each(builtinTools.map((tool) => [tool.name, tool] as const))('%s', (name, tool) => {
  const entry = table[name];

  it('has a short title, and calls of one harmless line', () => {
    verifies('dialogue.show.titles', 'dialogue.show.harmless');
    expect(tool.title).toMatch(/^[A-Z][^\n]{2,39}$/);
    expect(tool.title).not.toBe(name);
    const args = typeof entry?.args === 'function' ? {} : entry?.args;
    for (const line of [renderCall(name, JSON.stringify(args)), renderCall(name, JSON.stringify(poisoned(args)))]) {
      expect(line).not.toMatch(unsafe);
      expect(line.length).toBeLessThan(200);
    }
  });

  it('tells a short result apart from what the model reads', () => {
    verifies('dialogue.show.compact', 'dialogue.show.harmless');
    const { line, said, display, outcome } = shownResult(name, entry);
    expect(outcome).toBe('ok');
    expect(line).not.toMatch(unsafe);
    expect(line.length).toBeLessThan(200);
    if (said.length <= longResult) return;
    expect(display).toBeDefined();
    expect(display?.length).toBeLessThan(said.length);
    // A diff that waits to be applied may follow.
    expect(display?.split('\n')[0]?.length).toBeLessThan(longResult / 2);
  });
});

/** What a person would not read at a glance. */
const longResult = 300;

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const unsafe = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/;

function shownResult(name: string, entry: Entry | undefined) {
  const tool = builtinTools.find((one) => one.name === name);
  if (entry !== undefined && 'sample' in entry) {
    const said = tool?.show?.(entry.sample as never) ?? JSON.stringify(entry.sample);
    const display = tool?.display?.(entry.sample as never);
    const settlement = { callId: 'c', name, outcome: 'ok', errorType: 'none', content: said, durationMs: 0 } as const;
    return {
      outcome: 'ok',
      said,
      display,
      line: renderResult(display === undefined ? settlement : { ...settlement, display }),
    };
  }
  const settlement = settled.get(name);
  if (settlement === undefined) throw new Error(`${name} was not called`);
  const { data, error_message: error } = JSON.parse(settlement.content) as ToolResult;
  return {
    outcome: settlement.outcome === 'ok' ? 'ok' : `${settlement.outcome}: ${error}`,
    said: typeof data === 'string' ? data : JSON.stringify(data),
    display: settlement.display,
    line: renderResult(settlement),
  };
}

/** The same arguments, every text of them hostile. */
function poisoned(value: unknown): unknown {
  if (typeof value === 'string') return `${hostile}\n\u0007\u009b31m\u2028${value}\u2066`.repeat(50);
  if (Array.isArray(value)) return value.map(poisoned);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, poisoned(one)]));
}

function tokenIn(messages: readonly Message[]): string {
  const results = messages.filter((message) => message.role === 'tool').map(({ text }) => text);
  return (
    /"token":"([^"]+)"/.exec(results.at(-1) ?? '')?.[1] ?? /token[^\w]*([\w-]+)/.exec(results.at(-1) ?? '')?.[1] ?? ''
  );
}
