import type { ModelFailure, Usage } from '../model.js';

/** What one experiment showed. */
export interface Finding {
  readonly state: 'works' | 'fails' | 'not-tried';
  /** What was seen, for people. */
  readonly says: string;
}

/** How a model makes calls, as it was seen to. */
export interface ProbeReport {
  readonly model: string;
  /** Calls by the API. */
  readonly native: Finding;
  /** Calls it writes as text although it was given tools by the API, read from there. */
  readonly text: Finding;
  /** Calls written as text, in the dialect of prompt mode. */
  readonly prompt: Finding;
  /** Text with quotes, backslashes and signs beyond ASCII reaches a tool as it was given. */
  readonly exact: Finding;
  /** Several calls in one message. */
  readonly parallel: Finding;
  /** The answer uses what a tool answered. */
  readonly results: Finding;
  /** The text format the model wrote a call in although it was offered the API's. */
  readonly writtenFormat: string | undefined;
  /** What to set for this model; undefined when neither way of calling tools works. */
  readonly advice: { readonly toolCalls: 'native' | 'auto' | 'prompt'; readonly dialect?: string } | undefined;
  /** Until the first sign of an answer, of the first request. */
  readonly firstSignMs: number | undefined;
  readonly usage: Usage;
  /** Why the model could not be probed at all. */
  readonly failure: ModelFailure | undefined;
}
