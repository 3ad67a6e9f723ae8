import { defined } from '../base/defined.js';
import type { Coercion } from '../schema/coerce.js';

/** How a call ended. `unknown`: it was started and its end was never recorded. */
export type Outcome = 'ok' | 'error' | 'denied' | 'timeout' | 'cancelled' | 'unknown';

export const errorTypes = [
  'none',
  'not_found',
  'validation_failed',
  'permission_denied',
  'io_error',
  'parse_error',
  'timeout',
  'rate_limited',
  'cancelled',
  'stale',
  'ambiguous',
  'internal_error',
] as const;

export type ErrorType = (typeof errorTypes)[number];

/** An expected failure of a tool: a value, not an exception. Made by `fail`. */
export interface ToolFailure {
  readonly [failureMark]: true;
  readonly errorType: Exclude<ErrorType, 'none'>;
  /** Says what is wrong and what to do next; the model reads it. */
  readonly message: string;
  /** What the model reads beside the message: the output of a command that failed, say. */
  readonly data?: unknown;
}

const failureMark: unique symbol = Symbol.for('toolwright.failure') as never;

export function fail(errorType: ToolFailure['errorType'], message: string, data?: unknown): ToolFailure {
  // Tools of others are not compiled with ours: a message always is text.
  return { [failureMark]: true, errorType, message: String(message), ...defined({ data }) };
}

export function isFailure(value: unknown): value is ToolFailure {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, failureMark);
}

/** What a model reads of a call, in the default words; a profile may render it in others. */
export interface ToolResult {
  readonly success: boolean;
  readonly data: unknown;
  readonly error_message: string | null;
  readonly error_type: ErrorType;
  readonly metadata: ResultMetadata;
  /** What the tool tells beside its words; no part of the default ones. */
  readonly details?: Readonly<Record<string, unknown>>;
}

export interface ResultMetadata {
  readonly execution_time_ms: number;
  readonly data_size_bytes: number;
  /** Milliseconds since the epoch. */
  readonly timestamp: number;
  /** Arguments that were turned into the type their schema wants. */
  readonly coerced?: readonly Coercion[];
  /** Middlewares and hooks that changed the arguments. */
  readonly rewritten_by?: readonly string[];
  /** A person said no to the call; for profiles that have words of their own for it. */
  readonly denied_by_person?: true;
  /** The limit that refused the call: `rate`, `calls-per-turn`, `loop-redundant`; for profiles that tell these apart. */
  readonly limit?: string;
  /** Tools whose definitions are sent no longer, because that of the called one is from now on. */
  readonly evicted?: readonly string[];
}
