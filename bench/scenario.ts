import type { Bar } from './bars.js';

/** What a run came to: every contender of a race must come to what is expected of it. */
export interface Done {
  /** How often the tool ran; of a program, how many requests it made. */
  readonly calls: number;
  readonly text: string;
}

/** A run of a contender. `cost` is what it reports in a race whose contenders report. */
export interface Run extends Done {
  readonly cost?: number;
}

/** One of the programs that are compared. Only `run` is timed. */
export interface Contender {
  readonly name: string;
  readonly expected: Done;
  before?(): Promise<void>;
  run(): Promise<Run>;
  after?(): Promise<void>;
}

/** What contenders can report: time of a process, time of a round as the server saw it, memory, tokens, a share. */
export type Unit = 'µs/call' | 'µs/round' | 'ms' | 'MB' | 'tokens' | '%';

/** Contenders that are run in turn. The first is what the others are compared with. */
export interface Race {
  readonly name: string;
  readonly contenders: readonly Contender[];
  readonly repetitions: number;
  /** The contenders report a cost in this unit; without it their runs are timed, in µs a call. */
  readonly reports?: Unit;
  /** What starts as a process of its own every time needs no warm-up but a first run. */
  readonly processes?: boolean;
}

export interface Scenario {
  readonly races: readonly Race[];
  readonly bars: readonly Bar[];
  close(): Promise<void>;
}

export interface ScenarioOptions {
  /** An empty folder; it is removed afterwards. */
  readonly folder: string;
  /** Tiny sizes, to see that everything works. */
  readonly smoke: boolean;
}
