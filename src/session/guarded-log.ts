import type { Mask } from '../policy/secret/mask.js';
import type { LogPort } from '../tool/port.js';

/** Words for the log must not stop what they are about. */
export function guardedLog(log: LogPort | undefined, mask: Mask): LogPort {
  const guarded = (write: ((message: string) => void) | undefined) => (message: string) => {
    try {
      write?.(mask.text(message).text);
    } catch {
      // There is nobody left to tell.
    }
  };
  return { debug: guarded(log?.debug.bind(log)), warn: guarded(log?.warn.bind(log)) };
}
