import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { systemClock } from '../../../src/base/clock.js';
import { tickedHarnessProfile } from '../../../src/profile/local-harness/local-harness-profile.js';
import type { SessionEvent, SessionRecord } from '../../../src/session/event.js';
import { createMemoryStore } from '../../../src/store/memory.js';
import { exportDecisions } from '../../../src/systems/local-harness/export-decisions.js';
import { exportMessages, exportToolResults } from '../../../src/systems/local-harness/export-results.js';
import { renderPermissionPrompt } from '../../../src/systems/local-harness/permission-prompt.js';
import {
  createToolExecutor,
  type PermissionResponse,
  type ToolExecutor,
} from '../../../src/systems/local-harness/tool-executor.js';
import { verifies } from '../../requirements.js';
import { bodies, echo, newFolder, open, play } from '../../session/open.js';
import { call, folderWith, openHarness, typing } from './open-harness.js';

/** The main loop of the document, as a host would write it. */
async function mainLoop(executor: ToolExecutor, result: Promise<unknown>, answers: readonly PermissionResponse[]) {
  const log: string[] = [];
  const rest = [...answers];
  let over = false;
  void result.finally(() => {
    over = true;
  });
  while (!over || executor.hasPendingWork()) {
    if (executor.hasPendingWork()) {
      const { call: current } = executor;
      const action = executor.tick();
      // Of an end it may be told when the next iteration has begun.
      const about = action.startsWith('iteration') ? '' : ` ${current?.name}`;
      if (action !== 'no_action') log.push(`${action}${about}`);
      if (action === 'show_permission_prompt') executor.setPermissionResponse(rest.shift() ?? 'deny');
      if (action === 'render_requested') executor.executeCurrentTool();
    }
    await new Promise((resolve) => setImmediate(resolve));
  }
  return log;
}

const write = (path: string) => call('write_file', { path, content: 'x' });

describe('the tool executor', () => {
  it('tells its host what to do: prompts, runs and ends, call by call', async () => {
    verifies('local-harness.executor.host-executes', 'local-harness.executor.tick-results');
    verifies('local-harness.executor.states');
    const workspace = folderWith({ 'README.md': 'hello\n' });
    const calls = [call('ls'), call('read_file', { path: 'README.md' }), write('a.txt'), call('nothing')];
    const session = await openHarness([{ calls }, { calls: [write('b.txt'), write('c.txt')] }, { text: 'Done.' }], {
      workspace,
      profile: tickedHarnessProfile,
      onAsk: 'person',
    });
    const executor = createToolExecutor(session);
    expect([executor.state, executor.hasPendingWork(), executor.tick()]).toEqual(['idle', false, 'no_action']);
    const states = new Set<string>();
    session.on(() => states.add(executor.state));
    const { result } = session.send('go');
    const log = await mainLoop(executor, result, ['allow_once', 'deny', 'session']);
    expect(log).toEqual([
      'render_requested ls',
      'show_permission_prompt read_file',
      'render_requested read_file',
      'show_permission_prompt write_file',
      'iteration_complete',
      'show_permission_prompt write_file',
      'render_requested write_file',
      'render_requested write_file',
      'iteration_complete',
    ]);
    expect(executor.state).toBe('idle');
    expect([...states].toSorted()).toEqual([
      'awaiting_permission',
      'completed',
      'evaluating_policy',
      'executing',
      'idle',
    ]);
    expect(readFileSync(join(workspace, 'c.txt'), 'utf8')).toBe('x');
    executor.detach();
  });

  it('runs nothing that the host does not run, and its tick never waits', async () => {
    verifies('local-harness.executor.tick-never-blocks');
    const session = await openHarness([{ calls: [call('ls')] }, { text: 'Done.' }], { profile: tickedHarnessProfile });
    const events: SessionEvent[] = [];
    session.on((event) => events.push(event));
    const executor = createToolExecutor(session);
    const { result } = session.send('go');
    while (executor.state !== 'executing') await new Promise((resolve) => setImmediate(resolve));
    expect(executor.tick()).toBe('render_requested');
    for (let at = 0; at < 20; at += 1) {
      expect(executor.tick()).toBe('no_action');
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
    expect(bodies(events, 'call-started')).toEqual([]);
    executor.executeCurrentTool();
    while (executor.hasPendingWork()) {
      executor.tick();
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect((await result).reason).toBe('answered');
    expect(bodies(events, 'call-started')).toHaveLength(1);
  });

  it('reaches its limit after ten iterations', async () => {
    verifies('local-harness.executor.completed-limit');
    const again = { calls: [call('get_current_time')] };
    const session = await openHarness(
      Array.from({ length: 12 }, () => again),
      { profile: tickedHarnessProfile },
    );
    const executor = createToolExecutor(session);
    const { result } = session.send('go');
    const log = await mainLoop(executor, result, []);
    const ends = log.filter((line) => line.startsWith('iteration'));
    expect(ends).toEqual([...Array.from({ length: 9 }, () => 'iteration_complete'), 'iteration_limit_reached']);
  });

  it('tells the limit to a loop that runs until the turn is over, as that of docs/profile-programs.md', async () => {
    verifies('local-harness.executor.completed-limit', 'local-harness.limits.iterations');
    const again = { calls: [call('get_current_time')] };
    for (const rounds of [Array.from({ length: 12 }, () => again), [again, { text: 'Done.' }]]) {
      const session = await openHarness(rounds, { profile: tickedHarnessProfile, onAsk: 'person' });
      const executor = createToolExecutor(session);
      const ends: string[] = [];
      let isOver = false;
      void session.send('go').result.then(() => {
        isOver = true;
      });
      while (!isOver) {
        const action = executor.tick();
        if (action === 'render_requested') executor.executeCurrentTool();
        if (action.startsWith('iteration')) ends.push(action);
        await new Promise((resolve) => setImmediate(resolve));
      }
      const last = rounds.length === 12 ? ['iteration_limit_reached'] : [];
      const others = rounds.length === 12 ? 9 : 1;
      expect(ends).toEqual([...Array.from({ length: others }, () => 'iteration_complete'), ...last]);
      await session.close();
    }
  });

  it('asks with the prompt of its question, and a remembered answer outlives the session', async () => {
    const options = { env: { HOME: newFolder() }, profile: tickedHarnessProfile, onAsk: 'person' } as const;
    for (const [answers, prompts] of [
      [['remember'], 1],
      [[], 0],
    ] as const) {
      const session = await openHarness([{ calls: [write('a.txt')] }, { text: 'ok' }], options);
      const asked: string[] = [];
      session.on((event) => {
        if (event.type === 'approval-requested' && event.body.kind === 'approval')
          asked.push(renderPermissionPrompt(event.body));
      });
      const { result } = session.send('go');
      await mainLoop(createToolExecutor(session), result, answers);
      expect(asked).toHaveLength(prompts);
      for (const prompt of asked) expect(prompt).toContain('Tool: write_file');
      await session.close();
    }
  });
});

describe('exports', () => {
  it('have the message sequence of the document', async () => {
    const store = createMemoryStore();
    const session = await openHarness(
      [
        { text: '', calls: [{ id: 'call_1', name: 'ls', arguments: '{}' }] },
        { text: 'Based on the file list, this project contains...' },
      ],
      { store, files: { 'main.zig': 'x' } },
    );
    const { events } = await play(session.send('What files are in this project?'));
    const [settled] = bodies(events, 'call-settled');
    const records = (await store.read(session.id)) as readonly SessionRecord[];
    const [result] = exportToolResults(records);
    expect(result).toEqual({ tool_call_id: 'call_1', tool: 'ls', result: JSON.parse(settled?.content ?? '') });
    expect(exportMessages(records)).toEqual([
      { role: 'user', content: 'What files are in this project?' },
      {
        role: 'assistant',
        content: '',
        tool_calls: [{ id: 'call_1', type: 'function', function: { name: 'ls', arguments: '{}' } }],
      },
      { role: 'system', content: settled?.message },
      { role: 'tool', content: settled?.content, tool_call_id: 'call_1' },
      { role: 'assistant', content: 'Based on the file list, this project contains...' },
    ]);
    expect(settled?.message).toMatch(/^\[Tool: ls\]\nStatus: ✅ SUCCESS\nResult: TYPE .*\nExecution Time: \d+ms$/s);
  });

  it('put results of other profiles into the same words', async () => {
    const store = createMemoryStore();
    const calls = [call('echo', { text: 'hi' }), call('nothing')];
    const plain = await open([{ calls }, { text: 'ok' }], { store, tools: [echo] });
    await plain.send('go').result;
    const other = await open([{ calls: calls.slice(0, 1) }, { text: 'ok' }], {
      store,
      tools: [echo],
      profile: { ...tickedHarnessProfile, order: 'sequential', renderResult: ({ data }) => `said ${data}` },
    });
    await other.send('go').result;
    const results = async (id: string) =>
      exportToolResults((await store.read(id)) as readonly SessionRecord[]).map(({ result }) => result);
    const ended = await results(plain.id);
    const [said, unknown] = [ended.find(({ success }) => success), ended.find(({ success }) => !success)];
    expect(said).toMatchObject({ success: true, data: 'hi', error_type: 'none' });
    expect(unknown).toMatchObject({ success: false, data: null, error_type: 'not_found' });
    expect(await results(other.id)).toMatchObject([
      { success: true, data: 'said hi', error_message: null, metadata: { data_size_bytes: 7 } },
    ]);
  });

  it('have the decisions in the words of LocalHarness, the last 50', async () => {
    verifies('local-harness.permission.audit');
    // All in one moment: the order is that of the session.
    const store = createMemoryStore({ clock: { ...systemClock, now: () => 1_800_000_000_000 } });
    const calls = [call('ls'), write('a.txt'), write('b.txt'), call('nothing')];
    const session = await openHarness([{ calls }, { text: 'ok' }], { store, actor: 'ann', ...typing('1', '4') });
    await session.send('go').result;
    const decisions = await exportDecisions(store, { session: session.id });
    expect(decisions.map(({ tool, decision, risk, user }) => [tool, decision, risk, user]).toReversed()).toEqual([
      ['ls', 'auto_approved', 'safe', null],
      ['write_file', 'user_approved', 'high', 'ann'],
      ['write_file', 'denied_by_user', 'high', 'ann'],
      ['nothing', 'failed_validation', null, null],
    ]);
    expect(decisions[1]?.reason).toContain('write_file is high');
    expect(await exportDecisions(store, { limit: 1 })).toHaveLength(1);
  });
});
