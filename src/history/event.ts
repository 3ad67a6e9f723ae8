import type { ChangeEvent } from '../change/event.js';
import type { Carry } from '../model/message.js';
import type { StopReason, Usage } from '../model/model.js';
import type { RunEvent } from '../run/event.js';
import type { ImageRef } from '../tool/tool.js';
import type { Shortened } from './shorten.js';

/** What the conversation is made of, beside the calls themselves. */
export type ConversationEvent =
  | { readonly type: 'message-received'; readonly body: ReceivedMessage }
  | {
      readonly type: 'model-answered';
      readonly body: {
        readonly round: number;
        readonly text: string;
        readonly reasoning?: string;
        /** How many calls follow; their arguments are with them. */
        readonly calls: number;
        /** `cut`: the stream broke; the text is what had come by then, and no call of it counts. */
        readonly stop: StopReason | 'cut';
        readonly usage?: Usage;
        readonly carry?: Carry;
      };
    }
  | {
      readonly type: 'message-problem';
      readonly body: {
        readonly round: number;
        readonly code: string;
        readonly message: string;
        /** A call was meant and is none: the model reads the message and tries again. */
        readonly rejected?: true;
      };
    }
  | { readonly type: 'note-added'; readonly body: NoteAdded }
  | { readonly type: 'history-compacted'; readonly body: HistoryCompacted };

/** What the program tells the model beside the conversation, once, at its end: what requests begin with stays as it is. */
export interface NoteAdded {
  readonly text: string;
  /** What the model knows by it: a digest of each thing it was told of, by name; empty of what is gone. */
  readonly told: Readonly<Record<string, string>>;
}

/** A message of the person. */
export interface ReceivedMessage {
  readonly messageId: string;
  readonly text: string;
  readonly images?: readonly ImageRef[];
  /** How many secrets were masked in it; absent when there were none. */
  readonly masked?: number;
}

/**
 * The conversation that the model reads was made shorter. The events before it stay as they are: this one says, by itself,
 * what stands in their place.
 */
export interface HistoryCompacted {
  /** There was little room left, the server refused a request as too long, or a person wanted it. */
  readonly why: 'room' | 'overflow' | 'asked';
  /** About how many tokens a request had, and has now. */
  readonly tokens: { readonly before: number; readonly after: number };
  /** What stands in the place of all that came before `from`. */
  readonly summary?: Summary;
  readonly shortened?: readonly Shortened[];
  /** What the requests for the summary used. */
  readonly usage?: Usage;
}

export interface Summary {
  /** The message of the person, or the first call of the round, from which on everything is kept; absent: nothing is. */
  readonly from?: string;
  /** Who wrote `text`: the model, or the program from the record. */
  readonly by: 'model' | 'digest';
  readonly text: string;
  /** What the person asked for, as it was; the whole is in `blob` where it is too long. */
  readonly requests: readonly KeptRequest[];
  readonly denials: readonly string[];
  readonly notes: readonly string[];
  /** The todos as they were then, a line each; absent when none was open. */
  readonly todos?: string;
}

export interface KeptRequest {
  /** What the session began with, or what is worked on. */
  readonly which: 'first' | 'current';
  readonly text: string;
  readonly images?: readonly ImageRef[];
}

/** A request is about to be sent: what waits for the model goes with it. */
interface RoundStarted {
  readonly type: 'round-started';
  readonly body: unknown;
}

/** The calls that follow are a program's own where `caller` names one, and nothing to the model where they are aside. */
interface TurnStarted {
  readonly type: 'turn-started';
  readonly body: { readonly caller?: unknown; readonly aside?: unknown } | undefined;
}

export type HistoryEvent = ConversationEvent | RunEvent | ChangeEvent | RoundStarted | TurnStarted;
