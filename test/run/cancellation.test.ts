import { expect, it } from 'vitest';
import { createCancellation } from '../../src/run/cancellation.js';

const ann = { who: 'ann', from: 'terminal' };
const bob = { who: 'bob', from: 'program' };

/** A turn whose stops are written down. */
function scene(options?: Parameters<typeof createCancellation>[0]) {
  const turn = createCancellation(options);
  const told: string[] = [];
  turn.onStop(() => told.push('stop'));
  turn.onCancel(() => told.push('cancel'));
  turn.onStop(() => told.push('never'))();
  turn.onCancel(() => told.push('never'))();
  const { stop, paused, cancelled, pausedBy } = turn;
  expect({ stop, paused, cancelled, pausedBy }).toEqual({ stop: undefined, paused: false, cancelled: false });
  expect(turn.signal.aborted).toBe(false);
  return { turn, told };
}

const late = (turn: ReturnType<typeof createCancellation>): string[] => {
  const told: string[] = [];
  turn.onStop(() => told.push('stop'))();
  turn.onCancel(() => told.push('cancel'))();
  return told;
};

it('stops what may be asked for again with a pause, and what runs with a cancel', () => {
  const { turn, told } = scene();
  turn.pause(ann);
  expect(turn).toMatchObject({ stop: 'paused', paused: true, cancelled: false, pausedBy: ann });
  expect(turn.signal.aborted).toBe(true);
  expect([told, late(turn)]).toEqual([['stop'], ['stop']]);
  turn.pause(bob);
  expect(turn.pausedBy).toBe(ann);
  turn.cancel();
  expect(turn).toMatchObject({ stop: 'cancelled', paused: false, cancelled: true, pausedBy: ann });
  turn.cancel();
  turn.pause(bob);
  expect(turn).toMatchObject({ stop: 'cancelled', pausedBy: ann });
  expect([told, late(turn)]).toEqual([
    ['stop', 'cancel'],
    ['stop', 'cancel'],
  ]);
});

it('stops everything with a cancel', () => {
  const { turn, told } = scene();
  turn.cancel();
  expect(turn).toMatchObject({ stop: 'cancelled', paused: false, cancelled: true, pausedBy: undefined });
  expect(told).toEqual(['stop', 'cancel']);
});

it('stops what runs with a pause, too, where a pause ends it', () => {
  const { turn, told } = scene({ pauseEnds: true });
  expect(late(turn)).toEqual([]);
  turn.pause(ann);
  expect([told, late(turn)]).toEqual([
    ['stop', 'cancel'],
    ['stop', 'cancel'],
  ]);
});
