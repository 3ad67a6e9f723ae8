import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createMemoryStore } from '../../../src/store/memory.js';
import { defineTool } from '../../../src/tool/define-tool.js';
import { verifies } from '../../requirements.js';
import { bodies, newFolder } from '../../session/open.js';
import { call, make, turn } from './scene.js';

const steps = (...all: readonly object[]) => ({ kind: 'composite', steps: all });
const text = { x: { type: 'string' } };

it('reads nothing that policy denies, by whatever step', async () => {
  verifies('dynamic.steps.road', 'dynamic.facts.union');
  const workspace = newFolder();
  writeFileSync(join(workspace, 'gone.txt'), 'x');
  const { answers } = await turn(
    [
      make('reader', steps({ tool: 'read_file', arguments: { path: '{{x}}' } }), text),
      make('remover', steps({ tool: 'delete_file', arguments: { path: '{{x}}' } }), text),
      call('remover', { x: 'gone.txt' }),
      call('reader', { x: '../../../../etc/hosts' }),
    ],
    { workspace, refuse: ['delete_file', 'read_file'] },
  );
  expect(answers.slice(2)).toMatchObject([
    { success: false, error_type: 'permission_denied' },
    { success: false, error_type: 'permission_denied' },
  ]);
  expect(existsSync(join(workspace, 'gone.txt'))).toBe(true);
});

it('is another tool after an update: a call that was approved before is not run', async () => {
  verifies('y-agent.dynamic.update');
  const script = (source: string) => ({ kind: 'script', language: 'sh', source });
  const both = {
    calls: [
      { name: 'tool_update', arguments: { name: 'my_tool', implementation: script('echo new') } },
      { name: 'my_tool', arguments: {} },
    ],
  };
  const { answers } = await turn([make('my_tool', script('echo old')), both]);
  expect(answers).toMatchObject([{ success: true }, { success: true }, { success: false, error_type: 'stale' }]);
});

it('keeps definitions apart from names that every object has', async () => {
  verifies('y-agent.dynamic.fields', 'dynamic.templates.inert');
  const { answers } = await turn([
    make('constructor', steps({ tool: 'get_current_time' })),
    make('my_tool', steps({ tool: 'toString' })),
    make('other', steps({ tool: 'read_file', arguments: { path: '{{constructor}}' } })),
    call('tool_delete', { name: '__proto__' }),
    call('tool_list', { name: 'hasOwnProperty' }),
    call('constructor', {}),
  ]);
  expect(answers.map(({ success }) => success)).toEqual([true, false, false, false, false, true]);
});

it('stops at the number of tools a session may have, and at steps of steps', async () => {
  verifies('dynamic.steps.bounded');
  const many = Array.from({ length: 51 }, (_, at) =>
    make(`made_${'abcdefghijklmnopqrstuvwxyz'[at % 26]}${at}`, steps({ tool: 'get_current_time' })),
  );
  const { answers } = await turn(many, { mode: 'auto', limits: { rounds: 100, callsPerTurn: 500 } as never });
  expect(answers.filter(({ success }) => success)).toHaveLength(50);
  expect(answers.at(-1)?.error_message).toContain('delete one with tool_delete first');
  const wide = Array.from({ length: 20 }, () => ({ tool: 'get_current_time' }));
  const twenty = Array.from({ length: 20 }, () => ({ tool: 'wide' }));
  const { events, answers: told } = await turn(
    [make('wide', steps(...wide)), make('wider', steps(...twenty)), call('wider', {})],
    { mode: 'auto' },
  );
  expect(bodies(events, 'step-admitted')).toHaveLength(100);
  expect(told.at(-1)).toMatchObject({ success: false, error_type: 'rate_limited' });
});

it('does not come back as something else when its record was tampered with', async () => {
  verifies('y-agent.dynamic.persisted', 'y-agent.dynamic.collision');
  const store = createMemoryStore();
  const workspace = newFolder();
  const first = await turn([], { store, workspace });
  await first.session.close();
  const body = (name: unknown, implementation: unknown) => ({
    version: 1,
    definition: { name, description: 'd', parameters: { type: 'object' }, implementation },
  });
  await store.append(first.session.id, [
    { type: 'tool-created', body: {} },
    { type: 'tool-created', body: { version: 'x', definition: null } },
    { type: 'tool-created', body: body(7, { kind: 'script', language: 'sh', source: 'true' }) },
    { type: 'tool-created', body: body('read_file', { kind: 'script', language: 'sh', source: 'true' }) },
    { type: 'tool-created', body: body('odd', { kind: 'native', code: 'process.exit()' }) },
    { type: 'tool-created', body: body('circle', { kind: 'composite', steps: [{ tool: 'circle' }] }) },
  ]);
  const warned: string[] = [];
  const again = await turn([call('tool_list', {})], {
    store,
    session: first.session.id,
    log: { warn: (message) => warned.push(message), debug: () => {} },
  });
  expect(again.answers[0]?.data).toEqual({ tools: [] });
  expect(again.session.tools.get('read_file')?.source).toBe('builtin');
  expect(warned).toHaveLength(3);
});

it('tells the person which step asks, and asks for each of them', async () => {
  verifies('dynamic.steps.road');
  const touch = defineTool({ name: 'touch', description: 'd', parameters: { type: 'object' }, run: () => 'touched' });
  const { questions, events } = await turn(
    [make('twice', steps({ tool: 'touch' }, { tool: 'touch' })), call('twice', {})],
    { tools: [touch] },
  );
  expect(questions.map(({ tool }) => tool)).toEqual(['tool_create', 'twice', 'touch', 'touch']);
  expect(questions.slice(2).map(({ callId }) => callId)).toEqual(
    bodies(events, 'step-admitted').map(({ callId }) => callId),
  );
});

it('names no variable of the environment', async () => {
  verifies('custom.http.variables');
  const http = {
    kind: 'http',
    base_url: 'https://api.example.com',
    secret_headers: { 'x-key': ['$', '{API_TOKEN}'].join('') },
  };
  const { answers, questions } = await turn([make('my_tool', http)], {
    env: { API_TOKEN: 'tok-5f2c8a9b7d6e4f3a2b1c' },
  });
  expect(answers).toMatchObject([{ success: false, error_type: 'validation_failed' }]);
  expect(questions).toEqual([]);
});
