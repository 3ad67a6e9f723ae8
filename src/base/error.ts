const marker = Symbol.for('toolwright.error');

/** What can go wrong outside a call: each code is stable, each message says what to do next. */
export type ErrorCode =
  | 'bad-usage'
  | 'bad-option'
  | 'bad-config'
  | 'duplicate-tool'
  | 'bad-tool'
  | 'store-locked'
  | 'store-read-only'
  | 'store-full'
  | 'store-newer'
  | 'store-damaged'
  | 'store-unavailable'
  | 'session-unknown'
  | 'session-busy'
  | 'session-idle'
  | 'session-closed'
  | 'session-leased'
  | 'session-damaged'
  | 'workspace-missing'
  | 'question-unknown'
  | 'question-answered'
  | 'message-unknown'
  | 'model-failed';

/** The one error type Toolwright throws. Expected failures of a call are values, never this. */
export class ToolwrightError extends Error {
  override readonly name = 'ToolwrightError';
  readonly code: ErrorCode;
  readonly details: Readonly<Record<string, unknown>>;
  readonly [marker] = true;

  constructor(code: ErrorCode, message: string, options: { cause?: unknown; details?: Record<string, unknown> } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.details = options.details ?? {};
  }
}

/** True for an error of any copy of Toolwright in the process, unlike `instanceof`. */
export function isToolwrightError(value: unknown): value is ToolwrightError {
  return typeof value === 'object' && value !== null && (value as { [marker]?: unknown })[marker] === true;
}

/** The message of anything that was thrown, whatever it is: this itself never throws. */
export function messageOf(thrown: unknown): string {
  try {
    if (thrown instanceof Error) return String(thrown.message);
    return typeof thrown === 'string' ? thrown : `a thrown value of type ${typeof thrown}`;
  } catch {
    return 'something that cannot even be read';
  }
}

/** The `code` of a Node.js system error (`ENOENT`, …), if it is one. */
export function systemCode(thrown: unknown): string | undefined {
  const code = thrown instanceof Error ? (thrown as { code?: unknown }).code : undefined;
  return typeof code === 'string' ? code : undefined;
}
