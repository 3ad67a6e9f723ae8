import { exitCodes } from '../exit-code.js';
import type { Chat } from './chat-state.js';

const leaveWithinMs = 1500;

/** Takes note of Ctrl+C. True when it was pressed shortly before: twice leaves, wherever the first press was. */
export function isSecondPress(chat: Pick<Chat, 'interruptedAt'>): boolean {
  const now = performance.now();
  const second = now - chat.interruptedAt <= leaveWithinMs;
  chat.interruptedAt = now;
  return second;
}

/** What Ctrl+C does in a turn: it ends the turn, soon after that the chat, and the third time the program at once. */
export function turnInterruption(
  chat: Pick<Chat, 'interruptedAt' | 'leaving' | 'screen'>,
  cancel: () => void,
): () => void {
  let count = 0;
  return () => {
    count += 1;
    const second = isSecondPress(chat);
    if (second) chat.leaving = true;
    if (count === 1) return cancel();
    if (count > 2) process.exit(exitCodes.interrupted);
    chat.screen.line(`Still stopping${second ? ', then leaving' : ''}; Ctrl+C once more leaves at once.`);
  };
}
