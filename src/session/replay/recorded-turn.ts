import type { TurnEnd } from '../../agent/event.js';
import { words } from '../../base/text.js';
import type { HistoryCompacted } from '../../history/event.js';
import type { SessionRecord } from '../event.js';

/** A turn as it was recorded, with what came before it. */
export interface RecordedTurn {
  /** Counted from 1. */
  readonly number: number;
  /** Where in the session it begins. */
  readonly from: number;
  /** From its start on, to its end or to where its process ended. */
  readonly events: readonly SessionRecord[];
  /** Undefined when its process ended within it. */
  readonly end: TurnEnd | undefined;
}

export function recordedTurns(events: readonly SessionRecord[]): readonly RecordedTurn[] {
  const turns: RecordedTurn[] = [];
  let begun: { readonly from: number; readonly turnId: string } | undefined;
  const close = (until: number, end?: TurnEnd): void => {
    if (begun === undefined) return;
    const { from } = begun;
    turns.push({ number: turns.length + 1, from, events: events.slice(from, until), end });
    begun = undefined;
  };
  for (const [at, event] of events.entries()) {
    if (event.type === 'turn-ended' && event.body.turnId === begun?.turnId) close(at + 1, event.body);
    if (event.type === 'turn-started' || event.type === 'session-opened') close(at);
    if (event.type === 'turn-started') begun = { from: at, turnId: event.body.turnId };
  }
  close(events.length);
  return turns;
}

/** What the road and the turn loop bring about themselves: it has to come out the same. */
const compared: ReadonlySet<string> = new Set(
  words(`
  turn-started message-received round-started model-answered message-problem call-admitted call-refused call-rewritten
  guard-tripped guard-warned call-planned call-decided approval-requested approval-answered call-started call-stopped
  call-settled history-repaired turn-paused turn-ended`),
);

/** What people, commands and the surroundings did meanwhile: it is taken from the record when its turn comes. */
const given: ReadonlySet<string> = new Set(
  words(`
  message-queued message-edited message-withdrawn mode-changed risk-mode-changed model-changed taint-raised taint-cleared
  history-compacted limit-extended command-ended todos-changed tools-activated tools-described prefix-fixed note-added`),
);

/** Calls of tools that had not been sent with their round: answers to these tell schemas, which the record does not hold. */
export function unsentCalls(events: readonly SessionRecord[]): ReadonlySet<string> {
  const unsent = new Set<string>();
  const names = new Map<string, string>();
  const activated = new Set<string>();
  for (const event of events) {
    if (event.type === 'round-started') activated.clear();
    if (event.type === 'tools-activated') for (const name of event.body.names) activated.add(name);
    if (event.type === 'tools-described') for (const name of Object.keys(event.body.tools)) activated.add(name);
    if (event.type === 'call-admitted') names.set(event.body.callId, event.body.name);
    const callId = callIdOf(event) ?? '';
    if (activated.has(names.get(callId) ?? '')) unsent.add(callId);
  }
  return unsent;
}

/** What tools and those around them did: nothing is run again, so that it has no counterpart. */
const doings = /^(?:(?:change|command|result|middleware|hook|skill|child|tool|event)-|model-asked$)/;

export type StepKind = 'compared' | 'given' | 'doing' | 'unknown';

/**
 * How an event of a turn is dealt with. The first message is the turn's own, however it was taken in, and so is a compaction
 * that it made because a request was refused.
 */
export function kindOf({ type, body }: Pick<SessionRecord, 'type' | 'body'>, at: number): StepKind {
  // The questions of a subagent are those of its own record.
  if (type.startsWith('approval-') && (body as { readonly child?: unknown }).child !== undefined) return 'doing';
  if (compared.has(type) || (type === 'message-queued' && at === 1)) return 'compared';
  if (type === 'history-compacted' && (body as HistoryCompacted).why === 'overflow') return 'compared';
  if (given.has(type)) return 'given';
  return doings.test(type) ? 'doing' : 'unknown';
}

export const callIdOf = ({ body }: { readonly body: unknown }): string | undefined =>
  (body as { readonly callId?: string } | null)?.callId;
