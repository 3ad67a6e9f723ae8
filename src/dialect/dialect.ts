import type { LooseSchema } from '../schema/json-schema.js';
import type { ToolDefinition } from '../tool/tool.js';

/** A text format in which a model writes calls: its reader and its writer. */
export interface Dialect extends DialectFacts {
  /** Reads one message of a model. Some formats can only be told from prose by the tools that were offered. */
  createParser(options: ParserOptions, emit: (event: DialectEvent) => void): DialectParser;
  /** What a model has to be told to use these tools. */
  renderPrompt(tools: readonly ToolDefinition[]): string;
  /** What the parser, given the same tools, reads back as these calls; or why the format cannot express them. */
  renderCalls(calls: readonly DialectCall[], options?: ParserOptions): string | DialectProblem;
  /** An id in the shape its models expect, for a call whose text carries none, or one that is taken: `wanted`. */
  createId(call: { readonly name: string; readonly position: number; readonly wanted?: string }): string;
  /** What the model reads of its calls, in their order. */
  renderResults(results: readonly DialectResult[]): readonly DialectMessage[];
}

/** What is told of a dialect by `toolwright dialects`. */
export interface DialectFacts {
  readonly name: string;
  readonly title: string;
  /** Its entries in docs/dialects.md. */
  readonly entries: readonly string[];
  /** Other names it is found by: those of vLLM, SGLang, llama.cpp and Ollama. */
  readonly aliases: readonly string[];
  readonly models: readonly string[];
  /** A message with a call, which the dialect reads. */
  readonly sample: string;
}

export interface ParserOptions {
  /**
   * What was offered: values that a format writes as bare text are typed by the schemas, and calls without any marker are
   * known by the names. Where it is left out nothing is known of the tools. A call of another name is still a call.
   */
  readonly tools?: readonly ParserTool[];
  /** `open`: the prompt has opened the reasoning, and the message begins within it. */
  readonly thinking?: 'auto' | 'open';
  /**
   * A call in a code block is one, too; not one that a sentence quotes. An example is then run: left out unless a system
   * reads so.
   */
  readonly inCode?: boolean;
}

export interface ParserTool {
  readonly name: string;
  readonly parameters?: LooseSchema;
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
  /** The reasoning was opened by the prompt and has ended only now: all text so far was reasoning. */
  | { readonly type: 'text-was-reasoning' }
  | { readonly type: 'call-open'; readonly index: number; readonly name: string }
  | { readonly type: 'call-arguments'; readonly index: number; readonly text: string }
  | ({ readonly type: 'call'; readonly index: number; readonly dialect: string } & DialectCall)
  | ({ readonly type: 'problem'; readonly at: number } & DialectProblem);

export interface DialectCall {
  /** Where the text carries one. */
  readonly id?: string;
  readonly name: string;
  /** The text of one JSON object, its numbers as they were written, digit for digit. */
  readonly arguments: string;
}

export interface DialectResult {
  readonly id?: string;
  readonly name: string;
  readonly text: string;
  readonly isError: boolean;
}

/** What is said to the model in its own style. */
export interface DialectMessage {
  readonly role: 'user' | 'system';
  readonly text: string;
}

export interface DialectProblem {
  /**
   * `call-rejected`: something was meant as a call and cannot be used; its text stays in the text. `call-repaired`: a call
   * was used after a change. `call-ignored`: what looks like a call was quoted or thought, not made. `call-repeated`: a
   * call has an id that another of its message has, and was left out. `result-ignored`: the model wrote what only a tool
   * may write.
   */
  readonly code: 'call-rejected' | 'call-repaired' | 'call-ignored' | 'call-repeated' | 'result-ignored';
  readonly message: string;
}

/** The dialect of prompt mode where none is named. */
export const defaultDialect = 'hermes';

/** The most calls one message may begin, those rejected included. Their indexes are below it. */
export const maxCalls = 512;

/** The most characters of one call. */
export const maxCallLength = 2 * 1024 * 1024;
