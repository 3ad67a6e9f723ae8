import { expect, it, onTestFinished, vi } from 'vitest';
import { ToolwrightError } from '../../src/base/error.js';
import { createCancellation } from '../../src/run/cancellation.js';
import { createStoreWait, type StoreWaiting } from '../../src/run/store-wait.js';

const full = new ToolwrightError('store-full', 'the disk is full');

function scene() {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const turn = createCancellation();
  const told: StoreWaiting[] = [];
  const wait = createStoreWait({ turn: () => turn, onWaiting: (waiting) => told.push(waiting) });
  return { turn, told, wait };
}

it('waits twice as long each time, five seconds at most and ten minutes in all', async () => {
  const { told, wait } = scene();
  let waited = 0;
  for (;;) {
    let again: boolean | undefined;
    void wait(full).then((answer) => {
      again = answer;
    });
    await vi.advanceTimersByTimeAsync(0);
    const last = told[told.length - 1];
    if (again === undefined && last !== undefined) {
      await vi.advanceTimersByTimeAsync(last.waitMs - 1);
      expect(again).toBeUndefined();
      await vi.advanceTimersByTimeAsync(1);
      waited += last.waitMs;
    }
    if (again === false) break;
    expect(again).toBe(true);
  }
  expect(told.slice(0, 7).map(({ waitMs }) => waitMs)).toEqual([250, 500, 1000, 2000, 4000, 5000, 5000]);
  expect(told.map(({ attempt }) => attempt)).toEqual(told.map((_, at) => at + 1));
  expect(told[0]).toEqual({ type: 'store-waiting', attempt: 1, waitMs: 250, message: 'the disk is full' });
  expect(waited).toBeGreaterThanOrEqual(600_000);
  expect(waited).toBeLessThan(605_000);
  expect(vi.getTimerCount()).toBe(0);
});

it('ends when the turn is stopped, and is not begun then', async () => {
  const { turn, told, wait } = scene();
  const waiting = wait(full);
  turn.cancel();
  expect(await waiting).toBe(false);
  expect(vi.getTimerCount()).toBe(0);
  expect(await wait(full)).toBe(false);
  expect(told).toHaveLength(1);
});

it.each([
  [new ToolwrightError('store-full', 'x'), true],
  [new ToolwrightError('store-locked', 'x'), true],
  [new ToolwrightError('store-damaged', 'x'), false],
  [new ToolwrightError('store-read-only', 'x'), false],
  [Object.assign(new Error('x'), { code: 'store-full' }), false],
])('is for what may pass: %o', async (error, passes) => {
  const { told, wait } = scene();
  const waiting = wait(error);
  await vi.advanceTimersByTimeAsync(250);
  expect(await waiting).toBe(passes);
  expect(told).toHaveLength(passes ? 1 : 0);
});

it('is for turns: where none runs, nobody waits', async () => {
  const wait = createStoreWait({ turn: () => undefined, onWaiting: () => expect.unreachable() });
  expect(await wait(full)).toBe(false);
});
