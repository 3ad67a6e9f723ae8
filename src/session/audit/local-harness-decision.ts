import type { AuditRow } from './audit-row.js';

/** LocalHarness' words for what became of a call. */
export type LocalHarnessDecision =
  | 'auto_approved'
  | 'user_approved'
  | 'denied_by_policy'
  | 'denied_by_user'
  | 'failed_validation';

/** A row of the record in these words; undefined for what is none of them, or is not answered yet. */
export function localHarnessDecision(row: AuditRow): LocalHarnessDecision | undefined {
  if (row.kind === 'refusal') return 'failed_validation';
  if (row.kind !== 'decision') return undefined;
  if (row.verdict === 'allow' || row.verdict === 'notify') return 'auto_approved';
  if (row.verdict === 'deny') return 'denied_by_policy';
  if (row.answer === null) return undefined;
  if (row.answer !== 'deny') return 'user_approved';
  // Nobody was there: the policy for that denied it.
  return row.who === null ? 'denied_by_policy' : 'denied_by_user';
}
