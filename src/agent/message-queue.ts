import { handleEvents } from '../store/handle-events.js';
import type { AgentEvent, QueuedMessage } from './event.js';

/** The messages that wait to be taken in, projected from the events: what was queued and is not received yet. */
export type MessageQueue = ReturnType<typeof createMessageQueue>;

export function createMessageQueue() {
  const waiting: QueuedMessage[] = [];
  const replace = (messageId: string, ...by: readonly QueuedMessage[]): void => {
    const at = waiting.findIndex((one) => one.messageId === messageId);
    if (at !== -1) waiting.splice(at, 1, ...by);
  };
  return {
    /** In the order they came. */
    waiting,
    apply: handleEvents<AgentEvent | { readonly type: 'session-rewound'; readonly body: object }>({
      'message-queued': (message) => waiting.push(message),
      'message-edited': ({ origin: _, ...message }) => replace(message.messageId, message),
      'message-withdrawn': ({ messageId }) => replace(messageId),
      'message-received': ({ messageId }) => replace(messageId),
      // What waited then is with the person again.
      'session-rewound': () => waiting.splice(0),
    }),
  };
}

/** Whether it waits for the next request only, and not for the end of the turn. */
export const isSteering = ({ turn }: QueuedMessage): boolean => turn !== 'next';
