import { tmpdir } from 'node:os';
import { createMessageQueue } from '../../agent/message-queue.js';
import type { Profile } from '../../agent/profile.js';
import type { TurnEnv } from '../../agent/turn-env.js';
import { defined } from '../../base/defined.js';
import { createHistory } from '../../history/history.js';
import type { Policy } from '../../policy/policy.js';
import { noMask } from '../../policy/secret/mask.js';
import { createCancellation } from '../../run/cancellation.js';
import { createRecorder, type Recorder } from '../../run/recorder.js';
import { createMemoryStore } from '../../store/memory.js';
import type { NewEvent, StoredEvent } from '../../store/store.js';
import type { ProcessPort } from '../../tool/port.js';
import type { Tool } from '../../tool/tool.js';
import { createCore } from '../session-core.js';
import { type Conductor, createConductor } from './conductor.js';
import { recordedLoops, recordedRates, recordedSpending } from './recorded-guards.js';
import { recordedMiddleware } from './recorded-middleware.js';
import { recordedModel } from './recorded-model.js';
import type { RecordedPast } from './recorded-past.js';
import { recordedAnswers, recordedOffers } from './recorded-people.js';
import { createTools } from './recorded-tools.js';
import type { RecordedTurn } from './recorded-turn.js';

export interface ReplayContext {
  readonly turn: RecordedTurn;
  /** What came before the turn. */
  readonly past: RecordedPast;
  readonly profile: Profile;
  /** Texts were replaced: no schema of ours fits them. */
  readonly redacted: boolean;
}

/**
 * What a turn is run with so that it goes as it was recorded. The turn loop, the road and the history are the real ones; the
 * model, the tools, the policy, the people and the surroundings are what the record tells of them.
 */
export async function openReplay({ turn, past, profile: given, redacted }: ReplayContext) {
  const cancellation = createCancellation();
  const { opened } = past;
  const mood = { mode: past.mode, riskMode: past.riskMode, taint: past.taint };
  const history = createHistory('', { mask: noMask, earlierCalls: past.names, notesAs: given.notesAs });
  for (const event of past.tail) history.apply(event);
  const queue = createMessageQueue();
  for (const body of past.waiting) queue.apply({ type: 'message-queued', body });
  const conductor = createConductor({
    turn,
    cancellation,
    act(event) {
      history.apply(event);
      queue.apply(event);
      if (event.type === 'mode-changed') mood.mode = event.body.to;
      if (event.type === 'risk-mode-changed') mood.riskMode = event.body.to;
      if (event.type === 'taint-raised') mood.taint = [...mood.taint, event.body];
      if (event.type === 'taint-cleared') mood.taint = [];
    },
  });
  const contents = new WeakMap<object, string>();
  const tools = createTools({
    turn,
    names: past.names,
    conductor,
    redacted,
    keep: (value, text) => contents.set(value, text),
  });
  // The record has calls, where the model wrote text, and names that it was shown.
  const {
    wrapModel: _speak,
    surface: _surface,
    vocabulary: _vocabulary,
    scopes: _scopes,
    riskModes: _riskModes,
    renderMessage: _message,
    curates: _curates,
    ...kept
  } = given;
  const profile: Profile = {
    ...kept,
    instructionFiles: [],
    // What was sent then is not known: whatever was called was there.
    exposure: { kind: 'all' },
    renderResult: (result, tool) => contents.get(Object(result.data)) ?? given.renderResult(result, tool),
  };
  const policy: Policy = { decide: ({ tool }) => decisionOf(conductor, tools.callOf(tool as Tool)) };
  const model = recordedModel(turn);
  const core = await createCore({
    id: opened?.sessionId ?? 'ses_replayed',
    store: createMemoryStore(),
    past: [],
    options: {
      workspace: tmpdir(),
      model: model(),
      profile,
      policy,
      builtins: false,
      mode: mood.mode,
      process: stoppedProcesses(conductor),
      actor: opened?.actor ?? 'person',
    },
    openChild: async () => {
      throw new Error('nothing is run in a replay');
    },
  });
  const recorder = createRecorder<never>({
    store: { append: (_stream, events) => (conductor.dead ? new Promise(() => {}) : acknowledge(events)) },
    stream: core.id,
    onRecord(event) {
      if (conductor.dead) return;
      history.apply(event);
      queue.apply(event);
      conductor.produced(event);
    },
    onTold: () => {},
  });
  const middleware = recordedMiddleware(turn, conductor);
  // What requests began with, and what was told behind that, is in the record.
  const { prefix: _prefix, ...recordedEnv } = core.env;
  const env: TurnEnv = {
    ...recordedEnv,
    tools: {
      ...core.env.tools,
      ...defined({ middleware }),
      registry: tools.registry,
      exposed: {
        offer: tools.registry.offer,
        called: () => 'runs',
        refusalOf: () => undefined,
        madeRoom: () => undefined,
      },
    },
    judges: {
      ...core.env.judges,
      policy,
      mode: () => mood.mode,
      riskMode: () => mood.riskMode,
      grants: recordedOffers(conductor),
      taint: {
        get sources() {
          return mood.taint;
        },
        more: 0,
        connected: () => {},
        settled: () => {},
      },
    },
    people: { ...core.env.people, questions: recordedAnswers(turn, conductor, cancellation) },
    secrets: { mask: noMask, refreshSecrets: () => {}, masked: new Map() },
    ports: {
      ...core.env.ports,
      clock: { now: conductor.now, monotonic: conductor.now },
      change: {
        forCall: () => {
          throw new Error('nothing is changed in a replay');
        },
        seenBy: (callId) => seenBy(turn, conductor.recordedId(callId)),
      },
    },
    guards: {
      limits: core.env.guards.limits,
      rates: recordedRates(conductor, tools.callOf),
      loops: recordedLoops(conductor),
    },
    pace: {
      ...core.env.pace,
      watch: { start: () => ({ extend: (_ms, then) => void setTimeout(then, graceMs), stop: () => {} }) },
      trackDetached: () => {},
    },
    words: { ...core.env.words, loadImage: async () => true },
    conversation: {
      ...core.env.conversation,
      history,
      queue,
      images: new Map(),
      keepImage: async () => 'blob:replayed',
    },
    recorder,
    emit: () => {},
    model,
    profile,
    compact: recordedCompaction(conductor, recorder),
    spending: recordedSpending(conductor, core.env.spending),
    cancellation,
  };
  return { env, conductor };
}

/** What does not stop when it is told to is given up this soon: it stands for something that did not stop in time. */
const graceMs = 50;

/** Makes the conversation shorter where a request was refused as too long, and as it was then. */
function recordedCompaction(conductor: Conductor, recorder: Recorder): NonNullable<TurnEnv['compact']> {
  return async () => {
    const { next } = conductor;
    if (next?.type === 'history-compacted') recorder.record([{ type: next.type, body: next.body }]);
  };
}

const acknowledge = async (events: readonly NewEvent[]): Promise<readonly StoredEvent[]> =>
  events.map(({ type, body }) => ({ v: 1, seq: 0, at: 0, hash: '', type, body }));

function decisionOf(conductor: Conductor, callId: string | undefined): ReturnType<Policy['decide']> {
  const next = conductor.restOf(callId ?? '').find((event) => event.type === 'call-decided');
  if (next?.type !== 'call-decided')
    return { verdict: 'deny', level: 'critical', reasons: ['the record has no decision on this call'] };
  const { verdict, level, reasons, because } = next.body;
  return because === undefined ? { verdict, level, reasons } : { verdict, level, reasons, because };
}

/** Runs nothing; tells what a run was kept from. */
function stoppedProcesses(conductor: Conductor): ProcessPort {
  return {
    sandboxed: true,
    env: {},
    async run({ command }) {
      const [next] = conductor.restOf(String(command));
      return { state: 'exited', exitCode: 1, ...(next?.type === 'call-stopped' && { refused: next.body.refused }) };
    },
    start: () => Promise.reject(new Error('nothing is started in a replay')),
  };
}

const seenBy = ({ events }: RecordedTurn, callId: string) =>
  events.flatMap((event) =>
    event.type === 'call-settled' && event.body.callId === callId ? (event.body.seen ?? []) : [],
  );
