import { cutEnd } from '../base/text.js';
import type { Image, Message, ModelCall } from '../model/message.js';
import { type Mask, noMask } from '../policy/secret/mask.js';
import { maskJsonText } from '../policy/secret/mask-value.js';
import type { Call } from '../run/call.js';
import type { Settlement } from '../run/event.js';
import type { NewEvent } from '../store/store.js';
import type { HistoryEvent } from './event.js';
import { createUndoNote } from './undo-note.js';

/** The conversation as the model is shown it, projected from the events one by one: no event is looked at twice. */
export interface History {
  apply(event: NewEvent): void;
  /** System message first. The same array all along: it grows at the end only. */
  readonly messages: readonly Message[];
  /** Calls that were admitted and have no settlement yet, in source order. */
  readonly openCalls: readonly OpenCall[];
  /** Whether a call of this id was admitted before; ids of calls must not repeat. */
  hasCall(id: string): boolean;
  /** Questions so far that were denied because nobody was there. */
  readonly deniedUnasked: number;
  setSystem(text: string): void;
}

export interface OpenCall {
  readonly call: Call;
  readonly started: boolean;
  /** How its last run ended, when the sandbox stopped that and it was not run again. */
  readonly stopped?: Stopped;
}

type Stopped = Extract<HistoryEvent, { type: 'call-stopped' }>['body'];

type Admitted = Extract<HistoryEvent, { type: 'call-admitted' }>['body'];

interface Opened {
  readonly admitted: Admitted;
  attempts: number;
  stopped: Stopped | undefined;
  settlement: Settlement | undefined;
}

interface Round {
  readonly calls: ModelCall[];
  readonly open: Map<string, Opened>;
  unsettled: number;
  /** What came for the model while calls were open: it follows the results. */
  readonly behind: Message[];
}

/** What was refused unread is not sent to the model again and again; the record keeps it whole. */
const maxRefused = 2000;

const shortened = (text: string): string =>
  JSON.stringify({ refused_arguments: `${cutEnd(text, 200)}… (${text.length} characters)` });

export interface HistoryOptions {
  /** The pictures of messages by their blobs, there before the event that names them is applied. */
  readonly images?: ReadonlyMap<string, Image>;
  /** For what events hold as it was: the arguments of calls and the paths of changes. Their other texts come masked. */
  readonly mask?: Pick<Mask, 'text' | 'find'>;
}

export function createHistory(system: string, { images = new Map(), mask = noMask }: HistoryOptions = {}): History {
  const masked = (text: string): string => mask.text(text).text;
  const messages: Message[] = [{ role: 'system', text: masked(system) }];
  const ids = new Set<string>();
  let round: Round | undefined;
  const undoNote = createUndoNote();
  let deniedUnasked = 0;

  /** Results follow their calls in source order, once all are there: no request goes out with a call unanswered. */
  const closeRound = (): void => {
    if (round === undefined || round.unsettled > 0) return;
    for (const { settlement } of round.open.values()) {
      if (settlement === undefined) continue;
      const { callId, name, content: text, outcome } = settlement;
      messages.push({ role: 'tool', callId, name, text, isError: outcome !== 'ok' });
    }
    messages.push(...round.behind);
    round = undefined;
  };

  /** A message for the model, behind the results of the calls that are open. */
  const say = (message: Message): void => {
    if (round !== undefined && round.unsettled > 0) round.behind.push(message);
    else messages.push(message);
  };

  return {
    messages,
    hasCall: (id) => ids.has(id),
    get deniedUnasked() {
      return deniedUnasked;
    },
    get openCalls() {
      const open = [...(round?.open.values() ?? [])].filter(({ settlement }) => settlement === undefined);
      return open.map(({ admitted: { callId, index, name, arguments: text }, attempts, stopped }) => ({
        call: { id: callId, index, name, arguments: text, attempt: attempts + 1 },
        started: attempts > 0,
        ...(stopped !== undefined && { stopped }),
      }));
    },
    setSystem(text) {
      messages[0] = { role: 'system', text: masked(text) };
    },
    apply(event) {
      const known = event as HistoryEvent;
      switch (known.type) {
        case 'message-received':
          say(withNote(userMessage(known.body, images), masked(undoNote.take() ?? '')));
          break;
        case 'change-undone':
        case 'change-redone':
          if (Array.isArray(known.body?.paths)) undoNote.apply(known.type, known.body);
          break;
        case 'message-problem':
          if (known.body.rejected === true) say({ role: 'user', text: known.body.message });
          break;
        case 'model-answered': {
          const { text, reasoning, carry } = known.body;
          const calls: ModelCall[] = [];
          round = { calls, open: new Map(), unsettled: 0, behind: [] };
          if (text === '' && known.body.calls === 0) break;
          const message: Mutable<Extract<Message, { role: 'assistant' }>> = { role: 'assistant', text, calls };
          if (reasoning !== undefined) message.reasoning = reasoning;
          if (carry !== undefined) message.carry = carry;
          messages.push(message);
          break;
        }
        case 'call-admitted': {
          const { callId: id, name } = known.body;
          ids.add(id);
          if (round === undefined) break;
          round.calls.push({ id, name, arguments: maskJsonText(known.body.arguments, mask).text });
          round.open.set(id, { admitted: known.body, attempts: 0, stopped: undefined, settlement: undefined });
          round.unsettled += 1;
          break;
        }
        case 'call-refused': {
          const at = round?.calls.findIndex(({ id }) => id === known.body.callId) ?? -1;
          const refused = round?.calls[at];
          if (refused !== undefined && refused.arguments.length > maxRefused) {
            round?.calls.splice(at, 1, { ...refused, arguments: shortened(refused.arguments) });
          }
          break;
        }
        case 'call-started': {
          const started = round?.open.get(known.body.callId);
          if (started === undefined) break;
          started.attempts = known.body.attempt;
          started.stopped = undefined;
          break;
        }
        case 'call-stopped': {
          const stopped = round?.open.get(known.body.callId);
          if (stopped !== undefined) stopped.stopped = known.body;
          break;
        }
        case 'call-settled': {
          const settled = round?.open.get(known.body.callId);
          if (round === undefined || settled === undefined || settled.settlement !== undefined) break;
          settled.settlement = known.body;
          round.unsettled -= 1;
          closeRound();
          break;
        }
        case 'approval-answered':
          if (known.body.by === 'no-person-rule') deniedUnasked += 1;
          break;
        default:
          break;
      }
    },
  };
}

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };
type Received = Extract<HistoryEvent, { type: 'message-received' }>['body'];

/** What happened outside the conversation goes ahead of what the person says: some models want the roles to alternate. */
const withNote = (message: Message, note: string): Message =>
  note === '' ? message : { ...message, text: `${note}\n\n${message.text}` };

/** A picture whose blob is lost is named, so that the model does not talk of what it cannot see. */
function userMessage({ text, images: refs = [] }: Received, known: ReadonlyMap<string, Image>): Message {
  if (refs.length === 0) return { role: 'user', text };
  const images = refs.flatMap(({ blob }) => known.get(blob) ?? []);
  const lost = refs.length - images.length;
  const said = lost === 0 ? text : `${text}\n[${lost} of the pictures of this message are no longer there]`;
  return { role: 'user', text: said, images };
}
