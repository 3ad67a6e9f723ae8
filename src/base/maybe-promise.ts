export type MaybePromise<T> = T | Promise<T>;

/** Goes on with a value at once where it is there: every call of every round would pay for each wait. */
export const following = <T, Next>(
  value: MaybePromise<T>,
  next: (value: T) => MaybePromise<Next>,
): MaybePromise<Next> => (value instanceof Promise ? value.then(next) : next(value));

/** What work comes to, or what `failed` makes of what it throws, at once or later. */
export function guarded<T>(work: () => MaybePromise<T>, failed: (error: unknown) => T): MaybePromise<T> {
  try {
    const value = work();
    return value instanceof Promise ? value.catch(failed) : value;
  } catch (error) {
    return failed(error);
  }
}
