import type { Bar } from './bars.js';

/** What a run came to: every contender of a race must come to the same. */
export interface Done {
  /** How often the tool ran. */
  readonly calls: number;
  readonly text: string;
}

/** One of the programs that are compared. Only `run` is timed. */
export interface Contender {
  readonly name: string;
  readonly expected: Done;
  before?(): Promise<void>;
  run(): Promise<Done>;
  after?(): Promise<void>;
}

/** Contenders that are run in turn. The first is what the others are compared with. */
export interface Race {
  readonly name: string;
  readonly contenders: readonly Contender[];
  readonly repetitions: number;
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
