import { parseJson } from '../base/json.js';
import type { SessionRecord } from './event.js';
import type { StoredSession } from './sessions.js';

/** A row of Seed's audit log. */
export interface SeedAuditRow {
  readonly id: number;
  readonly type: 'ToolCallRequested' | 'ToolCallCompleted';
  readonly payload: Readonly<Record<string, unknown>>;
  readonly createdAt: string;
}

/** The calls of a session as Seed writes its audit log: one row when a call is asked for, one when it is over. */
export function renderSeedAudit(session: StoredSession): string {
  return seedAuditRows(session)
    .map((row) => `${JSON.stringify(row)}\n`)
    .join('');
}

export function seedAuditRows({ id, events }: StoredSession): readonly SeedAuditRow[] {
  const opened = events.find((event) => event.type === 'session-opened');
  const ofSession = { authorActorId: opened?.body.actor ?? null, taskId: id };
  const rejected = new Set<string>();
  const rows: SeedAuditRow[] = [];
  for (const event of events) {
    if (event.type === 'call-admitted' || event.type === 'step-admitted') {
      const { callId: toolCallId, name: toolName } = event.body;
      const payload = { toolCallId, toolName, ...ofSession, input: inputOf(event.body.arguments), timestamp: event.at };
      rows.push({ id: rows.length + 1, type: 'ToolCallRequested', payload, createdAt: timeOf(event) });
    }
    if (event.type === 'approval-answered' && event.body.by === 'person' && event.body.answer.choice === 'deny')
      rejected.add(event.body.callId);
    if (event.type === 'call-settled') {
      const { callId: toolCallId, name: toolName, outcome, durationMs } = event.body;
      const isRejected = outcome === 'denied' && rejected.has(toolCallId);
      const output = isRejected ? { isError: true, error: 'User rejected the request' } : event.body.content;
      const end = { output, isError: outcome !== 'ok', durationMs, timestamp: event.at };
      const payload = { toolCallId, toolName, ...ofSession, ...end };
      rows.push({ id: rows.length + 1, type: 'ToolCallCompleted', payload, createdAt: timeOf(event) });
    }
  }
  return rows;
}

const timeOf = ({ at }: SessionRecord): string => new Date(at).toISOString();

/** What the model wrote; the text itself where that is no JSON. */
function inputOf(text: string): unknown {
  const parsed = parseJson(text === '' ? '{}' : text);
  return parsed.ok ? parsed.value : text;
}
