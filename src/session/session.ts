import { homedir } from 'node:os';
import { resolve } from 'node:path';
import type { AgentDelta, TurnEnd } from '../agent/event.js';
import { findInstructions } from '../agent/instructions.js';
import type { Profile } from '../agent/profile.js';
import { runTurn, type TurnEnv, type UserMessage } from '../agent/turn.js';
import { systemClock } from '../base/clock.js';
import { endedWithin } from '../base/ended-within.js';
import { messageOf, ToolwrightError } from '../base/error.js';
import { createId } from '../base/id.js';
import { version } from '../base/version.js';
import { createHistory } from '../history/history.js';
import type { Model } from '../model/model.js';
import { createPolicy } from '../policy/create-policy.js';
import { type Mode, modes, type Policy } from '../policy/policy.js';
import { toolwrightProfile } from '../profile/toolwright.js';
import { createCallWatch } from '../run/call-watch.js';
import { type Cancellation, createCancellation } from '../run/cancellation.js';
import type { HostPorts } from '../run/env.js';
import { type Answer, createQuestionDesk, type Question } from '../run/question.js';
import { createRecorder, type Recorder, stored } from '../run/recorder.js';
import { createProcesses } from '../sandbox/bare-process.js';
import { openStore } from '../store/open-store.js';
import type { Store } from '../store/store.js';
import { isFailure } from '../tool/outcome.js';
import type { Registry } from '../tool/registry.js';
import { resolvePath } from '../workspace/resolve-path.js';
import { createWorkspace } from '../workspace/workspace.js';
import type { SessionEvent, SessionEventBody, SessionRecord } from './event.js';
import { createEventFeed } from './event-feed.js';
import { guardedLog } from './guarded-log.js';
import { checkMessage, readImages } from './images.js';
import { checkOptions, type SessionOptions } from './options.js';
import { recordedChanges } from './recorded-changes.js';
import { sessionTools } from './session-tools.js';

/** One conversation with one model in one workspace. */
export interface Session {
  readonly id: string;
  readonly workspace: string;
  readonly mode: Mode;
  readonly model: Model;
  readonly profile: Profile;
  readonly tools: Registry;
  /** Files whose text is part of the system message. */
  readonly instructions: readonly string[];
  /** Questions that wait for an answer. */
  readonly questions: readonly Question[];
  /** Sends a message, with pictures or without. One turn at a time: `session-busy` otherwise. */
  send(message: string | UserMessage): Turn;
  /** Goes on where an earlier process, or a parked question, stopped: settles what is open and asks the model again. */
  resume(): Turn;
  answer(questionId: string, answer: Answer): void;
  /** Ends the running turn; what has not started is not run. */
  cancel(): void;
  setMode(mode: Mode): Promise<void>;
  setModel(model: Model): Promise<void>;
  on(listener: (event: SessionEvent) => void): () => void;
  /** Events from now on, until the session is closed. */
  events(): AsyncIterableIterator<SessionEvent>;
  /** Cancels, writes what is left, frees the session for others. */
  close(): Promise<void>;
}

/** A turn on its way: iterate it for its events, await `result` for its end. */
export interface Turn extends AsyncIterable<SessionEvent> {
  readonly result: Promise<TurnEnd>;
}

/** Opens a new session, or goes on with the one named by `session`. */
export async function openSession(options: SessionOptions): Promise<Session> {
  checkOptions(options);
  const store = typeof options.store === 'object' ? options.store : await openStore(options.store ?? 'memory');
  const ownsStore = store !== options.store;
  try {
    return await openIn({ store, options, ownsStore });
  } catch (error) {
    if (ownsStore) await store.close();
    throw error;
  }
}

interface Opening {
  readonly store: Store;
  readonly options: SessionOptions;
  /** The store was opened for this session and is closed with it. */
  readonly ownsStore: boolean;
}

async function openIn({ store, options, ownsStore }: Opening): Promise<Session> {
  const id = options.session ?? createId('ses');
  // Held before anything is read: what another process still writes must not be missed, or it would be done again.
  const lease = await store.lease(id);
  try {
    const past = options.session === undefined ? [] : await store.read(id);
    if (options.session !== undefined && past.length === 0) {
      throw new ToolwrightError('session-unknown', `There is no session ${id}: \`toolwright sessions\` lists them.`);
    }
    const core = await createCore({ id, store, options, past: past as readonly SessionRecord[] });
    return sessionOver(core, async () => {
      lease.release();
      if (ownsStore) await store.close();
    });
  } catch (error) {
    lease.release();
    throw error;
  }
}

/** The parts of an open session. */
interface Core {
  readonly id: string;
  readonly env: Omit<TurnEnv, 'cancellation'>;
  readonly feed: ReturnType<typeof createEventFeed<SessionEvent>>;
  readonly recorder: Recorder<AgentDelta>;
  readonly ports: HostPorts;
  readonly instructions: readonly string[];
  mode: Mode;
  model: Model;
  /** The turn that runs now. */
  running: { readonly cancellation: Cancellation; readonly done: Promise<unknown> } | undefined;
  /** Tools that go on although their call was settled. */
  readonly leftBehind: Set<Promise<unknown>>;
  /** Whether anything but the opening waits to be written. */
  used: boolean;
  closed: boolean;
  refreshSystem(): void;
}

interface CoreOptions {
  readonly id: string;
  readonly store: Store;
  readonly options: SessionOptions;
  readonly past: readonly SessionRecord[];
}

async function createCore({ id, store, options, past }: CoreOptions): Promise<Core> {
  const opened = past.find((event) => event.type === 'session-opened');
  const root = options.workspace ?? (opened?.type === 'session-opened' ? opened.body.workspace : undefined);
  if (root === undefined)
    throw new ToolwrightError('bad-option', 'Say which folder to work in: openSession({ workspace: … }).');
  const clock = options.clock ?? systemClock;
  const profile = options.profile ?? toolwrightProfile;
  const workspace = createWorkspace({ root });
  const found = await findInstructions(workspace, profile.instructionFiles);
  const instructions = found === undefined ? [] : [found.path];
  const images = await readImages(past, store);
  const history = createHistory('', images);
  for (const event of past) history.apply(event);
  const log = guardedLog(options.log);
  const feed = createEventFeed<SessionEvent>((thrown) => log.warn(`a listener threw: ${messageOf(thrown)}`));
  const recorder = createRecorder<AgentDelta>({
    store,
    stream: id,
    onRecord: (event) => history.apply(event),
    onTold: (told) => feed.emit(told as SessionEvent),
  });
  const ports: HostPorts = {
    workspace,
    clock,
    change: recordedChanges(workspace, recorder),
    blobs: store.blobs,
    process: options.process ?? createProcesses({ env: options.env ?? {}, sandboxed: false }),
    log,
  };
  const emit = (delta: AgentDelta): void => recorder.pass(delta);
  const questions = createQuestionDesk(options.onAsk ?? (options.onQuestion === undefined ? 'deny' : 'person'));
  const core: Core = {
    id,
    feed,
    recorder,
    ports,
    instructions,
    mode: options.mode ?? lastMode(past) ?? 'ask',
    model: options.model,
    running: undefined,
    leftBehind: new Set(),
    used: false,
    closed: false,
    refreshSystem: () =>
      history.setSystem(profile.renderSystem({ workspace: workspace.root, mode: core.mode, instructions: found })),
    env: {
      session: { id, actor: options.actor ?? 'person' },
      registry: sessionTools(options),
      policy: options.policy ?? sessionPolicy(options, workspace.root),
      mode: () => core.mode,
      model: () => core.model,
      recorder,
      questions,
      ports,
      history,
      images,
      profile,
      emit,
      watch: createCallWatch(clock, emit),
      leaveBehind: (work) => {
        const ended = Promise.resolve(work).finally(() => core.leftBehind.delete(ended));
        core.leftBehind.add(ended);
      },
    },
  };
  core.refreshSystem();
  if (options.onQuestion !== undefined) answerWith(core, options.onQuestion);
  record(recorder, {
    type: 'session-opened',
    body: {
      sessionId: id,
      workspace: workspace.root,
      model: core.model.name,
      profile: profile.name,
      mode: core.mode,
      version,
      instructions,
      resumed: past.length > 0,
    },
  });
  return core;
}

function sessionPolicy(
  { rules = [], sandbox = 'required', ownFiles = [], env = {}, store }: SessionOptions,
  root: string,
): Policy {
  const kept = typeof store === 'string' && store !== 'memory' ? [resolve(store)] : [];
  const places = { root, home: realFolder(env['HOME'] ?? homedir()), own: [...ownFiles, ...kept] };
  return createPolicy({ places, rules, sandbox });
}

/** Without the links in it; a folder that is not there is taken as it is written. */
function realFolder(path: string): string {
  const place = resolvePath(path, '/');
  return isFailure(place) ? path : place.path;
}

function sessionOver(core: Core, release: () => Promise<void>): Session {
  const { feed, recorder, env } = core;
  let closing: Promise<void> | undefined;
  const change = async (event: SessionEventBody): Promise<void> => {
    core.used = true;
    record(recorder, event);
    await stored(recorder);
  };
  return {
    id: core.id,
    workspace: core.ports.workspace.root,
    profile: env.profile,
    tools: env.registry,
    instructions: core.instructions,
    get mode() {
      return core.mode;
    },
    get model() {
      return core.model;
    },
    get questions() {
      return env.questions.open;
    },
    send: (message) => startTurn(core, checkMessage(message)),
    resume: () => startTurn(core, undefined),
    answer: (questionId, answer) => env.questions.answer(questionId, answer),
    cancel: () => core.running?.cancellation.cancel(),
    async setMode(mode) {
      assertOpen(core);
      if (!modes.includes(mode))
        throw new ToolwrightError('bad-option', `There is no mode ${mode}: use ${modes.join(', ')}.`);
      const from = core.mode;
      core.mode = mode;
      core.refreshSystem();
      if (from !== mode) await change({ type: 'mode-changed', body: { from, to: mode } });
    },
    async setModel(model) {
      assertOpen(core);
      const from = core.model.name;
      core.model = model;
      await change({ type: 'model-changed', body: { from, to: model.name } });
    },
    on: feed.on,
    events: () => feed.iterate(),
    close() {
      closing ??= closeCore(core, release);
      return closing;
    },
  };
}

async function closeCore(core: Core, release: () => Promise<void>): Promise<void> {
  core.closed = true;
  core.running?.cancellation.cancel();
  await core.running?.done.catch(() => {});
  await endedWithin(core.leftBehind, closeGraceMs);
  try {
    if (core.used) await stored(core.recorder);
  } finally {
    core.feed.close();
    await release();
  }
}

/** How long a session waits, when it closes, for tools that were told to stop: a command's group is killed by then. */
const closeGraceMs = 3000;

function assertOpen(core: Core): void {
  if (!core.closed) return;
  throw new ToolwrightError(
    'session-closed',
    'This session is closed: open it again with openSession({ session: id }).',
  );
}

function startTurn(core: Core, message: UserMessage | undefined): Turn {
  assertOpen(core);
  if (core.running !== undefined) {
    throw new ToolwrightError(
      'session-busy',
      'A turn is running: wait for its end, or cancel it, before the next message.',
    );
  }
  const cancellation = createCancellation();
  const turnId = createId('turn');
  const result = runTurn({ turnId, message }, { ...core.env, cancellation }).finally(() => {
    core.running = undefined;
  });
  // Whoever iterates and never awaits `result` must not lose the process to a defect.
  result.catch((error: unknown) => core.ports.log.warn(`a turn broke: ${messageOf(error)}`));
  core.running = { cancellation, done: result };
  core.used = true;
  return { result, [Symbol.asyncIterator]: turnEvents(core, turnId, result) };
}

/**
 * The events of one turn, from its start on, for one reader. They are kept until somebody reads them or the turn is
 * over; the turn's end ends them also when it could not be stored.
 */
function turnEvents(core: Core, turnId: string, result: Promise<TurnEnd>): () => AsyncIterableIterator<SessionEvent> {
  const events = core.feed.iterate((event) => event.type === 'turn-ended' && event.body.turnId === turnId);
  let read = false;
  const over = (): void => {
    if (!read) void events.return?.();
  };
  result.then(
    (end) => (end.reason === 'store-failed' ? events.end() : over()),
    () => events.end(),
  );
  return () => {
    read = true;
    return events;
  };
}

function answerWith(core: Core, onQuestion: NonNullable<SessionOptions['onQuestion']>): void {
  core.feed.on((event) => {
    if (event.type !== 'approval-requested') return;
    const question = event.body;
    // One that was withdrawn before it could be stored is told later, and is for nobody.
    const isOpen = (): boolean => core.env.questions.open.some(({ id }) => id === question.id);
    if (!isOpen()) return;
    const deny = (error: unknown): Answer => ({
      choice: 'deny',
      reason: `the program that answers failed: ${messageOf(error)}`,
    });
    const give = (answer: Answer): void => {
      if (isOpen()) core.env.questions.answer(question.id, answer);
    };
    void Promise.resolve()
      .then(() => onQuestion(question))
      .then(give)
      .catch((error: unknown) => give(deny(error)))
      .catch((error: unknown) => core.ports.log.warn(messageOf(error)));
  });
}

function lastMode(past: readonly SessionRecord[]): Mode | undefined {
  const event = past.findLast(({ type }) => type === 'mode-changed' || type === 'session-opened');
  if (event?.type === 'mode-changed') return event.body.to;
  return event?.type === 'session-opened' ? event.body.mode : undefined;
}

function record(recorder: Recorder, event: SessionEventBody): void {
  recorder.record([event]);
}
