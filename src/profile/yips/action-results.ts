import { defined } from '../../base/defined.js';
import { type Json, parseJson } from '../../base/json.js';
import { cutEnd } from '../../base/text.js';
import type { DialectMessage, DialectResult } from '../../dialect/dialect.js';
import { escapeFence, kindOf, writtenId } from '../../dialect/format/action-fence/write-actions.js';
import { escapeMarkup } from '../../dialect/markup.js';
import type { ErrorType, ToolResult } from '../../tool/outcome.js';
import type { Tool } from '../../tool/tool.js';

export type ActionStatus = 'ok' | 'error' | 'denied' | 'timeout';

/** What a model is told of an action. */
export interface ActionResult {
  readonly kind: 'tool' | 'skill' | 'subagent';
  readonly callId: string;
  readonly status: ActionStatus;
  readonly output: string;
  readonly metadata?: { readonly [name: string]: Json };
}

/** A result in the words of Yips, without kind and id: these are told where it is sent. */
export function renderYipsResult(result: ToolResult, tool?: Tool): string {
  const { success, data, error_message: message, error_type: type, details, metadata: measured } = result;
  const isSubagent = tool?.name === 'subagent';
  const text = typeof data === 'string' ? data : success ? JSON.stringify(data) : '';
  const output = success || (isSubagent && text !== '') ? text : [message ?? '', text].filter(isSaid).join('\n');
  const metadata = {
    ...(details ?? (!success && typeof data === 'object' ? data : undefined)),
    ...(isSubagent && { durationMs: measured.execution_time_ms }),
    ...defined({ coerced: measured.coerced, rewrittenBy: measured.rewritten_by }),
  };
  const more = Object.keys(metadata).length > 0 && { metadata };
  return JSON.stringify({ status: success ? 'ok' : statusOf(type), output, ...more });
}

const isSaid = (part: string): boolean => part !== '';

function statusOf(type: ErrorType): ActionStatus {
  if (type === 'permission_denied') return 'denied';
  return type === 'timeout' ? 'timeout' : 'error';
}

/** Everything as `Action results:`, then those of each kind that had some again, in short and with their names. */
export function renderActionResults(results: readonly DialectResult[]): readonly DialectMessage[] {
  const read = results.map((result) => ({ name: result.name, action: readAction(result) }));
  // What a subagent may not do is told ahead of what it did.
  const told = [
    ...read.filter(({ action }) => isWithheld(action)),
    ...read.filter(({ action }) => !isWithheld(action)),
  ];
  const typed = titles.flatMap(([title, kind]) => {
    const own = told.filter(({ action }) => action.kind === kind);
    const rows = own.map(({ name, action }) => summaryOf(name, action));
    return rows.length === 0 ? [] : [message(title, rows)];
  });
  const all = told.map(({ action }) => action);
  return [message('Action', all), ...typed];
}

/** The longest row that is told twice whole, and what is told again of the output of a longer one. */
const summaryChars = { row: 2000, output: 500 };

function summaryOf(name: string, { callId, status, output, metadata }: ActionResult): object {
  const row = { callId, name, status, output, ...defined({ metadata }) };
  if (JSON.stringify(row).length <= summaryChars.row) return row;
  const cut = `${cutEnd(output, summaryChars.output)}… [the whole of it is in Action results]`;
  return { callId, name, status, output: output.length > summaryChars.output ? cut : output };
}

/** What was settled by another profile, or never, has text alone. */
export function readAction({ id = '', name, text, isError }: DialectResult): ActionResult {
  const kind = kindOf(name);
  const head = { kind, callId: writtenId(id) };
  const parsed = parseJson(text);
  const record = parsed.ok && isRecord(parsed.value) ? parsed.value : undefined;
  const { status, output, metadata } = record ?? {};
  if (!isStatus(status) || typeof output !== 'string')
    return { ...head, status: isError ? 'error' : 'ok', output: text };
  // Only tools are denied: what is refused of the others is an error.
  const own = status === 'denied' && kind !== 'tool' ? 'error' : status;
  return { ...head, status: own, output, ...(isRecord(metadata) && { metadata }) };
}

const isRecord = (value: Json | undefined): value is { readonly [name: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const statuses: readonly unknown[] = ['ok', 'error', 'denied', 'timeout'] satisfies readonly ActionStatus[];
const isStatus = (value: unknown): value is ActionStatus => statuses.includes(value);

const isWithheld = ({ metadata }: ActionResult): boolean => metadata?.['reason'] === 'withheld';

function message(title: string, rows: readonly object[]): DialectMessage {
  const lines = rows.map((row) => JSON.stringify(row)).join(',\n');
  return { role: 'system', text: `${title} results:\n${escapeFence(escapeMarkup(`[${lines}]`))}` };
}

const titles = [
  ['Tool', 'tool'],
  ['Skill', 'skill'],
  ['Subagent', 'subagent'],
] as const;
