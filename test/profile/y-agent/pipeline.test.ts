import { expect, it } from 'vitest';
import type { Chains } from '../../../src/agent/chains.js';
import { type MiddlewareContext, type ToolMiddleware, toolMiddleware } from '../../../src/systems/y-agent/index.js';
import { defineTool } from '../../../src/tool/define-tool.js';
import { verifies } from '../../requirements.js';
import { bodies, play } from '../../session/open.js';
import { called, done, openY, runY } from './open-y.js';

/** A tool that takes a number, and says in this list that it ran. */
const noting = (steps: string[]) =>
  defineTool({
    name: 'note',
    description: 'notes',
    parameters: { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] },
    effects: 'none',
    run({ n }) {
      steps.push(`run ${n}`);
      return n;
    },
  });

const watching = (steps: string[], name: string, priority?: number): ToolMiddleware => ({
  name,
  ...(priority !== undefined && { priority }),
  execute: ({ metadata: { phase }, payload }) =>
    void steps.push(`${phase} ${name} ${JSON.stringify(payload['arguments'])}`),
});

it('passes registry, schema, rate and middleware before a tool runs', async () => {
  verifies('y-agent.pipeline.order', 'y-agent.pipeline.lookup', 'y-agent.pipeline.schema', 'y-agent.pipeline.phases');
  const steps: string[] = [];
  const { told, events } = await runY(
    [
      called('notes', { n: 1 }),
      called('note', { n: 'x' }),
      called('note', {}),
      called('note', { n: 2 }),
      called('note', { n: 3 }),
    ],
    {
      tools: [noting(steps)],
      middleware: [toolMiddleware(watching(steps, 'watch'))],
      rateLimits: { note: { max: 1, perMs: 3_600_000 } },
    },
  );
  expect(told.map(({ code }) => code)).toEqual([
    'tool_not_found',
    'validation_error',
    'validation_error',
    undefined,
    'rate_limited',
  ]);
  expect(told[0]?.error).toBe('There is no tool named "notes". Did you mean note?');
  expect(told[1]?.error).toContain('/n');
  expect(steps).toEqual(['pre watch {"n":2}', 'run 2', 'post watch {"n":2}']);
  expect(bodies(events, 'call-started')).toHaveLength(1);
});

it('runs middleware by priority, then in the order it was given in', async () => {
  verifies('y-agent.pipeline.middleware-order', 'y-agent.pipeline.phases');
  const steps: string[] = [];
  const named = [
    watching(steps, 'late', 20),
    watching(steps, 'first'),
    watching(steps, 'second'),
    watching(steps, 'early', -1),
  ];
  await runY([called('note', { n: 1 })], { tools: [noting(steps)], middleware: named.map(toolMiddleware) });
  const order = ['early', 'first', 'second', 'late'];
  expect(steps).toEqual([
    ...order.map((name) => `pre ${name} {"n":1}`),
    'run 1',
    ...order.map((name) => `post ${name} {"n":1}`),
  ]);
});

it.each([
  [
    'aborts',
    (context: MiddlewareContext) => {
      context.aborted = true;
      context.abort_reason = 'not today';
    },
    'permission_denied',
    'not today',
  ],
  [
    'aborts without a reason',
    (context: MiddlewareContext) => {
      context.aborted = true;
    },
    'permission_denied',
    'guard has aborted the call.',
  ],
  [
    'fails',
    () => {
      throw new Error('lost');
    },
    'other',
    'lost',
  ],
] as const)('blocks a call before which middleware %s', async (_, execute, code, why) => {
  verifies('y-agent.pipeline.pre-abort');
  const steps: string[] = [];
  const guard = toolMiddleware({
    name: 'guard',
    execute: (context) => (context.metadata.phase === 'pre' ? execute(context) : undefined),
  });
  const { told } = await runY([called('note', { n: 1 })], { tools: [noting(steps)], middleware: [guard] });
  expect(told[0]).toMatchObject({ code, retryable: false, error: expect.stringContaining(why) });
  expect(steps).toEqual([]);
});

it('only logs middleware that fails after a call', async () => {
  verifies('y-agent.pipeline.post-logged');
  const broken = toolMiddleware({
    name: 'broken',
    execute({ metadata: { phase } }) {
      if (phase === 'post') throw new Error('lost');
    },
  });
  const { told, events, end } = await runY([called('note', { n: 1 })], { tools: [noting([])], middleware: [broken] });
  expect(told).toMatchObject([{ success: true, content: 1, warnings: [] }]);
  expect(bodies(events, 'middleware-failed')).toMatchObject([
    { by: 'broken', message: expect.stringContaining('lost') },
  ]);
  expect(end.reason).toBe('answered');
});

it('has no two middlewares of one name', async () => {
  verifies('y-agent.pipeline.middleware-duplicate');
  const twice = ['watch', 'watch'].map((name) => toolMiddleware(watching([], name)));
  await expect(openY([done], { middleware: twice })).rejects.toThrow(/watch/);
});

it('has chains around context, tool, model and compaction', async () => {
  verifies('y-agent.pipeline.middleware-chains');
  const steps: string[] = [];
  const one = (name: string) => ({ name, before: () => void steps.push(name) });
  const chains: Chains = { context: [one('context')], model: [one('model')], compaction: [one('compaction')] };
  const { session } = await openY([called('note', { n: 1 }), done, { text: 'So far: a note.' }], {
    tools: [noting(steps)],
    middleware: [toolMiddleware(watching(steps, 'tool'))],
    exposure: { inactiveCalls: 'run' },
    chains,
  });
  await play(session.send('go'));
  await session.compact();
  expect(steps.slice(0, 8)).toEqual([
    'context',
    'model',
    'pre tool {"n":1}',
    'run 1',
    'post tool {"n":1}',
    'context',
    'model',
    'compaction',
  ]);
});
