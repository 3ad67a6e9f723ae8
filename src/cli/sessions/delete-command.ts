import { firstLine, plural } from '../../base/text.js';
import { deleteSession, descendantsOf } from '../../session/delete-session.js';
import { findSession, readSession, summarizeSession } from '../../session/sessions.js';
import { commandOrigin } from '../answer-origin.js';
import type { Invocation } from '../command.js';
import { confirm } from '../confirm.js';
import { exitCodes } from '../exit-code.js';
import { exitMask } from '../exit-mask.js';
import { type Host, isTerminal } from '../host.js';
import { withStore } from '../open-user-store.js';
import { safeLine } from '../safe-text.js';
import { usageError } from '../usage-error.js';

/** `toolwright sessions delete ID`: after a yes, or with --yes. */
export async function deleteCommand(invocation: Invocation, host: Host): Promise<number> {
  return withStore(invocation, host, async (store) => {
    const id = await findSession(store, invocation.arguments[0] ?? '');
    const summary = summarizeSession(await readSession(store, id));
    const { messages, firstMessage = '', damage } = exitMask(host, summary.workspace).value(summary);
    const below = (await descendantsOf(store, id)).length;
    const family = below === 0 ? '' : ` with its ${plural(below, 'subagent')}`;
    const what = `${id} (${plural(messages, 'message')}: ${safeLine(firstLine(firstMessage, 60))})${family}`;
    if (damage !== undefined)
      host.stderr.write(`toolwright: it is damaged, and the record will say so: ${safeLine(damage)}\n`);
    const yes = invocation.flag('yes');
    if (!yes && !isTerminal(host.stdin))
      throw usageError('Without a terminal nobody can be asked: give --yes to delete it.', 'sessions delete');
    if (!yes && !(await confirm(`Delete ${what}? [y/N] `, host))) {
      host.stderr.write('Nothing was deleted.\n');
      return exitCodes.denied;
    }
    const origin = commandOrigin(host);
    const { decisions } = await deleteSession(store, id, origin);
    host.stderr.write(`Deleted ${what}\n`);
    if (decisions > 0)
      host.stderr.write(
        `${plural(decisions, 'decision')} of it ${decisions === 1 ? 'is' : 'are'} kept in the record, without arguments: toolwright audit --session ${id}\n`,
      );
    return exitCodes.answered;
  });
}
