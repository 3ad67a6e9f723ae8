import { plural } from '../../base/text.js';
import { grantState, listGrants } from '../../session/grant-records.js';
import type { Invocation } from '../command.js';
import { exitCodes } from '../exit-code.js';
import { exitMask } from '../exit-mask.js';
import type { Host } from '../host.js';
import { withStore } from '../open-user-store.js';
import { renderJson } from '../render-json.js';
import { createStyle, wantsColours } from '../view/style.js';
import { grantJson, renderGrants } from './render-grants.js';

/** `toolwright grants`: the approvals that last, oldest first. */
export async function grantsCommand(invocation: Invocation, host: Host): Promise<number> {
  const now = Date.now();
  const all = exitMask(host).value(await withStore(invocation, host, listGrants));
  const wanted = invocation.flag('all') ? all : all.filter((record) => grantState(record, now) === 'in force');
  if (invocation.flag('json')) {
    host.stdout.write(`${renderJson(wanted.map((record) => grantJson(record, now)))}\n`);
    return exitCodes.answered;
  }
  if (wanted.length > 0)
    host.stdout.write(`${renderGrants(wanted, { now, style: createStyle(wantsColours(host.stdout, host.env)) })}\n`);
  else host.stderr.write('No grant is in force.\n');
  const rest = all.length - wanted.length;
  if (rest > 0)
    host.stderr.write(
      `Not shown: ${plural(rest, 'grant')} that expired, were revoked or end with a session. --all lists them.\n`,
    );
  return exitCodes.answered;
}
