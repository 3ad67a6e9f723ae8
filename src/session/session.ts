import type { Meter } from '../agent/meter.js';
import type { Profile } from '../agent/profile.js';
import type { UserMessage } from '../agent/user-message.js';
import { defined } from '../base/defined.js';
import { endedWithin } from '../base/ended-within.js';
import { ToolwrightError } from '../base/error.js';
import { createId } from '../base/id.js';
import type { ListedChange } from '../change/list-changes.js';
import type { UndoEnd } from '../change/undo.js';
import type { HistoryCompacted, ReceivedMessage } from '../history/event.js';
import type { Model } from '../model/model.js';
import { type Mode, modes } from '../policy/policy.js';
import { maskValue } from '../policy/secret/mask-value.js';
import type { Taint } from '../policy/taint/taint.js';
import type { Answer, AnswerOrigin, Question } from '../run/question.js';
import { stored } from '../run/recorder.js';
import type { Store } from '../store/store.js';
import type { Registry } from '../tool/registry.js';
import type { TerminalScreen } from '../tool/terminal.js';
import type { Todo } from '../tool/todo.js';
import { answerWith } from './answer-with.js';
import { compactBesideTurns, revertBesideTurns } from './beside-turns.js';
import { byProgram } from './by-program.js';
import { type CalledTurn, startCall } from './called-turn.js';
import type { OpenChild } from './child/held-child.js';
import type { ParentBinding } from './child/parent-binding.js';
import type { SessionEvent, SessionEventBody } from './event.js';
import { checkMessage } from './images.js';
import { type ListedTool, listTools } from './listed-tool.js';
import { openStore } from './open-store.js';
import { checkOptions, isDurable, type SessionOptions } from './options.js';
import { previewCall } from './preview-call.js';
import type { CallPreview } from './preview-calls.js';
import { queueMessage } from './queued-messages.js';
import { damagedError } from './repair-session.js';
import { listCommands, type SessionCommand } from './session-commands.js';
import { createCore, type SessionCore } from './session-core.js';
import { changeRisk, checkRiskMode } from './session-risk.js';
import { turnOf } from './session-state.js';
import { listTerminals, readTerminal, type SessionTerminal } from './session-terminals.js';
import { readSession, type StoredSession } from './sessions.js';
import { startTurn, type Turn } from './start-turn.js';
import type { RedoOptions, UndoOptions } from './undo-changes.js';
import { assertOpen, assertWritable } from './usable.js';

/** One conversation with one model in one workspace. */
export interface Session {
  readonly id: string;
  readonly workspace: string;
  readonly mode: Mode;
  /** Which of the risk modes of its profile it is in; undefined where that has none. */
  readonly riskMode: string | undefined;
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
  /** Nobody answers any more: questions that wait, and those to come, are denied for want of a person. */
  unattend(): void;
  /** What would become of a call as things are now: the verdict on it, or why it comes to none. Nothing is run. */
  previewCall(name: string, args: unknown): Promise<CallPreview>;
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
  /** The same for the risk mode: calls are judged by it from then on, those of subagents too. */
  setRiskMode(mode: string, origin?: Partial<AnswerOrigin>): Promise<void>;
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
  const { place, state, stream, host, env } = core;
  const { feed, recorder } = stream;
  let closing: Promise<void> | undefined;
  const change = async (event: SessionEventBody): Promise<void> => {
    stream.used = true;
    stream.record(event);
    await stored(recorder);
  };
  const originOf = (given?: Partial<AnswerOrigin>): AnswerOrigin => ({ ...byProgram(env.session), ...given });
  const session: Session = {
    id: core.id,
    workspace: place.workspace.root,
    profile: env.profile,
    tools: env.tools.registry,
    listTools: () => listTools(core.tools),
    instructions: place.instructions.paths,
    instructionNotes: place.instructions.notes,
    ...defined({ damage: stream.damage }),
    get mode() {
      return env.judges.mode();
    },
    get riskMode() {
      return core.judges.risk.now;
    },
    get model() {
      return state.model;
    },
    get questions() {
      return env.people.questions.open;
    },
    send: (message) => startTurn(core, checkMessage(message)),
    resume: () => startTurn(core, undefined),
    call: (name, args, caller) => startCall(core, { name, args, caller: originOf(caller) }),
    answer: (questionId, answer, origin) => env.people.questions.answer(questionId, answer, originOf(origin)),
    previewCall: (name, args) => previewCall(core, { name, arguments: JSON.stringify(args) }),
    unattend: () => env.people.questions.unattend(),
    steer: async (message) => void (await queueMessage(core, checkMessage(message))),
    get queued() {
      return [...env.conversation.queue.waiting];
    },
    pause(origin) {
      // An undo is done wholly or not at all.
      turnOf(state)?.pause(originOf(origin));
    },
    tick: () => env.pace.ticks?.tick() ?? false,
    cancel: () => state.running?.cancellation.cancel(),
    async changes() {
      assertOpen(core);
      if (stream.used) await stored(recorder);
      const { readChanges } = await import('./undo-changes.js');
      return maskValue(await readChanges(core.store, core.id), env.secrets.mask).value;
    },
    undo: (options) => revertBesideTurns(core, { kind: 'undo', ...options }),
    redo: (options) => revertBesideTurns(core, { kind: 'redo', ...options }),
    compact: () => compactBesideTurns(core),
    async setMode(mode, given) {
      assertWritable(core);
      if (!modes.includes(mode))
        throw new ToolwrightError('bad-option', `There is no mode ${mode}: use ${modes.join(', ')}.`);
      if (env.judges.mode() === mode) return;
      core.modes.change(mode, originOf(given));
      await stored(recorder);
    },
    async setRiskMode(mode, given) {
      assertWritable(core);
      checkRiskMode(mode, env.profile);
      changeRisk(mode, { risk: core.judges.risk, stream, origin: originOf(given) });
      await stored(recorder);
    },
    async setModel(model) {
      assertWritable(core);
      const from = state.model.name;
      state.model = model;
      await change({ type: 'model-changed', body: { from, to: model.name } });
    },
    setActiveFile(path) {
      assertOpen(core);
      if (state.activeFile === undefined) throw noActiveFile();
      state.activeFile = path;
    },
    spending: env.spending.handedOn,
    get taint() {
      const { sources, more } = env.judges.taint;
      return { sources, more };
    },
    get todos() {
      return maskValue(env.ports.todos?.todos ?? [], env.secrets.mask).value;
    },
    get commands() {
      return maskValue(listCommands(host.background), env.secrets.mask).value;
    },
    get terminals() {
      return maskValue(listTerminals(env.ports.terminals), env.secrets.mask).value;
    },
    readTerminal: (id) => readTerminal(env.ports.terminals, id),
    async stopCommand(id) {
      const failure = await host.background.stop(id);
      if (failure !== undefined) throw new ToolwrightError('bad-option', failure.message);
    },
    async clearTaint(given) {
      assertWritable(core);
      if (env.judges.taint.sources.length > 0)
        await change({ type: 'taint-cleared', body: { origin: originOf(given) } });
    },
    on: feed.on,
    events: () => feed.iterate(),
    close() {
      closing ??= closeCore(core, release);
      return closing;
    },
  };
  cores.set(session, core);
  return session;
}

/** The parts of sessions, for what stands on them beside a session's own members. */
const cores = new WeakMap<Session, SessionCore>();

export function coreOf(session: Session): SessionCore {
  const core = cores.get(session);
  if (core !== undefined) return core;
  throw new ToolwrightError('bad-option', 'That is no session that openSession has opened: hand on what it answered.');
}

const noActiveFile = (): ToolwrightError =>
  new ToolwrightError(
    'bad-option',
    'No tool tells the model of the open file: open the session with `activeFile`, null when none is open.',
  );

async function closeCore(core: SessionCore, release: () => Promise<void>): Promise<void> {
  const { place, state, stream, tools, judges, host } = core;
  stream.closed = true;
  state.running?.cancellation.cancel();
  await state.running?.done.catch(() => {});
  await state.steering;
  await core.children.close();
  place.tree.leave();
  await Promise.all([host.background.close(), endedWithin(state.leftBehind, closeGraceMs)]);
  try {
    await tools.extensions.close();
    await core.hooks?.close();
    await judges.deciding.settled();
    if (stream.used) await stored(stream.recorder);
    // What commands changed is on record now: until then their copies are all there is of it.
    await host.captures.close();
    await host.background.stored();
  } finally {
    stream.feed.close();
    await release();
  }
}

/** How long a session waits, when it closes, for tools that were told to stop: a command's group is killed by then. */
const closeGraceMs = 3000;
