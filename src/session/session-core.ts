import type { AgentDelta } from '../agent/event.js';
import { findInstructions } from '../agent/instructions.js';
import type { TurnEnv } from '../agent/turn-env.js';
import { systemClock } from '../base/clock.js';
import { messageOf, ToolwrightError } from '../base/error.js';
import { version } from '../base/version.js';
import { type OpenCaptures, openCaptures } from '../change/capture/open-captures.js';
import { createChanges } from '../change/changes.js';
import { createHistory } from '../history/history.js';
import type { Model } from '../model/model.js';
import type { Mode } from '../policy/policy.js';
import { toolwrightProfile } from '../profile/toolwright.js';
import { createCallWatch } from '../run/call-watch.js';
import type { Cancellation } from '../run/cancellation.js';
import type { HostPorts } from '../run/env.js';
import { maskPast } from '../run/mask-event.js';
import { maskedBlobs } from '../run/masked-ports.js';
import { createQuestionDesk } from '../run/question.js';
import { createRecorder, type Recorder } from '../run/recorder.js';
import type { Store } from '../store/store.js';
import { createWorkspace } from '../workspace/workspace.js';
import { byProgram } from './by-program.js';
import type { SessionEvent, SessionEventBody, SessionRecord } from './event.js';
import { createEventFeed } from './event-feed.js';
import { finishChanges, unrecordedChange } from './finish-changes.js';
import { guardedLog } from './guarded-log.js';
import { readImages } from './images.js';
import type { SessionOptions } from './options.js';
import { realFolder } from './real-folder.js';
import { recordRules } from './record-rules.js';
import { recoverCommand } from './recover-command.js';
import { sessionMask } from './session-mask.js';
import { placesOf } from './session-places.js';
import { createSessionPolicy, type SessionPolicy } from './session-policy.js';
import { sessionProcesses } from './session-processes.js';
import { createSessionTaint, type SessionTaint } from './session-taint.js';
import { sessionTools } from './session-tools.js';

/** The parts of an open session. */
export interface SessionCore {
  readonly id: string;
  readonly store: Store;
  readonly fsync: SessionOptions['fsync'];
  readonly env: Omit<TurnEnv, 'cancellation'>;
  readonly feed: ReturnType<typeof createEventFeed<SessionEvent>>;
  readonly recorder: Recorder<AgentDelta>;
  readonly ports: HostPorts;
  readonly deciding: SessionPolicy;
  readonly instructions: readonly string[];
  readonly captures: OpenCaptures;
  /** Whether text from outside has come in. */
  readonly tainted: boolean;
  mode: Mode;
  model: Model;
  /** The turn that runs now, or the undo. */
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

/** Makes the parts, and settles what an earlier process left of its changes. */
export async function createCore({ id, store, options, past }: CoreOptions): Promise<SessionCore> {
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
  const mask = sessionMask(options, workspace.root);
  const history = createHistory('', { images, mask });
  for (const event of past) history.apply(maskPast(event, mask));
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
  const recorder = createRecorder<AgentDelta>({
    store,
    stream: id,
    mask,
    onRecord: (event) => {
      history.apply(event);
      taint.apply(event);
    },
    onTold: (told) => {
      const event = told as SessionEvent;
      if (event.type === 'approval-requested') questions.put(event.body.id);
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
  const captures = openCaptures({
    session: id,
    storePath: store.path === undefined ? undefined : realFolder(store.path),
    root: workspace.root,
    // A command may touch thousands of files: each put on disk by itself would take minutes.
    blobs: {
      read: (address) => store.blobs.read(address),
      writer: () => store.blobs.writer(),
      write: (content) => store.blobs.write(content, { fsync: options.fsync === 'full' ? 'full' : 'off' }),
    },
    sandboxed: () => ports.process.sandboxed,
    // What runs processes in place of ours may keep other places.
    held: async (facts) => {
      if (options.process !== undefined) return [];
      const { findHeld } = await import('../change/capture/held-places.js');
      return findHeld(workspace.root, facts);
    },
    lease: (session) => store.lease(session),
  });
  const ports: HostPorts = {
    workspace,
    clock,
    change: createChanges({
      captures,
      workspace,
      blobs: store.blobs,
      clock,
      record: (event) => {
        recorder.record([event]);
        if (event.type === 'change-applied') void recorder.flush();
      },
      flush: async () => unrecordedChange(await recorder.flush()),
      seen: past.flatMap((event) => (event.type === 'call-settled' ? (event.body.seen ?? []) : [])),
      ...(options.fsync !== undefined && { fsync: options.fsync }),
      ...(options.readBeforeWrite !== undefined && { readBeforeWrite: options.readBeforeWrite }),
    }),
    blobs: maskedBlobs(store.blobs, mask),
    process:
      options.process ??
      sessionProcesses(options, {
        root: workspace.root,
        mode: () => core.mode,
        hosts: (facts) => deciding.openHosts(facts, core),
      }),
    log,
  };
  const emit = (delta: AgentDelta): void => recorder.pass(delta);
  const core: SessionCore = {
    id,
    store,
    fsync: options.fsync,
    feed,
    recorder,
    ports,
    deciding,
    instructions,
    captures,
    get tainted() {
      return taint.sources.length > 0;
    },
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
      policy: deciding.policy,
      mode: () => core.mode,
      model: () => core.model,
      recorder,
      questions,
      grants: deciding.grants,
      mask,
      lookAgain: mask.lookAgain,
      taint,
      ports,
      history,
      images,
      keepImage: (content) => store.blobs.write(content),
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
  const opening: SessionEventBody = {
    type: 'session-opened',
    body: {
      sessionId: id,
      workspace: workspace.root,
      model: core.model.name,
      profile: profile.name,
      mode: core.mode,
      version,
      actor: core.env.session.actor,
      instructions,
      resumed: past.length > 0,
    },
  };
  const before = lastMode(past);
  const changed: SessionEventBody | undefined =
    before === undefined || before === core.mode
      ? undefined
      : { type: 'mode-changed', body: { from: before, to: core.mode, origin: byProgram(core.env.session) } };
  recorder.record(changed === undefined ? [opening] : [opening, changed]);
  if (past.length > 0 && (await finishChanges(past, { ...core, blobs: store.blobs }))) core.used = true;
  if (options.policy === undefined) await recordRules(store, { workspace: workspace.root, rules: options.rules ?? [] });
  if (past.length > 0) await recoverCommand(past, { captures, recorder, log });
  return core;
}

function lastMode(past: readonly SessionRecord[]): Mode | undefined {
  const event = past.findLast(({ type }) => type === 'mode-changed' || type === 'session-opened');
  if (event?.type === 'mode-changed') return event.body.to;
  return event?.type === 'session-opened' ? event.body.mode : undefined;
}
