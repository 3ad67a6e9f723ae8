import type { StopReason, Usage } from '../model/model.js';
import type { RunEvent } from '../run/event.js';

/** What the conversation is made of, beside the calls themselves. */
export type ConversationEvent =
  | { readonly type: 'message-received'; readonly body: { readonly messageId: string; readonly text: string } }
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
      };
    };

export type HistoryEvent = ConversationEvent | RunEvent;
