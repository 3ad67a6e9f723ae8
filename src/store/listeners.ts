import { messageOf } from '../base/error.js';
import type { StoredEvent } from './store.js';

type Listener = (events: readonly StoredEvent[]) => void;

/** Who is told of appends, by stream. A listener that throws hurts neither the append nor the other listeners. */
interface Listeners {
  add(stream: string, listener: Listener): () => void;
  tell(stream: string, events: readonly StoredEvent[]): void;
  clear(): void;
}

export function createListeners(): Listeners {
  const byStream = new Map<string, Set<{ readonly listener: Listener }>>();

  return {
    add(stream, listener) {
      const entry = { listener };
      const entries = byStream.get(stream) ?? new Set();
      byStream.set(stream, entries.add(entry));
      return () => {
        if (entries.delete(entry) && entries.size === 0 && byStream.get(stream) === entries) byStream.delete(stream);
      };
    },
    tell(stream, events) {
      const entries = byStream.get(stream);
      if (entries === undefined) return;
      for (const { listener } of [...entries]) {
        try {
          listener(events);
        } catch (thrown) {
          process.emitWarning(`a listener of stream ${stream} threw: ${messageOf(thrown)}`, 'ToolwrightWarning');
        }
      }
    },
    clear: () => byStream.clear(),
  };
}
