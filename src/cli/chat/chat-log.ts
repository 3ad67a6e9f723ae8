import type { LogPort } from '../../tool/port.js';
import type { Host } from '../host.js';
import { sessionLog } from '../session-log.js';
import type { Style } from '../view/style.js';
import type { Screen } from './screen.js';

/** What sessions log in a chat: shown while the person wants every detail, and the last of it kept until they do. */
export interface ChatLog {
  verbose: boolean;
  readonly port: LogPort;
  /** What was not shown, once. */
  takeUnseen(): readonly string[];
}

interface ChatLogOptions {
  readonly screen: Pick<Screen, 'line'>;
  readonly style: Style;
  readonly env: Host['env'];
}

export function createChatLog({ screen, style, env }: ChatLogOptions): ChatLog {
  let unseen: readonly string[] = [];
  const log: ChatLog = {
    verbose: false,
    port: sessionLog({
      debug: env['TOOLWRIGHT_DEBUG'] === '1',
      warns: () => log.verbose,
      write: (line) => screen.line(style.dim(`  ${line}`)),
      keep: (line) => {
        unseen = [...unseen, line].slice(-maxUnseen);
      },
    }),
    takeUnseen() {
      const taken = unseen;
      unseen = [];
      return taken;
    },
  };
  return log;
}

const maxUnseen = 20;
