import { expect, it } from 'vitest';
import { noGrants } from '../../src/run/call-grants.js';
import type { Settlement } from '../../src/run/event.js';
import { runCalls } from '../../src/run/run-calls.js';
import type { NewEvent } from '../../src/store/store.js';
import { defineTool } from '../../src/tool/define-tool.js';
import { callsOf, createRunEnv } from './run-env.js';

const parameters = { type: 'object' } as const;
const settled = (events: readonly NewEvent[]) =>
  events.flatMap(({ type, body }) => (type === 'call-settled' ? [body as Settlement] : []));

it('settles a call that a defect broke off while it was asked about, and goes on with those after it', async () => {
  const asks = defineTool({ name: 'asks', description: 'x', parameters, run: () => 'never' });
  const reads = defineTool({ name: 'reads', description: 'x', parameters, effects: 'none', run: () => 'read' });
  const { env, events } = createRunEnv({
    tools: [asks, reads],
    judges: {
      policy: {
        decide: ({ tool }) => ({ verdict: tool.name === 'asks' ? 'ask' : 'allow', level: 'low', reasons: ['x'] }),
      },
      grants: { ...noGrants, offer: () => Promise.reject(new Error('no such grant')) },
    },
  });
  expect(await runCalls(callsOf('reads', 'asks', 'reads'), env)).toBe('settled');
  expect(settled(events).map(({ callId, outcome, content }) => [callId, outcome, content])).toEqual([
    ['c1', 'ok', '"read"'],
    ['c2', 'error', 'Stopped by a defect: no such grant. Try another way.'],
    ['c3', 'ok', '"read"'],
  ]);
});

it('ends with the defect where a call cannot even be settled', async () => {
  const { env } = createRunEnv({ tools: [] });
  const broken = new Error('nothing can be put into words');
  const words = {
    ...env.words,
    renderResult() {
      throw broken;
    },
  };
  await expect(runCalls(callsOf('missing'), { ...env, words })).rejects.toBe(broken);
});

it('runs neighbours that are safe together and any other call alone, and answers for each in its place', async () => {
  let running = 0;
  const most: Record<string, number> = {};
  const make = (name: string, concurrency: 'parallel' | 'exclusive') =>
    defineTool({
      name,
      description: 'x',
      parameters,
      effects: 'none',
      concurrency,
      async run() {
        running += 1;
        most[name] = Math.max(most[name] ?? 0, running);
        await new Promise((resolve) => setTimeout(resolve, 5));
        running -= 1;
        return name;
      },
    });
  const { env, events } = createRunEnv({ tools: [make('safe', 'parallel'), make('alone', 'exclusive')] });
  expect(
    await runCalls(callsOf('safe', 'safe', 'alone', 'safe', 'alone', 'safe', 'safe', 'safe', 'safe', 'safe'), env),
  ).toBe('settled');
  expect(most).toEqual({ safe: 4, alone: 1 });
  expect(settled(events).filter(({ outcome }) => outcome === 'ok')).toHaveLength(10);
});

it.each([
  ['sequential', 1],
  ['safe-parallel', 3],
] as const)('runs calls in the order %s', async (order, together) => {
  let running = 0;
  let most = 0;
  const tool = defineTool({
    name: 'safe',
    description: 'x',
    parameters,
    effects: 'none',
    async run() {
      running += 1;
      most = Math.max(most, running);
      await new Promise((resolve) => setTimeout(resolve, 2));
      running -= 1;
      return 1;
    },
  });
  const { env } = createRunEnv({ tools: [tool], pace: { order } });
  await runCalls(callsOf('safe', 'safe', 'safe'), env);
  expect(most).toBe(together);
});
