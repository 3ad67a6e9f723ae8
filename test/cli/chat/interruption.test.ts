import { expect, it, vi } from 'vitest';
import { isSecondPress, turnInterruption } from '../../../src/cli/chat/interruption.js';

function chatAt(interruptedAt = Number.NEGATIVE_INFINITY) {
  const lines: string[] = [];
  const nothing = (): void => {};
  const screen = {
    write: nothing,
    prose: () => {},
    line: (text: string) => void lines.push(text),
    hold: nothing,
    release: nothing,
  };
  return { interruptedAt, leaving: false, screen, lines };
}

it('takes the press that cancels a turn for the first of two', () => {
  const chat = chatAt();
  const cancel = vi.fn();
  turnInterruption(chat, cancel)();
  expect(cancel).toHaveBeenCalledOnce();
  expect(chat.leaving).toBe(false);
  expect(isSecondPress(chat)).toBe(true);
});

it('leaves after the turn by a second press while it is stopping', () => {
  const chat = chatAt();
  const press = turnInterruption(chat, () => {});
  press();
  press();
  expect(chat.leaving).toBe(true);
  expect(chat.lines).toEqual(['Still stopping, then leaving; Ctrl+C once more leaves at once.']);
});

it('does not leave by a press that comes later', () => {
  const chat = chatAt();
  const press = turnInterruption(chat, () => {});
  press();
  chat.interruptedAt -= 1600;
  press();
  expect(chat.leaving).toBe(false);
  expect(chat.lines).toEqual(['Still stopping; Ctrl+C once more leaves at once.']);
});

it('counts a press at a question too', () => {
  const chat = chatAt();
  isSecondPress(chat);
  turnInterruption(chat, () => {})();
  expect(chat.leaving).toBe(true);
});
