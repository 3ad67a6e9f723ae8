import { firstLine } from '../../base/text.js';
import { deleteSession, findSession, readSession, summarizeSession } from '../../session/sessions.js';
import type { Invocation } from '../command.js';
import { confirm } from '../confirm.js';
import { exitCodes } from '../exit-code.js';
import { type Host, isTerminal } from '../host.js';
import { safeLine } from '../safe-text.js';
import { usageError } from '../usage-error.js';
import { withStore } from './with-store.js';

/** `toolwright sessions delete ID`: after a yes, or with --yes. */
export async function deleteCommand(invocation: Invocation, host: Host): Promise<number> {
  return withStore(invocation, host, async (store) => {
    const id = await findSession(store, invocation.arguments[0] ?? '');
    const { messages, firstMessage = '' } = summarizeSession(await readSession(store, id));
    const what = `${id} (${messages} messages: ${safeLine(firstLine(firstMessage, 60))})`;
    const yes = invocation.flag('yes');
    if (!yes && !isTerminal(host.stdin))
      throw usageError('Without a terminal nobody can be asked: give --yes to delete it.', 'sessions delete');
    if (!yes && !(await confirm(`Delete ${what}? [y/N] `, host))) {
      host.stderr.write('Nothing was deleted.\n');
      return exitCodes.denied;
    }
    await deleteSession(store, id);
    host.stderr.write(`Deleted ${what}\n`);
    return exitCodes.answered;
  });
}
