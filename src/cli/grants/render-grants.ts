import { plural } from '../../base/text.js';
import { type GrantRecord, type GrantState, grantState } from '../../session/grant-records.js';
import { safeLine } from '../safe-text.js';
import type { Style } from '../view/style.js';

export interface GrantContext {
  readonly now: number;
  readonly style: Style;
}

/** For a person: what is allowed, where, since when and by whom, how often it was used and until when it holds. */
export const renderGrants = (records: readonly GrantRecord[], context: GrantContext): string =>
  records.map((record) => renderGrant(record, context)).join('\n');

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
export function grantJson(record: GrantRecord, now: number): object {
  const { grant, uses, lastUsedAt = null, revoked = null } = record;
  return { ...grant, state: grantState(record, now), uses, lastUsedAt, revoked };
}
