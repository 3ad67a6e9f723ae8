import type { ChangeEvent } from '../change/event.js';
import type { Carry } from '../model/message.js';
import type { StopReason, Usage } from '../model/model.js';
import type { RunEvent } from '../run/event.js';

/** What the conversation is made of, beside the calls themselves. */
export type ConversationEvent =
  | {
      readonly type: 'message-received';
      readonly body: {
        readonly messageId: string;
        readonly text: string;
        readonly images?: readonly ImageRef[];
        /** How many secrets were masked in it; absent when there were none. */
        readonly masked?: number;
      };
    }
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
    };

/** A picture that came with a message, kept as a blob. */
export interface ImageRef {
  readonly mediaType: string;
  readonly blob: string;
}

export type HistoryEvent = ConversationEvent | RunEvent | ChangeEvent;
