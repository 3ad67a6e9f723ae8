import { createContextGauge } from '../agent/context-gauge.js';
import type { AgentDelta } from '../agent/event.js';
import { findInstructions } from '../agent/instructions.js';
import { createMessageQueue } from '../agent/message-queue.js';
import { createTodoNote } from '../agent/todo-note.js';
import type { TurnEnv } from '../agent/turn-env.js';
import { type Clock, systemClock } from '../base/clock.js';
import { messageOf, ToolwrightError } from '../base/error.js';
import type { Curator, CuratorOptions } from '../builtin/curator/create-curator.js';
import type { OpenCaptures } from '../change/capture/open-captures.js';
import type { Fsync } from '../change/path-write.js';
import type { SessionHooks } from '../extend/hook/session-hooks.js';
import { createHistory } from '../history/history.js';
import type { Model } from '../model/model.js';
import type { Mode } from '../policy/policy.js';
import { createCallWatch } from '../run/call-watch.js';
import type { Cancellation } from '../run/cancellation.js';
import type { HostPorts } from '../run/env.js';
import { createGivenAnswers } from '../run/given-answers.js';
import { maskPast } from '../run/mask-event.js';
import { orderMiddleware } from '../run/middleware.js';
import { type AnswerOrigin, createQuestionDesk } from '../run/question.js';
import { createRecorder, type Recorder } from '../run/recorder.js';
import { createTickDesk } from '../run/tick-desk.js';
import { createTodoList } from '../run/todo-list.js';
import type { Store } from '../store/store.js';
import type { BackgroundHost } from '../tool/background.js';
import { createWorkspace } from '../workspace/workspace.js';
import { beginSession, lastMode } from './begin-session.js';
import type { SessionEvent, SessionEventBody, SessionRecord } from './event.js';
import { createEventFeed } from './event-feed.js';
import { guardedLog } from './guarded-log.js';
import { loadImage, readImages } from './images.js';
import { openHooks } from './open-hooks.js';
import { fsyncOf, type SessionOptions } from './options.js';
import { changedPaths } from './recover-command.js';
import { sessionLimits } from './session-limits.js';
import { sessionMask } from './session-mask.js';
import { placesOf } from './session-places.js';
import { createSessionPolicy, type SessionPolicy } from './session-policy.js';
import { sessionPorts } from './session-ports.js';
import { createSessionTaint, type SessionTaint } from './session-taint.js';
import { metaToolsOf, sessionTools } from './session-tools.js';

/** The parts of an open session. */
export interface SessionCore {
  readonly id: string;
  readonly store: Store;
  readonly fsync: Fsync;
  readonly env: Omit<TurnEnv, 'cancellation'>;
  readonly feed: ReturnType<typeof createEventFeed<SessionEvent>>;
  readonly recorder: Recorder<AgentDelta>;
  readonly ports: HostPorts;
  readonly deciding: SessionPolicy;
  readonly instructions: readonly string[];
  readonly captures: OpenCaptures;
  readonly hooks: SessionHooks | undefined;
  readonly background: BackgroundHost;
  /** What keeps a stored session from being gone on with. */
  readonly damage: string | undefined;
  /** Whether text from outside has come in. */
  readonly tainted: boolean;
  mode: Mode;
  model: Model;
  /** The file that is open at the host: null when none is, undefined when the host does not tell. */
  activeFile: string | null | undefined;
  /** The turn that runs now, or the undo. */
  running: { readonly turn: boolean; readonly cancellation: Cancellation; readonly done: Promise<unknown> } | undefined;
  /** Ends when the messages sent in a turn so far are recorded. Never rejects. */
  steering: Promise<void>;
  /** Tools that go on although their call was settled. */
  readonly leftBehind: Set<Promise<unknown>>;
  /** Whether anything but the opening waits to be written. */
  used: boolean;
  closed: boolean;
  refreshSystem(): void;
  /** Changes the mode and records who did. */
  changeMode(mode: Mode, origin: AnswerOrigin): void;
}

interface CoreOptions {
  readonly id: string;
  readonly store: Store;
  readonly options: SessionOptions;
  readonly past: readonly SessionRecord[];
  /** What is wrong with the events after those, if something is: nothing is written then. */
  readonly damage?: string | undefined;
}

/** Makes the parts, and settles what an earlier process left of its changes. */
export async function createCore({ id, store, options, past, damage }: CoreOptions): Promise<SessionCore> {
  const opened = past.find((event) => event.type === 'session-opened');
  const root = options.workspace ?? (opened?.type === 'session-opened' ? opened.body.workspace : undefined);
  if (root === undefined)
    throw new ToolwrightError('bad-option', 'Say which folder to work in: openSession({ workspace: … }).');
  const clock = options.clock ?? systemClock;
  const fsync = fsyncOf(options);
  const { profile, spending, rates, loops } = sessionLimits(options, {
    past,
    clock,
    record: (event) => recordAside(core, event),
  });
  const workspace = createWorkspace({ root, scopes: options.scopes });
  const registry = sessionTools(options);
  const found = await findInstructions(workspace, profile.instructionFiles);
  const instructions = found === undefined ? [] : [found.path];
  const images = await readImages(past, store);
  const mask = sessionMask(options, workspace.root);
  const history = createHistory('', { images, mask });
  const queue = createMessageQueue();
  const todos = createTodoList((event) => recorder.record([event]));
  const given = createGivenAnswers();
  for (const event of past) {
    const known = maskPast(event, mask);
    history.apply(known);
    queue.apply(known);
    todos.apply(known);
    given.apply(known);
  }
  const log = guardedLog(options.log, mask);
  const feed = createEventFeed<SessionEvent>((thrown) => log.warn(`a listener threw: ${messageOf(thrown)}`));
  const onAsk = options.onAsk ?? (options.onQuestion === undefined ? 'deny' : 'person');
  const questions = createQuestionDesk(onAsk);
  const deciding = createSessionPolicy(options, {
    store,
    sessionId: id,
    workspace: workspace.root,
    profile: profile.name,
    onAsk,
    secrets: mask,
    clock,
    log,
  });
  const curator = options.curator && (await openCurator(options.curator, clock));
  const recorder = createRecorder<AgentDelta>({
    store,
    stream: id,
    mask,
    wait: {
      turn: () => (core.running?.turn === true ? core.running.cancellation : undefined),
      onWaiting: (delta) => feed.emit(delta),
    },
    onRecord: (event) => {
      history.apply(event);
      queue.apply(event);
      todos.apply(event);
      given.apply(event);
      taint.apply(event);
      hooks?.apply(event);
      loops?.apply(event);
      const changed = changedPaths(event);
      if (changed.length === 0) return;
      captures.changed(changed);
      curator?.forget(changed.map(({ path }) => path));
    },
    onTold: (told) => {
      const event = told as SessionEvent;
      if (event.type === 'approval-requested') {
        questions.put(event.body.id);
        if (onAsk !== 'deny' && onAsk !== 'abort') hooks?.asked(event.body);
      }
      feed.emit(event);
    },
  });
  const taint: SessionTaint = createSessionTaint({
    past,
    places: placesOf(options, workspace.root),
    untrusted: options.untrusted ?? [],
    mask: (text) => mask.text(text).text,
    record: (event) => recorder.record([event]),
  });
  const { ports, captures, background } = sessionPorts({
    id,
    store,
    options,
    past,
    fsync,
    workspace,
    clock,
    mask,
    log,
    history,
    todos,
    spending,
    recorder,
    ...(curator !== undefined && { curator }),
    now: () => core,
    hosts: (facts) => deciding.openHosts(facts, core),
  });
  const session = { id, actor: options.actor ?? 'person' };
  const hooks = await openHooks(options, {
    session,
    workspace,
    process: ports.process,
    clock,
    mask,
    record: (event) => {
      recorder.record([event]);
      if (core.used) void recorder.flush();
    },
  });
  const middleware = orderMiddleware([...(options.middleware ?? []), ...(hooks?.middleware ?? [])]);
  const emit = (delta: AgentDelta): void => recorder.pass(delta);
  const todoNote = profile.todoInjection && createTodoNote({ words: profile.todoInjection, todos, history, mask });
  const core: SessionCore = {
    id,
    store,
    damage,
    fsync,
    feed,
    recorder,
    ports,
    deciding,
    instructions,
    captures,
    background,
    hooks,
    get tainted() {
      return taint.sources.length > 0;
    },
    mode: options.mode ?? lastMode(past) ?? 'ask',
    model: options.model,
    activeFile: options.activeFile,
    running: undefined,
    steering: Promise.resolve(),
    leftBehind: new Set(),
    used: false,
    closed: false,
    refreshSystem: () =>
      history.setSystem(profile.renderSystem({ workspace: workspace.root, mode: core.mode, instructions: found })),
    changeMode(mode, origin) {
      const from = core.mode;
      if (from === mode) return;
      core.mode = mode;
      core.used = true;
      core.refreshSystem();
      recorder.record([{ type: 'mode-changed', body: { from, to: mode, origin } }]);
    },
    env: {
      session,
      registry,
      ...metaToolsOf(options, registry),
      ...(middleware !== undefined && { middleware }),
      policy: deciding.policy,
      mode: () => core.mode,
      leavePlan: {
        modes: options.leavePlanFor ?? usualLeaving,
        change: (mode, origin) => core.changeMode(mode, origin),
      },
      model: () => core.model,
      recorder,
      questions,
      given,
      grants: deciding.grants,
      mask,
      lookAgain: mask.lookAgain,
      taint,
      ports,
      history,
      gauge: createContextGauge(history, todoNote),
      ...(todoNote !== undefined && { todoNote }),
      queue,
      images,
      keepImage: (content) => store.blobs.write(content),
      loadImage: (image) => loadImage(image, images, store.blobs),
      profile,
      spending,
      rates,
      loops,
      emit,
      watch: createCallWatch(clock, emit),
      ticks: createTickDesk(),
      leaveBehind: (work) => {
        const ended = Promise.resolve(work).finally(() => core.leftBehind.delete(ended));
        core.leftBehind.add(ended);
      },
    },
  };
  core.refreshSystem();
  if (damage === undefined) await beginSession(core, { options, past });
  return core;
}

/** Records what happens beside the turn. Once the session is closed another process may hold it: nothing is written then. */
function recordAside(core: SessionCore, event: SessionEventBody): void {
  if (core.damage !== undefined) return;
  core.used = true;
  core.recorder.record([event]);
  if (!core.closed) void core.recorder.flush();
}

/** What a person may leave mode `plan` for with a plan: never for what runs commands unasked. */
const usualLeaving: readonly Mode[] = ['edit', 'ask'];

/** Few sessions have one: it is loaded for those. */
async function openCurator(options: CuratorOptions, clock: Clock): Promise<Curator> {
  const { createCurator } = await import('../builtin/curator/create-curator.js');
  return createCurator(options, clock);
}
