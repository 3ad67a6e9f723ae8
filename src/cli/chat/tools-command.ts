import { createTokenCounter } from '../token-counter.js';
import { renderTools, renderToolTokens } from '../view/tool-lines.js';
import type { Chat } from './chat-state.js';

/** `/tools`: all tools, and what the definitions that are sent cost. */
export async function showTools({ screen, session }: Chat): Promise<void> {
  screen.line(renderTools(session.listTools(), await createTokenCounter()));
}

/** What the definitions that are sent cost, and what is saved by sending no more. */
export async function showToolTokens({ screen, session }: Chat): Promise<void> {
  screen.line(renderToolTokens(session.listTools(), await createTokenCounter()));
}
