import type { EventStore } from '@modelcontextprotocol/server';

type Message = Parameters<EventStore['storeEvent']>[1];

interface Stored {
  readonly id: string;
  readonly stream: string;
  readonly message: Message;
  readonly size: number;
}

/** What a session has sent lately, for a client that lost its stream and says what it read last. */
export function createEventStore(): EventStore {
  const events: Stored[] = [];
  let count = 0;
  let size = 0;
  return {
    async storeEvent(stream, message) {
      count += 1;
      const stored: Stored = { id: String(count), stream, message, size: JSON.stringify(message).length };
      events.push(stored);
      size += stored.size;
      while (events.length > most || (size > mostChars && events.length > 1)) size -= events.shift()?.size ?? 0;
      return stored.id;
    },
    async getStreamIdForEventId(id) {
      return events.find((event) => event.id === id)?.stream;
    },
    async replayEventsAfter(id, { send }) {
      const at = events.findIndex((event) => event.id === id);
      const stream = events[at]?.stream;
      if (stream === undefined) throw new Error('nothing is known any more of what was sent so long ago');
      for (const event of events.slice(at + 1)) if (event.stream === stream) await send(event.id, event.message);
      return stream;
    },
  };
}

const most = 500;
const mostChars = 4 * 1024 * 1024;
