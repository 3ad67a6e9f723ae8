import { isToolwrightError, messageOf } from '../../base/error.js';
import { safeText } from '../safe-text.js';
import type { Chat } from './chat-state.js';
import { runTurn } from './run-turn.js';
import { runSlashCommand } from './slash-commands.js';

const leaveWithinMs = 1500;

/** Reads and does, line by line, until the person leaves. */
export async function runChat(chat: Chat): Promise<void> {
  let interruptedAt = Number.NEGATIVE_INFINITY;
  while (!chat.leaving && !chat.host.outputGone()) {
    const entered = await chat.input.read({ prompt: chat.style.bold('> '), kind: 'message' });
    if (entered.type === 'end') return;
    if (entered.type === 'line') {
      interruptedAt = Number.NEGATIVE_INFINITY;
      await takeLine(chat, entered.text);
      continue;
    }
    const now = performance.now();
    if (now - interruptedAt <= leaveWithinMs) return;
    interruptedAt = now;
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
    chat.screen.line(chat.style.yellow(`! ${safeText(messageOf(error).replace(/\nSee: .*$/, ''))}`));
  }
}

async function send(chat: Chat, text: string): Promise<void> {
  chat.said = true;
  chat.resumable = false;
  return runTurn(chat, () => chat.session.send(text));
}

async function resume(chat: Chat): Promise<void> {
  if (!chat.resumable) return;
  chat.resumable = false;
  return runTurn(chat, () => chat.session.resume());
}
