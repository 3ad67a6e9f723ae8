import type { ToolDefinition } from '../tool/tool.js';

/** A text format in which a model writes calls: its reader and its writer. */
export interface Dialect {
  readonly name: string;
  /** Reads one message of a model. Some formats can only be told from prose by the names that were offered. */
  createParser(options: ParserOptions, emit: (event: DialectEvent) => void): DialectParser;
  /** What a model has to be told to use these tools. */
  renderPrompt(tools: readonly ToolDefinition[]): string;
  /** What the parser reads back as these calls, or why the format cannot express them. */
  renderCalls(calls: readonly DialectCall[]): string | DialectProblem;
  /** What the model reads of its calls, in their order. */
  renderResults(results: readonly DialectResult[]): string | DialectProblem;
}

export interface ParserOptions {
  /** The names of the tools that were offered. A call of another name is still a call: the road answers it. */
  readonly tools: readonly string[];
}

/**
 * Takes a message as it comes, in any pieces: how it was cut never changes its calls, its joined text or its problems.
 * Takes linear time and never throws.
 */
export interface DialectParser {
  push(chunk: string): void;
  /** The message is over. Its calls come now: only the whole message tells which of them were meant. Call it once. */
  end(): void;
  /** Whether a call has begun and not ended. */
  readonly inCall: boolean;
}

/** `call-arguments` is only for those who watch; `call` carries the whole arguments once. */
export type DialectEvent =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'reasoning'; readonly text: string }
  | { readonly type: 'call-open'; readonly index: number; readonly name: string }
  | { readonly type: 'call-arguments'; readonly index: number; readonly text: string }
  | ({ readonly type: 'call'; readonly index: number } & DialectCall)
  | ({ readonly type: 'problem' } & DialectProblem);

export interface DialectCall {
  readonly name: string;
  /** The text of one JSON object, as it was written, digit for digit. */
  readonly arguments: string;
}

export interface DialectResult {
  readonly name: string;
  readonly text: string;
  readonly isError: boolean;
}

export interface DialectProblem {
  /**
   * `call-rejected`: something was meant as a call and cannot be used. `call-repaired`: a call was used after a change.
   * `call-ignored`: what looks like a call was quoted or thought, not made. `result-ignored`: the model wrote what only
   * a tool may write.
   */
  readonly code: 'call-rejected' | 'call-repaired' | 'call-ignored' | 'result-ignored';
  readonly message: string;
}

/** The dialect of prompt mode where none is named. */
export const defaultDialect = 'hermes';

/** The most calls one message may begin, those rejected included. Their indexes are below it. */
export const maxCalls = 512;

/** The most characters of one call. */
export const maxCallLength = 1024 * 1024;
