import { plural } from '../../base/text.js';
import { findGrant, type GrantRecord, grantState, listGrants, revokeGrants } from '../../session/grant-records.js';
import { commandOrigin } from '../answer-origin.js';
import type { Invocation } from '../command.js';
import { confirm } from '../confirm.js';
import { exitCodes } from '../exit-code.js';
import { exitMask } from '../exit-mask.js';
import { type Host, isTerminal } from '../host.js';
import { withStore } from '../open-user-store.js';
import { safeLine } from '../safe-text.js';
import { usageError } from '../usage-error.js';

/** `toolwright grants revoke`: takes grants back. What is taken back is asked about again, so only `--all` asks first. */
export async function revokeCommand(invocation: Invocation, host: Host): Promise<number> {
  const { arguments: ids } = invocation;
  const all = invocation.flag('all');
  if (all === ids.length > 0)
    throw usageError('Give the ids of grants, or --all for every one in force.', 'grants revoke');
  return withStore(invocation, host, async (store) => {
    const known = exitMask(host).value(await listGrants(store));
    const now = Date.now();
    const meant = all ? known : [...new Set(ids.map((id) => findGrant(known, id)))];
    const open = meant.filter((record) => !['revoked', 'expired'].includes(grantState(record, now)));
    if (open.length === 0) {
      host.stderr.write(all ? 'No grant is in force.\n' : 'Nothing to revoke: it does not hold any more.\n');
      return exitCodes.answered;
    }
    if (all && !(await isSure(open, invocation, host))) {
      host.stderr.write('Nothing was revoked.\n');
      return exitCodes.denied;
    }
    await revokeGrants(
      store,
      open.map(({ grant }) => grant.id),
      commandOrigin(host),
    );
    for (const { grant } of open)
      host.stderr.write(`Revoked ${safeLine(grant.id)}: ${safeLine(grant.rules.join(', '))}\n`);
    return exitCodes.answered;
  });
}

async function isSure(open: readonly GrantRecord[], invocation: Invocation, host: Host): Promise<boolean> {
  if (invocation.flag('yes')) return true;
  if (!isTerminal(host.stdin))
    throw usageError('Without a terminal nobody can be asked: give --yes to revoke them all.', 'grants revoke');
  return confirm(`Revoke ${plural(open.length, 'grant')}? [y/N] `, host);
}
