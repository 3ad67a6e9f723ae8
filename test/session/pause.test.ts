import { describe, expect, it } from 'vitest';
import type { SessionEvent } from '../../src/session/event.js';
import type { Session } from '../../src/session/session.js';
import { createMemoryStore } from '../../src/store/memory.js';
import { defineTool } from '../../src/tool/define-tool.js';
import { verifies } from '../requirements.js';
import { gate, unending } from './gate.js';
import { bodies, echo, newFolder, open, play, writer } from './open.js';

/** Calls `then` once, at the first event of this type. */
function at(session: Session, type: SessionEvent['type'], then: (event: SessionEvent) => void): void {
  const stop = session.on((event) => {
    if (event.type !== type) return;
    stop();
    then(event);
  });
}

const write = (path: string) => ({ name: 'writer', arguments: { path } });
const recorded = (events: readonly SessionEvent[]): string[] =>
  events.filter((event) => 'seq' in event).map(({ type }) => type);

describe('a pause', () => {
  it('cuts an answer, keeps its text, and the model is asked to go on', async () => {
    verifies('turn-control.pause.answer', 'turn-control.pause.at-once');
    const { tool, runs } = writer();
    for (const deaf of [false, true]) {
      const session = await open([], { model: unending('Half an ans', { deaf }), tools: [tool], mode: 'edit' });
      at(session, 'text-delta', () => session.pause({ who: 'Ada', from: 'terminal' }));
      const { events, end } = await play(session.send('go'));
      expect(end).toMatchObject({ reason: 'paused', text: 'Half an ans' });
      expect(recorded(events).slice(-3)).toEqual(['turn-paused', 'model-answered', 'turn-ended']);
      expect(bodies(events, 'turn-paused')).toEqual([{ turnId: end.turnId, origin: { who: 'Ada', from: 'terminal' } }]);
      expect(bodies(events, 'model-answered')).toMatchObject([{ text: 'Half an ans', calls: 0, stop: 'cut' }]);
      const asked: string[][] = [];
      await session.setModel({
        name: 'whole',
        async stream({ messages }, emit) {
          asked.push(messages.map(({ role, text }) => `${role}: ${text}`));
          emit({ type: 'text', text: 'wer.' });
          emit({ type: 'stop', reason: 'answered' });
        },
      });
      expect(await session.resume().result).toMatchObject({ reason: 'answered', text: 'wer.' });
      expect(asked[0]?.slice(1)).toEqual([
        'user: go',
        'assistant: Half an ans',
        'user: Your answer was interrupted here. Go on where it stops.',
      ]);
      expect(runs).toEqual([]);
    }
  });

  it('lets what runs go on to its end, and leaves the rest for the resume', async () => {
    verifies(
      'turn-control.pause.running',
      'turn-control.pause.waiting',
      'turn-control.pause.nothing-starts',
      'turn-control.pause.at-once',
    );
    const slow = gate({ concurrency: 'parallel' });
    const { tool, runs } = writer();
    const calls = [{ name: 'gate', arguments: {} }, { name: 'gate', arguments: {} }, write('a'), write('b')];
    const session = await open([{ calls }, { text: 'done' }], { tools: [slow.tool, tool], mode: 'edit' });
    const turn = session.send('go');
    const paused = new Promise((resolve) => at(session, 'turn-paused', resolve));
    at(session, 'call-started', () => session.pause());
    await paused;
    // On record while both still run.
    expect(slow.ran).toBe(2);
    session.pause();
    setTimeout(slow.open, 20);
    const { events, end } = await play(turn);
    expect(end).toMatchObject({ reason: 'paused', calls: 4 });
    expect(slow.aborted).toEqual([]);
    expect(bodies(events, 'turn-paused')).toHaveLength(1);
    expect(bodies(events, 'call-settled').map(({ outcome }) => outcome)).toEqual(['ok', 'ok']);
    expect(runs).toEqual([]);
    expect(session.requests).toHaveLength(1);

    const rest = await play(session.resume());
    expect(rest.end).toMatchObject({ reason: 'answered', text: 'done' });
    expect(runs).toEqual(['a', 'b']);
    expect(slow.ran).toBe(2);
    expect(bodies(rest.events, 'history-repaired')[0]?.calls.map(({ repair }) => repair)).toEqual(['run', 'run']);
    const results = session.requests[1]?.messages.filter(({ role }) => role === 'tool') ?? [];
    expect(results.map((message) => 'name' in message && message.name)).toEqual(['gate', 'gate', 'writer', 'writer']);
  });

  it('withdraws a question, which is asked afresh on going on', async () => {
    verifies('turn-control.pause.question', 'turn-control.pause.waiting');
    const { tool, runs } = writer();
    const session = await open([{ calls: [write('x'), write('y')] }, { text: 'done' }], {
      tools: [tool],
      onAsk: 'person',
    });
    let first = '';
    at(session, 'approval-requested', (event) => {
      first = event.type === 'approval-requested' ? event.body.id : '';
      session.pause();
      expect(session.questions).toEqual([]);
    });
    const { events, end } = await play(session.send('go'));
    expect(end.reason).toBe('paused');
    expect(bodies(events, 'call-settled')).toEqual([]);
    expect(bodies(events, 'approval-requested')).toHaveLength(1);
    expect(() => session.answer(first, { choice: 'once' })).toThrow('No open question');
    const asked: string[] = [];
    session.on((event) => {
      if (event.type !== 'approval-requested') return;
      asked.push(event.body.id);
      session.answer(event.body.id, { choice: 'once' });
    });
    expect(await session.resume().result).toMatchObject({ reason: 'answered' });
    expect(asked).toHaveLength(2);
    expect(asked).not.toContain(first);
    expect(runs).toEqual(['x', 'y']);
  });

  it('leaves a call open that asks by itself and may be run again, and tells one that may not', async () => {
    verifies('turn-control.pause.question');
    const asker = (name: string, idempotent: boolean) =>
      defineTool({
        name,
        description: 'asks',
        parameters: { type: 'object' },
        effects: idempotent ? 'none' : 'workspace',
        idempotent,
        plan: () => ({ facts: [], preview: { kind: 'arguments' } }),
        run: async (_, ctx) => {
          const answer = await ctx.ask.ask({ text: 'Which?' });
          return 'text' in answer ? answer.text : answer;
        },
      });
    for (const again of [true, false]) {
      const session = await open([{ calls: [{ name: 'asker', arguments: {} }] }, { text: 'done' }], {
        tools: [asker('asker', again)],
        onAsk: 'person',
        mode: 'auto',
      });
      at(session, 'approval-requested', () => session.pause());
      const { events, end } = await play(session.send('go'));
      expect(end.reason).toBe('paused');
      expect(bodies(events, 'call-settled')).toMatchObject(
        again ? [] : [{ outcome: 'cancelled', content: expect.stringContaining('the turn was paused') }],
      );
      session.on((event) => {
        if (event.type === 'approval-requested') session.answer(event.body.id, { choice: 'text', text: 'this' });
      });
      const rest = await play(session.resume());
      expect(rest.end.reason).toBe('answered');
      expect(bodies(rest.events, 'call-settled')).toMatchObject(again ? [{ outcome: 'ok' }] : []);
    }
  });

  it('puts no new question of a call that runs', async () => {
    verifies('turn-control.pause.nothing-starts');
    let ask: () => void = () => {};
    const late = defineTool({
      name: 'late',
      description: 'asks late',
      parameters: { type: 'object' },
      effects: 'none',
      run: async (_, ctx) => {
        await new Promise<void>((resolve) => {
          ask = resolve;
        });
        const answer = await ctx.ask.ask({ text: 'Which?' });
        return 'text' in answer ? answer.text : answer;
      },
    });
    const session = await open([{ calls: [{ name: 'late', arguments: {} }] }], { tools: [late], onAsk: 'person' });
    at(session, 'call-started', () => session.pause());
    at(session, 'turn-paused', () => setTimeout(() => ask(), 5));
    const { events, end } = await play(session.send('go'));
    expect(end.reason).toBe('paused');
    expect(bodies(events, 'approval-requested')).toEqual([]);
    expect(bodies(events, 'call-settled')).toEqual([]);
  });

  it('stops a plan that takes its time, and the call is planned anew', async () => {
    verifies('turn-control.pause.waiting');
    const stopped: boolean[] = [];
    let plans = 0;
    const tool = defineTool({
      name: 'planner',
      description: 'plans long',
      parameters: { type: 'object' },
      effects: 'workspace',
      plan: async (_, ctx) => {
        plans += 1;
        if (plans === 1) {
          setTimeout(() => session.pause(), 5);
          await new Promise<void>((resolve) => ctx.signal.addEventListener('abort', () => resolve()));
          stopped.push(true);
        }
        return { facts: [], preview: { kind: 'arguments' } };
      },
      run: () => 'done',
    });
    const session = await open([{ calls: [{ name: 'planner', arguments: {} }] }, { text: 'done' }], {
      tools: [tool],
      mode: 'auto',
    });
    const { events, end } = await play(session.send('go'));
    expect([end.reason, stopped]).toEqual(['paused', [true]]);
    expect(bodies(events, 'call-planned')).toEqual([]);
    expect(bodies(events, 'call-settled')).toEqual([]);
    expect((await session.resume().result).reason).toBe('answered');
    expect(plans).toBe(2);
  });

  it('can become a cancel, which ends what runs and leaves no call open', async () => {
    verifies('turn-control.pause.cancelled', 'seed.tasks.cancel');
    const slow = gate();
    const { tool, runs } = writer();
    const session = await open([{ calls: [{ name: 'gate', arguments: {} }, write('a')] }, { text: 'on' }], {
      tools: [slow.tool, tool],
      mode: 'edit',
    });
    at(session, 'call-started', () => session.pause());
    at(session, 'turn-paused', () => session.cancel());
    const { events, end } = await play(session.send('go'));
    expect(end.reason).toBe('cancelled');
    expect(slow.aborted).toHaveLength(1);
    expect(bodies(events, 'call-settled').map(({ outcome }) => outcome)).toEqual(['cancelled', 'cancelled']);
    expect(await session.send('and now').result).toMatchObject({ reason: 'answered', text: 'on' });
    expect(runs).toEqual([]);
    slow.open();
  });

  it('holds for another process that goes on with the session, and for a message instead of a resume', async () => {
    verifies('turn-control.pause.kept', 'turn-control.pause.waiting', 'seed.tasks.resume');
    const store = createMemoryStore();
    const workspace = newFolder();
    const { tool, runs } = writer();
    const options = { store, workspace, tools: [tool, echo] };
    const calls = [write('a'), { name: 'echo', arguments: { text: 'b' } }];
    const first = await open([{ calls }], { ...options, onAsk: 'person' });
    at(first, 'approval-requested', () => first.pause());
    expect((await first.send('go').result).reason).toBe('paused');
    await first.close();
    const second = await open([{ text: 'done' }], { ...options, session: first.id, onAsk: 'person' });
    const resumed = second.resume();
    second.pause();
    expect(await resumed.result).toMatchObject({ reason: 'paused', rounds: 0 });
    await second.setMode('edit');
    const { events, end } = await play(second.send('and this'));
    expect(end).toMatchObject({ reason: 'answered', text: 'done' });
    expect(runs).toEqual(['a']);
    expect(bodies(events, 'call-settled')).toHaveLength(2);
    expect(second.requests[0]?.messages.map(({ role }) => role)).toEqual([
      'system',
      'user',
      'assistant',
      'tool',
      'tool',
      'user',
    ]);
  });

  it('is nothing where no turn runs', async () => {
    const session = await open([{ text: 'fine' }]);
    session.pause();
    expect((await session.send('go').result).reason).toBe('answered');
  });
});
