import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { instructionWords } from '../../../src/cli/chat/current-session.js';
import { clientOf } from '../../../src/client/local-host.js';
import { unwrap } from '../../../src/client/reply.js';
import { scriptedModel } from '../../../src/model/provider/scripted.js';
import {
  type AgentWarning,
  composeChatRequestMessages,
  parseAgentEnvelope,
  runAgentTurn,
} from '../../../src/systems/yips/index.js';
import { verifies } from '../../requirements.js';
import { newFolder, play } from '../../session/open.js';
import { serve } from '../../session/taint-scene.js';
import { runHere } from '../../support/run-here.js';
import { createScene } from '../../support/scene.js';
import { legacy, minimal, multiple, preferred, unknownTool, written } from './fixtures/document.js';
import { acts, chatOf, fence, openYips, rowsIn, tool } from './scene.js';

const listed = { type: 'tool', id: 't1', name: 'list_dir', arguments: { path: '.' } };

describe('parseAgentEnvelope', () => {
  it('reads the examples of the document', () => {
    verifies('yips.envelope.parse-shape');
    const nothing = { actions: [], warnings: [], errors: [] };
    expect(parseAgentEnvelope(preferred)).toEqual({
      assistantText: 'Optional plain-language response',
      actions: [{ type: 'tool', id: 't1', name: 'read_file', arguments: { path: 'README.md' } }],
      warnings: [],
      errors: [],
      envelopeFound: true,
    });
    expect(parseAgentEnvelope(legacy).actions).toEqual([
      listed,
      { type: 'skill', id: 's1', name: 'search', arguments: { query: 'yips' } },
      { type: 'subagent', id: 'a1', task: 'summarize docs', maxRounds: 2 },
    ]);
    expect(parseAgentEnvelope(minimal)).toMatchObject({ actions: [listed], assistantText: '', envelopeFound: true });
    expect(parseAgentEnvelope(multiple)).toEqual({
      ...nothing,
      assistantText: multiple,
      errors: [expect.stringContaining('expected exactly one')],
      envelopeFound: true,
    });
    expect(parseAgentEnvelope(unknownTool)).toEqual({ ...nothing, assistantText: '', envelopeFound: true });
    expect(parseAgentEnvelope(' No envelope. ')).toEqual({
      ...nothing,
      assistantText: 'No envelope.',
      envelopeFound: false,
    });
  });

  it('reads a name only as what it is', () => {
    const wrong = acts(
      { type: 'skill', id: 'a', name: 'grep', arguments: { pattern: 'x' } },
      { type: 'tool', id: 'b', name: 'todos', arguments: {} },
      { type: 'tool', id: 'c', name: 'subagent', arguments: { task: 'x' } },
    );
    expect(parseAgentEnvelope(wrong).actions).toEqual([]);
  });
});

describe('the examples of the document', () => {
  it('run the preferred envelope, and send its result in the next request', async () => {
    const workspace = newFolder();
    writeFileSync(join(workspace, 'README.md'), '# Read me');
    const session = await openYips([preferred, 'It says: read me.'], { workspace });
    const { end } = await play(session.send('What does it say?'));
    expect(end).toMatchObject({ reason: 'answered', text: 'It says: read me.' });
    const call = '{"type": "tool", "id": "t1", "name": "read_file", "arguments": { "path": "README.md" }}';
    const told =
      '"status":"ok","output":"# Read me","metadata":{"path":"README.md","maxBytes":200000,"truncated":false}}';
    const record = `{"kind":"tool","callId":"t1",${told}`;
    const summary = `{"callId":"t1","name":"read_file",${told}`;
    expect(chatOf(session.requests, 1)).toEqual(
      composeChatRequestMessages([
        { role: 'user', content: 'What does it say?' },
        { role: 'assistant', content: `Optional plain-language response\n${written(call)}` },
        { role: 'system', content: `Action results:\n[${record}]` },
        { role: 'system', content: `Tool results:\n[${summary}]` },
      ]),
    );
  });

  it('run the minimal envelope, of any face', async () => {
    verifies('yips.failure.minimal-example');
    const session = await openYips([minimal, 'One file.']);
    writeFileSync(join(session.workspace, 'a.txt'), '');
    await play(session.send('go'));
    expect(rowsIn(session.requests, 1)).toMatchObject([{ callId: 't1', status: 'ok', output: 'file a.txt' }]);
    for (const face of ['run', 'chat'] as const) {
      const { folder: cwd, flags } = await createScene([{ text: minimal }, { text: preferred }, { text: 'Done.' }]);
      writeFileSync(join(cwd, 'README.md'), '# Read me');
      const args = [...flags, '--profile', 'yips'];
      const end = await (face === 'run'
        ? runHere(['run', ...args, 'go'], { cwd })
        : runHere(args, { cwd, input: 'go\n' }));
      expect(end.code).toBe(0);
      const shown = `${end.stderr}${end.stdout}`;
      expect(shown).toMatch(/• list_dir \.\n.*\n[\s\S]*• read_file README\.md\n/);
      expect(shown).toContain('Done.');
    }
  });

  it('run the older envelope: tools, then skills, then subagents', async () => {
    const found = { results: [{ title: 'Yips', url: 'https://example.com/yips', content: 'an agent' }] };
    const { host } = await serve(JSON.stringify(found));
    const session = await openYips([legacy, 'A summary.', 'Done.'], {
      webSearch: { engine: 'searxng', url: `http://${host}` },
    });
    await play(session.send('go'));
    expect(rowsIn(session.requests, 2)).toMatchObject([
      { kind: 'tool', callId: 't1', status: 'ok', output: '' },
      { kind: 'skill', callId: 's1', status: 'ok', output: expect.stringContaining('1. Yips') },
      { kind: 'subagent', callId: 'a1', status: 'ok', output: 'A summary.', metadata: { rounds: 1 } },
    ]);
    expect(['Tool', 'Skill', 'Subagent'].flatMap((title) => rowsIn(session.requests, 2, title))).toMatchObject([
      { name: 'list_dir' },
      { name: 'search' },
      { name: 'subagent' },
    ]);
  });

  it('change a file in two phases', async () => {
    const workspace = newFolder();
    writeFileSync(join(workspace, 'a.txt'), 'old\n');
    const model = scriptedModel((request, at) => {
      const results = request.messages.findLast(({ text }) => text.startsWith('Action results:'))?.text ?? '';
      const token = /"token":"([^"]+)"/.exec(results)?.[1];
      if (at === 0) return { text: acts(tool('preview_edit_file', { path: 'a.txt', oldText: 'old', newText: 'new' })) };
      return { text: at === 1 ? acts(tool('apply_file_change', { token }, 't2')) : 'Changed.' };
    });
    const session = await openYips([], { workspace, model });
    await play(session.send('go'));
    expect(rowsIn(model.requests, 1)).toMatchObject([
      { status: 'ok', metadata: { token: expect.any(String), diffPreview: expect.stringContaining('+new') } },
    ]);
    expect(rowsIn(model.requests, 2)).toMatchObject([{ callId: 't2', status: 'ok', metadata: { applied: true } }]);
    expect(readFileSync(join(workspace, 'a.txt'), 'utf8')).toBe('new\n');
  });
});

describe('the failure modes of the document', () => {
  const cases = [
    { id: 'yips.failure.no-envelope', mode: 'no envelope', message: 'Just words.', warns: [], rows: 0 },
    {
      id: 'yips.failure.malformed',
      mode: 'malformed JSON',
      message: fence('{"actions": ['),
      warns: ['protocol_parse_error'],
      rows: 0,
    },
    {
      id: 'yips.failure.multiple',
      mode: 'multiple envelopes',
      message: multiple,
      warns: ['protocol_parse_error'],
      rows: 0,
    },
    { id: 'yips.failure.unknown-names', mode: 'unknown names', message: unknownTool, warns: [], rows: 0 },
    {
      id: 'yips.failure.duplicate-ids',
      mode: 'duplicate ids',
      message: acts(listed, listed),
      warns: ['protocol_warning'],
      rows: 1,
    },
    {
      id: 'yips.failure.policy-denial',
      mode: 'policy denial',
      message: acts(tool('run_command', { command: 'rm -rf x' })),
      warns: [],
      rows: 1,
    },
  ] as const;

  it.each(cases)('$mode', async ({ id, mode, message, warns, rows }) => {
    verifies(id);
    const warnings: AgentWarning[] = [];
    const statuses: string[] = [];
    const session = await openYips([message, 'Done.'], { onQuestion: () => ({ choice: 'deny' }) });
    const { finished } = await runAgentTurn(session, 'go', {
      onWarning: (warning) => warnings.push(warning),
      onResult: ({ status }) => statuses.push(status),
    });
    expect(finished).toBe(true);
    expect(warnings.map(({ code }) => code)).toEqual(warns);
    expect(statuses).toHaveLength(rows);
    if (mode === 'policy denial') expect(statuses).toEqual(['denied']);
    if (mode === 'multiple envelopes') expect(warnings[0]?.message).toContain('expected exactly one');
  });

  it('verbose tells which CODE.md was loaded', async () => {
    verifies('yips.request.code-verbose');
    const workspace = newFolder();
    writeFileSync(join(workspace, 'CODE.md'), 'Use tabs.');
    const session = await openYips([], { workspace });
    const port = await clientOf(session, { who: 'tester', from: 'terminal' });
    const state = unwrap(await port.readState({ session: session.id }));
    expect(instructionWords(state)).toBe(`1 instruction file loaded: ${join(workspace, 'CODE.md')}`);
  });
});
