import type { Store } from '../../../store/store.js';
import { type LocalHarnessDecision, localHarnessDecision } from '../../audit/local-harness-decision.js';
import { readAudit } from '../../audit/read-audit.js';

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
