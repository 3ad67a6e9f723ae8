import { expect, it, onTestFinished, vi } from 'vitest';
import { createCancellation } from '../../src/run/cancellation.js';
import { createStopWriteGrace } from '../../src/run/stop-write-grace.js';

/** A write that goes on, or not, and how often those who wait for it were answered. */
function scene() {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const control = {
    turn: createCancellation() as ReturnType<typeof createCancellation> | undefined,
    writing: true,
    answered: 0,
  };
  const grace = createStopWriteGrace(
    () => control.turn,
    () => {
      if (control.writing) control.answered += 1;
      return control.writing;
    },
  );
  return { control, grace };
}

it('answers whoever waits for a write 120 ms after the turn was stopped', () => {
  const { control, grace } = scene();
  grace.awaited();
  vi.advanceTimersByTime(10_000);
  expect(control.answered).toBe(0);
  control.turn?.cancel();
  vi.advanceTimersByTime(119);
  expect(control.answered).toBe(0);
  vi.advanceTimersByTime(1);
  expect(control.answered).toBe(1);
});

it('answers those who wait later at once, until the write is over', () => {
  const { control, grace } = scene();
  control.turn?.cancel();
  grace.awaited();
  grace.awaited();
  vi.advanceTimersByTime(120);
  expect(control.answered).toBe(1);
  grace.awaited();
  expect(control.answered).toBe(2);
  grace.over();
  grace.awaited();
  expect(control.answered).toBe(2);
  vi.advanceTimersByTime(120);
  expect(control.answered).toBe(3);
});

it('answers nobody when the write was over in time, or nothing is being written', () => {
  const { control, grace } = scene();
  grace.awaited();
  control.turn?.pause({ who: 'ann', from: 'program' });
  vi.advanceTimersByTime(60);
  grace.over();
  vi.advanceTimersByTime(1000);
  expect([control.answered, vi.getTimerCount()]).toEqual([0, 0]);
  control.writing = false;
  grace.awaited();
  vi.advanceTimersByTime(120);
  control.writing = true;
  grace.awaited();
  expect(control.answered).toBe(0);
  vi.advanceTimersByTime(120);
  expect(control.answered).toBe(1);
});

it('listens to each turn once, and to none where none runs', () => {
  const { control, grace } = scene();
  const first = control.turn;
  for (let time = 0; time < 3; time += 1) grace.awaited();
  first?.cancel();
  vi.advanceTimersByTime(120);
  expect(control.answered).toBe(1);
  grace.over();
  control.turn = undefined;
  grace.awaited();
  expect(vi.getTimerCount()).toBe(0);
});
