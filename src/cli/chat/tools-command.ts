import { renderTools, renderToolTokens } from '../view/tool-lines.js';
import type { Chat } from './chat-state.js';

/** `/tools`: all tools, and about what the definitions that are sent cost. */
export const showTools = ({ screen, session }: Chat): void => screen.line(renderTools(session.listTools()));

/** About what the definitions that are sent cost, and what is saved by sending no more. */
export const showToolTokens = ({ screen, session }: Chat): void => screen.line(renderToolTokens(session.listTools()));
