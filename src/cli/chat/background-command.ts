import { safeLine } from '../safe-text.js';
import { commandLines } from '../view/command-lines.js';
import type { Chat } from './chat-state.js';

/** `/commands [stop ID]`: what goes on in the background, or the end of it. */
export async function showCommands({ screen, session }: Chat, [verb, id]: readonly string[]): Promise<void> {
  if (verb === undefined) {
    const lines = commandLines(session);
    return screen.line(lines.length === 0 ? 'No command was started in the background.' : lines.join('\n'));
  }
  if (verb !== 'stop' || id === undefined) return screen.line('Use /commands, or /commands stop ID.');
  await session.stopCommand(id);
  screen.line(`${safeLine(id)} has ended.`);
}
