import { answerInStyle } from '../agent/answer-in-style.js';
import { orderChains } from '../agent/chains.js';
import { createContextGauge } from '../agent/context-gauge.js';
import type { AgentDelta } from '../agent/event.js';
import { createMessageQueue } from '../agent/message-queue.js';
import { createTodoNote } from '../agent/todo-note.js';
import type { TurnEnv } from '../agent/turn-env.js';
import { type Clock, systemClock } from '../base/clock.js';
import { messageOf, ToolwrightError } from '../base/error.js';
import type { Curator, CuratorOptions } from '../builtin/curator/create-curator.js';
import type { OpenCaptures } from '../change/capture/open-captures.js';
import type { Fsync } from '../change/path-write.js';
import type { AgentFile } from '../extend/agent/agent.js';
import type { KnownAgents } from '../extend/agent/known-agents.js';
import type { SessionHooks } from '../extend/hook/session-hooks.js';
import { createHistory } from '../history/history.js';
import type { Model } from '../model/model.js';
import { type Mode, stricterMode } from '../policy/policy.js';
import { excerptOf } from '../policy/taint/excerpt.js';
import type { TaintSource } from '../policy/taint/taint.js';
import { createCallWatch } from '../run/call-watch.js';
import type { Cancellation } from '../run/cancellation.js';
import type { HostPorts } from '../run/env.js';
import type { ExposedTools } from '../run/exposed-tools.js';
import { createGivenAnswers } from '../run/given-answers.js';
import { maskPast } from '../run/mask-event.js';
import { orderMiddleware } from '../run/middleware.js';
import { type AnswerOrigin, createOpenQuestions, type OpenQuestionsOptions } from '../run/question.js';
import { createRecorder, type Recorder } from '../run/recorder.js';
import { createTickGate } from '../run/tick-gate.js';
import { createTodoList } from '../run/todo-list.js';
import type { Store } from '../store/store.js';
import type { BackgroundHost } from '../tool/background.js';
import type { LogPort } from '../tool/port.js';
import type { PathChange } from '../tool/version.js';
import { createWorkspace } from '../workspace/workspace.js';
import { beginSession, lastMode } from './begin-session.js';
import { createChildren, type SessionChildren } from './child/create-children.js';
import type { OpenChild } from './child/held-child.js';
import type { ParentBinding, SessionTree } from './child/parent-binding.js';
import type { Brought } from './child/shared-tools.js';
import type { SessionEvent, SessionEventBody, SessionRecord } from './event.js';
import { createEventFeed } from './event-feed.js';
import { guardedLog } from './guarded-log.js';
import { loadImage, readImages } from './images.js';
import { openHooks } from './open-hooks.js';
import { fsyncOf, type SessionOptions } from './options.js';
import { ownExtensions } from './own-extensions.js';
import { changedPaths } from './recover-command.js';
import { sessionExposure } from './session-exposure.js';
import { type SessionExtensions, sessionExtensions } from './session-extensions.js';
import { sessionInstructions } from './session-instructions.js';
import { sessionLimits } from './session-limits.js';
import { sessionMask } from './session-mask.js';
import { placesOf } from './session-places.js';
import { createSessionPolicy, type SessionPolicy } from './session-policy.js';
import { sessionPorts } from './session-ports.js';
import { sessionProfile } from './session-profile.js';
import { createSessionTaint, type SessionTaint } from './session-taint.js';
import { sessionTools } from './session-tools.js';
import { userPort } from './user-port.js';

/** The parts of an open session. */
export interface SessionCore {
  readonly id: string;
  readonly store: Store;
  readonly fsync: Fsync;
  readonly env: Omit<TurnEnv, 'cancellation'>;
  readonly exposed: ExposedTools;
  readonly feed: ReturnType<typeof createEventFeed<SessionEvent>>;
  readonly recorder: Recorder<AgentDelta>;
  readonly ports: HostPorts;
  readonly deciding: SessionPolicy;
  readonly instructions: readonly string[];
  readonly instructionNotes: ReadonlyMap<string, string>;
  readonly captures: OpenCaptures;
  readonly hooks: SessionHooks | undefined;
  readonly extensions: SessionExtensions;
  readonly brought: Brought;
  readonly children: SessionChildren;
  readonly background: BackgroundHost;
  /** What keeps a stored session from being gone on with. */
  readonly damage: string | undefined;
  readonly taint: SessionTaint;
  /** Whether text from outside has come in. */
  readonly tainted: boolean;
  readonly mode: Mode;
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
  /** It is closed: what others change is no matter to it. */
  leave(): void;
  refreshSystem(): void;
  /** Changes the mode and records who did. */
  changeMode(mode: Mode, origin: AnswerOrigin): void;
  /** The mode of the session it works for has changed. */
  followMode(origin: AnswerOrigin): void;
}

interface CoreOptions {
  readonly id: string;
  readonly store: Store;
  readonly options: SessionOptions;
  readonly past: readonly SessionRecord[];
  /** What is wrong with the events after those, if something is: nothing is written then. */
  readonly damage?: string | undefined;
  /** What it has of the session it works for. */
  readonly binding?: ParentBinding | undefined;
  readonly openChild: OpenChild;
}

/** Makes the parts, and settles what an earlier process left of its changes. */
export async function createCore({
  id,
  store,
  options,
  past,
  damage,
  binding,
  openChild,
}: CoreOptions): Promise<SessionCore> {
  const opened = past.find((event) => event.type === 'session-opened');
  const root = options.workspace ?? (opened?.type === 'session-opened' ? opened.body.workspace : undefined);
  if (root === undefined)
    throw new ToolwrightError('bad-option', 'Say which folder to work in: openSession({ workspace: … }).');
  const clock = options.clock ?? systemClock;
  const fsync = fsyncOf(options);
  const { profile, spending, rates, loops } = sessionLimits(options, {
    profile: await sessionProfile(options, past),
    past,
    clock,
    record: (event) => recordAside(core, event),
  });
  const rootId = (opened?.type === 'session-opened' ? opened.body.parent?.sessionId : undefined) ?? id;
  const tree: SessionTree = binding?.tree ?? { root: rootId, running: 0, started: 0, members: new Set() };
  let hasChildren = past.some(({ type }) => type === 'child-started');
  const group = (): string | undefined => (hasChildren || tree.root !== id ? tree.root : undefined);
  const workspace = createWorkspace({ root, scopes: options.scopes ?? profile.scopes?.(id, group) });
  const {
    found,
    paths: instructions,
    notes: instructionNotes,
  } = await sessionInstructions(workspace, options, profile);
  const images = await readImages(past, store);
  const mask = sessionMask(options, workspace.root);
  const history = createHistory('', { images, mask, notesAs: profile.notesAs });
  const queue = createMessageQueue();
  const todos = createTodoList((event) => recorder.record([event]));
  const given = createGivenAnswers();
  const log = guardedLog(options.log, mask);
  const book =
    binding?.book ?? (await openAgents([...(options.agents ?? []), ...(profile.subagents?.agents ?? [])], log));
  const registry = binding?.tools.registry ?? sessionTools(options, { profile, agents: book?.agents });
  const shown = sessionExposure({
    options,
    profile,
    registry,
    brought: () => core.brought,
    record: (event) => recorder.record([event]),
  });
  const { exposed } = shown;
  for (const event of past) {
    const known = maskPast(event, mask);
    history.apply(known);
    queue.apply(known);
    todos.apply(known);
    given.apply(known);
    exposed.apply(known);
  }
  for (const [path, note] of instructionNotes) log.warn(`the instructions in ${path}: ${note}`);
  const feed = createEventFeed<SessionEvent>((thrown) => log.warn(`a listener threw: ${messageOf(thrown)}`));
  const onAsk = options.onAsk ?? (options.onQuestion === undefined ? (profile.noPerson ?? 'deny') : 'person');
  const taken: OpenQuestionsOptions['taken'] = (answer, question) => answerInStyle(answer, question, profile.approval);
  const questions = binding?.questions ?? createOpenQuestions(onAsk, { forms: options.forms, taken });
  const context = { sessionId: id, workspace: workspace.root, profile };
  const deciding =
    binding?.deciding ?? createSessionPolicy(options, { store, ...context, onAsk, secrets: mask, clock, log });
  const curating = options.curator ?? (profile.curates && { keep: profile.curates });
  const curator = curating && (await openCurator(curating, clock));
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
      exposed.apply(event);
      taint.apply(event);
      hooks?.apply(event);
      extensions.apply(event);
      children.apply(event);
      hasChildren ||= event.type === 'child-started';
      if (event.type === 'taint-raised') binding?.raised(event.body as TaintSource);
      loops?.apply(event);
      const changed = changedPaths(event);
      if (changed.length === 0) return;
      for (const tell of tree.members) tell(changed);
    },
    onTold: (told) => {
      const event = told as SessionEvent;
      if (event.type === 'approval-requested') {
        questions.put(event.body.id);
        // Those of a subagent are told by its own hooks.
        if (onAsk !== 'deny' && onAsk !== 'abort' && event.body.child === undefined) hooks?.asked(event.body);
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
  const othersChanged = (changed: readonly PathChange[]): void => {
    captures.changed(changed);
    curator?.forget(changed.map(({ path }) => path));
  };
  tree.members.add(othersChanged);
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
  const bringing = await ownExtensions(options, binding === undefined ? book : undefined);
  const extensions: SessionExtensions = sessionExtensions(bringing, {
    host: () => ({
      session,
      profile,
      workspace,
      registry,
      process: ports.process,
      net: ports.net,
      env: options.env ?? {},
      clock,
      mask,
      log,
      past,
      record: (event) => recordAside(core, event as SessionEventBody),
      user: userPort(store),
    }),
    onPrompt: () => core.refreshSystem(),
    onEntries: () => exposed.refresh(),
  });
  const children = createChildren({
    past,
    depth: binding?.parent.depth ?? (opened?.type === 'session-opened' ? opened.body.parent?.depth : undefined) ?? 0,
    tree,
    book,
    options,
    open: openChild,
    core: () => core,
    record: (event) => recordAside(core, event),
  });
  const withChildren = { ...ports, children };
  let ownMode = options.mode ?? lastMode(past) ?? profile.usualMode ?? 'ask';
  const modeNow = (): Mode => (binding === undefined ? ownMode : stricterMode(ownMode, binding.mode()));
  let toldMode = modeNow();
  const middleware = orderMiddleware([...(options.middleware ?? []), ...(hooks?.middleware ?? [])]);
  const chains = orderChains(options.chains);
  const emit = (delta: AgentDelta): void => recorder.pass(delta);
  const todoNote = profile.todoInjection && createTodoNote({ words: profile.todoInjection, todos, history, mask });
  let spoken: { readonly model: Model; readonly as: Model } | undefined;
  const speak = (model: Model): Model => {
    spoken = { model, as: profile.wrapModel?.(model) ?? model };
    return spoken.as;
  };
  const core: SessionCore = {
    id,
    store,
    damage,
    fsync,
    feed,
    recorder,
    ports: withChildren,
    deciding,
    instructions,
    instructionNotes,
    captures,
    background,
    hooks,
    extensions,
    brought: binding?.tools ?? extensions,
    exposed,
    children,
    taint,
    leave: () => tree.members.delete(othersChanged),
    get tainted() {
      return taint.sources.length > 0;
    },
    get mode() {
      return modeNow();
    },
    model: options.model,
    activeFile: options.activeFile,
    running: undefined,
    steering: Promise.resolve(),
    leftBehind: new Set(),
    used: false,
    closed: false,
    refreshSystem() {
      const words = profile.renderSystem({ workspace: workspace.root, mode: core.mode, instructions: found });
      history.setSystem([words, extensions.prompt].filter((part) => part !== '').join('\n\n'));
    },
    changeMode(mode, origin) {
      ownMode = mode;
      core.followMode(origin);
    },
    followMode(origin) {
      const from = toldMode;
      const to = core.mode;
      if (from === to) return;
      toldMode = to;
      core.used = true;
      core.refreshSystem();
      recorder.record([{ type: 'mode-changed', body: { from, to, origin } }]);
      children.followMode(origin);
    },
    env: {
      session,
      registry,
      ...shown,
      ...(middleware !== undefined && { middleware }),
      ...(chains !== undefined && { chains }),
      ...(extensions.beforeRound !== undefined && { beforeRound: extensions.beforeRound }),
      policy: deciding.policy,
      mode: () => core.mode,
      leavePlan: {
        modes: options.leavePlanFor ?? usualLeaving,
        change: (mode, origin) => core.changeMode(mode, origin),
      },
      model: () => (core.model === spoken?.model ? spoken.as : speak(core.model)),
      recorder,
      questions,
      given,
      grants: deciding.grants,
      mask,
      lookAgain: mask.lookAgain,
      taint,
      ports: withChildren,
      history,
      gauge: createContextGauge(history, todoNote),
      ...(todoNote !== undefined && { todoNote }),
      queue,
      images,
      keepImage: (content) => store.blobs.write(content),
      loadImage: (image) => loadImage(image, images, store.blobs),
      profile,
      spending,
      rates: binding?.rates ?? rates,
      loops,
      emit,
      watch: createCallWatch(clock, emit),
      ticks: createTickGate(),
      trackDetached: (work) => {
        const ended = Promise.resolve(work).finally(() => core.leftBehind.delete(ended));
        core.leftBehind.add(ended);
      },
    },
  };
  core.refreshSystem();
  if (damage === undefined) {
    await beginSession(core, { options, past, parent: binding?.parent });
    for (const { path, text, untrusted } of found)
      if (untrusted === true)
        taint.take({
          kind: 'file',
          source: path,
          callId: '',
          excerpt: excerptOf(text, (given) => mask.text(given).text),
        });
  }
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

/** Loaded where there are some. */
async function openAgents(agents: readonly AgentFile[], log: LogPort): Promise<KnownAgents | undefined> {
  if (agents.length === 0) return undefined;
  const { createKnownAgents: createAgentBook } = await import('../extend/agent/known-agents.js');
  const book = createAgentBook(agents);
  for (const { level, message } of book.problems) log.warn(level === 'error' ? `agent left out: ${message}` : message);
  return book;
}

/** Few sessions have one: it is loaded for those. */
async function openCurator(options: CuratorOptions, clock: Clock): Promise<Curator> {
  const { createCurator } = await import('../builtin/curator/create-curator.js');
  return createCurator(options, clock);
}
