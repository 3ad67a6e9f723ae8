import type { Profile } from '../../agent/profile.js';
import type { Called } from '../../agent/round.js';
import { runTurn, type TurnStart } from '../../agent/turn.js';
import { builtinTools, findBuiltin } from '../../builtin/builtin-tools.js';
import { isProfileName } from '../../profile/find-profile.js';
import { checkerFor } from '../../schema/check.js';
import type { SessionRecord } from '../event.js';
import { recordedProfile, sessionProfile } from '../session-profile.js';
import { compareEvents, type Difference } from './compare-events.js';
import { recordedLimits } from './recorded-guards.js';
import { type RecordedPast, walkPast } from './recorded-past.js';
import { callIdOf, kindOf, type RecordedTurn, recordedTurns, type StepKind, unsentCalls } from './recorded-turn.js';
import { openReplay } from './replay-env.js';

export interface ReplayOptions {
  /** The profile the session had, where it is one of your own: its order and its words count. */
  readonly profile?: Profile;
}

/** What came of running a session again against its own record. */
export interface ReplayReport {
  readonly turns: number;
  /** How many events were compared. */
  readonly events: number;
  readonly differences: readonly Difference[];
  /** Events that have no counterpart, by type: what tools did, and what this version does not know. */
  readonly left: readonly { readonly type: string; readonly count: number; readonly why: 'doing' | 'unknown' }[];
  /** The versions that wrote the session. */
  readonly versions: readonly string[];
  /** The words of the session were replaced, so that only their form could be compared. */
  readonly redacted: boolean;
}

/**
 * Runs a recorded session again, turn by turn, and compares what comes out with the record: apart from ids, times and hashes
 * it is the same. The model answers as it did, tools plan and answer as they did, people decide as they did. Nothing is run,
 * nothing outside is read or written, and each turn begins where the record says.
 */
export async function replaySession(
  recordedEvents: readonly SessionRecord[],
  options: ReplayOptions = {},
): Promise<ReplayReport> {
  const events = withoutSteps(recordedEvents);
  const redacted = events.some(isRedacted);
  const base = await replayedProfile(options, events);
  const profile = { ...base, limits: recordedLimits(events, base) };
  // Loaded beforehand: in a replay nothing waits for the outside.
  await checkerFor(builtinTools[0]?.parameters ?? {});
  const turns = recordedTurns(events);
  const pastAt = walkPast(events);
  const differences: Difference[] = [];
  let compared = 0;
  for (const turn of turns) {
    const past = pastAt(turn.from);
    const recorded = turn.events.filter((event, at) => kindOf(event, at) === 'compared');
    const { env, conductor } = await openReplay({ turn, past, profile, redacted });
    try {
      await Promise.race([
        runTurn({ turnId: turnIdOf(turn), message: messageOf(turn, past), called: calledOf(turn) }, env),
        conductor.over,
      ]);
    } finally {
      conductor.close();
    }
    const loose = looseCalls(turn, redacted);
    compared += recorded.length;
    differences.push(
      ...compareEvents({
        turn: turn.number,
        recorded,
        replayed: conductor.events,
        recordedId: conductor.recordedId,
        isLoose: (callId) => loose.has(callId),
        redacted,
      }),
    );
  }
  return {
    turns: turns.length,
    events: compared,
    differences,
    left: leftOut(turns),
    versions: versionsOf(events),
    redacted,
  };
}

/** Of one of your own that is not given, the default stands in: what it words otherwise shows as differences. */
function replayedProfile(options: ReplayOptions, events: readonly SessionRecord[]): Promise<Profile> {
  const isKnown = options.profile !== undefined || isProfileName(recordedProfile(events) ?? '');
  return sessionProfile(isKnown ? options : { profile: 'toolwright' }, events);
}

/** What calls made themselves is what tools did: nothing is run again, so that it has no counterpart. */
function withoutSteps(events: readonly SessionRecord[]): readonly SessionRecord[] {
  const steps = new Set(events.flatMap((event) => (event.type === 'step-admitted' ? [event.body.callId] : [])));
  return steps.size === 0 ? events : events.filter((event) => !steps.has(callIdOf(event) ?? ''));
}

const turnIdOf = ({ events }: RecordedTurn): string =>
  events[0]?.type === 'turn-started' ? events[0].body.turnId : '';

function messageOf({ events }: RecordedTurn, { waiting }: RecordedPast): TurnStart['message'] {
  const [started, first] = events;
  if (started?.type === 'turn-started' && (started.body.resumed ?? started.body.aside) === true) return undefined;
  // A turn whose process ended before its message was stored.
  if (first?.type !== 'message-received' && first?.type !== 'message-queued') return { text: '' };
  const { messageId, text, images = [] } = first.body;
  if (waiting.some((one) => one.messageId === messageId)) return 'queued';
  return { text, images: images.map(({ mediaType }) => ({ mediaType, data: '' })) };
}

/** What a program called in this turn, where one did. */
function calledOf({ events }: RecordedTurn): Called | undefined {
  const [started] = events;
  if (started?.type !== 'turn-started' || started.body.caller === undefined) return undefined;
  const answered = events.findIndex(({ type }) => type === 'model-answered');
  const calls = events
    .slice(answered + 1)
    .flatMap((event) => (event.type === 'call-admitted' ? [event.body] : []))
    .map(({ callId: id, name, arguments: text }) => ({ id, name, arguments: text }));
  return { calls, caller: started.body.caller };
}

/** Calls whose words tell of tools, schemas, rates or moments that the record does not hold. */
function looseCalls({ events }: RecordedTurn, redacted: boolean): ReadonlySet<string> {
  const names = new Map<string, string>();
  const loose = new Set(unsentCalls(events));
  for (const event of events) {
    const callId = callIdOf(event) ?? '';
    if (event.type === 'call-admitted') names.set(callId, event.body.name);
    if (event.type === 'call-refused' && event.body.stage === 'resolve') loose.add(callId);
    if (event.type === 'call-refused' && event.body.by !== undefined) loose.add(callId);
    if (event.type === 'guard-tripped' && event.body.limit === 'rate') loose.add(callId);
    if (event.type === 'call-settled' && event.body.outcome === 'cancelled') loose.add(callId);
    const unknown = redacted || findBuiltin(names.get(callId) ?? '') === undefined;
    if (unknown && (event.type === 'call-planned' || event.type === 'call-refused')) loose.add(callId);
  }
  return loose;
}

function leftOut(turns: readonly RecordedTurn[]): ReplayReport['left'] {
  const counts = new Map<string, { count: number; why: StepKind }>();
  for (const { events } of turns)
    for (const [at, event] of events.entries()) {
      const why = kindOf(event, at);
      if (why !== 'doing' && why !== 'unknown') continue;
      counts.set(event.type, { count: (counts.get(event.type)?.count ?? 0) + 1, why });
    }
  return [...counts].map(([type, { count, why }]) => ({ type, count, why: why === 'doing' ? why : 'unknown' }));
}

function versionsOf(events: readonly SessionRecord[]): readonly string[] {
  const versions = events.flatMap((event) => (event.type === 'session-opened' ? [event.body.version] : []));
  return [...new Set(versions)];
}

const isRedacted = ({ type, body }: SessionRecord): boolean =>
  type === 'session-opened' && (body as { readonly redacted?: boolean }).redacted === true;
