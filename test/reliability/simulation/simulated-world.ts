import type { Clock } from '../../../src/base/clock.js';
import { ToolwrightError } from '../../../src/base/error.js';
import { createMemoryStore } from '../../../src/store/memory.js';
import type { Store } from '../../../src/store/store.js';
import type { Random } from '../../support/random.js';

/** What outlives the processes of one simulation, and what decides when each thing that waits goes on. */
export interface World {
  readonly random: Random;
  /** What is on disk. */
  readonly disk: Store;
  /** What calls did that nothing takes back, in order. */
  readonly effects: string[];
  readonly violations: string[];
  steps: number;
  readonly clock: Clock;
}

export function createWorld(random: Random): World {
  // The wall clock may go back or leap; monotonic time never does.
  let wall = 1_700_000_000_000;
  let monotonic = 0;
  const clock: Clock = {
    now() {
      wall += random.chance(0.02) ? (random.next() - 0.5) * 2e11 : 1;
      return Math.max(0, wall);
    },
    monotonic() {
      monotonic += 0.5;
      return monotonic;
    },
  };
  return { random, disk: createMemoryStore({ clock }), effects: [], violations: [], steps: 0, clock };
}

/** One life of the program, from its start to its end or to a kill. */
export interface Process {
  readonly alive: boolean;
  /** Whether its store, model and tools may fail. */
  readonly faults: boolean;
  /** Goes on when the schedule says so; never, once the process is dead. */
  pause(): Promise<void>;
  readonly waiting: number;
  /** Lets one of what waits go on. */
  step(): void;
  kill(): void;
  readonly store: Store;
}

export function startProcess(world: World, faults: boolean): Process {
  const { random, disk } = world;
  let alive = true;
  let waiters: (() => void)[] = [];
  const pause = (): Promise<void> =>
    new Promise((resolve) => {
      if (alive) waiters.push(resolve);
    });
  const leased = new Set<string>();
  const store: Store = {
    ...disk,
    async append(stream, events) {
      await pause();
      if (faults && random.chance(0.02)) throw new ToolwrightError('store-unavailable', 'the store failed');
      const stored = await disk.append(stream, events);
      // Written, and a kill may come before anybody hears of it.
      if (random.chance(0.3)) await pause();
      return stored;
    },
    async lease(stream) {
      leased.add(stream);
      return { release: () => leased.delete(stream) };
    },
    close: async () => {},
  };
  return {
    faults,
    store,
    pause,
    get alive() {
      return alive;
    },
    get waiting() {
      return waiters.length;
    },
    step() {
      world.steps += 1;
      const [next] = waiters.splice(random.below(waiters.length), 1);
      next?.();
    },
    kill() {
      alive = false;
      waiters = [];
    },
  };
}
