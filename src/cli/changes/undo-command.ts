import type { UndoEnd, UndoPreview } from '../../change/undo.js';
import { fsyncOf } from '../../session/options.js';
import { type Revert, revertStored } from '../../session/undo-changes.js';
import { commandOrigin } from '../answer-origin.js';
import type { Invocation } from '../command.js';
import { readCommandConfig } from '../config/command-config.js';
import { agrees } from '../confirm.js';
import { exitCodes } from '../exit-code.js';
import { exitMask } from '../exit-mask.js';
import type { Host } from '../host.js';
import { userStorePlace, withStore } from '../open-user-store.js';
import { ownFilesOf } from '../own-files.js';
import { renderJson } from '../render-json.js';
import { sessionSettings } from '../session-settings.js';
import { usageError } from '../usage-error.js';
import { styleOf } from '../view/style.js';
import { chosenSession } from './chosen-session.js';
import { renderUndoEnd, renderUndoPreview } from './render-undo.js';

/** `toolwright undo`: takes back what a session did to files, after a yes. */
export async function undoCommand(invocation: Invocation, host: Host): Promise<number> {
  const chosen = ['call', 'turn', 'all'].filter((name) => invocation.flag(name) || invocation.text(name) !== undefined);
  if (chosen.length > 1) throw usageError(`--${chosen.join(' and --')} do not go together.`, 'undo');
  const callId = invocation.text('call');
  return revertCommand(invocation, host, {
    kind: 'undo',
    what: callId === undefined ? { by: invocation.flag('all') ? 'session' : 'turn' } : { by: 'call', callId },
    skipChanged: invocation.flag('skip-changed'),
  });
}

/** `toolwright redo`: makes again what was undone last. */
export const redoCommand = (invocation: Invocation, host: Host): Promise<number> =>
  revertCommand(invocation, host, { kind: 'redo' });

async function revertCommand(invocation: Invocation, host: Host, revert: Revert): Promise<number> {
  const json = invocation.flag('json');
  const style = styleOf(host);
  const exit = exitMask(host);
  const approve = async (preview: UndoPreview): Promise<boolean> => {
    if (!json) host.stdout.write(`${renderUndoPreview(exit.value(preview), style)}\n`);
    const asked = { invocation, host, to: `${revert.kind} it`, command: revert.kind };
    return agrees(revert.kind === 'undo' ? 'Undo this?' : 'Redo this?', asked);
  };
  const { config } = await readCommandConfig(invocation, host);
  const fsync = fsyncOf(config.values);
  const ownFiles = ownFilesOf(config.paths, userStorePlace(invocation, host).path, host.env);
  const hooks = { ...sessionSettings(config, { sandbox: config.values.sandbox, ownFiles }), env: host.env };
  const { id, end } = await withStore(invocation, host, async (store) => {
    const session = await chosenSession(store, invocation, host);
    const origin = commandOrigin(host);
    const done = await revertStored({ ...revert, approve }, { store, session, fsync, origin, hooks });
    return { id: session, end: exit.value(done) };
  });
  if (json) host.stdout.write(`${renderJson({ session: id, ...end })}\n`);
  else host.stderr.write(`${renderUndoEnd(end, { style, redoBy: '`toolwright redo`' })}\n${hint(end, revert)}`);
  return exitCodeOf(end);
}

/** Some of it may be possible. */
function hint(end: UndoEnd, revert: Revert): string {
  if (end.type !== 'refused' || end.obstacles.length === 0 || revert.kind === 'redo' || revert.skipChanged) return '';
  return '`toolwright undo --skip-changed` undoes the changes that nothing stands in the way of.\n';
}

function exitCodeOf({ type }: UndoEnd): number {
  if (type === 'declined') return exitCodes.denied;
  return type === 'refused' ? exitCodes.failed : exitCodes.answered;
}
