import type { SessionEvent } from '../../session/event.js';
import type { Session } from '../../session/session.js';
import { argumentsOf, seedOutputReader } from './seed-audit.js';
import { createTelling, type Telling } from './telling.js';

interface OfTask {
  /** The id of the session. */
  readonly taskId: string;
  readonly agentId: string;
}

interface OfCall extends OfTask {
  readonly toolCallId: string;
  readonly toolName: string;
}

/** What Seed's interfaces listen to, in its own words. */
export type SeedBusEvent =
  | ({ readonly type: 'tool_call_start'; readonly arguments: unknown } & OfCall)
  | ({ readonly type: 'tool_call_heartbeat'; readonly elapsedMs: number } & OfCall)
  | ({
      readonly type: 'tool_call_end';
      readonly output: unknown;
      readonly isError: boolean;
      readonly durationMs: number;
    } & OfCall)
  | ({
      readonly type: 'tool_calls_batch_start';
      readonly count: number;
      readonly safeCount: number;
      readonly riskyCount: number;
    } & OfTask)
  | ({ readonly type: 'tool_calls_batch_end' } & OfTask);

export interface SeedBusOptions {
  readonly taskId: string;
  readonly agentId: string;
  /** Finds out which calls of a batch are risky: those that a person would be asked about. */
  readonly previewCall: Session['previewCall'];
  /** Of a session that is gone on with, what is stored of it: what an earlier process left open is run again. */
  readonly past?: readonly SessionEvent[];
  emit(event: SeedBusEvent): void;
}

export interface SeedBus {
  /** Takes the next event of the session, stored or not. */
  readonly take: (event: SessionEvent) => void;
  /** Ends the batch that is open, if one is: for a session that ends without telling. Answers when all is told. */
  close(): Promise<void>;
}

interface Listed {
  readonly name: string;
  readonly arguments: string;
  started: boolean;
}

/**
 * Tells the events of a session as Seed's bus does: `session.on(createSeedBus({ … }).take)`. A call that is refused before it
 * could be asked about, and one that is denied, is told nothing of.
 */
export const createSeedBus = (options: SeedBusOptions): SeedBus => busOver(options, createTelling());

/** The same where more is told in one order with it. */
export function busOver(options: SeedBusOptions, telling: Telling): SeedBus {
  const { taskId, agentId, previewCall, past = [] } = options;
  const task: OfTask = { taskId, agentId };
  const emit = (event: SeedBusEvent): void => telling.tell(() => options.emit(event));
  const calls = new Map<string, Listed>();
  let readOutput = seedOutputReader(undefined);
  for (const event of past) {
    if (event.type === 'session-opened') readOutput = seedOutputReader(event.body.profile);
    if (event.type === 'call-admitted') calls.set(event.body.callId, { ...event.body, started: false });
    if (event.type === 'call-settled') calls.delete(event.body.callId);
  }
  /** The calls of the open batch that are not over. */
  let batch: Set<string> | undefined;
  /** Calls of an answer that are still to be admitted. */
  let awaited = 0;
  let admitted: string[] = [];

  const begin = (ids: readonly string[]): void => {
    close();
    if (ids.length < 2) return;
    batch = new Set(ids);
    const counted = Promise.all(ids.map((id) => isRisky(calls.get(id))));
    telling.hold(async () => {
      const riskyCount = (await counted).filter(Boolean).length;
      const count = ids.length;
      options.emit({ type: 'tool_calls_batch_start', ...task, count, safeCount: count - riskyCount, riskyCount });
    });
  };
  /** One that comes to no verdict is safe: it is not run. */
  const isRisky = async (call: Listed | undefined): Promise<boolean> => {
    if (call === undefined) return false;
    const preview = await previewCall(call.name, argumentsOf(call.arguments)).catch(() => undefined);
    return preview?.type === 'decided' && (preview.decision.verdict === 'ask' || preview.decision.verdict === 'deny');
  };
  const close = (): void => {
    if (batch === undefined) return;
    batch = undefined;
    emit({ type: 'tool_calls_batch_end', ...task });
  };
  const ofCall = (toolCallId: string, { name }: Listed): OfCall => ({ ...task, toolCallId, toolName: name });
  const start = (id: string): void => {
    const call = calls.get(id);
    if (call === undefined || call.started) return;
    call.started = true;
    emit({ type: 'tool_call_start', ...ofCall(id, call), arguments: argumentsOf(call.arguments) });
  };

  const take = (event: SessionEvent): void => {
    switch (event.type) {
      case 'session-opened':
        readOutput = seedOutputReader(event.body.profile);
        break;
      case 'turn-started':
      case 'turn-ended':
        close();
        break;
      case 'model-answered':
        awaited = event.body.calls;
        admitted = [];
        break;
      case 'call-admitted':
        calls.set(event.body.callId, { ...event.body, started: false });
        admitted.push(event.body.callId);
        if (admitted.length === awaited) begin(admitted);
        break;
      case 'history-repaired':
        begin(event.body.calls.filter(({ repair }) => repair.startsWith('run')).map(({ callId }) => callId));
        break;
      case 'call-refused':
        // Seed finds these out when it executes a call, and a failed preflight before it tells anyone of it.
        if (event.body.stage === 'resolve' || event.body.stage === 'check') start(event.body.callId);
        break;
      case 'call-started':
        start(event.body.callId);
        break;
      case 'call-heartbeat': {
        const call = calls.get(event.callId);
        if (call !== undefined)
          emit({ type: 'tool_call_heartbeat', ...ofCall(event.callId, call), elapsedMs: event.elapsedMs });
        break;
      }
      case 'call-settled': {
        const { callId, content, outcome, durationMs } = event.body;
        const call = calls.get(callId);
        if (call?.started === true) {
          const output = readOutput(content);
          emit({ type: 'tool_call_end', ...ofCall(callId, call), output, isError: outcome !== 'ok', durationMs });
        }
        calls.delete(callId);
        batch?.delete(callId);
        if (batch?.size === 0) close();
        break;
      }
      default:
        break;
    }
  };
  return {
    take,
    async close() {
      close();
      await telling.settled();
    },
  };
}
