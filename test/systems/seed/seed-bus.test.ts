import { describe, expect, it, vi } from 'vitest';
import type { SessionEvent, SessionRecord } from '../../../src/session/event.js';
import type { Session } from '../../../src/session/session.js';
import { createMemoryStore } from '../../../src/store/memory.js';
import { createSeedBus, type SeedBusEvent } from '../../../src/systems/seed/seed-bus.js';
import { defineTool } from '../../../src/tool/define-tool.js';
import { fail } from '../../../src/tool/outcome.js';
import { openSeed } from '../../profile/seed/seed-scene.js';
import { verifies } from '../../requirements.js';
import { echo, open, writer } from '../../session/open.js';

const call = (name: string, args: object = {}, id?: string) => ({ name, arguments: args, ...(id && { id }) });

function listen(session: Session, past: readonly SessionEvent[] = []): SeedBusEvent[] {
  const told: SeedBusEvent[] = [];
  const { take } = createSeedBus({
    taskId: session.id,
    agentId: 'coordinator',
    tools: session.tools,
    past,
    emit: (event) => told.push(event),
  });
  session.on(take);
  return told;
}

const types = (told: readonly SeedBusEvent[]): string[] =>
  told.map((event) => ('toolCallId' in event ? `${event.type} ${event.toolCallId}` : event.type));

describe('the bus of Seed', () => {
  it('tells starts and ends with their fields, and a batch with its counts', async () => {
    verifies(
      'seed.output.event-start',
      'seed.output.event-end',
      'seed.output.event-batch',
      'seed.output.batch-unknown',
    );
    const { tool } = writer();
    const session = await open(
      [
        {
          calls: [call('echo', { text: 'hi' }, 'a'), call('nobody', { x: 1 }, 'b'), call('writer', { path: 'p' }, 'c')],
        },
        { text: 'Done.' },
      ],
      { tools: [echo, tool], onQuestion: () => ({ choice: 'once' }) },
    );
    const told = listen(session);
    await session.send('go').result;
    const task = { taskId: session.id, agentId: 'coordinator' };
    const end = { output: expect.any(String), durationMs: expect.any(Number) };
    expect(told).toEqual([
      { type: 'tool_calls_batch_start', ...task, count: 3, safeCount: 2, riskyCount: 1 },
      { type: 'tool_call_start', ...task, toolCallId: 'a', toolName: 'echo', arguments: { text: 'hi' } },
      { type: 'tool_call_start', ...task, toolCallId: 'b', toolName: 'nobody', arguments: { x: 1 } },
      { type: 'tool_call_end', ...task, toolCallId: 'b', toolName: 'nobody', ...end, isError: true },
      { type: 'tool_call_end', ...task, toolCallId: 'a', toolName: 'echo', ...end, isError: false },
      { type: 'tool_call_start', ...task, toolCallId: 'c', toolName: 'writer', arguments: { path: 'p' } },
      { type: 'tool_call_end', ...task, toolCallId: 'c', toolName: 'writer', ...end, isError: false },
      { type: 'tool_calls_batch_end', ...task },
    ]);
    expect(told[4]).toMatchObject({ output: expect.stringContaining('"data":"hi"') });
  });

  it('runs safe neighbours together, all awaited before a risky one, which runs alone', async () => {
    verifies('seed.output.batch-safe', 'seed.output.batch-risky');
    const { tool } = writer();
    const slow = defineTool({ ...slowSpec, run: ({ ms }) => new Promise((done) => setTimeout(() => done('x'), ms)) });
    const session = await open(
      [
        {
          calls: [
            call('slow', { ms: 30 }, 'a'),
            call('slow', { ms: 5 }, 'b'),
            call('writer', { path: 'p' }, 'c'),
            call('slow', { ms: 1 }, 'd'),
          ],
        },
        { text: 'Done.' },
      ],
      { tools: [slow, tool], onQuestion: () => ({ choice: 'once' }) },
    );
    const told = listen(session);
    await session.send('go').result;
    expect(types(told)).toEqual([
      'tool_calls_batch_start',
      'tool_call_start a',
      'tool_call_start b',
      'tool_call_end b',
      'tool_call_end a',
      'tool_call_start c',
      'tool_call_end c',
      'tool_call_start d',
      'tool_call_end d',
      'tool_calls_batch_end',
    ]);
  });

  it('tells no batch for a single call', async () => {
    verifies('seed.output.batch-one');
    const session = await open([{ calls: [call('echo', { text: 'x' }, 'a')] }, { text: 'Done.' }], { tools: [echo] });
    const told = listen(session);
    await session.send('go').result;
    expect(types(told)).toEqual(['tool_call_start a', 'tool_call_end a']);
  });

  it('tells nothing of a call that fails its preflight, nor of one that is denied', async () => {
    const impossible = defineTool({
      ...slowSpec,
      name: 'impossible',
      plan: () => fail('not_found', 'no'),
      run: () => '',
    });
    const session = await open(
      [{ calls: [call('impossible', { ms: 1 }, 'a'), call('writer', { path: 'p' }, 'b')] }, { text: 'Done.' }],
      { tools: [impossible, writer().tool], onQuestion: () => ({ choice: 'deny' }) },
    );
    const told = listen(session);
    await session.send('go').result;
    expect(types(told)).toEqual(['tool_calls_batch_start', 'tool_calls_batch_end']);
  });

  it('ends the batch where a wanted approval stops it, and begins another for what is left', async () => {
    verifies('seed.output.batch-pause', 'seed.output.batch-end');
    const store = createMemoryStore();
    const { tool } = writer();
    const calls = [
      call('echo', { text: 'x' }, 'a'),
      call('writer', { path: 'p' }, 'b'),
      call('echo', { text: 'y' }, 'c'),
    ];
    const first = await open([{ calls }], { tools: [echo, tool], store, onAsk: 'park' });
    const told = listen(first);
    await first.send('go').result;
    expect(types(told)).toEqual([
      'tool_calls_batch_start',
      'tool_call_start a',
      'tool_call_end a',
      'tool_calls_batch_end',
    ]);
    await first.close();
    const again = await open([{ text: 'Done.' }], {
      tools: [echo, tool],
      store,
      session: first.id,
      onQuestion: () => ({ choice: 'once' }),
    });
    const more = listen(again, (await store.read(first.id)) as readonly SessionRecord[]);
    await again.resume().result;
    expect(more[0]).toMatchObject({ type: 'tool_calls_batch_start', count: 2, safeCount: 1, riskyCount: 1 });
    expect(types(more).slice(1)).toEqual([
      'tool_call_start b',
      'tool_call_end b',
      'tool_call_start c',
      'tool_call_end c',
      'tool_calls_batch_end',
    ]);
  });

  it('ends the batch of a turn that is cancelled or paused, or whose session ends untold', async () => {
    verifies('seed.output.batch-end');
    const wait = defineTool({
      ...slowSpec,
      run: (_args, ctx) => new Promise((done) => ctx.signal.addEventListener('abort', () => done('late'))),
    });
    const calls = [call('slow', { ms: 1 }, 'a'), call('writer', { path: 'p' }, 'b')];
    for (const stop of ['cancel', 'pause'] as const) {
      const session = await open([{ calls }], { tools: [wait, writer().tool] });
      const told = listen(session);
      const { result } = session.send('go');
      await vi.waitFor(() => expect(types(told)).toContain('tool_call_start a'));
      if (stop === 'pause') session.pause();
      session.cancel();
      await result;
      expect(types(told).filter((type) => type.startsWith('tool_calls'))).toEqual([
        'tool_calls_batch_start',
        'tool_calls_batch_end',
      ]);
    }
    const told: SeedBusEvent[] = [];
    const bus = createSeedBus({
      taskId: 't',
      agentId: 'a',
      tools: { get: () => undefined },
      emit: (one) => told.push(one),
    });
    const of = (type: string, body: object) => bus.take({ type, body } as never);
    of('model-answered', { calls: 2 });
    for (const callId of ['a', 'b']) of('call-admitted', { callId, name: 'x', arguments: 'no json' });
    bus.close();
    bus.close();
    expect(types(told)).toEqual(['tool_calls_batch_start', 'tool_calls_batch_end']);
  });

  it('sends a heartbeat every 4 s while a call runs, at that time, also when another waits behind it', async () => {
    verifies('seed.output.event-heartbeat', 'design.events.call-heartbeat');
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    let now = 0;
    const wait = defineTool({ ...slowSpec, run: () => new Promise((done) => setTimeout(() => done('x'), 9000)) });
    const calls = [call('slow', { ms: 1 }, 'a'), call('writer', { path: 'p' }, 'b')];
    const { session } = await openSeed([{ calls }, { text: 'Done.' }], {
      tools: [wait, writer().tool],
      clock: { now: () => now, monotonic: () => now },
    });
    const told = listen(session);
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
    const beats = told.filter(({ type }) => type === 'tool_call_heartbeat');
    expect(beats.map((beat) => ('elapsedMs' in beat ? Math.round(beat.elapsedMs / 1000) : 0))).toEqual([4, 8]);
    expect(at.map((ms) => Math.floor(ms / 1000))).toEqual([3, 7]);
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

const slowSpec = {
  name: 'slow',
  description: 'takes its time',
  parameters: { type: 'object', properties: { ms: { type: 'integer' } }, required: ['ms'] },
  effects: 'none',
} as const;
