import { isToolwrightError, messageOf } from '../../base/error.js';
import { safeText } from '../safe-text.js';
import { type Chat, stateOf } from './chat-state.js';
import type { Entered } from './input.js';
import { isSecondPress } from './interruption.js';
import { answerWaiting } from './run-turn.js';
import { isSlashCommand } from './slash-line.js';
import { resumeTurn, sendMessage } from './take-turn.js';

/** Reads and does, line by line, until the person leaves. */
export async function runChat(chat: Chat): Promise<void> {
  while (!chat.leaving && !chat.host.outputGone()) {
    const entered = takeAhead(chat) ?? (await chat.input.read({ prompt: chat.style.bold('> '), kind: 'message' }));
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

/** What was entered while a turn ran and had to wait for its end. */
function takeAhead({ typedAhead, screen, style }: Chat): Entered | undefined {
  const text = typedAhead.shift();
  if (text === undefined) return undefined;
  screen.line(`${style.bold('> ')}${safeText(text)}`);
  return { type: 'line', text };
}

async function takeLine(chat: Chat, line: string): Promise<void> {
  try {
    if (isSlashCommand(line)) return await chat.command(line.trim());
    if (line.trim() === '') return await takeEnter(chat);
    return await sendMessage(chat, line);
  } catch (error) {
    if (!isToolwrightError(error)) throw error;
    chat.screen.prose(chat.style.yellow(`! ${safeText(messageOf(error).replace(/\nSee: .*$/, ''))}`));
  }
}

/** Enter alone: questions of subagents first, then the turn that was left. */
async function takeEnter(chat: Chat): Promise<void> {
  const { questions } = await stateOf(chat);
  if (questions.length > 0) await answerWaiting(chat, questions);
  else await resumeTurn(chat);
}
