import { defined } from '../base/defined.js';
import { cutEnd } from '../base/text.js';
import type { Image, Message, ModelCall } from '../model/message.js';
import { type Mask, noMask } from '../policy/secret/mask.js';
import { maskJsonText } from '../policy/secret/mask-value.js';
import type { Call } from '../run/call.js';
import type { Settlement } from '../run/event.js';
import { handleEvents } from '../store/handle-events.js';
import type { NewEvent } from '../store/store.js';
import { doorName } from '../tool/catalog/door.js';
import { createCommandNote } from './command-note.js';
import { type Conversation, type Cut, compactConversation } from './conversation.js';
import type { HistoryCompacted, HistoryEvent, ReceivedMessage, Summary } from './event.js';
import { createLedger, type Ledger } from './ledger.js';
import { createUndoNote } from './undo-note.js';
import { pictured, userMessage } from './user-message.js';

/** The conversation as the model is shown it, projected from the events one by one: no event is looked at twice. */
export interface History extends Conversation {
  apply(event: NewEvent): void;
  /** The same array all along: it grows at the end, until a compaction makes it shorter. */
  readonly messages: readonly Message[];
  /** How often it was made shorter. */
  readonly compactions: number;
  /** What stands for what was left out. */
  readonly summary: Summary | undefined;
  readonly ledger: Ledger;
  /** What the server counted for the last request it counted, and how many messages that had. */
  readonly counted: { readonly tokens: number; readonly messages: number } | undefined;
  /** The blob that has the whole of a result which the model read in part. */
  blobOf(callId: string): string | undefined;
  /** Calls that were admitted and have no settlement yet, in source order. */
  readonly openCalls: readonly OpenCall[];
  /** The same of calls that calls made: these are never run again. */
  readonly openSteps: readonly OpenCall[];
  /** Whether a call of this id was admitted before; ids of calls must not repeat. */
  hasCall(id: string): boolean;
  /** Questions so far that were denied because nobody was there. */
  readonly deniedUnasked: number;
  setSystem(text: string): void;
  /** Makes the conversation anew of these events: all that was before is left out, but for the ids of its calls. */
  restart(events: Iterable<NewEvent>): void;
}

export interface OpenCall {
  readonly call: Call;
  readonly started: boolean;
  /** A program made it, and waited for its end. */
  readonly called?: true;
  /** It has changed files, not by a command: all that it was to do there is done. */
  readonly changed?: true;
  /** How its last run ended, when the sandbox stopped that and it was not run again. */
  readonly stopped?: Stopped;
}

type Stopped = Extract<HistoryEvent, { type: 'call-stopped' }>['body'];

type Answered = Extract<HistoryEvent, { type: 'model-answered' }>['body'];
type Admitted = Extract<HistoryEvent, { type: 'call-admitted' }>['body'];
type StepAdmitted = Extract<HistoryEvent, { type: 'step-admitted' }>['body'];

interface Opened {
  readonly admitted: Admitted;
  /** Where it is among the calls of its round. */
  readonly at: number;
  readonly called: boolean;
  attempts: number;
  changed: boolean;
  stopped: Stopped | undefined;
  settlement: Settlement | undefined;
}

interface Round {
  /** The model reads of it. */
  readonly told: boolean;
  /** The answer, until its first call shows that it is one: without text or calls it is none. */
  unsaid: Message | undefined;
  readonly calls: ModelCall[];
  readonly open: Map<string, Opened>;
  unsettled: number;
  /** What came for the model while calls were open: it follows the results. */
  readonly behind: { readonly message: Message; readonly id: string | undefined }[];
}

/** What was refused unread is not sent to the model again and again; the record keeps it whole. */
const maxRefused = 2000;

const shortened = (text: string): string =>
  JSON.stringify({ refused_arguments: `${cutEnd(text, 200)}… (${text.length} characters)` });

export interface HistoryOptions {
  /** The pictures of messages by their blobs, there before the event that names them is applied. */
  readonly images?: ReadonlyMap<string, Image>;
  /** The ids of calls that were admitted before the first event that is applied. */
  readonly earlierCalls?: { has(id: string): boolean };
  /** For what events hold as it was: the arguments of calls and the paths of changes. Their other texts come masked. */
  readonly mask?: Pick<Mask, 'text' | 'find'>;
  /** The role of what the program itself tells the model; `user` by default. */
  readonly notesAs?: 'user' | 'system' | undefined;
}

export function createHistory(system: string, options: HistoryOptions = {}): History {
  const { images = new Map(), mask = noMask, earlierCalls, notesAs = 'user' } = options;
  const masked = (text: string): string => mask.text(text).text;
  const messages: Message[] = [{ role: 'system', text: masked(system) }];
  const ids = new Set<string>();
  const blobs = new Map<string, string>();
  let ledger = createLedger();
  let round: Round | undefined;
  const steps = new Map<string, { readonly admitted: StepAdmitted; started: boolean }>();
  const undoNote = createUndoNote();
  /** Notes that go ahead of the next message of the person, or stand for themselves where none comes before the next request. */
  const waiting: string[] = [];
  const commandNote = createCommandNote();
  /** How many messages the last request had. */
  let asked = -1;
  let called = false;
  /** What happens in this turn is nothing to the model. */
  let aside = false;

  /** Results follow their calls in source order, once all are there: no request goes out with a call unanswered. */
  const closeRound = (): void => {
    if (round === undefined || round.unsettled > 0) return;
    for (const { admitted, settlement } of round.told ? round.open.values() : []) {
      const { callId } = admitted;
      const name = admitted.through === undefined ? admitted.name : doorName;
      const text = settlement?.content ?? neverRecorded;
      const result: Message = { role: 'tool', callId, name, isError: settlement?.outcome !== 'ok', text };
      const pictures = settlement?.images;
      messages.push(pictures === undefined ? result : { ...result, ...pictured(text, pictures, images) });
      if (settlement?.blob !== undefined) blobs.set(callId, settlement.blob);
    }
    const { behind } = round;
    round = undefined;
    for (const { message, id } of behind) say(message, id);
  };

  /** Another answer came although calls of the last one were open: nothing is known of them, and they are not done again. */
  const abandonRound = (): void => {
    if (round === undefined) return;
    round.unsettled = 0;
    closeRound();
  };

  /** A message for the model, behind the results of the calls that are open. A call that comes after it is of no round. */
  const say = (message: Message, id?: string): void => {
    if (round !== undefined && round.unsettled > 0) {
      round.behind.push({ message, id });
      return;
    }
    round = undefined;
    // A request that was sent is read on as it was: what no answer came to must not become one message with what follows.
    if (message.role === 'user' && messages.length === asked) messages.push(noAnswer);
    if (id !== undefined) history.cuts.push({ id, at: messages.length });
    messages.push(message);
  };

  const tell = (text: string): void => {
    if (!aside) say({ role: notesAs, text });
  };

  const receive = (message: ReceivedMessage): void => {
    if (aside) return;
    const note = masked(notes([undoNote.take(), commandNote.take(), ...waiting.splice(0)]));
    ledger.received(message, note);
    say(userMessage(message, { note, known: images }), message.messageId);
  };

  const answer = ({ text, reasoning, carry, calls: count, usage }: Answered): void => {
    abandonRound();
    if (usage !== undefined && usage.estimated !== true)
      history.counted = { tokens: usage.inputTokens, messages: messages.length };
    if (!aside) ledger.answered(text, count);
    const calls: ModelCall[] = [];
    const message: Mutable<Extract<Message, { role: 'assistant' }>> = { role: 'assistant', text, calls };
    if (reasoning !== undefined) message.reasoning = reasoning;
    if (carry !== undefined) message.carry = carry;
    round = { told: !aside, unsaid: message, calls, open: new Map(), unsettled: 0, behind: [] };
    if (text !== '' && !aside) {
      messages.push(message);
      round.unsaid = undefined;
    }
  };

  /** The round has its first call. */
  const begin = (begun: Round, id: string): void => {
    if (!begun.told) return;
    if (begun.unsaid !== undefined) messages.push(begun.unsaid);
    begun.unsaid = undefined;
    history.cuts.push({ id, at: messages.length - 1 });
  };

  const settle = (settlement: Settlement): void => {
    const settled = round?.open.get(settlement.callId);
    if (round === undefined || settled === undefined || settled.settlement !== undefined) return;
    settled.settlement = settlement;
    round.unsettled -= 1;
    const call = round.calls[settled.at];
    const meant = call && settled.admitted.through !== undefined ? meantCall(settled.admitted, mask) : call;
    if (meant !== undefined && round.told) ledger.settled(meant, settlement);
    closeRound();
  };

  /** Never between a call and its result. */
  const compact = (body: HistoryCompacted): void => {
    if (round !== undefined && round.unsettled > 0) return;
    const left = compactConversation({ messages, cuts: history.cuts, head: history.head }, body, images);
    // What has not made a call by now does not: its message may be gone.
    round = undefined;
    messages.length = 0;
    for (const message of left.messages) messages.push(message);
    asked = -1;
    history.cuts = [...left.cuts];
    history.summary = body.summary ?? history.summary;
    history.head = left.head;
    history.compactions += 1;
    const there = new Set(messages.map((message) => (message.role === 'tool' ? message.callId : '')));
    for (const callId of blobs.keys()) if (!there.has(callId)) blobs.delete(callId);
  };

  const admit = (admitted: Admitted): void => {
    const { callId: id } = admitted;
    const repeated = ids.has(id);
    ids.add(id);
    if (round === undefined || repeated) return;
    if (round.calls.length === 0) begin(round, id);
    const at = round.calls.push(writtenCall(admitted, mask)) - 1;
    round.open.set(id, {
      admitted,
      at,
      called,
      attempts: 0,
      changed: false,
      stopped: undefined,
      settlement: undefined,
    });
    round.unsettled += 1;
  };

  const refuse = (callId: string): void => {
    const at = round?.calls.findIndex(({ id }) => id === callId) ?? -1;
    const refused = round?.calls[at];
    if (refused === undefined || refused.arguments.length <= maxRefused) return;
    round?.calls.splice(at, 1, { ...refused, arguments: shortened(refused.arguments) });
  };

  const start = (callId: string, attempt: number): void => {
    const step = steps.get(callId);
    if (step !== undefined) step.started = true;
    const started = round?.open.get(callId);
    if (started === undefined) return;
    started.attempts = attempt;
    started.stopped = undefined;
  };

  // What another program wrote may have any body: lists are looked at before they are read.
  const apply = handleEvents<HistoryEvent>({
    'turn-started': (body) => {
      called = body?.caller !== undefined;
      aside = body?.aside === true;
    },
    'message-received': receive,
    'round-started': () => {
      const note = aside ? '' : masked(notes([commandNote.take(), ...waiting.splice(0)]));
      if (note !== '') tell(note);
      if (!aside) asked = messages.length;
    },
    'model-answered': answer,
    'message-problem': ({ rejected, message }) => {
      if (rejected === true) tell(message);
    },
    'guard-warned': ({ message }) => tell(message),
    'note-added': ({ text }) => {
      if (typeof text === 'string') waiting.push(text);
    },
    'call-admitted': admit,
    'step-admitted': (admitted) => {
      ids.add(admitted.callId);
      steps.set(admitted.callId, { admitted, started: false });
    },
    'call-refused': ({ callId }) => refuse(callId),
    'call-started': ({ callId, attempt }) => start(callId, attempt),
    'call-stopped': (body) => {
      const stopped = round?.open.get(body.callId);
      if (stopped !== undefined) stopped.stopped = body;
    },
    'call-settled': (settlement) => {
      steps.delete(settlement.callId);
      settle(settlement);
    },
    'approval-answered': ({ by }) => {
      if (by === 'no-person-rule') history.deniedUnasked += 1;
    },
    'command-ended': commandNote.apply,
    'todos-changed': (body) => {
      if (Array.isArray(body?.todos)) ledger.listed(body.todos);
    },
    'change-applied': (body) => {
      const changing = round?.open.get(body?.callId);
      if (changing !== undefined && body.operation !== 'command') changing.changed = true;
      if (Array.isArray(body?.paths)) ledger.changes(body.paths.map(({ path }) => path));
    },
    'change-undone': (body) => {
      if (Array.isArray(body?.paths)) undoNote.apply('change-undone', body);
    },
    'change-redone': (body) => {
      if (Array.isArray(body?.paths)) undoNote.apply('change-redone', body);
    },
    'history-compacted': compact,
  });

  const history: Mutable<History> & { cuts: Cut[] } = {
    apply,
    messages,
    ledger,
    cuts: [],
    head: 1,
    compactions: 0,
    summary: undefined,
    counted: undefined,
    deniedUnasked: 0,
    blobOf: (callId) => blobs.get(callId),
    hasCall: (id) => ids.has(id) || earlierCalls?.has(id) === true,
    get openCalls() {
      const open = [...(round?.open.values() ?? [])].filter(({ settlement }) => settlement === undefined);
      return open.map(
        ({ admitted: { callId, index, name, arguments: text }, attempts, changed, stopped, called: byProgram }) => ({
          call: { id: callId, index, name, arguments: text, attempt: attempts + 1 },
          started: attempts > 0,
          ...(byProgram && { called: true as const }),
          ...(changed && { changed: true as const }),
          ...defined({ stopped }),
        }),
      );
    },
    get openSteps() {
      return [...steps.values()].map(({ admitted: { callId, name, arguments: text }, started }) => ({
        call: { id: callId, index: 0, name, arguments: text, attempt: 1 },
        started,
      }));
    },
    setSystem(text) {
      messages[0] = { role: 'system', text: masked(text) };
    },
    restart(events) {
      messages.length = 1;
      asked = -1;
      blobs.clear();
      steps.clear();
      undoNote.take();
      commandNote.take();
      waiting.length = 0;
      ledger = createLedger();
      Object.assign(history, { ledger, cuts: [], head: 1, summary: undefined, counted: undefined });
      history.compactions += 1;
      round = undefined;
      for (const event of events) apply(event);
    },
  };
  return history;
}

/** As the model wrote it: what it reads of itself stays what it was. */
function writtenCall(
  { callId: id, name, arguments: args, through }: Admitted,
  mask: Pick<Mask, 'text' | 'find'>,
): ModelCall {
  const written = maskJsonText(through ?? args, mask).text;
  return { id, name: through === undefined ? name : doorName, arguments: written };
}

/** By the tool it means. */
const meantCall = ({ through: _, ...admitted }: Admitted, mask: Pick<Mask, 'text' | 'find'>): ModelCall =>
  writtenCall(admitted, mask);

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };

/** Stands where a request came to no words and no calls. */
const noAnswer: Message = { role: 'assistant', text: '(no answer)', calls: [] };

const neverRecorded =
  'The end of this call was never recorded: it may have been done, wholly or in part. Look before doing it again.';

const notes = (said: readonly (string | undefined)[]): string => said.filter((note) => note !== undefined).join('\n');
