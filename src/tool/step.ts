import type { ErrorType, Outcome } from './outcome.js';

/** A call that a tool makes while it runs. */
export interface Step {
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

export interface StepEnd {
  readonly callId: string;
  readonly outcome: Outcome;
  readonly errorType: ErrorType;
  /** What the tool answered, whole and masked; of one that failed, why. */
  readonly text: string;
}

/**
 * The way of a tool to other tools. Each step is a call of its own: checked, planned, decided about, asked about, recorded
 * and undone like one of the model. What the calling tool was allowed does not count for its steps.
 */
export interface StepPort {
  run(step: Step): Promise<StepEnd>;
}
