import { expect, it, onTestFinished, vi } from 'vitest';
import { createCallWatch } from '../../src/run/call-watch.js';
import type { RunDelta } from '../../src/run/event.js';

const call = { id: 'c1', index: 0, name: 'build', arguments: '{}', attempt: 1 };

function scene() {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const told: RunDelta[] = [];
  let late = 0;
  const clock = { now: () => 0, monotonic: () => performance.now() };
  const watch = createCallWatch(clock, (delta) => told.push(delta));
  const onLate = (): void => {
    late += 1;
  };
  return { watch, told, onLate, late: () => late };
}

it('gives a sign of life every four seconds, until the call has ended', () => {
  const { watch, told, onLate, late } = scene();
  const watched = watch.start(call, 60_000, onLate);
  vi.advanceTimersByTime(3999);
  expect(told).toEqual([]);
  vi.advanceTimersByTime(4001);
  const beat = { type: 'call-heartbeat', callId: 'c1', name: 'build' };
  expect(told).toEqual([
    { ...beat, elapsedMs: 4000 },
    { ...beat, elapsedMs: 8000 },
  ]);
  watched.stop();
  vi.advanceTimersByTime(100_000);
  expect([told.length, late()]).toEqual([2, 0]);
  expect(vi.getTimerCount()).toBe(0);
});

it('says when the time is over, also when there was more of it, and no later time at once', () => {
  const { watch, onLate, late } = scene();
  const watched = watch.start(call, 1000, () => expect.unreachable());
  vi.advanceTimersByTime(999);
  watched.extend(500, onLate);
  vi.advanceTimersByTime(499);
  expect(late()).toBe(0);
  vi.advanceTimersByTime(1);
  expect(late()).toBe(1);
  watched.stop();
  watch.start(call, 2 ** 40, onLate);
  vi.advanceTimersByTime(60_000);
  expect(late()).toBe(1);
});
