import { resolve } from 'node:path';
import { plural } from '../../base/text.js';
import { userStream } from '../../config/event.js';
import { repairSession } from '../../session/repair-session.js';
import { findSession } from '../../session/sessions.js';
import { rescueStore } from '../../store/rescue-store.js';
import { commandOrigin } from '../answer-origin.js';
import type { Invocation } from '../command.js';
import { exitCodes } from '../exit-code.js';
import type { Host } from '../host.js';
import { userStorePlace, withStore } from '../open-user-store.js';
import { safeLine } from '../safe-text.js';

/** `toolwright sessions repair ID`: cuts a damaged session back to what is whole; the rest is set aside. */
export async function repairCommand(invocation: Invocation, host: Host): Promise<number> {
  if (invocation.flag('rescue')) return rescue(invocation, host);
  return withStore(invocation, host, async (store) => {
    const given = invocation.arguments[0] ?? '';
    const id = given === userStream ? given : await findSession(store, given);
    const done = await repairSession(store, id, commandOrigin(host));
    if (done === undefined) {
      host.stderr.write(`${id} is whole: nothing was changed.\n`);
      return exitCodes.answered;
    }
    const { validUntil, message, setAside } = done;
    host.stderr.write(
      `${id}: ${safeLine(message)}.\nThe ${plural(validUntil, 'event')} before ${validUntil === 1 ? 'is' : 'are'} whole, and the session can go on from there.\n`,
    );
    if (setAside > 0)
      host.stderr.write(
        `${plural(setAside, 'event')} from there on ${setAside === 1 ? 'was' : 'were'} set aside: toolwright sessions export ${id} --format set-aside\n`,
      );
    return exitCodes.answered;
  });
}

/** What can be read of a damaged store, in a new one. */
async function rescue(invocation: Invocation, host: Host): Promise<number> {
  const from = userStorePlace(invocation, host).path;
  const to = resolve(host.cwd, invocation.arguments[0] ?? '');
  const rescued = await rescueStore(from, to);
  for (const { stream, events, damage, lostBlobs } of rescued) {
    const parts = [
      plural(events, 'event'),
      ...(damage === undefined ? [] : [safeLine(damage)]),
      ...(lostBlobs === 0 ? [] : [`${plural(lostBlobs, 'blob')} lost`]),
    ];
    host.stdout.write(`${safeLine(stream)}: ${parts.join('; ')}\n`);
  }
  host.stderr.write(`${safeLine(to)} holds what is whole; ${safeLine(from)} stays as it is.\n`);
  host.stderr.write(`To go on with it, put it in its place, or use --store ${safeLine(to)}\n`);
  return rescued.some(({ damage, lostBlobs }) => damage !== undefined || lostBlobs > 0)
    ? exitCodes.failed
    : exitCodes.answered;
}
