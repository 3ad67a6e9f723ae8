import type { ToolDefinition } from '../tool/tool.js';
import type { Carry, Message } from './message.js';

export interface Usage {
  /** All that was read, what a cache held included. */
  readonly inputTokens: number;
  /** All that was written, reasoning included. */
  readonly outputTokens: number;
  readonly cachedInputTokens?: number;
  readonly reasoningTokens?: number;
  /** The server did not tell: counted from the characters. */
  readonly estimated?: true;
}

export type StopReason = 'answered' | 'calls' | 'length' | 'refused';

/** Why a request gave no whole answer; the message says what to do. */
export interface ModelFailure {
  readonly kind:
    | 'unreachable'
    | 'unauthorized'
    | 'unknown-model'
    | 'rate-limited'
    | 'overloaded'
    | 'bad-request'
    | 'context-overflow'
    | 'cut'
    | 'protocol'
    | 'cancelled';
  readonly message: string;
  readonly status?: number;
  readonly retryAfterMs?: number;
  /** Sending the same again in a moment would not help. */
  readonly lasting?: boolean;
  /** A server is there and said nothing in time. */
  readonly silent?: boolean;
}

/**
 * What a model's stream is made of. Exactly one `stop` or `failure` comes, last. A call counts only when `stop` came:
 * what a failing stream had begun is never run.
 */
export type ModelEvent =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'reasoning'; readonly text: string }
  /** All text so far was reasoning: the prompt had opened it, and only its end told. */
  | { readonly type: 'text-was-reasoning' }
  | { readonly type: 'call-open'; readonly index: number; readonly name: string }
  | { readonly type: 'call-arguments'; readonly index: number; readonly text: string }
  | {
      readonly type: 'call';
      readonly index: number;
      readonly id: string;
      readonly name: string;
      readonly arguments: string;
    }
  | { readonly type: 'usage'; readonly usage: Usage }
  | { readonly type: 'carry'; readonly carry: Carry }
  /**
   * Something of the answer could not be used, or was repaired; the message says what. `rejected`: a call was meant and
   * is none, so that the model has to be told.
   */
  | { readonly type: 'problem'; readonly code: string; readonly message: string; readonly rejected?: boolean }
  /** A request gave nothing and is sent again after a while. */
  | { readonly type: 'retry'; readonly retry: Retry }
  /** What the server does before it answers. */
  | { readonly type: 'progress'; readonly progress: Progress }
  | { readonly type: 'stop'; readonly reason: StopReason }
  | { readonly type: 'failure'; readonly failure: ModelFailure };

export interface Retry {
  /** How many requests were sent so far. */
  readonly attempt: number;
  readonly waitMs: number;
  readonly failure: ModelFailure;
}

/** The model is being loaded, or reads what it was sent: `done` of `total` tokens, where the server tells. */
export interface Progress {
  readonly stage: 'loading' | 'reading';
  readonly done?: number;
  readonly total?: number;
}

/** Whether the model may, must not or must call a tool, or which one it must call. */
export type ToolChoice = 'auto' | 'none' | 'required' | { readonly name: string };

export interface ModelRequest {
  /** Read it, never keep it: it grows with the conversation. */
  readonly messages: readonly Message[];
  readonly tools: readonly ToolDefinition[];
  /** Definitions that stand in the messages: whoever reads calls out of text knows these tools, too. */
  readonly found?: readonly ToolDefinition[] | undefined;
  /** `auto` by default. */
  readonly toolChoice?: ToolChoice;
  /** The most tokens of the answer, where the model was not opened with a number of its own. */
  readonly maxTokens?: number;
  /** The session that sends it: a server keeps together what it has read of one. */
  readonly session?: string;
  /** Who sends it reads the text of the answer: it is handed over as it is written. There are no tools then. */
  readonly raw?: true;
  readonly signal: AbortSignal;
}

/** A language model. */
export interface Model {
  /** For people and records: `openai/gpt-5`, `scripted`. */
  readonly name: string;
  /** How much it can take in, its answer included, where that is known. May become known with the first request. */
  readonly contextTokens?: number | undefined;
  /** `hosted`: its service keeps what it has read of a request, so that reading the same start again costs next to nothing. */
  readonly promptCache?: 'hosted' | undefined;
  /**
   * How it reaches tools that a request does not declare. `by-name`: calls of any name come through. `door`: by one tool that is
   * declared for that. `door-text`: by the same, with the arguments as text, as its API takes no open object. `door` when absent.
   */
  readonly undeclared?: 'by-name' | 'door' | 'door-text' | undefined;
  /** How its calls are made, where somebody has set that; profiles leave it at that. */
  readonly toolCalls?: 'native' | 'prompt' | undefined;
  /** The next request may take long to come, as a person is waited for: what is loaded is to stay so. Must not throw. */
  keepLoaded?(): void;
  /**
   * Sends one request and hands over what comes, as it comes. Must not throw or reject: every failure is an event.
   * `call` carries the whole arguments once; `call-arguments` is only for those who watch.
   */
  stream(request: ModelRequest, emit: (event: ModelEvent) => void): Promise<void>;
}
