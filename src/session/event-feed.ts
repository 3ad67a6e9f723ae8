/** Hands events to listeners and to any number of async iterators, each with its own place. */
export interface EventFeed<T> {
  emit(event: T): void;
  on(listener: (event: T) => void): () => void;
  /** Events from now on; ends when the feed is closed, or after the event for which `last` holds. */
  iterate(last?: (event: T) => boolean): FeedIterator<T>;
  close(): void;
}

export interface FeedIterator<T> extends AsyncIterableIterator<T> {
  /** Nothing more comes; what has come can still be read. */
  end(): void;
}

/** A listener that throws is told of through `onDefect`; it stops neither the others nor what they are told of. */
export function createEventFeed<T>(onDefect: (thrown: unknown) => void): EventFeed<T> {
  const listeners = new Set<(event: T) => void>();
  const enders = new Set<() => void>();
  let closed = false;

  const iterate = (last?: (event: T) => boolean): FeedIterator<T> => {
    let queue: T[] = [];
    let head = 0;
    let ended = closed;
    let waiters: (() => void)[] = [];
    const wake = (): void => {
      const woken = waiters;
      waiters = [];
      for (const waiter of woken) waiter();
    };
    const end = (): void => {
      ended = true;
      listeners.delete(take);
      enders.delete(end);
      wake();
    };
    const take = (event: T): void => {
      queue.push(event);
      if (last?.(event) === true) end();
      wake();
    };
    /** By index: taking from the front of a long array would move all the rest each time. */
    const shift = (): T => {
      const event = queue[head] as T;
      head += 1;
      if (head === queue.length) {
        queue = [];
        head = 0;
      }
      return event;
    };
    if (!ended) {
      listeners.add(take);
      enders.add(end);
    }
    return {
      end,
      async next() {
        while (queue.length === 0 && !ended) await new Promise<void>((resolve) => waiters.push(resolve));
        return queue.length > 0 ? { done: false, value: shift() } : { done: true, value: undefined };
      },
      async return() {
        end();
        queue = [];
        head = 0;
        return { done: true, value: undefined };
      },
      [Symbol.asyncIterator]() {
        return this;
      },
    };
  };

  return {
    emit(event) {
      for (const listener of listeners) {
        try {
          listener(event);
        } catch (thrown) {
          onDefect(thrown);
        }
      }
    },
    on(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    iterate,
    close() {
      closed = true;
      for (const end of [...enders]) end();
      listeners.clear();
    },
  };
}
