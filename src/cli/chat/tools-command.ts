import { unwrap } from '../../client/reply.js';
import { renderTools, renderToolTokens } from '../view/tool-lines.js';
import type { Chat } from './chat-state.js';

/** `/tools`: all tools, and about what the definitions that are sent cost. */
export async function showTools({ screen, port, session }: Chat): Promise<void> {
  screen.line(renderTools(unwrap(await port.listTools({ session: session.id }))));
}

/** About what the definitions that are sent cost, and what is saved by sending no more. */
export async function showToolTokens({ screen, port, session }: Chat): Promise<void> {
  screen.line(renderToolTokens(unwrap(await port.listTools({ session: session.id }))));
}
