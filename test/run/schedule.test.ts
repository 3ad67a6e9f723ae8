import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { advance, nextMove, type Order, schedule } from '../../src/run/schedule.js';
import { verifies } from '../requirements.js';

type Kind = 'safe' | 'alone' | 'refused';

/** Plays a message: each call ends as late as the random choices allow. Answers what ran together with what. */
function play(
  kinds: readonly Kind[],
  options: { order: Order; maxParallel: number; pick: (running: number) => number },
) {
  let state = schedule(kinds.length);
  const running: number[] = [];
  const starts: number[] = [];
  const together: number[][] = [];
  for (let steps = 0; steps < 10_000; steps += 1) {
    const move = nextMove(state, options);
    if (move.move === 'finished') return { starts, together, running };
    if (move.move === 'prepare') {
      const kind = kinds[move.index];
      const alone = kind === 'alone';
      state = advance(
        state,
        kind === 'refused' ? { type: 'refused', index: move.index } : { type: 'prepared', index: move.index, alone },
      );
      // Nothing is prepared while a call that may change what it sees runs.
      expect(running.some((index) => kinds[index] === 'alone')).toBe(false);
    } else if (move.move === 'start') {
      state = advance(state, { type: 'started' });
      running.push(move.index);
      starts.push(move.index);
      together.push([...running]);
    } else {
      expect(running.length).toBeGreaterThan(0);
      running.splice(options.pick(running.length), 1);
      state = advance(state, { type: 'settled' });
    }
  }
  throw new Error('the schedule never finished');
}

const kinds = fc.array(fc.constantFrom<Kind>('safe', 'safe', 'alone', 'refused'), { maxLength: 30 });

describe('the scheduler', () => {
  it('starts every call once, in source order, the risky ones alone', () => {
    verifies('core.road.scheduler-pure', 'design.road.scheduler', 'core.road.exclusive', 'design.tool.concurrency');
    fc.assert(
      fc.property(
        kinds,
        fc.integer({ min: 1, max: 6 }),
        fc.array(fc.nat(5), { minLength: 40 }),
        (list, maxParallel, choices) => {
          let at = 0;
          const pick = (running: number) => (choices[at++ % choices.length] ?? 0) % running;
          const { starts, together, running } = play(list, { order: 'safe-parallel', maxParallel, pick });
          expect(running).toEqual([]);
          expect(starts).toEqual(list.flatMap((kind, index) => (kind === 'refused' ? [] : [index])));
          for (const group of together) {
            expect(group.length).toBeLessThanOrEqual(maxParallel);
            if (group.some((index) => list[index] === 'alone')) expect(group).toHaveLength(1);
          }
        },
      ),
    );
  });

  it('runs safe neighbours together and, by order, everything one at a time', () => {
    verifies('core.road.parallel');
    const list: Kind[] = ['safe', 'safe', 'safe', 'alone', 'safe', 'safe'];
    const pick = () => 0;
    expect(play(list, { order: 'safe-parallel', maxParallel: 10, pick }).together).toContainEqual([0, 1, 2]);
    expect(
      play(list, { order: 'sequential', maxParallel: 10, pick }).together.every((group) => group.length === 1),
    ).toBe(true);
  });

  it('in every order starts each call once and in source order, and one at a time unless safe ones may overlap', () => {
    verifies('local-harness.executor.in-order');
    const orders = fc.constantFrom<Order>('safe-parallel', 'sequential', 'ticked');
    fc.assert(
      fc.property(kinds, orders, fc.integer({ min: 1, max: 6 }), fc.nat(5), (list, order, maxParallel, choice) => {
        const { starts, together } = play(list, { order, maxParallel, pick: (running) => choice % running });
        expect(starts).toEqual(list.flatMap((kind, index) => (kind === 'refused' ? [] : [index])));
        const widest = Math.max(0, ...together.map((group) => group.length));
        expect(widest).toBeLessThanOrEqual(order === 'safe-parallel' ? maxParallel : 1);
        // What runs together are neighbours with nothing risky between them.
        for (const group of together) {
          const between = list.slice(Math.min(...group), Math.max(...group) + 1);
          if (group.length > 1) expect(between).not.toContain('alone');
        }
      }),
    );
  });

  it('fills the room it has: as many safe neighbours at once as may run', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: 6 }), (count, maxParallel) => {
        const list = Array.from({ length: count }, (): Kind => 'safe');
        const { together } = play(list, { order: 'safe-parallel', maxParallel, pick: () => 0 });
        expect(Math.max(...together.map((group) => group.length))).toBe(Math.min(count, maxParallel));
      }),
    );
  });

  it('starts nothing more once halted', () => {
    let state = advance(schedule(3), { type: 'prepared', index: 0, alone: true });
    state = advance(advance(state, { type: 'started' }), { type: 'halted' });
    expect(nextMove(state, { order: 'safe-parallel', maxParallel: 2 })).toEqual({ move: 'wait' });
    expect(nextMove(advance(state, { type: 'settled' }), { order: 'safe-parallel', maxParallel: 2 })).toEqual({
      move: 'finished',
    });
  });
});
