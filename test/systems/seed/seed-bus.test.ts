import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import type { SessionEvent, SessionRecord } from '../../../src/session/event.js';
import type { Session } from '../../../src/session/session.js';
import { createMemoryStore } from '../../../src/store/memory.js';
import {
  createSeedBus,
  fromSeedTool,
  type SeedBus,
  type SeedBusEvent,
  type SeedTool,
} from '../../../src/systems/seed/index.js';
import { call, openSeed, put } from '../../profile/seed/seed-scene.js';
import { verifies } from '../../requirements.js';
import { newFolder } from '../../session/open.js';

interface Heard {
  readonly told: SeedBusEvent[];
  readonly bus: SeedBus;
}

function listen(session: Session, past: readonly SessionEvent[] = []): Heard {
  const told: SeedBusEvent[] = [];
  const bus = createSeedBus({
    taskId: session.id,
    agentId: 'coordinator',
    previewCall: session.previewCall,
    past,
    emit: (event) => told.push(event),
  });
  session.on(bus.take);
  return { told, bus };
}

/** Has the model make these calls in one message; what the bus told of them. */
async function hear(calls: readonly ReturnType<typeof call>[], options: Parameters<typeof openSeed>[1] = {}) {
  const scene = await openSeed([{ calls }, { text: 'Done.' }], { tools, ...options });
  const { told, bus } = listen(scene.session);
  await scene.session.send('go').result;
  await bus.close();
  return { ...scene, told };
}

const called = (id: string, name: string, args: object = {}) => ({ ...call(name, args), id });

const types = (told: readonly SeedBusEvent[]): string[] =>
  told.map((event) => ('toolCallId' in event ? `${event.type} ${event.toolCallId}` : event.type));

const seedTool = (more: Pick<SeedTool, 'name' | 'riskLevel' | 'execute'> & Partial<SeedTool>): SeedTool => ({
  description: 'for tests',
  parameters: { type: 'object', properties: { ms: { type: 'integer' } } },
  group: 'exec',
  ...more,
});

const slow = seedTool({
  name: 'slow',
  riskLevel: () => 'safe',
  execute: ({ ms }) => new Promise((done) => setTimeout(() => done('slept'), Number(ms))),
});
const risky = seedTool({ name: 'risky', riskLevel: () => 'risky', execute: () => 'done' });
const impossible = seedTool({
  name: 'impossible',
  riskLevel: () => 'risky',
  canExecute: () => {
    throw new Error('not now');
  },
  execute: () => '',
});
const tools = [slow, risky, impossible].map((tool) => fromSeedTool(tool));

const edit = (id: string, path: string, oldString = '', newString = 'x\n') =>
  called(id, 'editFile', { path, oldString, newString });

describe('the bus of Seed', () => {
  it('tells starts and ends with their fields, and a batch with the counts of what is asked about', async () => {
    verifies(
      'seed.output.event-start',
      'seed.output.event-end',
      'seed.output.event-batch',
      'seed.output.batch-unknown',
    );
    const calls = [
      called('a', 'listFiles'),
      called('b', 'nobody', { x: 1 }),
      edit('c', 'mine.txt'),
      edit('d', 'public:/p.txt'),
    ];
    const { told, session, asked } = await hear(calls);
    const task = { taskId: session.id, agentId: 'coordinator' };
    const end = (toolCallId: string, toolName: string, output: unknown, isError = false) => ({
      type: 'tool_call_end',
      ...task,
      toolCallId,
      toolName,
      output,
      isError,
      durationMs: expect.any(Number),
    });
    const made = (path: string) => ({ success: true, path, action: 'created' });
    const edited = (path: string) => ({ path, oldString: '', newString: 'x\n' });
    expect(told[0]).toEqual({ type: 'tool_calls_batch_start', ...task, count: 4, safeCount: 3, riskyCount: 1 });
    expect(told.at(-1)).toEqual({ type: 'tool_calls_batch_end', ...task });
    const start = { type: 'tool_call_start', ...task };
    for (const event of [
      { ...start, toolCallId: 'a', toolName: 'listFiles', arguments: {} },
      end('a', 'listFiles', { path: 'private:/', files: [] }),
      { ...start, toolCallId: 'b', toolName: 'nobody', arguments: { x: 1 } },
      end('b', 'nobody', { error: expect.stringContaining('There is no tool named "nobody"') }, true),
      { ...start, toolCallId: 'c', toolName: 'editFile', arguments: edited('mine.txt') },
      end('c', 'editFile', made('private:/mine.txt')),
      { ...start, toolCallId: 'd', toolName: 'editFile', arguments: edited('public:/p.txt') },
      end('d', 'editFile', made('public:/p.txt')),
    ])
      expect(told).toContainEqual(event);
    expect(told).toHaveLength(10);
    expect(asked.map(({ callId }) => callId)).toEqual(['d']);
  });

  it.each([
    ['autorun_all', 0],
    ['autorun_no_public', 1],
    ['autorun_none', 2],
  ])('counts by the risk mode: in %s %i of three are risky', async (riskMode, riskyCount) => {
    verifies('seed.output.event-batch');
    const { told } = await hear([called('a', 'listFiles'), edit('b', 'a'), edit('c', 'public:/a')], { riskMode });
    expect(told[0]).toMatchObject({ count: 3, safeCount: 3 - riskyCount, riskyCount });
  });

  it('runs safe neighbours together, edits nobody is asked about among them, and a risky one alone', async () => {
    verifies('seed.output.batch-safe', 'seed.output.batch-risky');
    const { told } = await hear([
      called('a', 'slow', { ms: 60 }),
      edit('b', 'one.txt'),
      edit('c', 'two.txt'),
      called('d', 'slow', { ms: 5 }),
      called('e', 'risky'),
      called('f', 'slow', { ms: 1 }),
    ]);
    const order = types(told);
    const at = (event: string): number => order.indexOf(event);
    // All four have ended before the risky one begins, and the slowest of them as the last.
    for (const id of ['b', 'c', 'd']) expect(at(`tool_call_end ${id}`), id).toBeLessThan(at('tool_call_end a'));
    expect(order.slice(-5)).toEqual([
      'tool_call_start e',
      'tool_call_end e',
      'tool_call_start f',
      'tool_call_end f',
      'tool_calls_batch_end',
    ]);
    expect(at('tool_call_end a')).toBe(order.length - 6);
  });

  it('does not run what changes one file side by side', async () => {
    verifies('seed.output.batch-safe');
    const workspace = realpathSync(newFolder());
    const { told, session } = await hear(
      [
        edit('a', 'f.txt'),
        edit('b', 'f.txt', 'x', 'y'),
        edit('c', 'f.txt', 'y', 'z'),
        called('d', 'readFile', { path: 'f.txt' }),
      ],
      { workspace },
    );
    expect(told.at(-2)).toMatchObject({ type: 'tool_call_end', toolCallId: 'd', output: 'z', isError: false });
    expect(types(told).slice(1, -1)).toEqual(
      ['a', 'b', 'c', 'd'].flatMap((id) => [`tool_call_start ${id}`, `tool_call_end ${id}`]),
    );
    put(join(workspace, 'private', session.id, 'unused'), '');
  });

  it('tells no batch for a single call', async () => {
    verifies('seed.output.batch-one');
    const { told } = await hear([called('a', 'listFiles')]);
    expect(types(told)).toEqual(['tool_call_start a', 'tool_call_end a']);
  });

  it('tells nothing of a call that fails its preflight, nor of one that is denied', async () => {
    const { told } = await hear([called('a', 'impossible'), called('b', 'risky')], {
      onQuestion: () => ({ choice: 'deny' }),
    });
    expect(types(told)).toEqual(['tool_calls_batch_start', 'tool_calls_batch_end']);
  });

  it('ends the batch where a wanted approval stops it, and begins another for what is left', async () => {
    verifies('seed.output.batch-pause', 'seed.output.batch-end', 'seed.output.confirmation');
    const store = createMemoryStore();
    const calls = [called('a', 'listFiles'), called('b', 'risky'), called('c', 'listFiles')];
    const first = await openSeed([{ calls }], { tools, store, onAsk: 'park' });
    const { told, bus } = listen(first.session);
    expect((await first.session.send('go').result).reason).toBe('parked');
    await bus.close();
    expect(types(told)).toEqual([
      'tool_calls_batch_start',
      'tool_call_start a',
      'tool_call_end a',
      'tool_calls_batch_end',
    ]);
    await first.session.close();
    const { session } = await openSeed([{ text: 'Done.' }], {
      tools,
      store,
      session: first.session.id,
      workspace: first.workspace,
    });
    const more = listen(session, (await store.read(session.id)) as readonly SessionRecord[]);
    await session.resume().result;
    await more.bus.close();
    expect(more.told[0]).toMatchObject({ type: 'tool_calls_batch_start', count: 2, safeCount: 1, riskyCount: 1 });
    expect(types(more.told).slice(1)).toEqual([
      'tool_call_start b',
      'tool_call_end b',
      'tool_call_start c',
      'tool_call_end c',
      'tool_calls_batch_end',
    ]);
  });

  it('ends the batch of a turn that is cancelled or paused, or whose session ends untold', async () => {
    verifies('seed.output.batch-end');
    const calls = [called('a', 'slow', { ms: 5000 }), called('b', 'risky')];
    for (const stop of ['cancel', 'pause'] as const) {
      const { session } = await openSeed([{ calls }], { tools });
      const { told, bus } = listen(session);
      const { result } = session.send('go');
      await vi.waitFor(() => expect(types(told)).toContain('tool_call_start a'));
      session[stop]();
      await result;
      await bus.close();
      expect(types(told).filter((type) => type.startsWith('tool_calls'))).toEqual([
        'tool_calls_batch_start',
        'tool_calls_batch_end',
      ]);
    }
    const { session } = await openSeed([]);
    const { told, bus } = listen(session);
    const of = (type: string, body: object) => bus.take({ type, body } as never);
    of('model-answered', { calls: 2 });
    for (const callId of ['a', 'b']) of('call-admitted', { callId, name: 'x', arguments: 'no json' });
    await bus.close();
    await bus.close();
    expect(types(told)).toEqual(['tool_calls_batch_start', 'tool_calls_batch_end']);
  });

  it('sends a heartbeat every 4 s while a call runs, at that time, also when another waits behind it', async () => {
    verifies('seed.output.event-heartbeat', 'design.events.call-heartbeat');
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    let now = 0;
    const calls = [called('a', 'slow', { ms: 9000 }), called('b', 'risky')];
    const { session } = await openSeed([{ calls }, { text: 'Done.' }], {
      tools,
      clock: { now: () => now, monotonic: () => now },
    });
    const { told, bus } = listen(session);
    const at: number[] = [];
    session.on(({ type }) => type === 'call-heartbeat' && at.push(now));
    const { result } = session.send('go');
    try {
      while (!types(told).includes('tool_call_start a')) await new Promise((resolve) => setImmediate(resolve));
      await new Promise((resolve) => setImmediate(resolve));
      for (; now < 9000; now += 500) await vi.advanceTimersByTimeAsync(500);
      await result;
    } finally {
      vi.useRealTimers();
    }
    await bus.close();
    const beats = told.filter(({ type }) => type === 'tool_call_heartbeat');
    expect(beats.map((beat) => ('elapsedMs' in beat ? Math.round(beat.elapsedMs / 1000) : 0))).toEqual([4, 8]);
    expect(at.map((ms) => Math.round(ms / 1000))).toEqual([4, 8]);
    expect(beats[0]).toEqual({
      type: 'tool_call_heartbeat',
      taskId: session.id,
      agentId: 'coordinator',
      toolCallId: 'a',
      toolName: 'slow',
      elapsedMs: expect.any(Number),
    });
  });
});

describe('the preview of a call', () => {
  it('tells the verdict as things are now, and runs, records and counts nothing', async () => {
    verifies('core.road.preview');
    const { session, workspace } = await openSeed([{ text: 'Hi.' }]);
    const create = (path: string) => session.previewCall('editFile', { path, oldString: '', newString: 'x' });
    expect(await create('a')).toMatchObject({ type: 'decided', decision: { verdict: 'allow' } });
    expect(await create('public:/a')).toMatchObject({ type: 'decided', decision: { verdict: 'ask' } });
    put(join(workspace, 'public/a'), 'there');
    expect(await create('public:/a')).toMatchObject({
      type: 'refused',
      message: expect.stringContaining('is there already'),
    });
    expect(await session.previewCall('nobody', {})).toMatchObject({ type: 'refused', errorType: 'not_found' });
    expect(session.questions).toEqual([]);
    expect((await session.send('hi').result).reason).toBe('answered');
  });
});
