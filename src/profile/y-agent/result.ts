import type { ResultCut } from '../../run/env.js';
import type { ErrorType, ToolResult } from '../../tool/outcome.js';
import type { Tool } from '../../tool/tool.js';

/** What can go wrong, in the words of y-agent. */
export const errorCodes = [
  'tool_not_found',
  'validation_error',
  'permission_denied',
  'stale_file',
  'ambiguous_edit',
  'edit_target_not_found',
  'file_not_found',
  'timeout',
  'rate_limited',
  'runtime_error',
  'external_service_error',
  'cancelled',
  'other',
] as const;

export type ErrorCode = (typeof errorCodes)[number];

const retryable: ReadonlySet<ErrorCode> = new Set(['timeout', 'rate_limited', 'external_service_error']);

/** `{success, content, warnings, metadata}`, or `{error, code, details, retryable}`. */
export function renderYAgentResult(result: ToolResult, tool?: Tool): string {
  const { success, data, metadata } = result;
  if (!success) {
    const code = errorCode(result, tool);
    const error = result.error_message ?? '';
    return JSON.stringify({ error, code, details: data, retryable: retryable.has(code) });
  }
  const { timestamp: _timestamp, data_size_bytes: _size, ...told } = metadata;
  const { warnings, content } = apart(data);
  return JSON.stringify({ success, content, warnings, metadata: told });
}

/** The code of a failure: by its kind, and by what the tool works on. */
export function errorCode(result: ToolResult, tool?: Tool): ErrorCode {
  const { error_type: type, error_message: message, metadata } = result;
  // What goes on refusing is no rate: the same call again would be refused again.
  if (metadata.limit !== undefined && !passing.has(metadata.limit)) return 'other';
  if (tool === undefined && (type === 'not_found' || type === 'stale')) return 'tool_not_found';
  if (type === 'not_found' && tool?.category === 'Search')
    return tool.viewOf === 'tool_search' ? 'tool_not_found' : 'file_not_found';
  if (type === 'not_found' && tool?.category === 'FileSystem')
    return message?.startsWith('old_string ') === true ? 'edit_target_not_found' : 'file_not_found';
  if (tool?.category === 'Network' && (type === 'io_error' || type === 'not_found')) return 'external_service_error';
  return codes[type];
}

/** The limits that let a call pass later. */
const passing: ReadonlySet<string> = new Set(['rate', 'calls-per-round']);

const codes: Readonly<Record<ErrorType, ErrorCode>> = {
  none: 'other',
  not_found: 'runtime_error',
  validation_failed: 'validation_error',
  permission_denied: 'permission_denied',
  io_error: 'runtime_error',
  parse_error: 'runtime_error',
  timeout: 'timeout',
  rate_limited: 'rate_limited',
  cancelled: 'cancelled',
  stale: 'stale_file',
  ambiguous: 'ambiguous_edit',
  internal_error: 'other',
};

/** What a tool warns of stands beside its content. */
function apart(data: unknown): { readonly warnings: readonly string[]; readonly content: unknown } {
  if (typeof data !== 'object' || data === null || !('warnings' in data)) return { warnings: [], content: data };
  const { warnings, ...content } = data;
  if (!Array.isArray(warnings)) return { warnings: [], content: data };
  return { warnings: warnings.map(String), content };
}

/** The marker of a result that was cut: how long it was, and how much of it is there. */
export const renderYAgentCut = ({ total, shown, where }: ResultCut): string =>
  `\n[truncated: ${shown} of ${total} characters shown; the whole ${where}]\n`;
