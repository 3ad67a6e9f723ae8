import { listSessions } from '../../session/sessions.js';
import type { Invocation } from '../command.js';
import { exitCodes } from '../exit-code.js';
import { exitMask } from '../exit-mask.js';
import type { Host } from '../host.js';
import { withStore } from '../open-user-store.js';
import { safeLine } from '../safe-text.js';
import { usageError } from '../usage-error.js';
import { renderSessions } from '../view/session-lines.js';

const defaultLimit = 50;

/** `toolwright sessions`: the newest sessions, one line each. */
export async function listCommand(invocation: Invocation, host: Host): Promise<number> {
  const limit = parseLimit(invocation.text('limit'));
  const stored = await withStore(invocation, host, (store) => listSessions(store, { limit }));
  const sessions = exitMask(host).value(stored);
  if (invocation.flag('json')) host.stdout.write(`${JSON.stringify(sessions, null, 2)}\n`);
  else if (sessions.length > 0) host.stdout.write(`${renderSessions(sessions, host.env)}\n`);
  else host.stderr.write('There are no sessions yet.\n');
  const counted = sessions.filter(({ parent }) => parent === undefined).length;
  if (counted === limit && !invocation.flag('json')) host.stderr.write(`The newest ${limit}; --limit 0 lists all.\n`);
  return exitCodes.answered;
}

function parseLimit(text: string | undefined): number {
  if (text === undefined) return defaultLimit;
  if (!/^\d{1,9}$/.test(text))
    throw usageError(`--limit ${safeLine(text)}: it must be a positive whole number, or 0 for all.`, 'sessions');
  return Number(text) === 0 ? Number.POSITIVE_INFINITY : Number(text);
}
