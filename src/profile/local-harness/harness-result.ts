import type { ErrorType, ToolResult } from '../../tool/outcome.js';

export const harnessErrorTypes = [
  'none',
  'not_found',
  'validation_failed',
  'permission_denied',
  'io_error',
  'parse_error',
  'internal_error',
] as const;
export type HarnessErrorType = (typeof harnessErrorTypes)[number];

/** A result as LocalHarness' tools give it. */
export interface HarnessResult {
  readonly success: boolean;
  /** Always text; null of a failure. */
  readonly data: string | null;
  readonly error_message: string | null;
  readonly error_type: HarnessErrorType;
  readonly metadata: {
    readonly execution_time_ms: number;
    readonly data_size_bytes: number;
    /** Milliseconds since the epoch. */
    readonly timestamp: number;
  };
}

/** The model's copy: the JSON, whole, of a success and of a failure. */
export const renderHarnessResult = (result: ToolResult): string => JSON.stringify(harnessResult(result));

/** What a failure brings beside its message has no place of its own: it follows the message. */
export function harnessResult({ success, data, error_message, error_type, metadata }: ToolResult): HarnessResult {
  const text = data === null || data === undefined ? '' : textOf(data);
  const { execution_time_ms, data_size_bytes, timestamp } = metadata;
  return {
    success,
    data: success ? text : null,
    error_message: success ? null : `${error_message ?? ''}${text === '' ? '' : `\n${text}`}`,
    error_type: harnessErrorType(error_type),
    metadata: { execution_time_ms, data_size_bytes: success ? data_size_bytes : 0, timestamp },
  };
}

export const harnessErrorType = (type: ErrorType): HarnessErrorType =>
  harnessErrorTypes.find((one) => one === type) ?? others[type] ?? 'internal_error';

/** A file that changed or a text that is there twice: the call was about something else than there is. */
const others: Readonly<Partial<Record<ErrorType, HarnessErrorType>>> = {
  stale: 'validation_failed',
  ambiguous: 'validation_failed',
};

const textOf = (data: unknown): string => (typeof data === 'string' ? data : JSON.stringify(data));

const maxShownBytes = 10_000;

/** The person's copy: which tool, how it ended, what it gave, cut at 10,000 bytes, and how long it took. */
export function renderHarnessMessage(result: ToolResult, toolName: string): string {
  const { success, data, error_message, error_type, metadata } = harnessResult(result);
  const end = success
    ? ['Status: ✅ SUCCESS', `Result: ${cutBytes(data ?? '')}`]
    : ['Status: ❌ FAILED', `Error Type: ${error_type}`, `Error: ${cutBytes(error_message ?? '')}`];
  return [`[Tool: ${toolName}]`, ...end, `Execution Time: ${metadata.execution_time_ms}ms`].join('\n');
}

function cutBytes(text: string): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= maxShownBytes) return text;
  let end = maxShownBytes;
  // Not within a character: those that go on begin with the bits 10.
  while (((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return `${bytes.toString('utf8', 0, end)}\n[… ${bytes.length - end} more bytes; the model reads all of it]`;
}
