import type { TurnEnd } from '../agent/event.js';
import type { Meter } from '../agent/meter.js';
import type { Profile } from '../agent/profile.js';
import type { Called } from '../agent/round.js';
import { runTurn } from '../agent/turn.js';
import { receiveMessage, type UserMessage } from '../agent/user-message.js';
import { defined } from '../base/defined.js';
import { endedWithin } from '../base/ended-within.js';
import { messageOf, ToolwrightError } from '../base/error.js';
import { createId } from '../base/id.js';
import type { ChangeEvent } from '../change/event.js';
import type { ListedChange } from '../change/list-changes.js';
import type { UndoEnd, UndoPreview } from '../change/undo.js';
import type { HistoryCompacted, ReceivedMessage } from '../history/event.js';
import type { Model } from '../model/model.js';
import { type Mode, modes } from '../policy/policy.js';
import { maskValue } from '../policy/secret/mask-value.js';
import type { Taint } from '../policy/taint/taint.js';
import { createCancellation } from '../run/cancellation.js';
import type { Settlement } from '../run/event.js';
import type { Answer, AnswerOrigin, Question } from '../run/question.js';
import { stored } from '../run/recorder.js';
import type { Store } from '../store/store.js';
import type { Registry } from '../tool/registry.js';
import type { TerminalScreen } from '../tool/terminal.js';
import type { Todo } from '../tool/todo.js';
import { answerWith } from './answer-with.js';
import { byProgram } from './by-program.js';
import { type ProgramCall, programCall, settlementOf } from './called-turn.js';
import type { OpenChild } from './child/held-child.js';
import type { ParentBinding } from './child/parent-binding.js';
import type { SessionEvent, SessionEventBody } from './event.js';
import { checkMessage } from './images.js';
import { type ListedTool, listTools } from './listed-tool.js';
import { openStore } from './open-store.js';
import { checkOptions, isDurable, type SessionOptions } from './options.js';
import { damagedError } from './repair-session.js';
import { listCommands, type SessionCommand } from './session-commands.js';
import { createCore, type SessionCore } from './session-core.js';
import { listTerminals, readTerminal, type SessionTerminal } from './session-terminals.js';
import { readSession, type StoredSession } from './sessions.js';
import type { RedoOptions, Revert, UndoOptions } from './undo-changes.js';

/** One conversation with one model in one workspace. */
export interface Session {
  readonly id: string;
  readonly workspace: string;
  readonly mode: Mode;
  readonly model: Model;
  readonly profile: Profile;
  readonly tools: Registry;
  /** All of them, with what requests carry of each. */
  listTools(): readonly ListedTool[];
  /** Files whose text is part of the system message. */
  readonly instructions: readonly string[];
  /** What is to be said of such a file, by its path: that it is cut, or untrusted; of one that is not used, why. */
  readonly instructionNotes: ReadonlyMap<string, string>;
  /**
   * What is wrong with a stored session that is not whole: it holds the events before that and can only be read; whatever
   * would write throws `session-damaged`. `repairSession` sets the rest aside.
   */
  readonly damage?: string;
  /** Questions that wait for an answer. */
  readonly questions: readonly Question[];
  /** Sends a message, with pictures or without. One turn at a time: `session-busy` otherwise. */
  send(message: string | UserMessage): Turn;
  /**
   * Says something while a turn runs. It is recorded at once, and taken in before the next request to the model: by this
   * turn, or by the next where this one ends before.
   */
  steer(message: string | UserMessage): Promise<void>;
  /** Messages that wait to be taken in, in the order they came. */
  readonly queued: readonly ReceivedMessage[];
  /** Goes on where a pause, an earlier process or a parked question stopped: settles what is open, asks the model again. */
  resume(): Turn;
  /**
   * Has a tool called without a model, in a turn of its own, by the same road: policy, questions, limits and the record are
   * those of any call. `caller`, for the record: which program calls, and by which channel.
   */
  call(name: string, args: unknown, caller?: Partial<AnswerOrigin>): CalledTurn;
  /** Answers a question that was told. `origin`, for the record: who answers, and by which channel. */
  answer(questionId: string, answer: Answer, origin?: Partial<AnswerOrigin>): void;
  /**
   * Stops the running turn where it is: nothing more starts, calls that run go on to their end, and `resume` goes on with
   * the rest. `origin`, for the record: who pauses it, and by which channel.
   */
  pause(origin?: Partial<AnswerOrigin>): void;
  /** Where the profile's order is `ticked`: lets the call that waits start. False when none does. */
  tick(): boolean;
  /** Ends the running turn, a paused one too; what has not started is not run. */
  cancel(): void;
  /** What the session did to files, oldest first. */
  changes(): Promise<readonly ListedChange[]>;
  /** Takes changes back, all of those meant or none: the last turn that changed something, unless `what` says more. */
  undo(options?: UndoOptions): Promise<UndoEnd>;
  /** Makes again what was undone last. */
  redo(options?: RedoOptions): Promise<UndoEnd>;
  /**
   * Makes what the model reads of the conversation shorter: a summary takes the place of its earlier part. It happens by
   * itself where the context of the model is full. Answers nothing when there was nothing to do, or `cancel` stopped it.
   */
  compact(): Promise<HistoryCompacted | undefined>;
  /** `origin`, for the record: who changes it, and by which channel. */
  setMode(mode: Mode, origin?: Partial<AnswerOrigin>): Promise<void>;
  setModel(model: Model): Promise<void>;
  /** The user has opened this file; null: they have none open. For a session that was opened with `activeFile`. */
  setActiveFile(path: string | null): void;
  /** What the session has spent. Handed to another as `spendsFor`, it counts what that one spends too. */
  readonly spending: Meter;
  /** Text from outside that has come in: while there is some, what sends data out or runs unconfined is asked about. */
  readonly taint: Taint;
  /** The person vouches for what has come in so far. `origin`, for the record: who does, and by which channel. */
  clearTaint(origin?: Partial<AnswerOrigin>): Promise<void>;
  /** The model's own list, as its calls have left it. */
  readonly todos: readonly Todo[];
  /** Commands that go on after their calls, and those that have ended lately. They end with the session, unless kept. */
  readonly commands: readonly SessionCommand[];
  /** Ends one of them: it is asked to, and killed when it does not. */
  stopCommand(id: string): Promise<void>;
  /** Terminals that are open, and those that have ended lately: commands, too, each with a screen. */
  readonly terminals: readonly SessionTerminal[];
  /** What one of them shows. */
  readTerminal(id: string): Promise<TerminalScreen>;
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

/** A turn of one call that a program makes. */
export interface CalledTurn extends Turn {
  readonly callId: string;
  /** How the call ended; undefined where it was left without an end: its question is parked, or the store failed. */
  readonly settlement: Promise<Settlement | undefined>;
}

/** Opens a new session, or goes on with the one named by `session`. */
export async function openSession(options: SessionOptions): Promise<Session> {
  checkOptions(options);
  const store =
    typeof options.store === 'object'
      ? options.store
      : await openStore(options.store ?? 'memory', { durable: isDurable(options) });
  const ownsStore = store !== options.store;
  try {
    return (await openIn({ store, options, ownsStore })).session;
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
  /** For a new one that has an id already. */
  readonly id?: string;
  readonly binding?: ParentBinding;
}

interface Opened {
  readonly core: SessionCore;
  readonly session: Session;
}

async function openIn({ store, options, ownsStore, ...child }: Opening): Promise<Opened> {
  const id = options.session ?? child.id ?? createId('ses');
  // Held before anything is read: what another process still writes must not be missed, or it would be done again.
  const lease = await store.lease(id);
  try {
    const { events: past, damage } = options.session === undefined ? newSession : await readSession(store, id);
    if (damage !== undefined && past.length === 0) throw damagedError(id, damage);
    if (options.session !== undefined && past.length === 0) {
      throw new ToolwrightError('session-unknown', `There is no session ${id}: \`toolwright sessions\` lists them.`);
    }
    const openChild: OpenChild = ({ id: childId, resumed, options: given, binding }) => {
      const wanted = resumed ? { options: { ...given, session: childId } } : { options: given, id: childId };
      return openIn({ store, ownsStore: false, binding, ...wanted });
    };
    const core = await createCore({ id, store, options, past, damage, binding: child.binding, openChild });
    if (options.onQuestion !== undefined) answerWith(core, options.onQuestion);
    const session = sessionOver(core, async () => {
      lease.release();
      if (ownsStore) await store.close();
    });
    return { core, session };
  } catch (error) {
    lease.release();
    throw error;
  }
}

const newSession: Pick<StoredSession, 'events' | 'damage'> = { events: [] };

function sessionOver(core: SessionCore, release: () => Promise<void>): Session {
  const { feed, recorder, env } = core;
  let closing: Promise<void> | undefined;
  const change = async (event: SessionEventBody): Promise<void> => {
    core.used = true;
    recorder.record([event]);
    await stored(recorder);
  };
  const originOf = (given?: Partial<AnswerOrigin>): AnswerOrigin => ({ ...byProgram(env.session), ...given });
  return {
    id: core.id,
    workspace: core.ports.workspace.root,
    profile: env.profile,
    tools: env.registry,
    listTools: () => listTools({ ...env, exposed: core.exposed }),
    instructions: core.instructions,
    instructionNotes: core.instructionNotes,
    ...defined({ damage: core.damage }),
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
    call: (name, args, caller) => startCall(core, programCall(name, args, originOf(caller))),
    answer: (questionId, answer, origin) => env.questions.answer(questionId, answer, originOf(origin)),
    steer: async (message) => steer(core, checkMessage(message)),
    get queued() {
      return [...env.queue.waiting];
    },
    pause(origin) {
      // An undo is done wholly or not at all.
      if (core.running?.turn === true) core.running.cancellation.pause(originOf(origin));
    },
    tick: () => env.ticks?.tick() ?? false,
    cancel: () => core.running?.cancellation.cancel(),
    async changes() {
      assertOpen(core);
      if (core.used) await stored(recorder);
      const { readChanges } = await import('./undo-changes.js');
      return maskValue(await readChanges(core.store, core.id), env.mask).value;
    },
    undo: (options) => revert(core, { kind: 'undo', ...options }),
    redo: (options) => revert(core, { kind: 'redo', ...options }),
    compact: () => compact(core),
    async setMode(mode, given) {
      assertWritable(core);
      if (!modes.includes(mode))
        throw new ToolwrightError('bad-option', `There is no mode ${mode}: use ${modes.join(', ')}.`);
      if (core.mode === mode) return;
      core.changeMode(mode, originOf(given));
      await stored(recorder);
    },
    async setModel(model) {
      assertWritable(core);
      const from = core.model.name;
      core.model = model;
      await change({ type: 'model-changed', body: { from, to: model.name } });
    },
    setActiveFile(path) {
      assertOpen(core);
      if (core.activeFile === undefined) throw noActiveFile();
      core.activeFile = path;
    },
    spending: env.spending.handedOn,
    get taint() {
      const { sources, more } = env.taint;
      return { sources, more };
    },
    get todos() {
      return maskValue(core.ports.todos?.todos ?? [], env.mask).value;
    },
    get commands() {
      return maskValue(listCommands(core.background), env.mask).value;
    },
    get terminals() {
      return maskValue(listTerminals(core.ports.terminals), env.mask).value;
    },
    readTerminal: (id) => readTerminal(core.ports.terminals, id),
    async stopCommand(id) {
      const failure = await core.background.stop(id);
      if (failure !== undefined) throw new ToolwrightError('bad-option', failure.message);
    },
    async clearTaint(given) {
      assertWritable(core);
      if (core.tainted) await change({ type: 'taint-cleared', body: { origin: originOf(given) } });
    },
    on: feed.on,
    events: () => feed.iterate(),
    close() {
      closing ??= closeCore(core, release);
      return closing;
    },
  };
}

const noActiveFile = (): ToolwrightError =>
  new ToolwrightError(
    'bad-option',
    'No tool tells the model of the open file: open the session with `activeFile`, null when none is open.',
  );

async function closeCore(core: SessionCore, release: () => Promise<void>): Promise<void> {
  core.closed = true;
  core.running?.cancellation.cancel();
  await core.running?.done.catch(() => {});
  await core.steering;
  await core.children.close();
  core.leave();
  await Promise.all([core.background.close(), endedWithin(core.leftBehind, closeGraceMs)]);
  try {
    await core.extensions.close();
    await core.hooks?.close();
    await core.deciding.settled();
    if (core.used) await stored(core.recorder);
    // What commands changed is on record now: until then their copies are all there is of it.
    await core.captures.close();
    await core.background.stored();
  } finally {
    core.feed.close();
    await release();
  }
}

/** How long a session waits, when it closes, for tools that were told to stop: a command's group is killed by then. */
const closeGraceMs = 3000;

function assertOpen(core: SessionCore): void {
  if (!core.closed) return;
  throw new ToolwrightError(
    'session-closed',
    'This session is closed: open it again with openSession({ session: id }).',
  );
}

function assertWritable(core: SessionCore): void {
  assertOpen(core);
  if (core.damage !== undefined) throw damagedError(core.id, core.damage);
}

function assertIdle(core: SessionCore): void {
  assertWritable(core);
  if (core.running === undefined) return;
  throw new ToolwrightError(
    'session-busy',
    'A turn is running, or an undo: wait for its end, or cancel it, before the next. `steer` says more in a running turn.',
  );
}

/** One after another, so that a picture that has to be kept first does not change the order. */
async function steer(core: SessionCore, message: UserMessage): Promise<void> {
  assertWritable(core);
  if (core.running?.turn !== true)
    throw new ToolwrightError('session-idle', 'No turn is running: send the message instead.');
  const { env, recorder } = core;
  const queued = core.steering.then(async () => {
    env.lookAgain();
    const body = await receiveMessage(message, env);
    recorder.record([{ type: 'message-queued', body }]);
  });
  core.steering = queued.catch(() => {});
  await queued;
  await stored(recorder);
}

/** Nothing else happens in the session meanwhile. */
async function revert(core: SessionCore, wanted: Revert): Promise<UndoEnd> {
  assertIdle(core);
  const { mask } = core.env;
  const { approve } = wanted;
  const cancellation = createCancellation();
  const { store, id, fsync, recorder } = core;
  const work = async (): Promise<UndoEnd> => {
    if (core.used) await stored(recorder);
    const record = async (event: ChangeEvent): Promise<void> => {
      recorder.record([event]);
      await stored(recorder);
    };
    const { revertChanges } = await import('./undo-changes.js');
    const shown = approve && ((preview: UndoPreview) => approve(maskValue(preview, mask).value));
    const end = await revertChanges(shown === undefined ? wanted : { ...wanted, approve: shown }, {
      store,
      session: id,
      fsync,
      signal: cancellation.signal,
      origin: byProgram(core.env.session),
      record,
    });
    if (end.type === 'done') await core.hooks?.reverted(end.event);
    return maskValue(end, mask).value;
  };
  const done = work().finally(() => {
    core.running = undefined;
  });
  core.running = { turn: false, cancellation, done };
  return done;
}

async function compact(core: SessionCore): Promise<HistoryCompacted | undefined> {
  assertIdle(core);
  const cancellation = createCancellation();
  const work = async (): Promise<HistoryCompacted | undefined> => {
    const { compactSession } = await import('./compact-session.js');
    return compactSession(core, cancellation);
  };
  const done = work().finally(() => {
    core.running = undefined;
  });
  core.running = { turn: false, cancellation, done };
  return done;
}

function startCall(core: SessionCore, { callId, message, called }: ProgramCall): CalledTurn {
  const turn = startTurn(core, message, called);
  return { ...turn, callId, settlement: settlementOf(callId, turn.result, core.feed.on) };
}

function startTurn(core: SessionCore, message: UserMessage | undefined, called?: Called): Turn {
  assertIdle(core);
  const { stopEndsWork: pauseEnds = false } = core.env.profile;
  const cancellation = createCancellation({ pauseEnds });
  if (pauseEnds) cancellation.onCancel(() => endCommands(core));
  const turnId = createId('turn');
  const result = runTurn({ turnId, message, called }, { ...core.env, cancellation }).finally(() => {
    core.running = undefined;
  });
  // Whoever iterates and never awaits `result` must not lose the process to a defect.
  result.catch((error: unknown) => core.ports.log.warn(`a turn broke: ${messageOf(error)}`));
  core.running = { turn: true, cancellation, done: result };
  core.used = true;
  core.children.follow(cancellation);
  return { result, [Symbol.asyncIterator]: turnEvents(core, turnId, result) };
}

function endCommands({ background, ports }: SessionCore): void {
  for (const { id, end } of background.commands)
    if (end === undefined)
      void background
        .stop(id)
        .catch((error: unknown) => ports.log.warn(`a command was not ended: ${messageOf(error)}`));
}

/**
 * The events of one turn, from its start on, for one reader. They are kept until somebody reads them or the turn is
 * over; the turn's end ends them also when it could not be stored.
 */
function turnEvents(
  core: SessionCore,
  turnId: string,
  result: Promise<TurnEnd>,
): () => AsyncIterableIterator<SessionEvent> {
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
