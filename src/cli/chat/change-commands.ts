import type { UndoEnd, UndoPreview } from '../../change/undo.js';
import type { Call, RevertReply } from '../../client/client-port.js';
import { unwrap } from '../../client/reply.js';
import { renderChanges } from '../changes/render-changes.js';
import { renderUndoEnd, renderUndoPreview } from '../changes/render-undo.js';
import { safeLine } from '../safe-text.js';
import type { Chat } from './chat-state.js';

/** `/changes [diff]`: what the session did to files. */
export async function showChanges(chat: Chat, [given]: readonly string[]): Promise<void> {
  const { screen, port, session, style } = chat;
  if (given !== undefined && given !== 'diff')
    return screen.line(`There is no /changes ${safeLine(given)}: use /changes or /changes diff.`);
  const changes = unwrap(await port.listChanges({ session: session.id }));
  if (changes.length === 0) return screen.line('This session changed no files.');
  screen.line(renderChanges(changes, { style, diff: given === 'diff' }));
}

/** `/undo [call|turn|session]`: takes changes back, after a yes. */
export async function undoInChat(chat: Chat, [given = 'turn']: readonly string[]): Promise<void> {
  const by = (['call', 'turn', 'session'] as const).find((one) => one === given);
  if (by === undefined)
    return chat.screen.line(`There is no /undo ${safeLine(given)}: use /undo call, /undo turn or /undo session.`);
  const { port, session } = chat;
  const undo = (approved?: string) =>
    port.undo({ session: session.id, what: { by }, ...(approved !== undefined && { approved }) });
  show(chat, await revert(chat, undo, 'Undo this? [y/N] '));
}

/** `/redo`: makes again what was undone last, after a yes. */
export async function redoInChat(chat: Chat): Promise<void> {
  const { port, session } = chat;
  const redo = (approved?: string) => port.redo({ session: session.id, ...(approved !== undefined && { approved }) });
  show(chat, await revert(chat, redo, 'Redo this? [y/N] '));
}

/** Shows what would be done until the person agrees to exactly what would be done by then. */
async function revert(chat: Chat, request: (approved?: string) => Call<RevertReply>, prompt: string): Promise<UndoEnd> {
  let reply = unwrap(await request());
  while (reply.type === 'preview') {
    if (!(await agrees(chat, reply.preview, prompt))) return { type: 'declined' };
    reply = unwrap(await request(reply.digest));
  }
  return reply;
}

async function agrees({ screen, style, input }: Chat, preview: UndoPreview, prompt: string): Promise<boolean> {
  screen.line(renderUndoPreview(preview, style));
  const entered = await input.read({ prompt, kind: 'answer' });
  return entered.type === 'line' && /^y(?:es)?$/i.test(entered.text.trim());
}

const show = ({ screen, style }: Chat, end: UndoEnd): void =>
  screen.line(renderUndoEnd(end, { style, redoBy: '/redo' }));
