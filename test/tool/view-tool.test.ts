import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readFile } from '../../src/builtin/file/read-file.js';
import { writeFile } from '../../src/builtin/file/write-file.js';
import { defineTool } from '../../src/tool/define-tool.js';
import { fail } from '../../src/tool/outcome.js';
import { viewTool } from '../../src/tool/view-tool.js';
import { type Approval, bodies, newFolder, open, play, results } from '../session/open.js';

const save = viewTool(writeFile, {
  name: 'save',
  description: 'saves a note',
  parameters: {
    type: 'object',
    properties: { note: { type: 'string' }, words: { type: 'string' } },
    required: ['note', 'words'],
  },
  toArguments: ({ note, words }) =>
    note.startsWith('/')
      ? fail('validation_failed', 'Name a note, not a path.')
      : { path: `notes/${note}.md`, content: words },
  toResult: (_result, { note }) => ({ saved: note }),
});

it('runs as the tool it shows: its facts are judged, its preview is asked about, its change is made', async () => {
  const asked: Approval[] = [];
  const workspace = newFolder();
  mkdirSync(join(workspace, 'notes'));
  const session = await open(
    [{ calls: [{ id: 'c1', name: 'save', arguments: { note: 'a', words: 'hello' } }] }, { text: 'done' }],
    {
      workspace,
      tools: [save],
      onQuestion: (question) => {
        asked.push(question as Approval);
        return { choice: 'once' };
      },
    },
  );
  const { events } = await play(session.send('go'));
  expect(asked).toMatchObject([
    { tool: 'save', preview: { kind: 'diff', operation: 'create' }, facts: [{ kind: 'write', target: 'notes/a.md' }] },
  ]);
  expect(results(events)).toMatchObject([{ success: true, data: { saved: 'a' } }]);
  expect(readFileSync(join(workspace, 'notes/a.md'), 'utf8')).toBe('hello');
});

it('refuses what it cannot pass on before anybody is asked', async () => {
  const session = await open(
    [{ calls: [{ id: 'c1', name: 'save', arguments: { note: '/etc/x', words: 'hello' } }] }, { text: 'done' }],
    { tools: [save] },
  );
  const { events, types } = await play(session.send('go'));
  expect(types).not.toContain('approval-requested');
  expect(results(events)).toMatchObject([
    { success: false, error_type: 'validation_failed', error_message: 'Name a note, not a path.' },
  ]);
});

it('shows what the tool shows, unless it has a result of its own', async () => {
  const workspace = newFolder();
  writeFileSync(join(workspace, 'a.txt'), 'one\ntwo\n');
  const look = viewTool(readFile, {
    name: 'look',
    description: 'reads',
    parameters: { type: 'object', properties: { file: { type: 'string' } }, required: ['file'] },
    toArguments: ({ file }) => ({ path: file }),
  });
  expect(look).toMatchObject({ name: 'look', title: 'look', viewOf: 'read_file', effects: 'none', source: 'builtin' });
  const session = await open(
    [{ calls: [{ id: 'c1', name: 'look', arguments: { file: 'a.txt' } }] }, { text: 'done' }],
    { workspace, tools: [look] },
  );
  const { events } = await play(session.send('go'));
  expect(bodies(events, 'call-settled')[0]).toMatchObject({ outcome: 'ok', name: 'look' });
  expect(bodies(events, 'call-settled')[0]?.content).toContain('two');
});

it('tells of a tool without a plan that nothing is known of what it touches', async () => {
  const odd = defineTool({ name: 'odd', description: 'does', parameters: { type: 'object' }, run: () => 'ran' });
  const view = viewTool(odd, {
    name: 'other',
    description: 'does',
    parameters: { type: 'object' },
    toArguments: () => ({}),
  });
  const session = await open([{ calls: [{ id: 'c1', name: 'other', arguments: {} }] }, { text: 'done' }], {
    tools: [view],
  });
  const { events } = await play(session.send('go'));
  expect(bodies(events, 'call-decided')).toMatchObject([{ verdict: 'ask' }]);
  expect(results(events)).toMatchObject([{ error_type: 'permission_denied' }]);
});

it('tells a failure in its own words, whether it was planned or run, and gives toResult none', async () => {
  const failing = (stage: 'plan' | 'run') =>
    viewTool(
      defineTool({
        name: 'odd',
        description: 'fails',
        effects: 'none',
        parameters: { type: 'object' },
        plan: () =>
          stage === 'plan' ? fail('not_found', 'odd is not there') : { facts: [], preview: { kind: 'arguments' } },
        run: () => fail('stale', 'odd has changed', { by: 'hand' }),
      }),
      {
        name: `at_${stage}`,
        description: 'fails',
        parameters: { type: 'object', properties: { note: { type: 'string' } }, required: ['note'] },
        toArguments: () => ({}),
        toResult: () => ({ done: true }),
        toFailure: ({ errorType, message, data }, { note }) => fail(errorType, `${note}: ${message}`, data),
      },
    );
  const calls = ['plan', 'run'].map((stage) => ({ id: stage, name: `at_${stage}`, arguments: { note: stage } }));
  const session = await open([{ calls }, { text: 'done' }], { tools: [failing('plan'), failing('run')] });
  const { events } = await play(session.send('go'));
  expect(results(events)).toMatchObject([
    { error_type: 'not_found', error_message: 'plan: odd is not there', data: null },
    { error_type: 'stale', error_message: 'run: odd has changed', data: { by: 'hand' } },
  ]);
});
