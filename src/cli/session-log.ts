import type { LogPort } from '../tool/port.js';
import { safeLine } from './safe-text.js';

/** What tools and the session log, one line each; what is for the makers of tools is written only when it is asked for. */
export function sessionLog(options: {
  readonly debug: boolean;
  readonly warns: () => boolean;
  readonly write: (line: string) => void;
}): LogPort {
  const { debug, warns, write } = options;
  return {
    warn(message) {
      if (debug || warns()) write(`warning: ${safeLine(message)}`);
    },
    debug(message) {
      if (debug) write(`debug: ${safeLine(message)}`);
    },
  };
}
