import { unwrap } from '../../client/reply.js';
import { safeLine, safeText } from '../safe-text.js';
import { type Chat, stateOf } from './chat-state.js';

/** `/terminals [ID]`: the terminals of the session, or what one of them shows. */
export async function showTerminals(chat: Chat, [id]: readonly string[]): Promise<void> {
  const { screen, port, session, style } = chat;
  if (id === undefined) {
    const lines = (await stateOf(chat)).terminals.map(
      ({ id: name, state, size, command }) =>
        `  ${name.padEnd(7)} ${state.padEnd(8)} ${`${size.columns}x${size.rows}`.padEnd(8)} ${safeLine(command)}`,
    );
    return screen.line(lines.length === 0 ? 'No terminal was opened.' : lines.join('\n'));
  }
  const { text, columns, title } = unwrap(await port.readTerminal({ session: session.id, id }));
  const frame = style.dim('─'.repeat(Math.min(columns, maxFrame)));
  screen.line([frame, ...(title === '' ? [] : [style.dim(safeLine(title))]), safeText(text), frame].join('\n'));
}

const maxFrame = 80;
