import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { localHarnessProfile, tickedHarnessProfile } from '../../../src/profile/local-harness/local-harness-profile.js';
import type { Order } from '../../../src/run/schedule.js';
import type { SessionEvent } from '../../../src/session/event.js';
import type { Session } from '../../../src/session/session.js';
import { createStateView, type StateView, type TickResult } from '../../../src/systems/local-harness/state-view.js';
import type { ExecutorState } from '../../../src/systems/local-harness/view-state.js';
import { defineTool } from '../../../src/tool/define-tool.js';
import { verifies } from '../../requirements.js';
import { bodies, echo, open, results, writer } from '../../session/open.js';

/** What may follow what, beside itself. */
const legal: Readonly<Record<ExecutorState, readonly ExecutorState[]>> = {
  idle: ['evaluating_policy'],
  evaluating_policy: ['awaiting_permission', 'executing', 'completed'],
  awaiting_permission: ['evaluating_policy', 'executing', 'completed'],
  executing: ['evaluating_policy', 'awaiting_permission', 'completed'],
  completed: ['idle'],
};

const told: Readonly<Record<ExecutorState, readonly TickResult[]>> = {
  idle: ['no_action', 'iteration_complete', 'iteration_limit_reached'],
  evaluating_policy: ['no_action', 'iteration_complete', 'iteration_limit_reached'],
  awaiting_permission: ['no_action', 'show_permission_prompt', 'iteration_complete', 'iteration_limit_reached'],
  executing: ['no_action', 'render_requested', 'iteration_complete', 'iteration_limit_reached'],
  completed: ['no_action', 'iteration_complete', 'iteration_limit_reached'],
};

/** A view that is looked at after every event, and ticked at random. Counts what it saw. */
function watched(view: StateView, ticks: () => boolean) {
  const seen = { transitions: 0, results: [] as TickResult[], states: new Set<ExecutorState>() };
  const look = (act: () => void): void => {
    const before = view.state;
    act();
    if (view.state === before) return;
    if (!legal[before].includes(view.state)) throw new Error(`illegal: ${before} → ${view.state}`);
    seen.transitions += 1;
    seen.states.add(view.state);
  };
  const tick = (): void => {
    const { state } = view;
    const pending = view.hasPendingWork();
    look(() => {
      const result = view.tick();
      if (!told[state].includes(result)) throw new Error(`${result} in ${state}`);
      if (!pending && result !== 'no_action') throw new Error(`${result} with nothing pending`);
      if (result !== 'no_action') seen.results.push(result);
    });
  };
  const take = (event: SessionEvent): void => {
    look(() => view.take(event));
    if (ticks()) tick();
  };
  return { seen, take, tick };
}

const calls = ['a', 'b', 'c'];
const anyEvent = fc.record({
  type: fc.constantFrom(
    ...(['turn-started', 'round-started', 'model-answered', 'call-admitted', 'call-admitted', 'call-planned'] as const),
    ...(['call-decided', 'call-refused', 'approval-requested', 'approval-answered', 'call-started'] as const),
    ...(['call-stopped', 'call-settled', 'call-settled', 'call-settled', 'history-repaired', 'turn-ended'] as const),
    ...(['output-delta', 'call-heartbeat', 'text-delta', 'mode-changed', 'unheard-of'] as const),
  ),
  callId: fc.constantFrom(...calls),
  verdict: fc.constantFrom('allow', 'notify', 'ask', 'deny'),
  choice: fc.constantFrom('once', 'deny', 'text', 'session'),
  kind: fc.constantFrom('approval', 'input'),
  reason: fc.constantFrom('answered', 'limit', 'cancelled', 'parked', 'paused'),
  id: fc.constantFrom('q1', 'q2'),
});

type AnyEvent = typeof anyEvent extends fc.Arbitrary<infer Value> ? Value : never;

function eventOf({ type, callId, choice, ...body }: AnyEvent): SessionEvent {
  const calls = type === 'model-answered' ? 2 : [{ callId }];
  const all = { ...body, callId, name: 'tool', arguments: '{}', round: 1, answer: { choice }, calls };
  return { type, body: all } as unknown as SessionEvent;
}

describe('the state view', () => {
  it('makes no illegal transition, whatever events come', () => {
    verifies('design.road.tick-view', 'local-harness.executor.states', 'local-harness.executor.tick-results');
    let transitions = 0;
    fc.assert(
      fc.property(
        fc.array(anyEvent, { minLength: 20, maxLength: 80 }),
        fc.array(fc.boolean(), { minLength: 1 }),
        (events, ticks) => {
          let at = 0;
          const { seen, take } = watched(createStateView(), () => ticks[at++ % ticks.length] ?? false);
          for (const event of events) take(eventOf(event));
          transitions += seen.transitions;
        },
      ),
      { numRuns: 1000 },
    );
    console.log(`state view: 1000 random sequences, ${transitions} transitions, 0 illegal`);
    expect(transitions).toBeGreaterThan(1000);
  });

  it('makes none over real sessions either, and ends idle with every iteration told once', async () => {
    verifies('design.road.tick-view', 'local-harness.executor.owns-calls');
    let transitions = 0;
    const call = fc.constantFrom(
      { name: 'echo', arguments: { text: 'x' } },
      { name: 'writer', arguments: { path: 'a' } },
      { name: 'nobody', arguments: {} },
      { name: 'echo', arguments: {} },
      { name: 'asks', arguments: {} },
    );
    const rounds = fc.array(fc.array(call, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 3 });
    const orders = fc.constantFrom<Order>('safe-parallel', 'sequential', 'ticked');
    await fc.assert(
      fc.asyncProperty(rounds, orders, fc.array(fc.boolean(), { minLength: 3 }), async (script, order, yes) => {
        const session = await open([...script.map((list) => ({ calls: list })), { text: 'Done.' }], {
          tools: [echo, writer().tool, asks],
          profile: { ...localHarnessProfile, order },
          onAsk: 'person',
        });
        const view = createStateView(session);
        const { seen, take, tick } = watched(view, () => false);
        session.on(take);
        let at = 0;
        const { result } = session.send('go');
        await hostLoop(result, () => {
          if (view.call?.question?.kind === 'input') view.setPermissionResponse({ choice: 'text', text: 'so' });
          else view.setPermissionResponse({ choice: yes[at++ % yes.length] ? 'once' : 'deny' });
          tick();
        });
        expect((await result).reason).toBe('answered');
        while (view.hasPendingWork()) tick();
        expect(view.state).toBe('idle');
        // Faster than the host ticks, iterations may be told together; with ticks each call waits for one.
        const ends = seen.results.filter((one) => one === 'iteration_complete').length;
        expect(ends).toBeGreaterThan(0);
        if (order === 'ticked' && script.every((list) => list.some(({ name }) => name === 'writer')))
          expect(ends).toBeLessThanOrEqual(script.length);
        transitions += seen.transitions;
        await session.close();
      }),
      { numRuns: 60 },
    );
    console.log(`state view: 60 random sessions, ${transitions} transitions, 0 illegal`);
  });

  it('is what a host loop of LocalHarness goes by: prompts, runs and ends, each told once', async () => {
    verifies('local-harness.executor.host-executes', 'local-harness.executor.in-order');
    verifies('local-harness.executor.user-denied');
    const { log, runs, events } = await playHost();
    expect(log).toEqual([
      'executing echo {"text":"one"}: render_requested',
      'awaiting_permission writer {"path":"two"}: show_permission_prompt',
      'executing writer {"path":"two"}: render_requested',
      'awaiting_permission writer {"path":"three"}: show_permission_prompt',
      'completed: iteration_complete',
    ]);
    expect(results(events).map(({ error_type }) => error_type)).toEqual(['none', 'none', 'permission_denied']);
    expect(runs).toEqual(['two']);
  });

  it('evaluates each call before it is asked about or runs', async () => {
    verifies('local-harness.executor.evaluating');
    const { states, events } = await playHost([
      { name: 'echo', arguments: { text: 'one' } },
      { name: 'nobody', arguments: {} },
      { name: 'echo', arguments: { words: 'one' } },
      { name: 'writer', arguments: { path: 'two' } },
    ]);
    expect(states).toEqual([
      'idle ',
      'evaluating_policy echo',
      'executing echo',
      'evaluating_policy nobody',
      'evaluating_policy echo',
      'evaluating_policy writer',
      'awaiting_permission writer',
      'executing writer',
      'completed ',
    ]);
    const types = results(events).map(({ error_type }) => error_type);
    expect(types.toSorted()).toEqual(['none', 'none', 'not_found', 'validation_failed']);
  });

  it('waits in awaiting_permission with no_action until it is handed the answer', async () => {
    verifies(
      'local-harness.executor.ask',
      'local-harness.executor.no-response',
      'local-harness.executor.permission-response',
    );
    const { tool, runs } = writer();
    const session = await open([{ calls: [{ name: 'writer', arguments: { path: 'two' } }] }, { text: 'Done.' }], {
      tools: [tool],
      profile: ticked,
      onAsk: 'person',
    });
    const view = createStateView(session);
    session.on(view.take);
    const { result } = session.send('go');
    await until(() => view.state === 'awaiting_permission');
    expect(view.tick()).toBe('show_permission_prompt');
    for (let times = 0; times < 20; times += 1) {
      expect([view.tick(), view.state, runs]).toEqual(['no_action', 'awaiting_permission', []]);
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
    expect(session.questions).toHaveLength(1);
    view.setPermissionResponse({ choice: 'once' });
    await hostLoop(result, () => view.tick());
    expect([(await result).reason, runs, session.questions]).toEqual(['answered', ['two'], []]);
  });

  it('tells whether there is anything to tick: from the first call until its end is told', async () => {
    verifies('local-harness.executor.pending-work');
    const view = createStateView();
    const idle = [view.hasPendingWork(), view.tick()];
    const session = await open([{ calls: [{ name: 'echo', arguments: { text: 'one' } }] }, { text: 'Done.' }], {
      tools: [echo],
      profile: 'local-harness',
    });
    const pending: string[] = [];
    session.on((event) => {
      view.take(event);
      pending.push(`${event.type} ${view.hasPendingWork()}`);
    });
    await session.send('go').result;
    expect(idle).toEqual([false, 'no_action']);
    expect(pending.filter((one) => !one.includes('-delta'))).toEqual([
      'session-opened false',
      'turn-started false',
      'message-received false',
      'prefix-fixed false',
      'round-started false',
      'model-answered false',
      'call-admitted true',
      'call-planned true',
      'call-decided true',
      'call-started true',
      'call-settled true',
      'round-started true',
      'model-answered true',
      'turn-ended true',
    ]);
    while (view.hasPendingWork()) view.tick();
    expect([view.state, view.hasPendingWork(), view.tick()]).toEqual(['idle', false, 'no_action']);
  });

  it('answers a tick at once while a call takes its time', async () => {
    verifies('local-harness.executor.tick-never-blocks');
    const { during, log } = await playHost([{ name: 'waits', arguments: {} }]);
    // The host went on ticking while the call ran.
    expect(during).toBeGreaterThan(10);
    expect(log).toEqual(['executing waits {}: render_requested', 'completed: iteration_complete']);
  });

  it('starts nothing without a tick, and cancel and pause end the wait', async () => {
    verifies('local-harness.executor.host-executes');
    for (const stop of ['cancel', 'pause'] as const) {
      const session = await open([{ calls: [{ name: 'echo', arguments: { text: 'x' } }] }, { text: 'Done.' }], {
        tools: [echo],
        profile: ticked,
      });
      const events: SessionEvent[] = [];
      session.on((event) => events.push(event));
      const { result } = session.send('go');
      await until(() => events.some(({ type }) => type === 'call-decided'));
      await new Promise((resolve) => setTimeout(resolve, 50));
      expect(bodies(events, 'call-started')).toEqual([]);
      const since = performance.now();
      session[stop]();
      expect((await result).reason).toBe(stop === 'cancel' ? 'cancelled' : 'paused');
      expect(performance.now() - since).toBeLessThan(200);
      expect(session.tick()).toBe(false);
      expect(bodies(events, 'call-started')).toEqual([]);
    }
  });

  it('tells the limit where the turn ended at it', async () => {
    verifies('local-harness.executor.completed-limit');
    const again = { calls: [{ name: 'echo', arguments: { text: 'x' } }] };
    const session = await open([again, again, again], {
      tools: [echo],
      profile: { ...ticked, limits: { ...ticked.limits, rounds: 2 } },
    });
    const view = createStateView(session);
    session.on(view.take);
    const { result } = session.send('go');
    const ends: TickResult[] = [];
    await hostLoop(result, () => {
      const one = view.tick();
      if (one.startsWith('iteration')) ends.push(one);
    });
    while (view.hasPendingWork()) ends.push(view.tick());
    expect(ends).toEqual(['iteration_complete', 'iteration_limit_reached']);
  });

  it('goes straight to executing where a grant of the session lets a call pass', async () => {
    verifies('local-harness.executor.session-grant');
    const write = { calls: [{ name: 'write_file', arguments: { path: 'a.txt', content: 'x' } }] };
    const session = await open(
      [write, { calls: [{ name: 'write_file', arguments: { path: 'a.txt', content: 'y' } }] }, { text: 'Done.' }],
      {
        builtins: true,
        profile: 'local-harness',
        onQuestion: ({ kind, ...question }) => {
          const [offer] = 'offers' in question ? question.offers : [];
          if (kind !== 'approval' || offer === undefined) return { choice: 'deny' };
          return { choice: 'session', rules: offer.rules };
        },
      },
    );
    const view = createStateView();
    const states: string[] = [];
    session.on((event) => {
      view.take(event);
      if (states.at(-1) !== view.state) states.push(view.state);
    });
    await session.send('go').result;
    const asked = ['evaluating_policy', 'awaiting_permission', 'executing', 'completed'];
    // An approved call is planned again before it starts; nothing changed, and no event tells of it.
    expect(states).toEqual(['idle', ...asked, 'idle', 'evaluating_policy', 'executing', 'completed']);
  });

  it('hands an answer over for the question it was given for, and for no other', () => {
    const answered: string[] = [];
    const view = createStateView({
      answer: (id) => void answered.push(id),
      questions: [{ id: 'q2' }] as unknown as Session['questions'],
      tick: () => false,
    });
    view.setPermissionResponse({ choice: 'once' });
    const of = (type: string, body: object) => ({ type, body: { callId: 'a', ...body } }) as unknown as SessionEvent;
    view.take(of('call-admitted', { name: 'x', arguments: '{}' }));
    view.take(of('approval-requested', { id: 'q1', kind: 'approval' }));
    expect(view.tick()).toBe('show_permission_prompt');
    view.setPermissionResponse({ choice: 'once' });
    view.take(of('approval-requested', { id: 'q2', kind: 'approval' }));
    expect([view.tick(), view.tick(), answered]).toEqual(['show_permission_prompt', 'no_action', []]);
    view.setPermissionResponse({ choice: 'once' });
    expect([view.tick(), answered]).toEqual(['no_action', ['q2']]);
  });

  it('shows stored events as it showed them live', async () => {
    const session = await open([{ calls: [{ name: 'writer', arguments: { path: 'a' } }] }], {
      tools: [writer().tool],
      profile: 'local-harness',
      onAsk: 'park',
    });
    const events: SessionEvent[] = [];
    session.on((event) => events.push(event));
    expect((await session.send('go').result).reason).toBe('parked');
    const view = createStateView();
    for (const event of events) view.take(event);
    expect({
      state: view.state,
      pending: view.hasPendingWork(),
      call: view.call?.name,
      iteration: view.iteration,
    }).toEqual({
      state: 'awaiting_permission',
      pending: true,
      call: 'writer',
      iteration: 1,
    });
  });
});

const ticked = tickedHarnessProfile;

const asks = defineTool({
  name: 'asks',
  description: 'asks the person',
  parameters: { type: 'object', properties: {} },
  effects: 'none',
  run: async (_args, ctx) => {
    const answer = await ctx.ask.ask({ text: 'Which?' });
    return 'text' in answer ? answer.text : answer;
  },
});

const waits = defineTool({
  name: 'waits',
  description: 'takes its time',
  parameters: { type: 'object', properties: {} },
  effects: 'none',
  run: () => new Promise((resolve) => setTimeout(() => resolve('late'), 100)),
});

const threeCalls = [
  { name: 'echo', arguments: { text: 'one' } },
  { name: 'writer', arguments: { path: 'two' } },
  { name: 'writer', arguments: { path: 'three' } },
];

/** A host of one message with these calls, who permits the first write and denies the others. */
async function playHost(made: readonly { name: string; arguments: object }[] = threeCalls) {
  const { tool, runs } = writer();
  const session = await open([{ calls: made }, { text: 'Done.' }], {
    tools: [echo, tool, waits],
    profile: ticked,
    onAsk: 'person',
  });
  const view = createStateView(session);
  const events: SessionEvent[] = [];
  const states: string[] = [];
  session.on((event) => {
    events.push(event);
    view.take(event);
    const state = `${view.state} ${view.call?.name ?? ''}`;
    if (states.at(-1) !== state) states.push(state);
  });
  const { result } = session.send('go');
  const log: string[] = [];
  let during = 0;
  await hostLoop(result, () => {
    const { state, call } = view;
    const name = call === undefined ? '' : ` ${call.name} ${call.arguments}`;
    const before = runs.length;
    const ticked = view.tick();
    if (state === 'executing') during += 1;
    // A tick never runs anything itself: it answers at once.
    expect(runs.length).toBe(before);
    if (ticked !== 'no_action') log.push(`${state}${name}: ${ticked}`);
    if (ticked === 'show_permission_prompt') {
      expect(view.tick()).toBe('no_action');
      view.setPermissionResponse(runs.length === 0 ? { choice: 'once' } : { choice: 'deny' });
    }
  });
  while (view.hasPendingWork()) log.push(`${view.state}: ${view.tick()}`);
  return { log, runs, events, states, during };
}

/** The loop of a host that does other things between its ticks. */
async function hostLoop(result: Promise<unknown>, turn: () => void): Promise<void> {
  let over = false;
  void result.finally(() => {
    over = true;
  });
  while (!over) {
    turn();
    await new Promise((resolve) => setImmediate(resolve));
  }
}

async function until(met: () => boolean): Promise<void> {
  while (!met()) await new Promise((resolve) => setTimeout(resolve, 2));
}
