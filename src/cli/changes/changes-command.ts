import { defined } from '../../base/defined.js';
import { readSession, summarizeSession } from '../../session/sessions.js';
import { unfinishedTurn } from '../../session/transcript.js';
import { readChanges } from '../../session/undo-changes.js';
import type { Invocation } from '../command.js';
import { countOption } from '../count-option.js';
import { trustedExitMask } from '../exit-mask.js';
import type { Host } from '../host.js';
import { withStore } from '../open-user-store.js';
import { renderJson } from '../render-json.js';
import { tellDamage } from '../sessions/read-masked-session.js';
import { styleOf } from '../view/style.js';
import { chosenSession } from './chosen-session.js';
import { renderChanges } from './render-changes.js';

/** `toolwright changes`: what a session did to files. */
export async function changesCommand(invocation: Invocation, host: Host): Promise<number> {
  const turn = countOption(invocation, 'turn', 'changes');
  const callId = invocation.text('call');
  const { session, damage, cutOff, changes } = await withStore(invocation, host, async (store) => {
    const id = await chosenSession(store, invocation, host);
    const which = defined({ turn, callId });
    const stored = await readSession(store, id);
    const cutOff = unfinishedTurn(stored.events) === 'interrupted';
    const exit = await trustedExitMask(store, host, summarizeSession(stored).workspace);
    return { session: id, damage: stored.damage, cutOff, changes: exit.value(await readChanges(store, id, which)) };
  });
  const style = styleOf(host);
  if (invocation.flag('json')) host.stdout.write(`${renderJson({ session, changes })}\n`);
  else if (changes.length > 0)
    host.stdout.write(`${renderChanges(changes, { style, diff: invocation.flag('diff') })}\n`);
  else host.stderr.write(`${session} changed no files${turn === undefined ? '' : ` in turn ${turn}`}.\n`);
  if (cutOff)
    host.stderr.write(
      'The last turn was cut off, or still runs: what it changed last shows once the session is gone on with, or undone.\n',
    );
  return tellDamage({ damage }, host);
}
