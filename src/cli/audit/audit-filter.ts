import { defined } from '../../base/defined.js';
import type { Level, Verdict } from '../../policy/policy.js';
import type { AuditKind } from '../../session/audit/audit-row.js';
import type { AuditQuery } from '../../session/audit/read-audit.js';
import type { Invocation } from '../command.js';
import { safeLine } from '../safe-text.js';
import { usageError } from '../usage-error.js';
import { nextDay, parseTime } from './parse-time.js';

export type AuditFormat = 'table' | 'jsonl' | 'csv';

/** A table is for looking at; what a program reads is whole unless it asks for less. */
const tableLimit = 50;

export interface AuditRequest {
  readonly query: Omit<AuditQuery, 'session'>;
  readonly format: AuditFormat;
  readonly limit: number;
}

/** What the command line asks for. Choices were checked when it was read. */
export function auditRequest(invocation: Invocation, now: number): AuditRequest {
  const format = (invocation.text('format') as AuditFormat | undefined) ?? 'table';
  const limit = parseLimit(invocation.text('limit'), format);
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

function parseLimit(text: string | undefined, format: AuditFormat): number {
  if (text === undefined) return format === 'table' ? tableLimit : Number.POSITIVE_INFINITY;
  if (!/^\d{1,9}$/.test(text))
    throw usageError(`--limit ${safeLine(text)}: it must be a positive whole number, or 0 for all.`, 'audit');
  return Number(text) === 0 ? Number.POSITIVE_INFINITY : Number(text);
}
