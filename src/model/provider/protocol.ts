import type { ModelEvent, ModelFailure, ModelRequest } from '../model.js';

/** The APIs that are spoken. */
export type Api = 'openai-chat' | 'openai-responses' | 'anthropic' | 'gemini' | 'ollama';

/** How one API is spoken: no input, no output, no clock. A provider is a protocol at an address, with a key. */
export interface Protocol {
  readonly api: Api;
  /** What one answer is called, for messages: `chat completion`. */
  readonly answerName: string;
  /** Where an API of this kind usually starts, for messages: `/v1`. */
  readonly usualPath: string;
  /** How answers come: server-sent events, or one JSON object a line. */
  readonly framing: 'events' | 'lines';
  /** Where requests for this model go. The base URL has no slash at its end. */
  address(base: URL, model: string): URL;
  headers(apiKey: string | undefined): Readonly<Record<string, string>>;
  /** The body of a request. May throw: the schemas of tools may be no JSON. */
  render(request: ModelRequest, settings: RequestSettings): string;
  createReader(emit: (event: ModelEvent) => void, model: string): AnswerReader;
}

/** How most servers are given a key. */
export const bearer = (apiKey: string | undefined): Readonly<Record<string, string>> =>
  apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` };

/** What goes with every request to a model. */
export interface RequestSettings {
  readonly model: string;
  readonly maxOutputTokens: number | undefined;
  readonly thinking: Thinking | undefined;
}

/** How much a model that can think should; undefined leaves it to the server. */
export type Thinking = 'off' | 'low' | 'medium' | 'high';

/** Turns the frames of an answer into events. */
export interface AnswerReader {
  /** Takes one parsed frame. `raw` is its text, `event` the name an event stream gave it. */
  push(frame: object, raw: string, event: string): void;
  /** Takes the mark that says that nothing follows, or the end of an answer that came whole: nothing after it counts. */
  done(): void;
  /** Ends the answer: emits its calls, usage and stop, or answers why it is none. Call it once. */
  finish(): ModelFailure | undefined;
  /** Set by a frame that ends it all. */
  readonly failed: AnswerProblem | undefined;
  /** `open` until the model has said why it stopped, `finished` until the end mark, then `done`. */
  readonly state: 'open' | 'finished' | 'done';
  /** Whether any part of an answer came. */
  readonly begun: boolean;
}

/** An error in the server's own words, or one that was found here. */
export type AnswerProblem = { readonly error: unknown } | { readonly failure: ModelFailure };
