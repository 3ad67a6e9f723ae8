/**
 * When calls count as a loop, as data of a profile. A call repeats another when its tool, its arguments and what came of
 * it are the same: what answers something else each time, as waiting for a process does, is no loop.
 */
export interface LoopRules {
  /** The same call, one after another. */
  readonly redundant?: LoopThreshold;
  /** The same call since the last progress, whatever lies between; or the same tool, one call after another. */
  readonly repetition?: LoopThreshold & { readonly of: 'call' | 'tool' };
  /** Two calls in turn, counted in pairs. */
  readonly oscillation?: LoopThreshold;
  /** Calls without progress: nothing was changed, no new file was read, and nothing new came of them. */
  readonly drift?: LoopThreshold;
  /** Calls of these tools are refused when what the argument names was read before. */
  readonly readAgain?: { readonly tools: readonly string[]; readonly argument: string };
  /** What a refused repeat had repeated is forgotten: the next one runs. */
  readonly forgets?: boolean;
  /** So many refusals in a row end the turn. */
  readonly endAfter?: number;
  /** What a refused call is answered. `{pattern}`, `{tool}`, `{count}` and `{question}` are put in. */
  readonly refusal: string;
  /** What the model is told first; the same may be put in. */
  readonly warning: string;
  /** What the model is told after so many rounds in a row in which every call failed. */
  readonly pivot?: { readonly after: number; readonly code: string; readonly note: string };
}

export interface LoopThreshold {
  /** So many have been: the model is told. */
  readonly warn?: number;
  /** This one is not run. */
  readonly refuse?: number;
}

export type LoopPattern = 'redundant' | 'repetition' | 'oscillation' | 'drift' | 'read-again';
