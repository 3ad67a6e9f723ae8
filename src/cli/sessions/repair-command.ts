import { plural } from '../../base/text.js';
import { userStream } from '../../config/event.js';
import { repairSession } from '../../session/repair-session.js';
import { findSession } from '../../session/sessions.js';
import { commandOrigin } from '../answer-origin.js';
import type { Invocation } from '../command.js';
import { exitCodes } from '../exit-code.js';
import type { Host } from '../host.js';
import { withStore } from '../open-user-store.js';
import { safeLine } from '../safe-text.js';

/** `toolwright sessions repair ID`: cuts a damaged session back to what is whole; the rest is set aside. */
export async function repairCommand(invocation: Invocation, host: Host): Promise<number> {
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
