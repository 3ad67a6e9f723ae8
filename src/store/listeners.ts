import { messageOf } from '../base/error.js';
import type { StoredEvent } from './store.js';

type Listener = (events: readonly StoredEvent[]) => void;

/** Who is told of appends, by stream. A listener that throws hurts neither the append nor the other listeners. */
export function createListeners() {
  const byStream = new Map<string, readonly { readonly listener: Listener }[]>();

  return {
    add(stream: string, listener: Listener): () => void {
      const entry = { listener };
      byStream.set(stream, [...(byStream.get(stream) ?? []), entry]);
      return () => {
        const left = byStream.get(stream)?.filter((one) => one !== entry) ?? [];
        if (left.length === 0) byStream.delete(stream);
        else byStream.set(stream, left);
      };
    },
    tell(stream: string, events: readonly StoredEvent[]): void {
      for (const { listener } of byStream.get(stream) ?? []) {
        try {
          listener(events);
        } catch (thrown) {
          process.emitWarning(`a listener of stream ${stream} threw: ${messageOf(thrown)}`, 'ToolwrightWarning');
        }
      }
    },
    clear: (): void => byStream.clear(),
  };
}
