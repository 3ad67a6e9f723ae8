import { plural } from '../../base/text.js';
import type { Turn } from '../../session/start-turn.js';
import type { Chat } from './chat-state.js';
import { runTurn } from './run-turn.js';

/** Sends a message, with the pictures that go with it. */
export async function sendMessage(chat: Chat, text: string): Promise<void> {
  chat.said = true;
  const images = chat.images.splice(0);
  return takeTurn(chat, () => chat.session.send(images.length === 0 ? text : { text, images }));
}

/** Goes on with the turn that was left, if one was. */
export async function resumeTurn(chat: Chat): Promise<boolean> {
  if (!chat.resumable) return false;
  await takeTurn(chat, () => chat.session.resume());
  return true;
}

async function takeTurn(chat: Chat, start: () => Turn): Promise<void> {
  const { screen, style } = chat;
  chat.resumable = false;
  const end = await runTurn(chat, start);
  const waiting = chat.session.queued.length;
  // What was said in the last moment of a turn is not kept waiting.
  if (waiting > 0 && end?.reason === 'answered' && !chat.leaving) return takeTurn(chat, () => chat.session.resume());
  chat.resumable = end?.reason === 'paused' || waiting > 0;
  if (waiting > 0) screen.line(style.dim(`  ${plural(waiting, 'message')} you sent meanwhile will go with the next.`));
  const asked = chat.session.questions.length;
  if (asked > 0)
    screen.line(style.yellow(`  Subagents have ${plural(asked, 'question')} for you: Enter alone shows them.`));
  if (chat.resumable && !chat.leaving) screen.line(style.dim('  Enter alone, or /resume, goes on.'));
}
