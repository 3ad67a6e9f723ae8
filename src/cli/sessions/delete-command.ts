import { createInterface } from 'node:readline/promises';
import { firstLine } from '../../base/text.js';
import { deleteSession, findSession, readSession, summarizeSession } from '../../session/sessions.js';
import type { Invocation } from '../command.js';
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
    if (!invocation.flag('yes') && !(await confirm(`Delete ${what}? [y/N] `, host))) {
      host.stderr.write('Nothing was deleted.\n');
      return exitCodes.denied;
    }
    await deleteSession(store, id);
    host.stderr.write(`Deleted ${what}\n`);
    return exitCodes.answered;
  });
}

async function confirm(question: string, { stdin, stderr }: Host): Promise<boolean> {
  if (!isTerminal(stdin))
    throw usageError('Without a terminal nobody can be asked: give --yes to delete it.', 'sessions delete');
  const lines = createInterface({ input: stdin, output: stderr });
  // The end of the input is no yes.
  const ended = new Promise<string>((resolve) => lines.once('close', () => resolve('')));
  const answer = await Promise.race([lines.question(question), ended]);
  lines.close();
  return /^y(?:es)?$/i.test(answer.trim());
}
