import { plural } from '../../base/text.js';
import {
  findGrant,
  type GrantRecord,
  type GrantState,
  grantState,
  listGrants,
  revokeGrants,
} from '../../session/grant-records.js';
import { forgetRemembered, listRemembered, type RememberedAnswer } from '../../session/remembered-answers.js';
import { commandOrigin } from '../answer-origin.js';
import type { Invocation } from '../command.js';
import { agrees } from '../confirm.js';
import { exitCodes } from '../exit-code.js';
import { exitMask } from '../exit-mask.js';
import type { Host } from '../host.js';
import { withStore } from '../open-user-store.js';
import { renderJson } from '../render-json.js';
import { safeLine } from '../safe-text.js';
import { usageError } from '../usage-error.js';
import { type Style, styleOf } from '../view/style.js';

/** `toolwright grants`: the approvals that last, oldest first. */
export async function grantsCommand(invocation: Invocation, host: Host): Promise<number> {
  const now = Date.now();
  const all = exitMask(host).value(await withStore(invocation, host, listGrants));
  const wanted = invocation.flag('all') ? all : all.filter((record) => grantState(record, now) === 'in force');
  const remembered = await listRemembered(host);
  if (invocation.flag('json')) {
    const json = wanted.map((record) => grantJson(record, now));
    host.stdout.write(`${renderJson([...json, ...remembered.map((one) => ({ ...one, state: 'in force' }))])}\n`);
    return exitCodes.answered;
  }
  const style = styleOf(host);
  const blocks = [
    ...wanted.map((record) => renderGrant(record, { now, style })),
    ...remembered.map((answer) => renderRemembered(answer, style)),
  ];
  if (blocks.length > 0) host.stdout.write(`${blocks.join('\n')}\n`);
  else host.stderr.write('No grant is in force.\n');
  const rest = all.length - wanted.length;
  if (rest > 0)
    host.stderr.write(
      `Not shown: ${plural(rest, 'grant')} that expired, were revoked or end with a session. --all lists them.\n`,
    );
  return exitCodes.answered;
}

/** `toolwright grants revoke`: takes grants back. What is taken back is asked about again, so only `--all` asks first. */
export async function revokeCommand(invocation: Invocation, host: Host): Promise<number> {
  const { arguments: ids } = invocation;
  const all = invocation.flag('all');
  if (all === ids.length > 0)
    throw usageError('Give the ids of grants, or --all for every one in force.', 'grants revoke');
  return withStore(invocation, host, async (store) => {
    const known = exitMask(host).value(await listGrants(store));
    const now = Date.now();
    const kept = await listRemembered(host);
    const forgotten = kept.filter(({ id }) => all || ids.includes(id));
    const named = ids.filter((id) => !forgotten.some((answer) => answer.id === id));
    const meant = all ? known : [...new Set(named.map((id) => findGrant(known, id)))];
    const open = meant.filter((record) => !['revoked', 'expired'].includes(grantState(record, now)));
    if (open.length === 0 && forgotten.length === 0) {
      host.stderr.write(all ? 'No grant is in force.\n' : 'Nothing to revoke: it does not hold any more.\n');
      return exitCodes.answered;
    }
    const asked = { invocation, host, to: 'revoke them all', command: 'grants revoke' };
    if (all && !(await agrees(`Revoke ${plural(open.length + forgotten.length, 'grant')}?`, asked))) {
      host.stderr.write('Nothing was revoked.\n');
      return exitCodes.denied;
    }
    await revokeGrants(
      store,
      open.map(({ grant }) => grant.id),
      commandOrigin(host),
    );
    if (forgotten.length > 0) await forgetRemembered(forgotten, host);
    for (const { id, says } of forgotten) host.stderr.write(`Revoked ${safeLine(id)}: ${safeLine(says)}\n`);
    for (const { grant } of open)
      host.stderr.write(`Revoked ${safeLine(grant.id)}: ${safeLine(grant.rules.join(', '))}\n`);
    return exitCodes.answered;
  });
}

interface GrantContext {
  readonly now: number;
  readonly style: Style;
}

const renderRemembered = ({ id, says, file, profile }: RememberedAnswer, style: Style): string =>
  [
    `${style.bold(safeLine(id))}  ${places.always}`,
    `  ${safeLine(says)}`,
    `  in ~/${file}, which the profile ${profile} goes by; holds until it is taken out`,
  ].join('\n');

/** For a person: what is allowed, where, since when and by whom, how often it was used and until when it holds. */
function renderGrant(record: GrantRecord, { now, style }: GrantContext): string {
  const { grant, uses, lastUsedAt } = record;
  const { tool, who, from } = grant.origin;
  const last = lastUsedAt === undefined ? '' : `, last ${minute(lastUsedAt)}`;
  return [
    `${style.bold(safeLine(grant.id))}  ${places[grant.scope]}${states[grantState(record, now)]}`,
    ...grant.rules.map(
      (rule) =>
        `  ${safeLine(rule)}${grant.unconfined && isCommand(rule) ? '  (also without a sandbox)' : ''}${grant.tainted === true ? '  (also when tainted)' : ''}`,
    ),
    `  in ${safeLine(grant.workspace)}, session ${safeLine(grant.sessionId)}`,
    `  given ${minute(grant.createdAt)} by ${safeLine(who)} from ${safeLine(from)} for ${safeLine(tool)}`,
    `  used ${uses === 0 ? 'never' : `${plural(uses, 'time')}${last}`}; ${endOf(record, now)}`,
  ].join('\n');
}

const places = { session: 'this session', project: 'this project', always: 'everywhere' } as const;

const states: Readonly<Record<GrantState, string>> = {
  'in force': '',
  session: '',
  expired: ', expired',
  revoked: ', revoked',
};

function endOf({ grant, revoked }: GrantRecord, now: number): string {
  if (revoked !== undefined)
    return `revoked ${minute(revoked.at)} by ${safeLine(revoked.who)} from ${safeLine(revoked.from)}`;
  if (grant.scope === 'session') return 'ends with the program it was given in';
  return `${grant.expiresAt <= now ? 'expired' : 'holds until'} ${minute(grant.expiresAt)}`;
}

const isCommand = (rule: string): boolean => /^(?:exec|run_command)\b/.test(rule);

/** `2026-03-01 14:05`, in UTC, as the records have it. */
const minute = (at: number): string => `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`;

/** For a program. */
function grantJson(record: GrantRecord, now: number): object {
  const { grant, uses, lastUsedAt = null, revoked = null } = record;
  return { ...grant, state: grantState(record, now), uses, lastUsedAt, revoked };
}
