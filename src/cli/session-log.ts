import type { LogPort } from '../tool/port.js';
import { safeLine } from './safe-text.js';

/** What tools and the session log, one line each; what is for the makers of tools is written only when it is asked for. */
export function sessionLog(options: {
  readonly debug: boolean;
  readonly warns: () => boolean;
  readonly write: (line: string) => void;
  /** Gets the warnings that are not written. */
  readonly keep?: (line: string) => void;
}): LogPort {
  const { debug, warns, write, keep } = options;
  return {
    warn(message) {
      const line = `warning: ${safeLine(message)}`;
      if (debug || warns()) write(line);
      else keep?.(line);
    },
    debug(message) {
      if (debug) write(`debug: ${safeLine(message)}`);
    },
  };
}
