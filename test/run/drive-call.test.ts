import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { AskedCall } from '../../src/run/call-grants.js';
import { noGrants } from '../../src/run/call-grants.js';
import { noTaint } from '../../src/run/call-taint.js';
import type { RunDelta, Settlement } from '../../src/run/event.js';
import { type Answer, createOpenQuestions, type Question } from '../../src/run/question.js';
import { runCalls } from '../../src/run/run-calls.js';
import { createTickGate } from '../../src/run/tick-gate.js';
import type { NewEvent } from '../../src/store/store.js';
import { defineTool } from '../../src/tool/define-tool.js';
import type { Fact } from '../../src/tool/fact.js';
import { fail } from '../../src/tool/outcome.js';
import type { Tool } from '../../src/tool/tool.js';
import { refusedHost } from './refused-host.js';
import { callsOf, createRunEnv } from './run-env.js';

type Approval = Extract<Question, { kind: 'approval' }>;
const parameters = { type: 'object' } as const;
const write: Fact = { kind: 'write', target: 'a.txt', where: 'workspace', known: true };
const ann = { who: 'ann', from: 'terminal' };
const settled = (events: readonly NewEvent[]) =>
  events.flatMap(({ type, body }) => (type === 'call-settled' ? [body as Settlement] : []));
const typesOf = (events: readonly NewEvent[]) => events.map(({ type }) => type);

/** A person who answers each question in this way once it was put; what they were asked is kept. */
function person(answer: (question: Approval) => Answer | undefined) {
  const asked: Approval[] = [];
  const questions = createOpenQuestions('person');
  return {
    asked,
    people: {
      questions: {
        ...questions,
        ask(question: Question, signal?: AbortSignal) {
          const outcome = questions.ask(question, signal);
          asked.push(question as Approval);
          const given = answer(question as Approval);
          questions.put(question.id);
          if (given !== undefined) queueMicrotask(() => questions.answer(question.id, given, ann));
          return outcome;
        },
      },
    },
  };
}

const writes = (more: object = {}): Tool =>
  ({
    ...defineTool({
      name: 'writes',
      description: 'x',
      parameters,
      effects: 'workspace',
      plan: () => ({ facts: [write], preview: { kind: 'text', text: 'writes a.txt' } }),
      run: () => 'written',
    }),
    ...more,
  }) as Tool;
const asking = { decide: () => ({ verdict: 'ask', level: 'medium', reasons: ['it writes'] }) as const };

it('starts each call of the order ticked when its host ticks, and not before', async () => {
  const runs: string[] = [];
  const tool = defineTool({
    name: 'reads',
    description: 'x',
    parameters,
    effects: 'none',
    run: () => void runs.push('r'),
  });
  const ticks = createTickGate();
  const { env, events } = createRunEnv({ tools: [tool], pace: { order: 'ticked', ticks } });
  const run = runCalls(callsOf('reads', 'reads'), env);
  const count = (wanted: string): number => typesOf(events).filter((type) => type === wanted).length;
  for (const done of [0, 1]) {
    await expect.poll(() => count('call-decided')).toBe(done + 1);
    await sleep(5);
    expect([runs.length, count('call-started')]).toEqual([done, done]);
    expect(ticks.tick()).toBe(true);
  }
  expect(await run).toBe('settled');
  expect(runs).toHaveLength(2);
});

it('asks with all that a person has to know', async () => {
  const { asked, people } = person(() => ({ choice: 'once' }));
  const sources = Array.from({ length: 5 }, (_, at) => ({
    kind: 'network' as const,
    source: `host${at}`,
    callId: `t${at}`,
    excerpt: '',
  }));
  const because = [{ verdict: 'ask', source: 'taint', reason: 'x' }] as const;
  const { env, events } = createRunEnv({
    tools: [writes()],
    people,
    judges: {
      policy: { decide: () => ({ verdict: 'ask', level: 'high', reasons: ['it is tainted'], because }) },
      taint: { ...noTaint, sources, more: 2 },
    },
  });
  expect(await runCalls(callsOf('writes'), env)).toBe('settled');
  const offers = await noGrants.offer({} as AskedCall);
  const question = {
    kind: 'approval',
    id: expect.stringMatching(/^q_/),
    callId: 'c1',
    tool: 'writes',
    arguments: {},
    preview: { kind: 'text', text: 'writes a.txt' },
    facts: [write],
    level: 'high',
    reasons: ['it is tainted'],
    digest: expect.stringMatching(/^[0-9a-f]{64}$/),
    sandboxed: false,
    taint: { sources: [sources[4], sources[3], sources[2]], more: 4 },
    undo: { possible: false, why: 'what it changes is not kept' },
    ...offers,
  };
  expect(asked).toEqual([question]);
  expect(events.find(({ type }) => type === 'approval-requested')?.body).toEqual(question);
  expect(events.find(({ type }) => type === 'approval-answered')?.body).toEqual({
    questionId: asked[0]?.id,
    callId: 'c1',
    answer: { choice: 'once' },
    by: 'person',
    origin: ann,
  });
  expect(settled(events)).toMatchObject([{ outcome: 'ok', content: '"written"' }]);
});

it.each<[string, object, object]>([
  [
    'the undo that its plan tells',
    { plan: () => ({ facts: [write], preview: { kind: 'arguments' }, undo: { possible: true } }) },
    { undo: { possible: true } },
  ],
  [
    'no undo where nothing is changed',
    { plan: () => ({ facts: [{ ...write, kind: 'read' }], preview: { kind: 'arguments' } }) },
    {},
  ],
  ['no undo of a tool that changes nothing', { effects: 'none' }, {}],
])('tells %s', async (_, more, told) => {
  const { asked, people } = person(() => ({ choice: 'deny' }));
  const { env } = createRunEnv({ tools: [writes(more)], people, judges: { policy: asking } });
  await runCalls(callsOf('writes'), env);
  expect(asked).toHaveLength(1);
  expect(asked[0]).toEqual(expect.objectContaining(told));
  expect('undo' in (asked[0] ?? {})).toBe('undo' in told);
  expect(asked[0]).not.toHaveProperty('taint');
});

it('makes lasting what a person chose, and runs the call all the same when that cannot be kept', async () => {
  const offers = { offers: [{ label: 'writes', rules: ['write(a.txt)'] }] } as never;
  const answer: Answer = { choice: 'session', rules: ['write(a.txt)'] };
  for (const failing of [false, true]) {
    const { asked, people } = person(() => answer);
    const created: unknown[] = [];
    const warned: string[] = [];
    const { env, events } = createRunEnv({
      tools: [writes()],
      people,
      judges: {
        policy: asking,
        grants: {
          offer: () => offers,
          used() {},
          async create(chosen, call) {
            if (failing) throw new Error('full');
            created.push(chosen, call.callId, call.digest);
          },
        },
      },
      ports: { log: { debug() {}, warn: (message) => void warned.push(message) } },
    });
    await runCalls(callsOf('writes'), env);
    expect(settled(events)).toMatchObject([{ outcome: 'ok' }]);
    const chosen = { scope: 'session', rules: ['write(a.txt)'], questionId: asked[0]?.id, origin: ann };
    expect(created).toEqual(failing ? [] : [chosen, 'c1', asked[0]?.digest]);
    expect(warned).toEqual(failing ? ['the grant was not kept, the answer counts once: full'] : []);
  }
});

it('counts a grant that lets a call pass', async () => {
  const used: unknown[] = [];
  const decision = { verdict: 'allow', level: 'low', reasons: [], because: [] } as const;
  const { env } = createRunEnv({
    tools: [writes()],
    judges: {
      policy: { decide: () => decision },
      grants: { ...noGrants, used: (given, callId) => void used.push([given, callId]) },
    },
  });
  await runCalls(callsOf('writes'), env);
  expect(used).toEqual([[decision, 'c1']]);
});

it('shows those who watch the difference a call makes when it begins', async () => {
  const deltas: RunDelta[] = [];
  const preview = { kind: 'diff', path: 'a.txt', operation: 'edit', diff: '-a\n+b\n', added: 1, removed: 1 };
  const { env } = createRunEnv({
    tools: [writes({ plan: () => ({ facts: [write], preview }) })],
    more: { emit: (delta) => void deltas.push(delta) },
  });
  await runCalls(callsOf('writes'), env);
  expect(deltas).toEqual([{ type: 'diff-delta', callId: 'c1', diff: '-a\n+b', left: 0 }]);
});

it('runs nothing whose start, or whose question, could not be recorded', async () => {
  const failure = { error: new Error('the disk is full') };
  const told = 'Not run, because it could not be recorded: the disk is full';
  for (const policy of [undefined, asking]) {
    const { people } = person(() => ({ choice: 'once' }));
    let runs = 0;
    const { env, events } = createRunEnv({
      tools: [writes({ run: () => ++runs })],
      people,
      ...(policy && { judges: { policy } }),
    });
    const recorder = { ...env.recorder, flush: async () => failure };
    expect(await runCalls(callsOf('writes'), { ...env, recorder })).toBe('settled');
    expect(settled(events)).toMatchObject([{ outcome: 'error', errorType: 'io_error', content: told, durationMs: 0 }]);
    expect(runs).toBe(0);
  }
});

it('runs no call whose turn is cancelled while it is planned, nor one after it', async () => {
  let runs = 0;
  const plan = async () => {
    scene.env.cancellation.cancel();
    return { facts: [write], preview: { kind: 'arguments' } };
  };
  const scene = createRunEnv({ tools: [writes({ run: () => ++runs, plan })] });
  expect(await runCalls(callsOf('writes', 'writes'), scene.env)).toBe('cancelled');
  const cancelled = ['cancelled', 'The turn was cancelled before this call started.'];
  expect(settled(scene.events).map(({ outcome, content }) => [outcome, content])).toEqual([cancelled, cancelled]);
  expect(runs).toBe(0);
});

it('offers to make lasting what a command was kept from, where the command itself can only be allowed once', async () => {
  const api = refusedHost('api.example.com');
  const offered: (readonly Fact[])[] = [];
  const lasting = { offers: [{ label: 'connects', rules: ['net(api.example.com)'] }] } as never;
  for (const verdict of ['ask', 'allow'] as const) {
    const { asked, people } = person(() => ({ choice: 'once' }));
    let runs = 0;
    const tool = {
      ...writes({ capabilities: ['process'] }),
      async run(_: never, ctx: { process: { run(request: object): Promise<unknown> } }) {
        runs += 1;
        await ctx.process.run({ command: 'x', cwd: '/', timeoutMs: 1, facts: [] });
        return runs === 1 ? fail('io_error', 'exit code 1') : 'done';
      },
    } as unknown as Tool;
    const { env, events } = createRunEnv({
      tools: [tool],
      people,
      judges: {
        profileName: 'mine',
        // Of what it was kept from alone this is said; the call with it is asked about.
        policy: {
          decide: ({ facts, profile }) => {
            const isAlone = !facts.includes(write);
            const isAgain = facts.some(({ target }) => target === api.target);
            return {
              verdict: isAlone && profile === 'mine' ? verdict : isAgain ? 'ask' : 'allow',
              level: 'low',
              reasons: ['x'],
            };
          },
        },
        grants: {
          ...noGrants,
          offer(call) {
            offered.push(call.facts);
            return call.facts.includes(write) ? { offers: [], withheld: 'only once' } : lasting;
          },
        },
      },
      ports: {
        process: {
          sandboxed: true,
          start: () => Promise.reject(new Error('not used here')),
          run: async () =>
            runs === 1 ? { state: 'exited', exitCode: 1, refused: [api] } : { state: 'exited', exitCode: 0 },
        },
      },
    });
    await runCalls(callsOf('writes'), env);
    expect(settled(events)).toMatchObject([{ outcome: 'ok', content: '"done"' }]);
    expect(asked[0]).toMatchObject({ again: { ended: 'exit code 1', refused: [api] }, sandboxed: true });
    expect(asked[0]?.offers).toEqual(verdict === 'ask' ? [{ label: 'connects', rules: ['net(api.example.com)'] }] : []);
  }
  expect(offered.map((facts) => facts.map(({ target }) => target))).toEqual([
    ['a.txt', 'api.example.com'],
    ['api.example.com'],
    ['a.txt', 'api.example.com'],
  ]);
});

it('tells a tool that has no network so', async () => {
  const tool = writes({
    run: (_: never, ctx: { net: { keeps(): boolean; request(): unknown } }) =>
      ctx.net.keeps() ? '' : ctx.net.request(),
  });
  const { env, events } = createRunEnv({ tools: [tool] });
  await runCalls(callsOf('writes'), env);
  expect(settled(events)).toMatchObject([
    { errorType: 'permission_denied', content: 'There is no network here. Go on without it.' },
  ]);
});
