import { systemCode } from './error.js';

/**
 * What `work` answers, or `otherwise` where it throws: for what may fail and harms nobody when it does. With `only`, other
 * system errors than these are thrown on.
 */
export function attempt<T, Otherwise>(work: () => T, otherwise: Otherwise, only?: readonly string[]): T | Otherwise {
  try {
    return work();
  } catch (error) {
    if (only !== undefined && !only.includes(systemCode(error) ?? '')) throw error;
    return otherwise;
  }
}

/** Whether it was done. */
export const succeeds = (work: () => void, only?: readonly string[]): boolean =>
  attempt(
    () => {
      work();
      return true;
    },
    false,
    only,
  );
