import { plural } from '../../base/text.js';
import type { Call, StartedTurn } from '../../client/client-port.js';
import { type Chat, stateOf } from './chat-state.js';
import { runTurn } from './run-turn.js';

/** Sends a message, with the pictures that go with it. */
export async function sendMessage(chat: Chat, text: string): Promise<void> {
  chat.said = true;
  const images = chat.images.splice(0);
  return takeTurn(chat, () => chat.port.send({ session: chat.session.id, text, images }));
}

/** Resumes the turn that was left, if one was. */
export async function resumeTurn(chat: Chat): Promise<boolean> {
  if (!chat.resumable) return false;
  await takeTurn(chat, () => chat.port.resume({ session: chat.session.id }));
  return true;
}

async function takeTurn(chat: Chat, start: () => Call<StartedTurn>): Promise<void> {
  const { screen, style } = chat;
  chat.resumable = false;
  const end = await runTurn(chat, start);
  const { queued, questions } = await stateOf(chat);
  const waiting = queued.length;
  chat.resumable = end?.reason === 'paused' || waiting > 0;
  if (waiting > 0) screen.line(style.dim(`  ${plural(waiting, 'message')} you sent meanwhile will go with the next.`));
  const asked = questions.length;
  if (asked > 0)
    screen.line(style.yellow(`  Subagents have ${plural(asked, 'question')} for you: Enter alone shows them.`));
  if (chat.resumable && !chat.leaving) screen.line(style.dim('  Enter alone, or /resume, goes on.'));
}
