import { defined } from '../../base/defined.js';
import type { Level, Verdict } from '../../policy/policy.js';
import type { AuditKind } from '../../session/audit/audit-row.js';
import type { Invocation } from '../command.js';
import { limitOption } from '../count-option.js';
import { safeLine } from '../safe-text.js';
import { usageError } from '../usage-error.js';

export type AuditFormat = 'table' | 'jsonl' | 'csv';

/** A table is for looking at; what a program reads is whole unless it asks for less. */
const tableLimit = 50;

/** What the command line asks for. Choices were checked when it was read. */
export function auditRequest(invocation: Invocation, now: number) {
  const format = (invocation.text('format') as AuditFormat | undefined) ?? 'table';
  const limit = limitOption(invocation, format === 'table' ? tableLimit : Number.POSITIVE_INFINITY, 'audit');
  const person = invocation.text('person');
  const since = timeOf(invocation, 'since', now);
  const until = timeOf(invocation, 'until', now);
  if (since !== undefined && until !== undefined && since >= until)
    throw usageError('--since must be before --until: nothing lies between them.', 'audit');
  const query = {
    limit,
    ...defined({ person, since, until }),
    ...some('kinds', invocation.texts('kind') as readonly AuditKind[]),
    ...some('tools', invocation.texts('tool')),
    ...some('verdicts', invocation.texts('verdict') as readonly Verdict[]),
    ...some('levels', invocation.texts('level') as readonly Level[]),
  };
  return { query, format, limit };
}

const some = <Key extends string, T>(key: Key, values: readonly T[]): Partial<Record<Key, readonly T[]>> =>
  values.length === 0 ? {} : ({ [key]: values } as Record<Key, readonly T[]>);

/** A day that is the end counts whole. */
function timeOf(invocation: Invocation, option: 'since' | 'until', now: number): number | undefined {
  const given = invocation.text(option);
  if (given === undefined) return undefined;
  const parsed = parseTime(given, now);
  if (!parsed.ok) throw usageError(`--${option} ${safeLine(given)}: ${parsed.message}.`, 'audit');
  return option === 'until' && parsed.wholeDay ? nextDay(parsed.at) : parsed.at;
}

/** A time as people give it, or what is wrong with it. */
type ParsedTime =
  | { readonly ok: true; readonly at: number; readonly wholeDay: boolean }
  | { readonly ok: false; readonly message: string };

const units = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 7 * 86_400_000 } as const;

/** A day, an instant (both local unless a zone is named), or how long ago: `2026-03-01`, `2026-03-01T12:30Z`, `12h`. */
export function parseTime(text: string, now: number): ParsedTime {
  const ago = /^(\d{1,6})([mhdw])$/.exec(text);
  if (ago !== null) {
    return { ok: true, at: now - Number(ago[1]) * units[ago[2] as keyof typeof units], wholeDay: false };
  }
  const form = /^(\d{4})-(\d\d)-(\d\d)(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?(?:Z|[+-]\d\d:\d\d)?)?$/.exec(text);
  const [, year = '', month = '', day = ''] = form ?? [];
  const wholeDay = text.length === 10;
  const at = form === null ? Number.NaN : new Date(wholeDay ? `${text}T00:00` : text.replace(' ', 'T')).getTime();
  if (!Number.isNaN(at) && isDay(Number(year), Number(month), Number(day))) return { ok: true, at, wholeDay };
  const message =
    'use a day (2026-03-01), an instant (2026-03-01T12:30, with Z for UTC) or how long ago (30m, 12h, 2d, 3w)';
  return { ok: false, message };
}

/** `Date` takes the 30th of February for the 1st or 2nd of March. */
function isDay(year: number, month: number, day: number): boolean {
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

/** When the day after this one begins, also where a day has 23 or 25 hours. */
export function nextDay(at: number): number {
  const date = new Date(at);
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() + 1).getTime();
}
