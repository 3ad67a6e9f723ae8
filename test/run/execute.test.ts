import { beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import type { Settlement } from '../../src/run/event.js';
import { runCalls } from '../../src/run/run-calls.js';
import { checkerFor } from '../../src/schema/check.js';
import type { NewEvent } from '../../src/store/store.js';
import { defineTool } from '../../src/tool/define-tool.js';
import { fail } from '../../src/tool/outcome.js';
import type { Tool } from '../../src/tool/tool.js';
import { callsOf, createRunEnv } from './run-env.js';

// What checks arguments is loaded at its first use, which would take time that stands still.
beforeAll(async () => void (await checkerFor({ type: 'object' })));

type Run = (signal: AbortSignal) => unknown;

/** A call of a tool that runs in this way, while time stands still. */
async function scene(run: Run, more: Partial<Tool> = {}) {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const detached: PromiseLike<unknown>[] = [];
  const tool = {
    ...defineTool({
      name: 'slow',
      description: 'x',
      parameters: { type: 'object' },
      effects: 'none',
      run: (_, { signal }) => run(signal),
    }),
    ...more,
  } as Tool;
  const made = createRunEnv({
    tools: [tool],
    pace: { trackDetached: (work) => void detached.push(work) },
    ports: { clock: { now: () => 1000, monotonic: () => performance.now() } },
  });
  const state = { end: undefined as string | undefined };
  void runCalls(callsOf('slow'), made.env).then((end) => {
    state.end = end;
  });
  const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
  // Until it runs.
  await pass(0);
  return { ...made, detached, state, pass };
}

const endOf = (events: readonly NewEvent[]) => {
  const body = events.find(({ type }) => type === 'call-settled')?.body as Settlement | undefined;
  return body && [body.outcome, body.content, body.durationMs];
};
const never: Run = () => new Promise(() => {});
/** Ends some time after it was told to. */
const obeys =
  (ms: number, end: () => unknown): Run =>
  (signal) =>
    new Promise((resolve, reject) => {
      const work = (): void => {
        try {
          resolve(end());
        } catch (error) {
          reject(error);
        }
      };
      signal.addEventListener('abort', () => (ms === 0 ? work() : setTimeout(work, ms)));
    });
const throws = () => {
  throw new Error('aborted');
};
const gaveUp = 'slow did not end within 1000 ms and was given up. Ask for less, or for a longer time.';

it.each<[string, Run, number, unknown]>([
  ['never ends', never, 4000, ['timeout', gaveUp, 4000]],
  ['hands over what it has', obeys(2000, () => 'half'), 3000, ['ok', '"half"', 3000]],
  ['fails in its own words', obeys(0, () => fail('io_error', 'half done')), 1000, ['error', 'half done', 1000]],
  ['throws', obeys(10, throws), 1010, ['timeout', gaveUp, 1010]],
  ['hands over too late', obeys(4000, () => 'late'), 4000, ['timeout', gaveUp, 4000]],
])('gives a tool three seconds after its deadline: one that %s', async (_, run, ms, end) => {
  const { events, pass, state, detached } = await scene(run);
  await pass(ms - 1);
  expect(endOf(events)).toBeUndefined();
  await pass(1);
  expect([endOf(events), state.end]).toEqual([end, 'settled']);
  expect(detached).toHaveLength(ms === 4000 ? 1 : 0);
});

it('goes by the time of the tool where it has one', async () => {
  const { events, pass } = await scene(never, { limits: { timeoutMs: 50 } });
  await pass(3050);
  expect(endOf(events)).toEqual(['timeout', gaveUp.replace('1000', '50'), 3050]);
});

const unknown =
  'slow was cancelled while it ran and did not stop at once: it may have been done, wholly or in part. Look before doing it again.';
const stopped = 'The call was cancelled while it ran.';

it.each<[string, Run, Tool['effects'], number, unknown]>([
  ['changes things and does not stop', never, 'workspace', 150, ['unknown', unknown, 0]],
  ['changes nothing and does not stop', never, 'none', 150, ['cancelled', stopped, 160]],
  ['throws at once', obeys(0, throws), 'workspace', 0, ['cancelled', stopped, 10]],
  ['throws a moment later', obeys(100, throws), 'none', 100, ['cancelled', stopped, 110]],
  ['hands over what it has', obeys(100, () => 'half'), 'workspace', 100, ['ok', '"half"', 110]],
  [
    'says itself how it ended',
    obeys(0, () => fail('cancelled', 'I was told to.')),
    'none',
    0,
    ['cancelled', 'I was told to.', 10],
  ],
])('gives a tool a moment when its turn is cancelled: one that %s', async (_, run, effects, ms, end) => {
  const { events, env, pass, state, detached } = await scene(run, { effects });
  await pass(10);
  env.cancellation.cancel();
  if (ms > 0) await pass(ms - 1);
  expect(endOf(events)).toBeUndefined();
  await pass(Math.min(ms, 1));
  expect([endOf(events), state.end]).toEqual([end, 'cancelled']);
  expect(detached).toHaveLength(ms === 150 ? 1 : 0);
});

it('lets a tool that runs go on when its turn is paused', async () => {
  const { events, env, pass, state } = await scene(() => new Promise((resolve) => setTimeout(resolve, 500, 'done')));
  await pass(10);
  env.cancellation.pause({ who: 'ann', from: 'terminal' });
  await pass(489);
  expect(endOf(events)).toBeUndefined();
  await pass(1);
  expect([endOf(events), state.end]).toEqual([['ok', '"done"', 500], 'paused']);
});

it('takes a deadline that passes after the cancel for no other reason', async () => {
  const { events, env, pass } = await scene(never, { effects: 'workspace', limits: { timeoutMs: 100 } });
  await pass(50);
  env.cancellation.cancel();
  await pass(3000);
  expect(endOf(events)).toEqual(['unknown', unknown, 0]);
});

const odd = (what: string) => [
  'error',
  `slow failed inside: ${what}. This is a defect of the tool; try another way.`,
  0,
];

it.each<[string, Run, unknown]>([
  ['answers at once', () => 'done', ['ok', '"done"', 0]],
  ['fails at once', () => fail('io_error', 'no'), ['error', 'no', 0]],
  ['throws at once', throws, odd('aborted')],
  ['rejects', () => Promise.reject(new Error('later')), odd('later')],
  ['answers a promise of a failure', async () => fail('timeout', 'no time'), ['timeout', 'no time', 0]],
  [
    'answers what is like a promise',
    // biome-ignore lint/suspicious/noThenProperty: what some libraries return
    () => ({ then: (resolve: (value: string) => void) => resolve('done') }),
    ['ok', '"done"', 0],
  ],
  // biome-ignore lint/suspicious/noThenProperty: what a hostile tool returns
  ['answers an object that is none', () => ({ then: 7 }), ['ok', '{"then":7}', 0]],
])('ends as its tool does that %s', async (_, run, end) => {
  const { events, pass } = await scene(run);
  await pass(0);
  expect(endOf(events)).toEqual(end);
  expect(vi.getTimerCount()).toBe(0);
});
