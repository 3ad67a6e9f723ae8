import type { AuditRow } from '../../session/audit/audit-row.js';
import { readAudit } from '../../session/audit/read-audit.js';
import type { Store } from '../../store/store.js';

/** One decision of the permission system. */
export interface ExportedDecision {
  /** Milliseconds since the epoch. */
  readonly timestamp: number;
  readonly tool: string | null;
  readonly decision: LocalHarnessDecision;
  /** Null of a call that was refused before its risk was weighed. */
  readonly risk: string | null;
  readonly reason: string;
  /** Who answered; null where nobody was asked. */
  readonly user: string | null;
}

export interface DecisionQuery {
  /** The id of a session; those of all when absent. */
  readonly session?: string;
  /** How many at most; 50 by default. */
  readonly limit?: number;
}

/** The last decisions, newest first. What is not answered yet is none. */
export async function exportDecisions(
  store: Store,
  { limit = 50, ...query }: DecisionQuery = {},
): Promise<readonly ExportedDecision[]> {
  const decisions: ExportedDecision[] = [];
  for await (const row of readAudit(store, { ...query, kinds: ['decision', 'refusal'] })) {
    if (decisions.length >= limit) break;
    const decision = localHarnessDecision(row);
    if (decision === undefined) continue;
    const { at: timestamp, tool, level: risk, reasons, says, who: user } = row;
    decisions.push({ timestamp, tool, decision, risk, reason: says ?? reasons.join('; '), user });
  }
  return decisions;
}

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
