import { ToolwrightError } from '../base/error.js';
import { isFailure } from '../tool/outcome.js';
import type { Terminal, TerminalHost, TerminalScreen } from '../tool/terminal.js';

/** A terminal of the session: a background command that has a screen. */
export type SessionTerminal = Pick<Terminal, 'id' | 'command' | 'state' | 'size'>;

export const listTerminals = (host: TerminalHost | undefined): readonly SessionTerminal[] =>
  (host?.terminals ?? []).map(({ id, command, state, size }) => ({ id, command, state, size }));

export async function readTerminal(host: TerminalHost | undefined, id: string): Promise<TerminalScreen> {
  const screen = await host?.screen(id);
  if (screen !== undefined && !isFailure(screen)) return screen;
  throw new ToolwrightError('bad-option', screen?.message ?? 'There are no terminals here.');
}
