import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { awaitTick } from '../../src/run/await-tick.js';
import { createCancellation } from '../../src/run/cancellation.js';
import type { RunEnv } from '../../src/run/env.js';
import type { RecordFailure } from '../../src/run/recorder.js';
import { createTickGate } from '../../src/run/tick-gate.js';

/** A call that waits for its tick, and whether it still does. */
function waiting({
  failure,
  ticks = createTickGate(),
}: {
  failure?: RecordFailure;
  ticks?: RunEnv['pace']['ticks'];
} = {}) {
  const cancellation = createCancellation();
  const scene = { ticks, cancellation, flushes: 0, waits: true };
  const recorder = {
    record() {},
    async flush() {
      scene.flushes += 1;
      return failure;
    },
  };
  const env = { pace: { ticks }, recorder, cancellation } as unknown as RunEnv;
  void awaitTick(env).then(() => {
    scene.waits = false;
  });
  return scene;
}

it('holds a call until the host ticks, once what it knows of is told', async () => {
  const scene = waiting();
  await nextTurn();
  expect(scene).toMatchObject({ flushes: 1, waits: true });
  expect(scene.ticks?.tick()).toBe(true);
  await nextTurn();
  expect(scene.waits).toBe(false);
  expect(scene.ticks?.tick()).toBe(false);
});

it.each(['pause', 'cancel'] as const)('ends with the turn: %s', async (stop) => {
  const scene = waiting();
  if (stop === 'pause') scene.cancellation.pause({ who: 'ann', from: 'program' });
  else scene.cancellation.cancel();
  await nextTurn();
  expect(scene.waits).toBe(false);
  expect(scene.ticks?.tick()).toBe(false);
});

it('ends with a store that fails: the host was not told', async () => {
  const scene = waiting({ failure: { error: new Error('full') } });
  await nextTurn();
  expect(scene.waits).toBe(false);
});

it('lets the one go that waits now, whatever was given up before', async () => {
  const ticks = createTickGate();
  const [first, second] = [ticks.wait(), ticks.wait()];
  first.release();
  await first.ticked;
  expect(ticks.tick()).toBe(true);
  await second.ticked;
});
