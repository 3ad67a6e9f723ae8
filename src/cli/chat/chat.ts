import { isToolwrightError, messageOf } from '../../base/error.js';
import { safeText } from '../safe-text.js';
import type { Chat } from './chat-state.js';
import { isSecondPress } from './interruption.js';
import { runTurn } from './run-turn.js';
import { runSlashCommand } from './slash-commands.js';

/** Reads and does, line by line, until the person leaves. */
export async function runChat(chat: Chat): Promise<void> {
  while (!chat.leaving && !chat.host.outputGone()) {
    const entered = await chat.input.read({ prompt: chat.style.bold('> '), kind: 'message' });
    if (entered.type === 'end') return;
    if (entered.type === 'line') {
      chat.interruptedAt = Number.NEGATIVE_INFINITY;
      await takeLine(chat, entered.text);
      continue;
    }
    if (isSecondPress(chat)) return;
    chat.screen.line(chat.style.dim('Ctrl+C again leaves; so does /exit.'));
  }
}

async function takeLine(chat: Chat, line: string): Promise<void> {
  try {
    if (/^\/[a-z?]*(?:\s|$)/i.test(line.trim())) return await runSlashCommand(chat, line.trim());
    if (line.trim() === '') return await resume(chat);
    return await send(chat, line);
  } catch (error) {
    if (!isToolwrightError(error)) throw error;
    chat.screen.prose(chat.style.yellow(`! ${safeText(messageOf(error).replace(/\nSee: .*$/, ''))}`));
  }
}

async function send(chat: Chat, text: string): Promise<void> {
  chat.said = true;
  chat.resumable = false;
  const images = chat.images.splice(0);
  return runTurn(chat, () => chat.session.send(images.length === 0 ? text : { text, images }));
}

async function resume(chat: Chat): Promise<void> {
  if (!chat.resumable) return;
  chat.resumable = false;
  return runTurn(chat, () => chat.session.resume());
}
