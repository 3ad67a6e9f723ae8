import type { ToolFailure } from './outcome.js';

/** What the person or the model said. */
export interface SpokenMessage {
  readonly role: 'user' | 'assistant';
  readonly text: string;
}

/** Something a tool asks the model of its session, beside the conversation. */
export interface ModelQuestion {
  readonly system: string;
  readonly messages: readonly SpokenMessage[];
  /** About the most tokens of the answer: a longer one is cut off, and none. */
  readonly maxTokens: number;
  readonly timeoutMs: number;
  /** That of the call. */
  readonly signal: AbortSignal;
}

/** The model of a session, for tools that need one: it is given no tools, and what it uses counts for the session. */
export interface ModelPort {
  /** How much it can take in, where that is known. */
  readonly contextTokens: number | undefined;
  /** The last messages of the conversation, oldest first; results of tools are none. */
  recent(count: number): readonly SpokenMessage[];
  /** As everything that goes to models is masked; whatever is asked is too. */
  mask(text: string): string;
  /** The whole answer. A failure says why there is none. */
  ask(question: ModelQuestion): Promise<{ readonly text: string } | ToolFailure>;
}

export interface ModelHost {
  forCall(callId: string): ModelPort;
}
