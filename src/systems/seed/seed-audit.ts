import { parseJson } from '../../base/json.js';
import { rejectedOutput } from '../../profile/seed/seed-words.js';
import type { SessionRecord } from '../../session/event.js';
import type { StoredSession } from '../../session/sessions.js';

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

/** A call that its tool refused before it was judged is in no row. */
export function seedAuditRows({ id, events }: StoredSession): readonly SeedAuditRow[] {
  const take = createSeedAudit(id);
  return events.flatMap((event) => take(event));
}

/** Takes the events of a session in their order, and gives the rows that each of them brings. */
export function createSeedAudit(taskId: string): (event: SessionRecord) => readonly SeedAuditRow[] {
  let ofSession: { readonly authorActorId: string | null; readonly taskId: string } = { authorActorId: null, taskId };
  let readOutput = seedOutputReader(undefined);
  const rejected = new Set<string>();
  const waiting = new Map<string, Readonly<Record<string, unknown>>>();
  const requested = new Set<string>();
  let count = 0;
  const row = (type: SeedAuditRow['type'], payload: object, event: SessionRecord): SeedAuditRow => {
    count += 1;
    return { id: count, type, payload: { ...payload, timestamp: event.at }, createdAt: timeOf(event) };
  };
  const request = (callId: string, event: SessionRecord): readonly SeedAuditRow[] => {
    const asked = waiting.get(callId);
    waiting.delete(callId);
    if (asked === undefined) return [];
    requested.add(callId);
    return [row('ToolCallRequested', asked, event)];
  };
  return (event) => {
    switch (event.type) {
      case 'session-opened':
        ofSession = { authorActorId: event.body.actor, taskId };
        readOutput = seedOutputReader(event.body.profile);
        return [];
      case 'call-admitted':
      case 'step-admitted': {
        const { callId: toolCallId, name: toolName } = event.body;
        waiting.set(toolCallId, { toolCallId, toolName, ...ofSession, input: argumentsOf(event.body.arguments) });
        return [];
      }
      case 'call-refused':
        if (event.body.stage === 'plan') waiting.delete(event.body.callId);
        return [];
      case 'call-started':
        return request(event.body.callId, event);
      case 'approval-answered':
        if (event.body.by === 'person' && event.body.answer.choice === 'deny') rejected.add(event.body.callId);
        return [];
      case 'call-settled': {
        const { callId: toolCallId, name: toolName, outcome, durationMs, content } = event.body;
        const rows = request(toolCallId, event);
        if (!requested.has(toolCallId)) return [];
        const isRejected = outcome === 'denied' && rejected.has(toolCallId);
        const output = isRejected ? rejectedOutput : readOutput(content);
        const ended = { toolCallId, toolName, ...ofSession, output, isError: outcome !== 'ok', durationMs };
        return [...rows, row('ToolCallCompleted', ended, event)];
      }
      default:
        return [];
    }
  };
}

/** Reads the output of a call from what a session of this profile keeps of it. */
export const seedOutputReader = (profile: string | undefined): ((content: string) => unknown) =>
  profile === 'seed' ? outputOf : asItIs;

const asItIs = (content: string): unknown => content;

/** Seed's own sessions keep a result as its output and whether that is an error. */
function outputOf(content: string): unknown {
  const parsed = parseJson(content);
  return parsed.ok ? (parsed.value as { readonly output?: unknown })?.output : content;
}

const timeOf = ({ at }: SessionRecord): string => new Date(at).toISOString();

/** What the model wrote; the text itself where that is no JSON. */
export function argumentsOf(text: string): unknown {
  const parsed = parseJson(text === '' ? '{}' : text);
  return parsed.ok ? parsed.value : text;
}
