import { messageOf } from '../../base/error.js';
import { safeText } from '../safe-text.js';
import type { Chat } from './chat-state.js';
import type { Entered } from './input.js';
import { isSlashCommand, runsInTurn } from './slash-line.js';

/** What a person says while a turn runs. */
export interface Steering {
  /** Does something with the input for itself; a line that is open is closed, and what was typed there is kept. */
  aside(work: () => Promise<void>): Promise<void>;
  close(): Promise<void>;
}

/**
 * Whatever is typed while a turn runs opens a line of its own, and everything else waits to be shown until it is entered.
 * The line is queued for the model; `/pause` pauses the turn, what only looks is run at once, and other commands wait for
 * its end.
 */
export function createSteering(chat: Chat, interrupt: () => void): Steering {
  const { input, screen, style, port } = chat;
  const session = chat.session.id;
  let line: { readonly withdrawal: AbortController; readonly done: Promise<void> } | undefined;
  let closed = false;

  const open = (): void => {
    if (line !== undefined || closed) return;
    screen.hold();
    const withdrawal = new AbortController();
    const done = input
      .read({ prompt: style.bold('+ '), kind: 'steering', signal: withdrawal.signal })
      .then((entered) => {
        line = undefined;
        screen.release();
        take(entered);
      });
    line = { withdrawal, done };
  };
  const withdraw = async (): Promise<void> => {
    closed = true;
    line?.withdrawal.abort();
    await line?.done;
  };
  const take = (entered: Entered): void => {
    if (entered.type === 'interrupt') interrupt();
    if (entered.type === 'end') chat.leaving = true;
    if (entered.type !== 'line') return;
    const text = entered.text.trim();
    if (text === '') return;
    if (text.toLowerCase() === '/pause') void port.pause({ session });
    else if (runsInTurn(text)) void look(text);
    else if (isSlashCommand(text)) {
      chat.typedAhead.push(text);
      screen.line(style.dim(`  ${safeText(text)} waits for the end of the turn.`));
    } else void say(entered.text);
  };
  const look = async (text: string): Promise<void> => {
    try {
      await chat.command(text);
    } catch (error) {
      screen.line(style.yellow(`! ${safeText(messageOf(error))}`));
    }
  };
  const say = async (text: string): Promise<void> => {
    const images = chat.images.splice(0);
    const queued = await port.queue({ session, text, images });
    if (queued.ok) return;
    chat.images.unshift(...images);
    // The turn ended while it was typed: it is the next message.
    if (queued.error.code === 'session-idle') chat.typedAhead.push(text);
    else screen.line(style.yellow(`! ${safeText(queued.error.message)}`));
  };

  input.onTyped(open);
  return {
    async aside(work) {
      await withdraw();
      try {
        await work();
      } finally {
        closed = false;
      }
    },
    async close() {
      input.onTyped(() => {});
      await withdraw();
    },
  };
}
