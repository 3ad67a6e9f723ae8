/** What is told in its order, where some of it has to be found out first. */
export interface Telling {
  /** At once where nothing is being found out, else behind that. */
  tell(work: () => void): void;
  /** Holds back whatever comes after it until it is done. */
  hold(work: () => Promise<void>): void;
  /** Answers when nothing is held back. */
  settled(): Promise<void>;
}

export function createTelling(): Telling {
  let queue: Promise<void> | undefined;
  const behind = (work: () => void | Promise<void>): void => {
    const last = (queue ?? Promise.resolve()).then(work).finally(() => {
      if (queue === last) queue = undefined;
    });
    queue = last;
  };
  return {
    tell: (work) => (queue === undefined ? work() : behind(work)),
    hold: behind,
    settled: async () => queue,
  };
}
