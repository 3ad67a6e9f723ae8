import { describe, expect, it } from 'vitest';
import { createStyle } from '../../../src/cli/view/style.js';
import { createTurnView } from '../../../src/cli/view/turn-view.js';
import {
  harnessErrorTypes,
  renderHarnessMessage,
  renderHarnessResult,
} from '../../../src/profile/local-harness/harness-result.js';
import type { SessionRecord } from '../../../src/session/event.js';
import { replaySession } from '../../../src/session/replay/replay-session.js';
import { createMemoryStore } from '../../../src/store/memory.js';
import { defineTool } from '../../../src/tool/define-tool.js';
import { type ErrorType, errorTypes, fail } from '../../../src/tool/outcome.js';
import { verifies } from '../../requirements.js';
import { bodies, play } from '../../session/open.js';
import { documentedError, documentedSuccess } from './fixtures/tools.js';
import { call, folderWith, goneTool, harnessResults, openHarness, typing } from './open-harness.js';

describe('the model copy', () => {
  it.each([documentedSuccess, documentedError])('is the JSON of the document: %j', (result) => {
    verifies('local-harness.context.model-copy');
    expect(renderHarnessResult(result)).toBe(JSON.stringify(result));
  });

  it('has text alone for data, and nothing but the three numbers beside it', () => {
    verifies('local-harness.context.model-copy');
    const metadata = { ...documentedSuccess.metadata, coerced: [], rewritten_by: ['x'], evicted: ['y'] };
    expect(JSON.parse(renderHarnessResult({ ...documentedSuccess, data: [{ id: 'task_1' }], metadata }))).toEqual({
      ...documentedSuccess,
      data: '[{"id":"task_1"}]',
    });
    const failed = { ...documentedError, data: 'what there is now', metadata: { ...metadata, data_size_bytes: 17 } };
    expect(JSON.parse(renderHarnessResult(failed))).toEqual({
      ...documentedError,
      error_message: 'File not found: config.txt\nwhat there is now',
      metadata: { ...documentedError.metadata, execution_time_ms: 3 },
    });
  });

  it('knows the seven types and no other, whatever a tool fails as', async () => {
    verifies('local-harness.result.only-seven');
    const types = errorTypes.filter((type): type is Exclude<ErrorType, 'none'> => type !== 'none');
    const failing = types.map((type) =>
      defineTool({
        name: `fails_${type}`,
        description: 'fails',
        parameters: { type: 'object', properties: {} },
        effects: 'none',
        run: () => fail(type, 'so it is'),
      }),
    );
    const session = await openHarness([{ calls: failing.map(({ name }) => call(name)) }, { text: 'ok' }], {
      tools: failing,
    });
    const { events } = await play(session.send('go'));
    const told = harnessResults(events).map(({ error_type }) => error_type);
    for (const type of told) expect(harnessErrorTypes).toContain(type);
    expect(Object.fromEntries(types.map((type, at) => [type, told[at]]))).toEqual({
      not_found: 'not_found',
      validation_failed: 'validation_failed',
      permission_denied: 'permission_denied',
      io_error: 'io_error',
      parse_error: 'parse_error',
      timeout: 'internal_error',
      rate_limited: 'internal_error',
      cancelled: 'internal_error',
      stale: 'validation_failed',
      ambiguous: 'validation_failed',
      internal_error: 'internal_error',
    });
  });

  it('has the members of the document, on success and on error', async () => {
    verifies('local-harness.result.shape', 'local-harness.result.metadata', 'local-harness.result.success-json');
    verifies('local-harness.result.error-json', 'local-harness.result.type-none', 'local-harness.context.model-copy');
    const calls = [call('read_file', { path: 'a.txt' }), call('read_file', { path: 'config.txt' })];
    const session = await openHarness([{ calls }, { text: 'ok' }], { files: { 'a.txt': 'ü\n' }, ...typing('1') });
    const before = Date.now();
    await session.send('go').result;
    const told = session.requests[1]?.messages
      .filter(({ role }) => role === 'tool')
      .map(({ text }) => JSON.parse(text));
    const metadata = { execution_time_ms: expect.any(Number), timestamp: expect.any(Number) };
    expect(told).toEqual([
      { ...documentedSuccess, data: '1: ü', metadata: { ...metadata, data_size_bytes: 5 } },
      { ...documentedError, metadata: { ...metadata, data_size_bytes: 0 } },
    ]);
    for (const { metadata: one } of told ?? []) {
      expect(one.execution_time_ms).toBeGreaterThanOrEqual(0);
      expect(one.timestamp).toBeGreaterThanOrEqual(before);
      expect(one.timestamp).toBeLessThanOrEqual(Date.now());
    }
  });

  it('tells failures by six types', async () => {
    verifies('local-harness.result.type-not-found', 'local-harness.result.type-validation-failed');
    verifies('local-harness.result.type-permission-denied', 'local-harness.result.type-io-error');
    verifies('local-harness.result.type-parse-error', 'local-harness.result.type-internal-error');
    const workspace = folderWith({ 'a.txt': 'x\n' });
    const broken = defineTool({
      name: 'broken',
      description: 'breaks',
      parameters: { type: 'object', properties: {} },
      effects: 'none',
      run: () => {
        throw new Error('so it is');
      },
    });
    const calls = [
      call('ls', { path: 'nowhere' }),
      call('update_task', { task_id: 'task_9', status: 'completed' }),
      call('ls', { path: 7 }),
      call('write_file', { path: 'a.txt', content: 'y' }),
      call('ls', '{"path": '),
      call('broken'),
      call('gone'),
      call('ls'),
    ];
    const tools = [broken, goneTool(workspace)];
    const session = await openHarness([{ calls }, { text: 'ok' }], { workspace, tools, ...typing('4') });
    const { events } = await play(session.send('go'));
    expect(harnessResults(events).map(({ error_type }) => error_type)).toEqual([
      'not_found',
      'not_found',
      'validation_failed',
      'permission_denied',
      'parse_error',
      'internal_error',
      'none',
      'io_error',
    ]);
  });

  it('answers what is unknown, unreadable, invalid, denied or too much', async () => {
    verifies('local-harness.result.only-seven', 'local-harness.executor.unregistered');
    verifies('local-harness.executor.invalid', 'local-harness.executor.user-denied');
    const session = await openHarness(
      [
        {
          calls: [
            call('run_shell', { command: 'ls' }),
            call('read_file', '{"path"'),
            call('read_file', {}),
            call('read_file', { path: 'README.md' }),
            ...Array.from({ length: 12 }, () => call('list_tasks')),
          ],
        },
        { text: 'ok' },
      ],
      { files: { 'README.md': 'x' }, ...typing('4') },
    );
    const { events } = await play(session.send('go'));
    const told = harnessResults(events).map(({ error_type }) => error_type);
    expect(told.slice(0, 5)).toEqual(['not_found', 'parse_error', 'validation_failed', 'permission_denied', 'none']);
    expect(told).toHaveLength(16);
    expect(told[15]).toBe('internal_error');
  });
});

describe('the display message', () => {
  it('is told to the person and recorded, and the model never reads it', async () => {
    verifies('local-harness.context.display-message');
    const store = createMemoryStore();
    const calls = [call('ls', { path: 'src' }), call('ls', { path: 'gone' })];
    const session = await openHarness([{ calls }, { text: 'ok' }], { files: { 'src/a': 'x' }, store });
    const { events } = await play(session.send('go'));
    const [listed, failed] = bodies(events, 'call-settled');
    const data = harnessResults(events)[0]?.data;
    expect(listed?.message).toBe(
      `[Tool: ls]\nStatus: ✅ SUCCESS\nResult: ${data}\nExecution Time: ${listed?.durationMs}ms`,
    );
    expect(failed?.message).toBe(
      `[Tool: ls]\nStatus: ❌ FAILED\nError Type: not_found\nError: Directory not found: gone\nExecution Time: ${failed?.durationMs}ms`,
    );
    const stored = (await store.read(session.id)).filter(({ type }) => type === 'call-settled');
    expect(stored.map(({ body }) => (body as { readonly message: string }).message)).toEqual([
      listed?.message,
      failed?.message,
    ]);
    expect(JSON.stringify(session.requests[1]?.messages)).not.toContain('[Tool:');
    const shown: string[] = [];
    const sink = { answer: () => {}, note: (line: string) => void shown.push(line) };
    const view = createTurnView({ sink, style: createStyle(false), verbose: () => false });
    for (const event of events) view.show(event);
    expect(shown.join('\n')).toContain('\n  ⎿ [Tool: ls]\n  ⎿ Status: ✅ SUCCESS\n  ⎿ Result: TYPE');
    await session.close();
    const replayed = await replaySession((await store.read(session.id)) as readonly SessionRecord[]);
    expect(replayed).toMatchObject({ differences: [], left: [] });
  });

  it('reads as the one of the document', () => {
    verifies('local-harness.context.display-message');
    const metadata = { execution_time_ms: 5, data_size_bytes: 22, timestamp: 1 };
    const listing = { ...documentedSuccess, data: '[directory listing...]', metadata };
    expect(renderHarnessMessage(listing, 'ls')).toBe(
      '[Tool: ls]\nStatus: ✅ SUCCESS\nResult: [directory listing...]\nExecution Time: 5ms',
    );
  });

  it('is cut at 10,000 bytes, between characters, and the model copy is not', async () => {
    verifies('local-harness.context.display-cut');
    const line = `${'ü'.repeat(6000)}\n`;
    const calls = [call('read_file', { path: 'wide.txt' }), call('read_file', { path: 'long.txt' })];
    const files = { 'wide.txt': `a${line}${line}`, 'long.txt': 'x'.repeat(3_000_000) };
    const session = await openHarness([{ calls }, { text: 'ok' }], { files, ...typing('2') });
    const { events } = await play(session.send('go'));
    const [wide, long] = harnessResults(events);
    expect(wide?.data).toBe(`1: a${line}2: ${line.trimEnd()}`);
    expect(long?.data).toBe(`1: ${'x'.repeat(3_000_000)}`);
    expect(long?.metadata.data_size_bytes).toBe(3_000_003);
    const sent = session.requests[1]?.messages.find(({ role }) => role === 'tool');
    expect(sent?.text).toBe(bodies(events, 'call-settled')[0]?.content);
    const shown = bodies(events, 'call-settled').map(
      ({ message = '' }) => message.split('\nResult: ')[1]?.split('\n[… ')[0],
    );
    expect(shown).toEqual([`1: a${'ü'.repeat(4998)}`, `1: ${'x'.repeat(9997)}`]);
    expect(bodies(events, 'call-settled')[1]?.message).toContain(
      '\n[… 2990003 more bytes; the model reads all of it]\nExecution Time: ',
    );
  });
});
