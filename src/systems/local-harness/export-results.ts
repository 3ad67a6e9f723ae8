import { parseJson } from '../../base/json.js';
import {
  type HarnessResult,
  harnessErrorType,
  harnessResult,
  renderHarnessMessage,
} from '../../profile/local-harness/harness-result.js';
import type { Settlement } from '../../run/event.js';
import type { SessionRecord } from '../../session/event.js';
import type { ToolResult } from '../../tool/outcome.js';

/** The result of one call, in LocalHarness' JSON. */
export interface ExportedResult {
  readonly tool_call_id: string;
  readonly tool: string;
  readonly result: HarnessResult;
}

/** The results of a stored session, whatever its profile, in the order in which its calls ended. */
export const exportToolResults = (events: readonly SessionRecord[]): readonly ExportedResult[] =>
  events.flatMap((event) =>
    event.type === 'call-settled'
      ? [{ tool_call_id: event.body.callId, tool: event.body.name, result: resultOf(event.body, event.at) }]
      : [],
  );

/** The same as lines of JSON. */
export const renderToolResults = ({ events }: { readonly events: readonly SessionRecord[] }): string =>
  exportToolResults(events)
    .map((exported) => `${JSON.stringify(exported)}\n`)
    .join('');

/** A message of the history as LocalHarness keeps it: of each call one for the user and one for the model. */
export type HarnessMessage =
  | { readonly role: 'user' | 'system'; readonly content: string }
  | { readonly role: 'assistant'; readonly content: string; readonly tool_calls?: readonly HarnessCall[] }
  | { readonly role: 'tool'; readonly content: string; readonly tool_call_id: string };

export interface HarnessCall {
  readonly id: string;
  readonly type: 'function';
  readonly function: { readonly name: string; readonly arguments: string };
}

/** The messages of a stored session. Those of role system are for the user; the model was never sent them. */
export function exportMessages(events: readonly SessionRecord[]): readonly HarnessMessage[] {
  const messages: HarnessMessage[] = [];
  /** Calls follow the answer they came with. */
  let calls: HarnessCall[] = [];
  for (const event of events) {
    if (event.type === 'message-received') messages.push({ role: 'user', content: event.body.text });
    if (event.type === 'model-answered') {
      const { text: content, calls: count } = event.body;
      calls = [];
      messages.push({ role: 'assistant', content, ...(count > 0 && { tool_calls: calls }) });
    }
    if (event.type === 'call-admitted') {
      const { callId: id, name, arguments: text } = event.body;
      calls.push({ id, type: 'function', function: { name, arguments: text } });
    }
    if (event.type === 'call-settled') messages.push(...toldOf(event.body, event.at));
  }
  return messages;
}

function toldOf(settled: Settlement, at: number): readonly HarnessMessage[] {
  const result = resultOf(settled, at);
  return [
    { role: 'system', content: settled.message ?? renderHarnessMessage(result, settled.name) },
    { role: 'tool', content: JSON.stringify(result), tool_call_id: settled.callId },
  ];
}

/** Profiles that write their results in other words leave the words themselves. */
function resultOf({ content, outcome, errorType, durationMs }: Settlement, timestamp: number): HarnessResult {
  const parsed = parseJson(content);
  const success = outcome === 'ok';
  const took = (data: unknown) => {
    const text = typeof data === 'string' ? data : JSON.stringify(data ?? null);
    return { execution_time_ms: durationMs, data_size_bytes: success ? Buffer.byteLength(text) : 0, timestamp };
  };
  const value: unknown = parsed.ok ? parsed.value : undefined;
  if (isResult(value)) {
    const { metadata, ...result } = value;
    return harnessResult({ ...result, metadata: { ...took(result.data), ...metadata } });
  }
  return {
    success,
    data: success ? content : null,
    error_message: success ? null : content,
    error_type: success ? 'none' : harnessErrorType(errorType),
    metadata: took(content),
  };
}

/** As the default profile has a model read it, which may leave out what a call took. */
type ToldResult = Omit<ToolResult, 'metadata'> & { readonly metadata?: Partial<ToolResult['metadata']> };

function isResult(value: unknown): value is ToldResult {
  if (typeof value !== 'object' || value === null) return false;
  const { success, error_type, metadata = {} } = value as Partial<ToldResult>;
  return typeof success === 'boolean' && typeof error_type === 'string' && typeof metadata === 'object';
}
