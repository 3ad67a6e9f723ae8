import type { Invocation } from '../command.js';
import type { Host } from '../host.js';

/** A value a shell may offer, and what it says beside it. */
export interface CompletionValue {
  readonly value: string;
  readonly says?: string;
  /** Of an option: a value follows, after a space or an equals sign. */
  readonly takesValue?: boolean;
}

/** What a source of values may look at: the surroundings, and the line so far. */
export interface ValueRequest {
  readonly host: Host;
  readonly invocation: Invocation;
}

/** Where the values of a kind come from. */
export type ValueSource = (request: ValueRequest) => Promise<readonly CompletionValue[]>;
