import { getEventListeners } from 'node:events';
import { describe, expect, it } from 'vitest';
import type { SessionRecord } from '../../src/session/event.js';
import { replaySession } from '../../src/session/replay/replay-session.js';
import { createMemoryStore } from '../../src/store/memory.js';
import { defineTool } from '../../src/tool/define-tool.js';
import type { StepEnd } from '../../src/tool/step.js';
import { verifies } from '../requirements.js';
import { bodies, echo, newFolder, open, play, writer } from '../session/open.js';

const anything = { type: 'object' } as const;
const once = (name: string, args: object = {}) => [{ calls: [{ name, arguments: args }] }, { text: 'done' }];

/** A tool that makes the calls it is told to, and tells how they ended. */
const caller = (ends: StepEnd[] = []) =>
  defineTool({
    name: 'caller',
    description: 'calls',
    parameters: { type: 'object', properties: { tool: { type: 'string' }, times: { type: 'integer' }, with: {} } },
    effects: 'none',
    idempotent: false,
    async run({ tool = 'echo', times = 1, with: args = { text: 'a' } }, { steps }) {
      for (let time = 0; time < times; time += 1) {
        const end = await steps?.run({ tool, arguments: args as Record<string, unknown> });
        if (end !== undefined) ends.push(end);
      }
      return 'called';
    },
  });

describe('a step', () => {
  it('goes the road of a call and answers what the tool answered, whole', async () => {
    verifies('dynamic.steps.road');
    const ends: StepEnd[] = [];
    const session = await open(once('caller', { with: { text: 'ab', times: '60000' } }) as never, {
      tools: [echo, caller(ends)],
    });
    const { types, events } = await play(session.send('go'));
    expect(ends).toEqual([
      { callId: expect.stringMatching(/^step_/), outcome: 'ok', errorType: 'none', text: 'ab'.repeat(60_000) },
    ]);
    const from = types.indexOf('step-admitted');
    expect(types.slice(from, from + 5)).toEqual([
      'step-admitted',
      'call-planned',
      'call-decided',
      'call-started',
      'call-settled',
    ]);
    expect(bodies(events, 'call-settled').map(({ name }) => name)).toEqual(['echo', 'caller']);
  });

  it('leaves nothing listening when it has ended', async () => {
    const listening: number[] = [];
    const tool = defineTool({
      name: 'many',
      description: 'calls again and again',
      parameters: anything,
      effects: 'none',
      async run(_, { steps, signal }) {
        for (let time = 0; time < 3; time += 1) {
          await steps?.run({ tool: 'echo', arguments: { text: 'a' } });
          listening.push(getEventListeners(signal, 'abort').length);
        }
        return 'called';
      },
    });
    const session = await open(once('many'), { tools: [echo, tool] });
    await session.send('go').result;
    expect(listening).toEqual([0, 0, 0]);
  });

  it.each([
    ['nothing', {}, 'not_found', 'There is no tool named "nothing"'],
    ['echo', {}, 'validation_failed', 'the required property "text" is missing'],
  ])('is refused like any other call: %s', async (tool, args, errorType, why) => {
    verifies('dynamic.steps.road');
    const ends: StepEnd[] = [];
    const session = await open(once('caller', { tool, with: args }) as never, { tools: [echo, caller(ends)] });
    await session.send('go').result;
    expect(ends).toMatchObject([{ outcome: 'error', errorType, text: expect.stringContaining(why) }]);
  });

  it.each(['deny', 'park'] as const)('is denied where nobody is there, with the rule %s', async (onAsk) => {
    verifies('dynamic.steps.road');
    const ends: StepEnd[] = [];
    const { tool, runs } = writer();
    const session = await open(once('caller', { tool: 'writer', with: { path: 'a' } }) as never, {
      tools: [tool, caller(ends)],
      onAsk,
    });
    const { end } = await play(session.send('go'));
    expect(ends).toMatchObject([{ outcome: 'denied', errorType: 'permission_denied' }]);
    expect(runs).toEqual([]);
    expect(end.reason).toBe('answered');
  });

  it('answers no result that is larger than what is passed on', async () => {
    const ends: StepEnd[] = [];
    const session = await open(once('caller', { with: { text: 'a', times: 1_000_001 } }), {
      tools: [echo, caller(ends)],
    });
    await session.send('go').result;
    expect(ends).toMatchObject([
      {
        outcome: 'error',
        errorType: 'io_error',
        text: 'Its result is larger than the 1000000 bytes that are passed on. Ask for less.',
      },
    ]);
  });

  it('that has started goes on to its end when the turn is paused, and no other starts', async () => {
    const ends: StepEnd[] = [];
    const slow = defineTool({
      name: 'slow',
      description: 'waits',
      parameters: anything,
      effects: 'none',
      async run(_, { signal }) {
        session.pause();
        await new Promise((resolve) => setTimeout(resolve, 20));
        return signal.aborted ? 'stopped' : 'done';
      },
    });
    const session = await open(once('caller', { tool: 'slow', times: 2 }), { tools: [slow, caller(ends)] });
    const { end } = await play(session.send('go'));
    expect(end.reason).toBe('paused');
    expect(ends).toMatchObject([
      { outcome: 'ok', text: 'done' },
      { outcome: 'cancelled', text: 'Not run: the call that made it was ended.' },
    ]);
  });

  it('ends the turn where the rule is to abort', async () => {
    verifies('dynamic.steps.road');
    const { tool } = writer();
    const session = await open(once('caller', { tool: 'writer', with: { path: 'a' } }) as never, {
      tools: [tool, caller()],
      onAsk: 'abort',
    });
    expect((await session.send('go').result).reason).toBe('aborted');
  });

  it('makes no more than its bounds, in depth and in number', async () => {
    verifies('dynamic.steps.bounded');
    const deep: StepEnd[] = [];
    const again = defineTool({
      name: 'again',
      description: 'calls itself',
      parameters: anything,
      effects: 'none',
      async run(_, { steps }) {
        const end = await steps?.run({ tool: 'again', arguments: {} });
        if (end !== undefined) deep.push(end);
        return 'x';
      },
    });
    const session = await open(once('again') as never, { tools: [again] });
    const { events } = await play(session.send('go'));
    expect(bodies(events, 'step-admitted')).toHaveLength(3);
    expect(deep[0]).toMatchObject({ outcome: 'error', errorType: 'rate_limited' });
    const many: StepEnd[] = [];
    const other = await open(once('caller', { times: 103 }) as never, { tools: [echo, caller(many)] });
    const played = await play(other.send('go'));
    expect(bodies(played.events, 'step-admitted')).toHaveLength(100);
    expect(many.filter(({ errorType }) => errorType === 'rate_limited')).toHaveLength(3);
  });

  it('is ended with its turn, and no other is started', async () => {
    verifies('dynamic.steps.stop');
    let stopped = 0;
    const slow = defineTool({
      name: 'slow',
      description: 'waits',
      parameters: anything,
      effects: 'none',
      run: (_, { signal }) =>
        new Promise((resolve) => {
          signal.addEventListener('abort', () => {
            stopped += 1;
            resolve('stopped');
          });
          session.cancel();
        }),
    });
    const session = await open(once('caller', { tool: 'slow', times: 3 }) as never, { tools: [slow, caller()] });
    const { events, end } = await play(session.send('go'));
    expect(end.reason).toBe('cancelled');
    expect(stopped).toBe(1);
    expect(bodies(events, 'step-admitted')).toHaveLength(1);
  });

  it('is no part of the conversation, and a replay of the session finds no difference', async () => {
    verifies('dynamic.steps.apart');
    const store = createMemoryStore();
    const session = await open(once('caller', { times: 2 }) as never, { tools: [echo, caller()], store });
    const { events } = await play(session.send('go'));
    expect(session.requests[1]?.messages.filter(({ role }) => role === 'tool')).toHaveLength(1);
    expect(bodies(events, 'call-settled').at(-1)?.content).toContain('called');
    const recorded = (await store.read(session.id)) as readonly SessionRecord[];
    expect(recorded.filter(({ type }) => type === 'step-admitted')).toHaveLength(2);
    expect((await replaySession(recorded)).differences).toEqual([]);
  });

  it('that was started and never ended is settled as unknown, once, and not done again', async () => {
    verifies('dynamic.steps.killed');
    const store = createMemoryStore();
    const workspace = newFolder();
    const { tool, runs } = writer();
    const tools = [tool, caller()];
    const session = await open(once('caller', { tool: 'writer', with: { path: 'a' } }) as never, {
      tools,
      store,
      workspace,
      mode: 'auto',
    });
    await session.send('go').result;
    await session.close();
    const all = (await store.read(session.id)) as readonly SessionRecord[];
    const step = all.find(({ type }) => type === 'step-admitted')?.body as { readonly callId: string };
    const until = all.findIndex(
      ({ type, body }) => type === 'call-started' && (body as typeof step).callId === step.callId,
    );
    const killed = createMemoryStore();
    await killed.append(
      'ses_killed',
      all.slice(0, until + 1).map(({ type, body }) => ({ type, body })),
    );
    const again = await open([{ text: 'done' }], { tools, store: killed, session: 'ses_killed', workspace });
    await again.send('go on').result;
    const settled = ((await killed.read('ses_killed')) as readonly SessionRecord[]).filter(
      ({ type }) => type === 'call-settled',
    );
    expect(settled.map(({ body }) => body)).toMatchObject([
      { callId: step.callId, name: 'writer', outcome: 'unknown' },
      { name: 'caller', outcome: 'unknown' },
    ]);
    expect(runs).toEqual(['a']);
  });
});
