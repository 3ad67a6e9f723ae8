import type { ReceivedMessage } from '../history/event.js';
import type { NewEvent } from '../store/store.js';
import type { AgentEvent } from './event.js';

/** The messages that wait to be taken in, projected from the events: what was queued and is not received yet. */
export interface MessageQueue {
  apply(event: NewEvent): void;
  /** In the order they came. */
  readonly waiting: readonly ReceivedMessage[];
}

export function createMessageQueue(): MessageQueue {
  const waiting: ReceivedMessage[] = [];
  return {
    waiting,
    apply(event) {
      const { type, body } = event as AgentEvent;
      if (type === 'message-queued') waiting.push(body);
      if (type !== 'message-received' || waiting.length === 0) return;
      const at = waiting.findIndex(({ messageId }) => messageId === body.messageId);
      if (at !== -1) waiting.splice(at, 1);
    },
  };
}
