import { plural } from '../../base/text.js';
import { forkSession, turnEnds } from '../../session/fork-session.js';
import { findSession, readSession } from '../../session/sessions.js';
import { commandOrigin } from '../answer-origin.js';
import type { Invocation } from '../command.js';
import { exitCodes } from '../exit-code.js';
import { goOnLine } from '../go-on-line.js';
import type { Host } from '../host.js';
import { withStore } from '../open-user-store.js';
import { safeLine } from '../safe-text.js';
import { usageError } from '../usage-error.js';

/** `toolwright sessions fork ID`: a new session that goes on from the end of a turn of this one. */
export async function forkCommand(invocation: Invocation, host: Host): Promise<number> {
  const turn = parseTurn(invocation.text('turn'));
  return withStore(invocation, host, async (store) => {
    const id = await findSession(store, invocation.arguments[0] ?? '');
    const ends = turnEnds((await readSession(store, id)).events);
    const end = turn === undefined ? ends.at(-1) : ends[turn - 1];
    if (end === undefined && turn !== undefined)
      throw usageError(`--turn ${turn}: ${plural(ends.length, 'turn')} of this session ended.`, 'sessions fork');
    const origin = commandOrigin(host);
    const forked = await forkSession(store, id, { origin, ...(end !== undefined && { at: end.seq }) });
    host.stdout.write(`${forked}\n`);
    host.stderr.write(`To go on with it: ${goOnLine(forked, { flags: {}, store: invocation.text('store') })}\n`);
    return exitCodes.answered;
  });
}

function parseTurn(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw usageError(`--turn ${safeLine(text)}: it must be the number of a turn, from 1 on.`, 'sessions fork');
}
