import type { UndoEnd, UndoPreview } from '../../change/undo.js';
import type { UndoOptions } from '../../session/undo-changes.js';
import { renderChanges } from '../changes/render-changes.js';
import { renderUndoEnd, renderUndoPreview } from '../changes/render-undo.js';
import { safeLine } from '../safe-text.js';
import type { Chat } from './chat-state.js';

/** `/changes [diff]`: what the session did to files. */
export async function showChanges(chat: Chat, [given]: readonly string[]): Promise<void> {
  const { screen, session, style } = chat;
  if (given !== undefined && given !== 'diff')
    return screen.line(`There is no /changes ${safeLine(given)}: use /changes or /changes diff.`);
  const changes = await session.changes();
  if (changes.length === 0) return screen.line('This session changed no files.');
  screen.line(renderChanges(changes, { style, diff: given === 'diff' }));
}

/** `/undo [call|turn|session]`: takes changes back, after a yes. */
export async function undoInChat(chat: Chat, [given = 'turn']: readonly string[]): Promise<void> {
  const by = (['call', 'turn', 'session'] as const).find((one) => one === given);
  if (by === undefined)
    return chat.screen.line(`There is no /undo ${safeLine(given)}: use /undo call, /undo turn or /undo session.`);
  show(chat, await chat.session.undo({ what: { by }, ...asking(chat, 'Undo this? [y/N] ') }));
}

/** `/redo`: makes again what was undone last, after a yes. */
export async function redoInChat(chat: Chat): Promise<void> {
  show(chat, await chat.session.redo(asking(chat, 'Redo this? [y/N] ')));
}

function asking({ screen, style, input }: Chat, prompt: string): Pick<UndoOptions, 'approve' | 'origin'> {
  return {
    origin: { from: input.interactive ? 'terminal' : 'stdin' },
    async approve(preview: UndoPreview) {
      screen.line(renderUndoPreview(preview, style));
      const entered = await input.read({ prompt, kind: 'answer' });
      return entered.type === 'line' && /^y(?:es)?$/i.test(entered.text.trim());
    },
  };
}

const show = ({ screen, style }: Chat, end: UndoEnd): void =>
  screen.line(renderUndoEnd(end, { style, redoBy: '/redo' }));
