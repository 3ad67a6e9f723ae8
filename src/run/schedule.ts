/**
 * How the calls of one message may overlap. `unasked-parallel`: as `safe-parallel`, and what may change something too, where
 * nobody is asked about it and it touches nothing that another one changes. `ticked`: one at a time, and each start waits for a
 * tick of the host.
 */
export type Order = 'safe-parallel' | 'unasked-parallel' | 'sequential' | 'ticked';

export interface Schedule {
  readonly count: number;
  /** Calls before this one have been prepared. */
  readonly next: number;
  /** The prepared call that waits for its turn, if one does. */
  readonly waiting: { readonly index: number; readonly alone: boolean } | undefined;
  readonly running: number;
  readonly aloneRunning: boolean;
  readonly halted: boolean;
}

export type Move =
  | { readonly move: 'prepare'; readonly index: number }
  | { readonly move: 'start'; readonly index: number }
  | { readonly move: 'wait' }
  | { readonly move: 'finished' };

/** What became of a call, as far as its order matters. `alone`: it must run with no other. */
export type Progress =
  | { readonly type: 'prepared'; readonly index: number; readonly alone: boolean }
  | { readonly type: 'refused'; readonly index: number }
  | { readonly type: 'started' }
  | { readonly type: 'settled' }
  | { readonly type: 'halted' };

export function schedule(count: number): Schedule {
  return { count, next: 0, waiting: undefined, running: 0, aloneRunning: false, halted: false };
}

/**
 * The next move, in source order: neighbours that are safe run together, up to `maxParallel`; any other call waits until
 * those before it have settled and runs alone. A call is prepared (checked, planned, decided) only when no call that runs
 * alone is still to run.
 */
export function nextMove(state: Schedule, limits: { readonly maxParallel: number; readonly order: Order }): Move {
  const { waiting, running } = state;
  const idle = running === 0;
  const oneByOne = limits.order === 'sequential' || limits.order === 'ticked';
  if (waiting !== undefined && !state.halted) {
    const alone = waiting.alone || oneByOne;
    const free = alone ? idle : !state.aloneRunning && running < limits.maxParallel;
    return free ? { move: 'start', index: waiting.index } : { move: 'wait' };
  }
  if (state.halted || state.next >= state.count) return idle ? { move: 'finished' } : { move: 'wait' };
  if (state.aloneRunning || (oneByOne && !idle)) return { move: 'wait' };
  return { move: 'prepare', index: state.next };
}

/** The schedule after something happened. Spelled out: it is made anew several times a call, and spreading is slow. */
export function advance(state: Schedule, progress: Progress): Schedule {
  const { count, next, waiting, running, aloneRunning, halted } = state;
  switch (progress.type) {
    case 'prepared': {
      const { index, alone } = progress;
      return { count, next: index + 1, waiting: { index, alone }, running, aloneRunning, halted };
    }
    case 'refused':
      return { count, next: progress.index + 1, waiting, running, aloneRunning, halted };
    case 'started':
      return { count, next, waiting: undefined, running: running + 1, aloneRunning: waiting?.alone ?? false, halted };
    case 'settled':
      return { count, next, waiting, running: running - 1, aloneRunning: false, halted };
    default:
      return { count, next, waiting, running, aloneRunning, halted: true };
  }
}
