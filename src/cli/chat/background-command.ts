import { unwrap } from '../../client/reply.js';
import { safeLine } from '../safe-text.js';
import { commandLines } from '../view/command-lines.js';
import { type Chat, stateOf } from './chat-state.js';

/** `/commands [stop ID]`: lists the background commands, or ends one. */
export async function showCommands(chat: Chat, [verb, id]: readonly string[]): Promise<void> {
  const { screen, port, session } = chat;
  if (verb === undefined) {
    const lines = commandLines((await stateOf(chat)).commands);
    return screen.line(lines.length === 0 ? 'No command was started in the background.' : lines.join('\n'));
  }
  if (verb !== 'stop' || id === undefined) return screen.line('Use /commands, or /commands stop ID.');
  unwrap(await port.stopCommand({ session: session.id, id }));
  screen.line(`${safeLine(id)} has ended.`);
}
