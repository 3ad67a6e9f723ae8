/** When a request is given up: at its deadline, or with the call it is made for. */
export interface Deadline {
  readonly signal: AbortSignal;
  /** Whether the time was what ended it. */
  readonly late: boolean;
  end(): void;
}

export interface Deadlines {
  start(ms: number, signal: AbortSignal): Deadline;
  /** Deadlines stand still meanwhile: while a person thinks, the server is not late. */
  whileHeld<T>(work: () => Promise<T>): Promise<T>;
}

export function createDeadlines(): Deadlines {
  const running = new Set<Timer>();
  let holds = 0;
  return {
    start(ms, signal) {
      const controller = new AbortController();
      let late = false;
      const cancel = (): void => controller.abort(signal.reason);
      const timer = createTimer(ms, () => {
        late = true;
        controller.abort(new Error('it took too long'));
      });
      running.add(timer);
      if (holds === 0) timer.run();
      if (signal.aborted) cancel();
      else signal.addEventListener('abort', cancel, { once: true });
      return {
        signal: controller.signal,
        get late() {
          return late;
        },
        end() {
          timer.stop();
          running.delete(timer);
          signal.removeEventListener('abort', cancel);
        },
      };
    },
    async whileHeld(work) {
      holds += 1;
      for (const timer of running) timer.stop();
      try {
        return await work();
      } finally {
        holds -= 1;
        if (holds === 0) for (const timer of running) timer.run();
      }
    },
  };
}

/** Goes on with what is left when it is run again. */
interface Timer {
  run(): void;
  stop(): void;
}

function createTimer(ms: number, onEnd: () => void): Timer {
  let left = ms;
  let since = 0;
  let timer: NodeJS.Timeout | undefined;
  return {
    run() {
      if (timer !== undefined) return;
      since = performance.now();
      timer = setTimeout(onEnd, left);
    },
    stop() {
      if (timer === undefined) return;
      clearTimeout(timer);
      timer = undefined;
      left = Math.max(1, left - (performance.now() - since));
    },
  };
}
